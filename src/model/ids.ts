import { countEach } from './collections.ts';
import type { Conversation, View } from './conversation.ts';
import { KIND_TABLE, type KindTraits } from './kinds.ts';

/** Operand of `show`: `ID`, or `ID~1` for the previous file of that id. */
export function idWord({ id, earlier = 0 }: Pick<View, 'id' | 'earlier'>): string {
  return earlier === 0 ? id : `${id}~${earlier}`;
}

const MIN_ID_LENGTH = 8;

/** True for names like `UUID (conflicted copy)`: such ids are never shortened. */
export function isNameOfCopy(id: string): boolean {
  return ID_OF_COPY.test(id);
}

export function isUuid(text: string): boolean {
  return UUID_ONLY.test(text);
}

/** A UUID of version 4 from the digits of a hash. Journals store it, so the choice of digits must not change. */
export function uuidOfHex(hex: string): string {
  return uuidOfDigits(hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17));
}

/** A UUID of version 4 from its 30 free digits. */
export function uuidOfDigits(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

const SHORT_UUID = '[0-9a-f]{8}';
const UUID = `${SHORT_UUID}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const UUID_ONLY = new RegExp(`^${UUID}$`, 'i');

const NAMES = Object.values<KindTraits>(KIND_TABLE)
  .flatMap(({ idInName }) => idInName ?? [])
  .map(({ after, isShortened }) => `${after}(${isShortened ? SHORT_UUID : UUID})`);
/** A name that continues after the id of its conversation. */
const ID_OF_COPY = new RegExp(`^(?:${[...NAMES, `(${UUID})`].join('|')}).`, 'is');

export function originalOf(id: string): string {
  const [, ...ids] = ID_OF_COPY.exec(id) ?? [];
  return ids.find((each) => each !== undefined) ?? id;
}

/** Names of copies: `3f0c2a7e (copy)` for the only copy of a conversation, the whole name for one of several. */
export function namesOfCopies(all: readonly string[], idOf: (id: string) => string): (id: string) => string {
  const counts = countEach(all.filter(isNameOfCopy).map(originalOf));
  return (id) => (isNameOfCopy(id) && (counts.get(originalOf(id)) ?? 0) > 1 ? id : nameInRow(id, idOf));
}

/** For a copy: its original's id, marked; commands accept that. */
export function nameInRow(id: string, idOf: (id: string) => string): string {
  return isNameOfCopy(id) ? `${idOf(originalOf(id))} (copy)` : idOf(id);
}

export function idsInRows(all: readonly Pick<Conversation, 'id' | 'forkedFrom' | 'goesOnIn' | 'cameFrom'>[]): string[] {
  return all.flatMap(({ id, forkedFrom, goesOnIn, cameFrom }) =>
    [id, forkedFrom, goesOnIn, cameFrom?.[0]].flatMap((each) => each ?? []),
  );
}

/** Longest prefix that is shown, if a suffix of the id is shorter. */
const MAX_BEGINNING = 20;
/** Least characters of a suffix that a command accepts as an id. */
export const MIN_ENDING = 8;

/**
 * Returns shortest unique prefixes, for copies of their originals' ids; suffixes where prefixes are alike for long. Copies keep their whole
 * name.
 */
export function shortener(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids.map(originalOf))].sort();
  const endings = countEach(sorted.map(endOf));
  const short = new Map<string, string>();
  for (const [i, id] of sorted.entries()) {
    const needed = 1 + Math.max(commonPrefix(id, sorted[i - 1]), commonPrefix(id, sorted[i + 1]));
    const isLong = needed > MAX_BEGINNING && endings.get(endOf(id)) === 1;
    // The name of a file says less when it is cut.
    if (!id.includes('.jsonl')) short.set(id, isLong ? endOf(id) : id.slice(0, Math.max(MIN_ID_LENGTH, needed)));
  }
  return (id) => short.get(id) ?? id;
}

function endOf(id: string): string {
  return id.slice(-MIN_ENDING);
}

/** Returns prefixes for a partial list of ids. A Codex id keeps its whole timestamp. */
export function shortenerOfSome(ids: readonly string[]): (id: string) => string {
  const short = shortener(ids);
  return (id) => {
    const found = short(id);
    return id.startsWith(found) ? id.slice(0, Math.max(found.length, TIMED.exec(id)?.[0].length ?? 0)) : found;
  };
}

/** The milliseconds in a UUID of version 7. */
const TIMED = /^[0-9a-f]{8}-[0-9a-f]{4}(?=-7[0-9a-f]{3}-)/;

function commonPrefix(a: string, b = ''): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
