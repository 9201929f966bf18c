import {
  elements,
  isInteger,
  lexemeOf,
  members,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../src/codecs/json/value.ts';

export type Plain = null | boolean | number | bigint | string | readonly Plain[] | PlainObject;

/** Has no prototype: `__proto__` and `constructor` are keys like any other. */
export interface PlainObject {
  readonly [key: string]: Plain;
}

/** Which of several members with one key counts. */
export interface Wins {
  readonly wins?: 'first' | 'last';
}

/** A value is nested deeper than a plain value may be; `offset` is where, in bytes from the start of the file. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
  readonly offset: number;

  constructor(offset: number) {
    super(`nested more than ${DEEPEST} levels deep at byte ${offset}`);
    this.offset = offset;
  }
}

const DEEPEST = 1000;

/**
 * A value as JavaScript has it, first of duplicate keys unless asked otherwise; integers that a double may round are bigint.
 * Of a cut container, what was whole. Throws TooDeep beyond 1,000 levels of containers.
 */
export function plainOf(v: Value, options: Wins = {}): Plain {
  return plain(v, options.wins === 'last', 1);
}

function plain(v: Value, last: boolean, depth: number): Plain {
  const kind = typeOf(v);
  switch (kind) {
    case 'object':
    case 'array':
      if (depth > DEEPEST) throw new TooDeep(spanOf(v).start);
      return kind === 'object' ? plainObject(v, last, depth) : plainArray(v, last, depth);
    case 'string':
      return textOf(v);
    case 'number':
      return plainNumber(v);
    case 'null':
      return null;
    default:
      return kind === 'true';
  }
}

function plainObject(v: Value, last: boolean, depth: number): PlainObject {
  const out: Record<string, Plain> = Object.create(null);
  for (const { key, value } of members(v, { open: true })) {
    const name = textOf(key);
    if (last || !(name in out)) out[name] = plain(value, last, depth + 1);
  }
  return out;
}

function plainArray(v: Value, last: boolean, depth: number): Plain[] {
  return elements(v, { open: true }).map((value) => plain(value, last, depth + 1));
}

function plainNumber(v: Value): number | bigint {
  const lexeme = lexemeOf(v);
  const number = Number(lexeme);
  return !isInteger(v) || Number.isSafeInteger(number) ? number : BigInt(lexeme);
}
