import { convo } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { said } from '../model/sentence.ts';
import type { KnownId } from '../ops/known-ids.ts';
import type { Reading } from '../ops/reading.ts';
import { countText } from '../report/numbers.ts';

/** Where words were looked for. */
interface LookedIn {
  readonly reading: Reading;
  readonly known: readonly Pick<KnownId, 'id'>[];
  readonly cwd: string;
}

/** The same error; where a word that means nothing is that of a conversation which a run deleted, one with the way to bring it back. */
export async function deletedInstead(words: readonly string[], at: LookedIn, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'no-match') return error;
  const unknown = words.filter((word) => word !== '' && !at.known.some(({ id }) => id.startsWith(word)));
  const { deletedFor } = await import('../ops/deleted.ts');
  for (const word of unknown) {
    const deleted = deletedFor(word, at.reading, at.cwd);
    if (deleted === null) continue;
    const { id, run, others } = deleted;
    const more = others > 0 ? `, and ${countText(others, 'other change')} of that run` : '';
    return new Failure(
      'no-match',
      `${id} was deleted by run ${run}`,
      said`${convo`undo ${run}`} brings it back${more}.`,
    );
  }
  return error;
}
