import { FLAG, KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import {
  bytesEqual,
  digitsAt,
  elements,
  type Fields,
  findFields,
  isArray,
  isInteger,
  isObject,
  isString,
  kindAt,
  lexemeOf,
  type Member,
  members,
  nextOf,
  stringEquals,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { MAX_R_INTEGER, showReal } from './tables/type-convert.ts';

/**
 * R's `$`: the member of that key, else the only one whose key begins with it (docs/formats/rao.md, "JSON as R has
 * it"). Null for absent and for null: R takes both alike.
 */
export function fieldOf(v: Value | null, key: string): Value | null {
  const at = keyAt(v, key);
  if (v === null || at < 0) return null;
  const found = { tape: v.tape, at: at + 1 };
  return typeOf(found) === 'null' ? null : found;
}

/** The member that R's `$` finds, also one that is null. */
export function memberOf(v: Value | null, key: string): Member | null {
  const at = keyAt(v, key);
  return v === null || at < 0 ? null : { key: { tape: v.tape, at }, value: { tape: v.tape, at: at + 1 } };
}

/** The token of the key that R's `$` finds; -1 for none. */
function keyAt(v: Value | null, key: string): number {
  if (!isObject(v)) return -1;
  const { tape } = v;
  const end = nextOf(v);
  let begun = -1;
  let several = false;
  for (let at = v.at + 1; at + 1 < end; at = tape.words[(at + 1) * TOKEN + 3] as number) {
    if (!begins(tape, at, key)) continue;
    if (stringEquals(tape, at, key)) return at;
    several ||= begun >= 0;
    begun = at;
  }
  return several ? -1 : begun;
}

function begins(tape: Tape, at: number, text: string): boolean {
  const { bytes, words } = tape;
  if (((words[at * TOKEN] as number) & FLAG.escaped) !== 0) return textOf({ tape, at }).startsWith(text);
  const start = (words[at * TOKEN + 1] as number) + 1;
  if ((words[at * TOKEN + 2] as number) - 1 - start < text.length) return false;
  return bytesEqual(bytes, start, text);
}

export function itemsOf(value: Value): readonly Value[] {
  return isObject(value) ? members(value).map((member) => member.value) : elements(value);
}

/** True for an empty list or object: comparing it with anything stops R. */
export function isEmptyContainer(value: Value | null): boolean {
  return (isArray(value) || isObject(value)) && nextOf(value) === value.at + 1;
}

/** True for a text, a number or a boolean, in which R finds no member. */
export function isScalar(value: Value | null): boolean {
  return value !== null && !isObject(value) && !isArray(value) && typeOf(value) !== 'null';
}

/** True if no value of an object is a container. Called for very many lines, so it allocates nothing. */
export function isFlat({ tape, at }: Value): boolean {
  const end = nextOf({ tape, at });
  for (let value = at + 2; value < end; value += 2) {
    const kind = kindAt(tape, value);
    if (kind === KIND.array || kind === KIND.object) return false;
  }
  return true;
}

/** True for an object that has only these keys, each once. Fills `into` with the tokens of its values. */
export function hasOnly(v: Value, fields: Fields, into: Int32Array): boolean {
  if (!isObject(v)) return false;
  let unknown = findFields(v, fields, into);
  for (let place = 0; place < into.length; place++) if (into[place] !== 0) unknown--;
  return unknown === 0;
}

/** The `KIND` of a token of `hasOnly`; 0 for the token 0, an absent value. */
export function foundKind(tape: Tape, token: number): number {
  return token === 0 ? 0 : kindAt(tape, token);
}

/** The whole number of at most nine digits at a token; -1 for other values and token 0. */
export function wholeNumberAt(tape: Tape, token: number): number {
  return digitsAt(tape, token, R_INTEGER_DIGITS);
}

const R_INTEGER_DIGITS = 9;

export type RaoReference =
  /** Missing or null. */
  | { readonly type: 'none' }
  | { readonly type: 'number'; readonly number: number; readonly value: Value }
  | { readonly type: 'text'; readonly text: string; readonly value: Value }
  | { readonly type: 'boolean'; readonly number: 0 | 1; readonly value: Value }
  /** An object or a list: R cannot compare it. */
  | { readonly type: 'other'; readonly value: Value };

/** A value as a reference; `value` as `fieldOf` returns it. */
export function referenceOf(value: Value | null): RaoReference {
  if (value === null) return { type: 'none' };
  const type = typeOf(value);
  if (type === 'number') return { type: 'number', number: Number(lexemeOf(value)), value };
  if (isString(value)) return { type: 'text', text: textOf(value), value };
  if (type === 'true' || type === 'false') return { type: 'boolean', number: type === 'true' ? 1 : 0, value };
  return type === 'null' ? { type: 'none' } : { type: 'other', value };
}

export function referenceIn(object: Value | null, key: string): RaoReference {
  return referenceOf(fieldOf(object, key));
}

/** R's `==`: a number is compared with text as R prints it. False where R has no answer. */
export function isSameReference(a: RaoReference, b: RaoReference): boolean {
  if (a.type === 'text' || b.type === 'text')
    return textOfReference(a) !== null && textOfReference(a) === textOfReference(b);
  return 'number' in a && 'number' in b && a.number === b.number;
}

export function textOfReference(reference: RaoReference): string | null {
  if (reference.type === 'text') return reference.text;
  if (reference.type === 'boolean') return reference.number === 1 ? 'TRUE' : 'FALSE';
  if (reference.type !== 'number') return null;
  const isCounted = isInteger(reference.value) && Math.abs(reference.number) <= MAX_R_INTEGER;
  return isCounted ? String(reference.number) : showReal(reference.number);
}

export interface FunctionCall {
  readonly value: Value;
  readonly name: string | null;
  /** The arguments; JSON as text, in a sound call. */
  readonly arguments: Value | null;
  readonly callId: string | null;
  readonly msgId: RaoReference;
}

export function functionCall(value: Value): FunctionCall {
  return {
    value,
    name: textIn(value, 'name'),
    arguments: fieldOf(value, 'arguments'),
    callId: textIn(value, 'call_id'),
    msgId: referenceIn(value, 'msg_id'),
  };
}

/** A text found by `fieldOf`, unboxed, since R compares both alike. */
export function textIn(object: Value | null, key: string): string | null {
  const value = fieldOf(object, key);
  if (isString(value)) return textOf(value);
  const [only = null, ...more] = elements(value);
  return isString(only) && more.length === 0 ? textOf(only) : null;
}
