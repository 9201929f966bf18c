import { typeOf, type Value } from '../codecs/json/value.ts';

export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Number of entries, as `show` numbers them for `fork --at`. */
export function countOfEntries(number: number): string {
  return countOf(number, 'text, call or result', 'texts, calls and results');
}

export function firstNames(names: readonly string[]): string {
  const first = names.slice(0, 4).map((name) => shortened(name));
  return names.length <= 4 ? first.join(', ') : `${first.join(', ')} and ${names.length - 4} more`;
}

export function shortened(text: string, max = 70): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

const NAMES = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  true: 'true',
  false: 'false',
  null: 'null',
} as const;

export function kindName(value: Value): string {
  return NAMES[typeOf(value)];
}

/** A table that is safe to index by a store's words: it lacks `constructor` and other inherited names. */
export function wordTable<T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign<Record<string, T>, Readonly<Record<string, T>>>(Object.create(null), rows);
}
