import { isArray, nextOf, root, type Value } from './cursor.ts';
import { elements, member } from './members.ts';
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

/** What a pointer leads to below `v`, first of duplicate keys; null when it leads nowhere or is no pointer. */
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
