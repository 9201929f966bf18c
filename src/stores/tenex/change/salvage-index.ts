import type { Edit } from '../../../codecs/edit.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  type Member,
  members,
  root,
  type Value,
} from '../../../codecs/json/value.ts';
import { numberAt, textAt } from '../read/members.ts';

/** Builds an index from the whole entries of damaged bytes, before and behind the damage. Null for none. */
export function salvagedIndex(bytes: Uint8Array): { readonly edits: readonly Edit[]; readonly count: number } | null {
  const found = wholeEntries(bytes);
  if (found.length === 0) return null;
  const lines = bytes.includes(LINE_END);
  const [open, next, close] = lines
    ? ['{\n  "conversations": [\n    ', ',\n    ', '\n  ]\n}']
    : ['{"conversations":[', ',', ']}'];
  const parts = found.flatMap(([start, end], n) => [Buffer.from(n === 0 ? open : next), bytes.subarray(start, end)]);
  const insert = Buffer.concat([...parts, Buffer.from(close)]);
  return { edits: [{ at: 0, remove: bytes.length, insert }], count: found.length };
}

/** The member that holds entries under another key. */
export function misnamedList(top: Value): Member | null {
  const lists = members(top).filter(({ value }) => isArray(value) && elements(value).length > 0);
  return lists.find(({ value }) => elements(value).every(isEntry)) ?? null;
}

const LINE_END = 0x0a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Largest entry in bytes, and brackets tried as its end: titles hold some. */
const LARGEST = 65_536;
const MOST_CLOSES = 8;
/** Limits the work to this many passes over the bytes: a text may be brackets alone. */
const LOOKS = 32;

function wholeEntries(bytes: Uint8Array): [start: number, end: number][] {
  const found: [number, number][] = [];
  const budget = { left: bytes.length * LOOKS };
  for (let at = bytes.indexOf(OPEN); at >= 0 && budget.left > 0; ) {
    const end = endOfEntry(bytes, at, budget);
    if (end !== null) found.push([at, end]);
    at = bytes.indexOf(OPEN, end ?? at + 1);
  }
  return found;
}

/** The end of the entry at this place; null if there is none. */
function endOfEntry(bytes: Uint8Array, at: number, budget: { left: number }): number | null {
  let close = at;
  for (let n = 0; n < MOST_CLOSES; n++) {
    close = bytes.indexOf(CLOSE, close + 1);
    if (close < 0 || close - at > LARGEST) return null;
    const value = root(scan(bytes.slice(at, close + 1)));
    budget.left -= close + 1 - at;
    if (value !== null && isComplete(value)) return isEntry(value) ? close + 1 : null;
  }
  return null;
}

/** Has the members of every entry. */
export function isEntry(value: Value): boolean {
  return (
    isObject(value) &&
    textAt(value, 'id') !== null &&
    numberAt(value, 'createdAt') !== null &&
    numberAt(value, 'eventCount') !== null
  );
}
