import type { SharedEntries } from '../kind.ts';
import { nameLines } from './read/names.ts';

/** Codex CLI's index of names: a line for each name that a thread was given, of which the last counts. */
export const codexEntries: SharedEntries = {
  roles: ['index'],
  only: (_, bytes, ids) => linesOf(bytes, ids),
  taken: () => new Set(),
  takeIn: (_, { into, from }, ids) => {
    const lines = linesOf(from, ids);
    if (lines.length === 0) return [];
    const isOpen = into.length > 0 && into.at(-1) !== LF;
    return [{ at: into.length, remove: 0, insert: isOpen ? Buffer.concat([Buffer.from('\n'), lines]) : lines }];
  },
};

const LF = 0x0a;

/** The lines that name these threads, each as it is. */
function linesOf(bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array {
  const mine = [...nameLines(bytes)].filter(({ named }) => named !== null && ids.has(named.id));
  return Buffer.concat(mine.flatMap(({ at, length }) => [bytes.subarray(at, at + length), Buffer.from('\n')]));
}
