import { isArray, isComplete, isObject, nextOf, type Value } from './cursor.ts';
import { TOKEN } from './tape.ts';
import { reads } from './text.ts';

/** A key and its value. */
export interface Member {
  readonly key: Value;
  readonly value: Value;
}

/** With `open`, containers that the fault cut are given too; they can only come last. */
interface Reach {
  readonly open?: boolean;
}

/** The members of an object in order, duplicates included; none of anything else. A cut member is left out unless asked for. */
export function members(v: Value, reach: Reach = {}): Member[] {
  const found: Member[] = [];
  if (!isObject(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; ) {
    const value = { tape, at: at + 1 };
    if (reach.open || isComplete(value)) found.push({ key: { tape, at }, value });
    at = nextOf(value);
  }
  return found;
}

/** The elements of an array in order; none of anything else. A cut element is left out unless asked for. */
export function elements(v: Value, reach: Reach = {}): Value[] {
  const found: Value[] = [];
  if (!isArray(v)) return found;
  const { tape } = v;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape, at };
    if (reach.open || isComplete(value)) found.push(value);
    at = nextOf(value);
  }
  return found;
}

/** The same one by one, where there may be very many. */
export function* eachElement(v: Value): Generator<Value> {
  if (!isArray(v)) return;
  const end = nextOf(v);
  for (let at = v.at + 1; at < end; ) {
    const value = { tape: v.tape, at };
    if (isComplete(value)) yield value;
    at = nextOf(value);
  }
}

/** The value of a key, null when `v` is not an object or lacks it. On a torn document it can be a cut container: ask isComplete. */
export function member(v: Value, key: string, wins: 'first' | 'last' = 'first'): Value | null {
  if (!isObject(v)) return null;
  let found = -1;
  const end = nextOf(v);
  for (let at = v.at + 1; at + 1 < end; at = v.tape.words[(at + 1) * TOKEN + 3] ?? end) {
    if (!reads(v.tape, at, key)) continue;
    found = at + 1;
    if (wins === 'first') break;
  }
  return found < 0 ? null : { tape: v.tape, at: found };
}

/** Every value of a key in order, the cut one of a torn document included. */
export function occurrences(v: Value, key: string): Value[] {
  const found: Value[] = [];
  for (const each of members(v, { open: true })) if (reads(v.tape, each.key.at, key)) found.push(each.value);
  return found;
}
