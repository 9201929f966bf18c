import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { elements, isArray, isObject, kindOf, members, textOf, type Value } from '../../../../codecs/json/value.ts';
import type { Code } from '../../../../model/findings.ts';
import { atFault, atValue, type FileFinding } from '../../../file-finding.ts';
import { kindName } from '../../../words.ts';
import { isPlain, type Ref, refIn } from '../../read/field.ts';
import type { JsonFile } from '../../read/r-json.ts';
import { jsonTroubles, raoFault, savedTroubles } from '../texts.ts';

/** Rao takes an unreadable companion for empty, and then overwrites it. */
export function* savedFileTroubles(file: JsonFile): Generator<FileFinding> {
  const fault = raoFault(file);
  if (fault !== null) yield atFault(FAULTS[fault.type], fault);
  yield* jsonTroubles(file);
  yield* savedTroubles(file);
}

const FAULTS = {
  empty: 'RA020',
  torn: 'RA021',
  rest: 'RA022',
  grammar: 'RA023',
  comma: 'RA024',
  'bare number': 'RA025',
  'utf-8': 'RA023',
} as const satisfies Record<string, Code>;

/** Faults of companions that cost little when lost. */
export function* otherFileTroubles(code: Code, file: JsonFile): Generator<FileFinding> {
  const fault = raoFault(file);
  if (fault !== null) yield atFault(code, fault);
  yield* jsonTroubles(file);
  if (fault === null && file.root !== null && !isObject(file.root))
    yield atValue(code, file.root, '', `is ${kindName(file.root)} instead of an object`);
}

/** A root in which R stops at a member; null for a usable one. */
export function strangeRoot({ error, root }: JsonFile): FileFinding | null {
  if (error !== null || root === null || isObject(root) || kindOf(root) === 'null') return null;
  if (isArray(root))
    return elements(root).length === 0 ? null : atValue('RA027', root, '', 'is a list instead of an object');
  return atValue('RA026', root, '', `is ${kindName(root)} instead of an object`);
}

/** Null for an object, or for the empty list that R writes for one. */
export function strangeObject(value: Value, at: string, noun: string): FileFinding | null {
  if (isObject(value) || (isArray(value) && elements(value).length === 0)) return null;
  return atValue('RA026', value, at, `has ${kindName(value)} in place of its ${noun}`);
}

interface Place {
  readonly value: Value;
  readonly at: string;
}

export function placesIn(container: Value, at: string): readonly Place[] {
  if (isArray(container)) return elements(container).map((value, index) => ({ value, at: `${at}/${index}` }));
  return members(container).map(({ key, value }) => ({ value, at: `${at}${pointerStep(textOf(key))}` }));
}

/** Entries that are not objects. R stops at a plain value, and ignores a list or null. */
export function* strangeEntries(container: Value, above: string): Generator<FileFinding> {
  if (members(container).every(({ value }) => isObject(value)) && elements(container).every(isObject)) return;
  for (const { value, at } of placesIn(container, above)) {
    if (isObject(value)) continue;
    const detail = `has ${kindName(value)} among its entries`;
    if (isPlain(value)) yield atValue('RA043', value, at, detail);
    else yield atValue('RA027', value, at, detail);
  }
}

/** Another conversation's number in an entry; null for none. */
export function otherIndex(entry: Value, number: number | null): Extract<Ref, { type: 'number' }> | null {
  const index = refIn(entry, 'conversation_index');
  return index.type === 'number' && index.number !== number ? index : null;
}

/** An entry with another conversation's number. */
export function* foreignIndex(entry: Value, at: string, number: number | null): Generator<FileFinding> {
  const index = otherIndex(entry, number);
  if (index === null) return;
  const detail = `has an entry of conversation ${index.number}`;
  yield atValue('RA134', index.value, `${at}/conversation_index`, detail);
}
