import { KIND, type Tape } from '../../codecs/json/tape.ts';
import {
  eachElement,
  elements,
  type Fields,
  fieldsOf,
  isArray,
  isInteger,
  isObject,
  kindAt,
  lastMembers,
  lexemeOf,
  member,
  nextOf,
  spanOf,
  stringEquals,
  textOf,
  typeOf,
  type Value,
} from '../../codecs/json/value.ts';

/** A violation of a schema at a place, in the words of zod 3. `expected`: the type that would have fitted, of `invalid_type`. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly code: 'invalid_type' | 'invalid_enum_value' | 'too_small';
  readonly expected?: string;
}

/** A schema for one place: accepts from the tape, and explains rejections. */
export interface Type {
  readonly expected: string;
  /**
   * True if the value fits. Reads the tape directly, because nearly all values are sound. False in doubt, as for repeated keys. `plainly`:
   * false also for values that the program drops or rewrites; keys are unique then.
   */
  fits(tape: Tape, at: number, plainly?: boolean): boolean;
  /** Issues of a value for which `fits` was false; none if it was only in doubt. */
  explain(value: Value, path: Issue['path']): Iterable<Issue>;
  /** The type of a list's elements, or of a record's values. */
  readonly of?: Type;
  /** Those of an object; `optional` ones may be missing. */
  readonly members?: ReadonlyMap<string, Type>;
  readonly optional?: readonly string[];
}

/** A schema's type for a path, and whether the value may be missing; null for a path that it does not name. */
export function typeAt(type: Type, path: Issue['path']): { readonly type: Type; readonly optional: boolean } | null {
  let found = { type, optional: false };
  for (const step of path) {
    const { of, members, optional = [] } = found.type;
    const next = of ?? members?.get(String(step));
    if (next === undefined) return null;
    found = { type: next, optional: optional.includes(String(step)) };
  }
  return found;
}

/** Objects for which a schema names members, outer before inner ones, in the schema's order. */
export function* typedObjects(type: Type, value: Value): Generator<ObjectOf> {
  if (isObjectType(type) && isObject(value)) {
    yield { type, object: value };
    for (const [name, inner] of type.members) yield* typedWithin(inner, member(value, name, 'last'));
  } else if (type.of !== undefined) {
    const all = type.expected === 'array' ? elements(value) : lastMembers(value).values();
    for (const each of all) yield* typedObjects(type.of, each);
  }
}

interface ObjectOf {
  readonly type: ObjectType;
  readonly object: Value;
}

/** Skips lists of texts, which may be very long. */
function* typedWithin(type: Type, value: Value | null): Generator<ObjectOf> {
  if (value !== null && hasObjects(type)) yield* typedObjects(type, value);
}

function hasObjects({ of, members }: Type): boolean {
  return members !== undefined || (of !== undefined && hasObjects(of));
}

function isObjectType(type: Type): type is ObjectType {
  return type.members !== undefined;
}

export function* issuesAt(type: Type, value: Value, path: Issue['path']): Generator<Issue> {
  if (!type.fits(value.tape, value.at)) yield* type.explain(value, path);
}

export function mismatch(expected: string, path: Issue['path']): Issue {
  return { code: 'invalid_type', expected, path };
}

function ofKind(expected: string, ...kinds: readonly number[]): Type {
  return {
    expected,
    fits: (tape, at) => kinds.includes(kindAt(tape, at)),
    explain: (_, path) => [mismatch(expected, path)],
  };
}

export const anyText = ofKind('string', KIND.string);
/** Any number; one beyond a double is infinite, and fits. */
export const anyNumber = ofKind('number', KIND.number);
export const anyFlag = ofKind('boolean', KIND.true, KIND.false);
export const anything: Type = { expected: '', fits: () => true, explain: () => [] };

const MINUS = 0x2d;
/** Every whole number of this many digits fits a double; a longer one may be infinite, which the schema refuses. */
const FINITE_DIGITS = 308;

export const wholeCount: Type = {
  expected: anyNumber.expected,
  fits: (tape, at) => {
    if (!anyNumber.fits(tape, at) || !isInteger({ tape, at })) return false;
    const { start, end } = spanOf({ tape, at });
    return tape.bytes[start] !== MINUS && end - start <= FINITE_DIGITS;
  },
  *explain(value, path) {
    const number = typeOf(value) === 'number' ? Number(lexemeOf(value)) : null;
    if (number === null || !Number.isInteger(number)) yield mismatch(number === null ? 'number' : 'integer', path);
    if (number !== null && number < 0) yield { code: 'too_small', path };
  },
};

export function arrayOf(of: Type): Type {
  return {
    expected: 'array',
    of,
    fits: (tape, at, plainly = false) => {
      if (kindAt(tape, at) !== KIND.array) return false;
      const end = nextOf({ tape, at });
      for (let each = at + 1; each < end; each = nextOf({ tape, at: each }))
        if (!of.fits(tape, each, plainly)) return false;
      return true;
    },
    *explain(value, path) {
      if (!isArray(value)) yield mismatch('array', path);
      let place = 0;
      for (const each of eachElement(value)) yield* issuesAt(of, each, [...path, place++]);
    },
  };
}

/** An object whose values all fit; `lost`: a key that the program drops. */
export function recordOf(of: Type, lost = ''): Type {
  return {
    expected: 'object',
    of,
    fits: (tape, at, plainly = false) => {
      if (kindAt(tape, at) !== KIND.object) return false;
      const keys = new Set<string>();
      const end = of === anything && !plainly ? 0 : nextOf({ tape, at });
      for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) {
        const name = textOf({ tape, at: key });
        if (keys.has(name) || (plainly && lost !== '' && name === lost) || !of.fits(tape, key + 1, plainly))
          return false;
        keys.add(name);
      }
      return true;
    },
    *explain(value, path) {
      if (!isObject(value)) yield mismatch('object', path);
      else for (const [key, each] of lastMembers(value)) yield* issuesAt(of, each, [...path, key]);
    },
  };
}

/** An object with its named members; the program drops others. */
export interface ObjectType extends Type {
  readonly fields: Fields;
  readonly members: ReadonlyMap<string, Type>;
  readonly optional: readonly string[];
}

/** An object with these members, of which only optional ones may be missing, and any others. */
export function objectOf(members: Readonly<Record<string, Type>>, optional: readonly string[] = []): ObjectType {
  const rules = Object.entries(members).map(([name, type], n) => ({ name, type, bit: 1 << n, next: n + 1 }));
  const needed = rules.reduce((bits, { name, bit }) => (optional.includes(name) ? bits : bits | bit), 0);
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  // Programs write members in one order, so most keys are recognised without decoding.
  const ruleAt = (tape: Tape, key: number, likely = rules[0]) =>
    likely !== undefined && stringEquals(tape, key, likely.name) ? likely : byName.get(textOf({ tape, at: key }));
  return {
    expected: 'object',
    fields: fieldsOf([...byName.keys()]),
    members: new Map(Object.entries(members)),
    optional,
    fits: (tape, at, plainly = false) => {
      let seen = 0;
      let next = 0;
      const end = kindAt(tape, at) === KIND.object ? nextOf({ tape, at }) : 0;
      for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) {
        const rule = ruleAt(tape, key, rules[next]);
        if (rule === undefined && !plainly) continue;
        if (rule === undefined || (seen & rule.bit) !== 0 || !rule.type.fits(tape, key + 1, plainly)) return false;
        seen |= rule.bit;
        next = rule.next;
      }
      // An object without members does not fit, since each type has required ones.
      return (seen & needed) === needed;
    },
    *explain(value, path) {
      if (!isObject(value)) return yield mismatch('object', path);
      const all = lastMembers(value);
      for (const { name, type } of rules) {
        const each = all.get(name);
        if (each !== undefined) yield* issuesAt(type, each, [...path, name]);
        else if (!optional.includes(name)) yield mismatch(type.expected, [...path, name]);
      }
    },
  };
}
