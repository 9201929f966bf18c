import { type Edit, EditClash } from '../edit.ts';
import { isComplete, spanOf, type Value } from './cursor.ts';

/** Where one member or element lies: from its key, or its value, to the end of its value. */
export interface Item {
  readonly start: number;
  readonly end: number;
}

/** What is to become of a container's items: those at `gone` go, and the sources of `added` come before the item of that index. */
export interface ItemChange {
  readonly gone: ReadonlySet<number>;
  readonly added: ReadonlyMap<number, readonly Uint8Array[]>;
}

/**
 * The edits that change a container's items, one for each gap between items that stay, so that they never touch each
 * other and the commas are right in every combination. A source that comes is set off like its neighbours.
 * Throws EditClash for a container that was cut.
 */
export function changeItems(container: Value, items: readonly Item[], change: ItemChange): Edit[] {
  if (!isComplete(container)) throw new EditClash(`the container at byte ${spanOf(container).start} is cut off`);
  const edits: Edit[] = [];
  let gap: Gap = { before: null, lost: [], come: [] };
  for (let i = 0; i <= items.length; i++) {
    const item = items[i];
    for (const source of change.added.get(i) ?? []) gap.come.push({ source, comma: commaAt(container, items, i) });
    if (item !== undefined && change.gone.has(i)) {
      gap.lost.push(item);
      continue;
    }
    if (gap.lost.length + gap.come.length > 0) edits.push(close(container, gap, item ?? null));
    gap = { before: item ?? null, lost: [], come: [] };
  }
  return edits;
}

/** What lies between two items that stay, or between one and the container's end. */
interface Gap {
  readonly before: Item | null;
  readonly lost: Item[];
  readonly come: { readonly source: Uint8Array; readonly comma: Uint8Array }[];
}

function close(container: Value, { before, lost, come }: Gap, after: Item | null): Edit {
  const first = lost[0]?.start;
  const last = lost.at(-1)?.end;
  if (before !== null)
    return edit(
      before.end,
      last ?? before.end,
      come.flatMap(({ source, comma }) => [comma, source]),
    );
  if (after !== null)
    return edit(
      first ?? after.start,
      after.start,
      come.flatMap(({ source, comma }) => [source, comma]),
    );
  const { start, end } = spanOf(container);
  if (come.length === 0) return edit(start + 1, end - 1, []);
  const inside = come.flatMap(({ source, comma }, i) => (i === 0 ? [source] : [comma, source]));
  return edit(first ?? start + 1, last ?? start + 1, inside);
}

function edit(from: number, to: number, insert: readonly Uint8Array[]): Edit {
  return { at: from, remove: to - from, insert: Buffer.concat(insert) };
}

/** A comma and the white space after it: as before the nearest item that follows a comma, or else before the only one. */
function commaAt({ tape: { bytes } }: Value, items: readonly Item[], index: number): Uint8Array {
  const near = items[Math.min(Math.max(index, 1), items.length - 1)];
  if (near === undefined) return Buffer.from(',');
  let from = near.start;
  while (isSpace(bytes[from - 1])) from--;
  return Buffer.concat([Buffer.from(','), bytes.subarray(from, near.start)]);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
