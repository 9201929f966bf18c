import { standsFor } from '../../../../model/finding.ts';
import { dropDuplicates } from '../../../engine/faults/duplicates.ts';
import { onCodes } from '../../../engine/passes.ts';
import type { FnordPass } from '../run-passes.ts';

/** Leaves of equal keys in one object the first, which is the one fnord sees. */
export const duplicates: FnordPass = onCodes(['FN022'], ({ document: { tape, whole } }, troubles) => {
  const all = troubles.reduce((sum, each) => sum + standsFor(each), 0);
  const details = troubles
    .slice(0, MOST)
    .map(({ detail, offset }) => `${detail}: drops the one at byte ${offset}, which fnord never saw`);
  return { edits: tape === null || !whole ? [] : dropDuplicates(tape), notes: details.concat(more(all)) };
});

const MOST = 20;

function more(count: number): string[] {
  return count > MOST ? [`drops ${count - MOST} further keys that occur twice`] : [];
}
