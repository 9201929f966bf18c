import { compareText } from './collections.ts';

/** Words by likeness, best first: prefixes, then words with few slips. */
export function nearestWords(word: string, words: Iterable<string>): string[] {
  const wanted = word.toLowerCase();
  const found: { readonly word: string; readonly far: number }[] = [];
  for (const each of words) {
    const far = distanceTo(wanted, each.toLowerCase());
    if (far !== null) found.push({ word: each, far });
  }
  found.sort((a, b) => a.far - b.far || compareText(a.word, b.word));
  return found.slice(0, MAX_SUGGESTED).map((each) => each.word);
}

const MAX_SUGGESTED = 3;
/** Number of compared characters of a longer text: ids differ early or not at all. */
const COMPARED = 48;
/** A shorter part of a longer word must match exactly. */
const MIN_PART_LENGTH = 4;

function distanceTo(wanted: string, word: string): number | null {
  if (wanted === '') return null;
  if (word.startsWith(wanted)) return 0;
  const a = wanted.slice(0, COMPARED);
  // People often type the first part of a long id, with a slip. Two or three letters allow none.
  const isPart = word.length > 2 * a.length && a.length >= MIN_PART_LENGTH;
  const b = word.slice(0, Math.min(COMPARED, isPart ? a.length : word.length));
  const slips = distance(a, b);
  // A one-letter word allows no replacement.
  return slips < a.length && slips <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3)) ? slips : null;
}

/** Number of slips between two words; more than `max` if there are more. */
export function slipsBetween(a: string, b: string, max: number): number {
  if (a === b) return 0;
  return Math.abs(a.length - b.length) > max || max === 0 ? max + 1 : distance(a, b);
}

function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) row.push(slipsAt({ rows, row, a, b }, i, j));
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

interface DistanceTable {
  readonly rows: readonly number[][];
  /** The row that is being filled, not yet in `rows`. */
  readonly row: readonly number[];
  readonly a: string;
  readonly b: string;
}

function slipsAt({ rows, row, a, b }: DistanceTable, i: number, j: number): number {
  const above = rows[i - 1] ?? [];
  const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
  const min = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
  const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return isSwap ? Math.min(min, (rows[i - 2]?.[j - 2] ?? 0) + 1) : min;
}
