import { appendedLines } from '../../engine/range-edits.ts';
import type { SharedEntries } from '../../kind.ts';
import { nameLines } from '../read/names.ts';

/** Codex CLI's index of names: one line per name given to a thread; the last counts. */
export const codexEntries: SharedEntries = {
  roles: ['index'],
  only: (_, bytes, ids) => joined(entriesOf(bytes, ids)),
  entriesFor: () => new Map(),
  takeIn: (_, { into, from }, ids) => {
    const known = new Set(entriesOf(into, ids).map(lineText));
    const lines = joined(entriesOf(from, ids).filter((line) => !known.has(lineText(line))));
    return lines.length === 0 ? [] : [appendedLines(into, lines)];
  },
};

function entriesOf(bytes: Uint8Array, ids: ReadonlySet<string>): Uint8Array[] {
  const mine = [...nameLines(bytes)].filter(({ named }) => named !== null && ids.has(named.id));
  return mine.map(({ at, length }) => bytes.subarray(at, at + length));
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
}

function lineText(line: Uint8Array): string {
  return Buffer.from(line).toString('latin1');
}
