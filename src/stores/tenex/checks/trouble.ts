import { spanOf, type Value } from '../../../codecs/json/value.ts';
import type { Finding, Owner } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';

/** Something in one file that becomes a finding, before it is placed in a store. */
export type Trouble = Omit<Finding, 'id' | 'path'>;

/** About a file as a whole. */
export function about(code: Code, owner: Owner, detail: string): Trouble {
  return { code, at: null, offset: null, owner, detail };
}

/** About a byte of a file, where there is no value to point at. */
export function atByte(code: Code, offset: number, owner: Owner, detail: string): Trouble {
  return { code, at: null, offset, owner, detail };
}

/** About a value of the document; `at` is its pointer. */
export function atValue(code: Code, value: Value, at: string, owner: Owner, detail: string): Trouble {
  return { code, at, offset: spanOf(value).start, owner, detail };
}

/** The JSON pointer of a path of keys and places. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** `1 event`, `2 events`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A few names of many. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 4).map(short);
  return names.length <= 4 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 4} more`;
}

/** As much of a text as a sentence bears. */
export function short(text: string): string {
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
