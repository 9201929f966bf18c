import { appendedLines } from '../../engine/range-edits.ts';
import type { SharedEntries } from '../../kind.ts';
import { nameLines } from '../read/names.ts';

/** Codex CLI's index of names: one line per name given to a thread; the last counts. */
export const codexEntries: SharedEntries = {
  roles: ['index'],
  only: (_, bytes, ids) => linesOf(bytes, ids),
  taken: () => new Map(),
  takeIn: (_, { into, from }, ids) => {
    const lines = linesOf(from, ids);
    return lines.length === 0 ? [] : [appendedLines(into, lines)];
  },
};

function linesOf(bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array {
  const mine = [...nameLines(bytes)].filter(({ named }) => named !== null && ids.has(named.id));
  return Buffer.concat(mine.flatMap(({ at, length }) => [bytes.subarray(at, at + length), Buffer.from('\n')]));
}
