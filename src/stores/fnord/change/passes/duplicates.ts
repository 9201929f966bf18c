import { dropDuplicates } from '../../decode/first-wins.ts';
import type { Pass } from './pass.ts';

/** Leaves of equal keys in one object the first, which is the one fnord sees. */
export const duplicates: Pass = {
  codes: ['FN022'],
  repair(document, troubles) {
    const details = troubles.map(
      ({ detail, offset }) => `${detail}: drops the one at byte ${offset}, which fnord never saw`,
    );
    return { edits: dropDuplicates(document), notes: details.slice(0, MOST).concat(more(details.length)) };
  },
};

const MOST = 20;

function more(count: number): string[] {
  return count > MOST ? [`drops ${count - MOST} further keys that stand twice`] : [];
}
