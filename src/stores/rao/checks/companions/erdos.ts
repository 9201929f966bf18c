import type { Finding } from '../../../../model/finding.ts';
import { atValue, placed, type Trouble } from '../../../trouble.ts';
import { refOf } from '../../decode/ref.ts';
import type { Folder } from '../../folder.ts';
import { otherFileTroubles } from './json-companion.ts';
import type { Known } from './known.ts';

/** What is wrong with the files and members that only Erdos has; `number` is that of the conversation. */
export function* erdosFindings(folder: Folder, known: Known | null, number: number | null): Generator<Finding> {
  const { id } = folder;
  for (const file of [folder.erdosVars(), folder.codeLinks()])
    if (file !== null) yield* placed(id, file.part.path, otherFileTroubles('RA042', file));
  const log = folder.part('log');
  if (log !== null && known !== null) yield* placed(id, log.path, foreignMessages(known, number));
}

function* foreignMessages({ entries }: Known, number: number | null): Generator<Trouble> {
  for (const entry of entries) {
    const noted = refOf(entry.field('conversationId'));
    if (noted.is !== 'number' || noted.number === number) continue;
    yield atValue(
      'RA136',
      noted.value,
      `${entry.at}/conversationId`,
      'reads',
      `has a message of conversation ${noted.number}`,
    );
  }
}
