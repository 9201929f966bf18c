import { cmd, ID } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { sentence } from '../../model/sentence.ts';
import { quotedWord } from '../../model/shell-word.ts';
import { meantBy } from '../../ops/export/folder-or-id.ts';
import { firstLine } from '../../report/printable.ts';
import type { Job } from '../job.ts';
import type { Selection } from '../scope.ts';

/**
 * Refuses a new folder named like an id: one conversation was meant. Without an explicit format, also anything that may be a
 * mistyped id.
 */
export async function refuseId(
  { env }: Pick<Job, 'env'>,
  { reading, survey }: Selection,
  { word, isFormatNamed }: { readonly word: string; readonly isFormatNamed: boolean },
): Promise<void> {
  const meant = await meantBy(word, { reading, survey, cwd: env.cwd });
  const folder = `./${quotedWord(word)}`;
  if (meant.type === 'id') {
    const { ids, title } = meant;
    const titled = title === null ? 'the id of a conversation' : `the conversation "${firstLine(title, SHOWN)}"`;
    const what = ids.length > 1 ? `the beginning of ${ids.length} ids` : titled;
    const one = cmd`export --to html ${ids.length > 1 ? ID : word} --output DIR`;
    const hint = sentence`${one} exports ${ids.length > 1 ? 'one of them' : 'it'}; for tables of everything: ${TABLES}, with ${folder} for a folder of that name.`;
    throw new Failure('usage', `${word} is ${what}`, hint);
  }
  if (meant.type === 'unknown-id' && !isFormatNamed)
    throw new Failure(
      'usage',
      `${word} could be an id, and no conversation has it`,
      sentence`For tables of everything: ${TABLES}, with ${folder} for a folder of that name.`,
    );
}

/** Characters of a title. */
const SHOWN = 60;

const TABLES = cmd`export --to parquet DIR`;
