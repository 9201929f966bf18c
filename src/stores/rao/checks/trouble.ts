import { spanOf, type Value } from '../../../codecs/json/value.ts';
import type { Finding, Owner } from '../../../model/finding.ts';
import type { Code } from '../../../model/findings.ts';

/** Something in one file that becomes a finding, before it is placed in a store. */
export type Trouble = Omit<Finding, 'id' | 'path'>;

/** About a file as a whole. */
export function about(code: Code, owner: Owner, detail: string): Trouble {
  return { code, at: null, offset: null, owner, detail };
}

/** About a place in a file that is no JSON document, or whose document cannot be pointed into. */
export function atByte(code: Code, offset: number, owner: Owner, detail: string): Trouble {
  return { code, at: null, offset, owner, detail };
}

/** About a value of a JSON document; `at` is its pointer. */
export function atValue(code: Code, value: Value, at: string, owner: Owner, detail: string): Trouble {
  return { code, at, offset: spanOf(value).start, owner, detail };
}

/** Troubles as findings of one file. */
export function* placed(id: string | null, path: string, troubles: Iterable<Trouble>): Generator<Finding> {
  for (const trouble of troubles) yield { id, path, ...trouble };
}

/** A few names of many. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  return names.length <= 3 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 3} more`;
}

/** `1 message`, `2 messages`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A key as one step of a JSON pointer. */
export function step(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
