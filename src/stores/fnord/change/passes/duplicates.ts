import { dropDuplicates } from '../../../engine/duplicates.ts';
import { onCodes } from '../../../engine/passes.ts';
import type { FnordPass } from '../run-passes.ts';

/** Leaves of equal keys in one object the first, which is the one fnord sees. */
export const duplicates: FnordPass = onCodes(['FN022'], ({ document: { tape, whole } }, troubles) => {
  const details = troubles.map(
    ({ detail, offset }) => `${detail}: drops the one at byte ${offset}, which fnord never saw`,
  );
  return {
    edits: tape === null || !whole ? [] : dropDuplicates(tape),
    notes: details.slice(0, MOST).concat(more(details.length)),
  };
});

const MOST = 20;

function more(count: number): string[] {
  return count > MOST ? [`drops ${count - MOST} further keys that occur twice`] : [];
}
