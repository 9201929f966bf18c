import { isArray, nextOf, root, type Value } from './cursor.ts';
import { elements, member } from './members.ts';
import { FLAG, type Tape, TOKEN } from './tape.ts';
import { textOf } from './text.ts';

/** The JSON pointer (RFC 6901) of a value from the document's root; of a key, that of its value. */
export function pointerOf(v: Value): string {
  let pointer = '';
  let at = root(v.tape);
  while (at !== null && at.at < v.at) {
    const into = isArray(at) ? intoArray(at, v.at) : intoObject(at, v.at);
    pointer += pointerStep(into.name);
    at = into.value;
  }
  return pointer;
}

/** What a pointer leads to below `v`, first of duplicate keys; null when it leads nowhere or is not a pointer. */
export function resolve(v: Value, pointer: string): Value | null {
  const [before, ...names] = pointer.split('/');
  if (before !== '') return null;
  let at: Value | null = v;
  for (const name of names) {
    if (at === null) return null;
    at = isArray(at) ? element(at, name) : member(at, name.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}

/** The pointer that these keys and places lead along. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((each) => pointerStep(String(each))).join('');
}

/** A key as one step of a pointer: `/a~1b`. */
export function pointerStep(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

interface Into {
  readonly name: string;
  readonly value: Value;
}

function intoArray({ tape, at }: Value, target: number): Into {
  let value = { tape, at: at + 1 };
  let index = 0;
  for (; nextOf(value) <= target; index++) value = { tape, at: nextOf(value) };
  return { name: String(index), value };
}

function intoObject({ tape, at }: Value, target: number): Into {
  let key = at + 1;
  let value = { tape, at: key + 1 };
  // The last key of a torn document has no value to skip.
  while (value.at < tape.count && nextOf(value) <= target) {
    key = nextOf(value);
    value = { tape, at: key + 1 };
  }
  return { name: textOf({ tape, at: key }), value };
}

function element(array: Value, name: string): Value | null {
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return null;
  return elements(array, { open: true })[Number(name)] ?? null;
}

/**
 * The JSON pointers of many values of one document, by their tokens. One pass over the tape, where looking up each alone
 * would walk a list of 100,000 messages 100,000 times.
 */
export function pointersOf(values: readonly Value[]): ReadonlyMap<number, string> {
  const tape = values[0]?.tape;
  return tape === undefined ? new Map() : pointersIn(tape, values);
}

function pointersIn(tape: Tape, values: readonly Value[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const open: Container[] = [];
  let at = 0;
  for (const target of values.map((value) => value.at).sort((a, b) => a - b))
    while (at <= target) {
      const isValue = step(tape, at, open);
      if (isValue && at === target) found.set(at, open.map((each) => nameIn(tape, each)).join(''));
      at = isValue ? into({ tape, at }, target, open) : at + 1;
    }
  return found;
}

/** The token to go on with on the way to another: what does not hold that is passed over whole. */
function into(value: Value, target: number, open: Container[]): number {
  const end = nextOf(value);
  if (target >= end) return end;
  open.push({ end, list: isArray(value), index: -1, key: -1 });
  return value.at + 1;
}

/** Notes which place in its container a token has; false for a key, which only names what follows. */
function step(tape: Tape, at: number, open: Container[]): boolean {
  while (open.length > 0 && at >= (open.at(-1)?.end ?? 0)) open.pop();
  const isKey = ((tape.words[at * TOKEN] ?? 0) & FLAG.key) !== 0;
  const around = open.at(-1);
  if (around === undefined) return true;
  if (isKey) around.key = at;
  else around.index++;
  return !isKey;
}

/** A container that is being walked: which element, or the key of which member. */
interface Container {
  readonly end: number;
  readonly list: boolean;
  index: number;
  key: number;
}

function nameIn(tape: Tape, { list, index, key }: Container): string {
  if (list) return `/${index}`;
  return pointerStep(textOf({ tape, at: key }));
}
