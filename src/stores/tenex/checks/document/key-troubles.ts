import { nextOf } from '../../../../codecs/json/cursor.ts';
import { type Fields, fieldAt, fieldsOf, lastMembers } from '../../../../codecs/json/members.ts';
import { pointersOf } from '../../../../codecs/json/pointer.ts';
import type { Tape } from '../../../../codecs/json/tape.ts';
import { elements, isArray, isObject, spanOf, textOf, type Value } from '../../../../codecs/json/value.ts';
import { doubledKeys } from '../../../engine/faults/duplicates.ts';
import { atValue, type FileFinding } from '../../../file-finding.ts';
import { short, some } from '../../../some.ts';
import type { DecodedTenex } from '../../decode/decoded.ts';
import { KNOWN_FIELDS, LOST } from '../../decode/schema.ts';
import { last, objectsIn } from '../../decode/sections.ts';

/** Keys that occur twice, and keys that TENEX does not know; `agentContexts` is left out where it is reported separately. */
export function* tenexKeyTroubles(
  { tape, members: all, body, era: eraOf }: DecodedTenex,
  contextsTold: boolean,
): Generator<FileFinding> {
  yield* doubled(tape);
  if (body === null) return;
  const metadata = all.get('metadata');
  const time = all.get('executionTime');
  const lost = isObject(metadata) ? last(metadata, LOST) : null;
  const top = [body];
  function* unknown(): Generator<Named> {
    yield* strangers(top, contextsTold ? WITH_CONTEXTS : KNOWN_FIELDS.top);
    yield* strangers(valuesOf(all.get('agentStates')), KNOWN_FIELDS.state);
    yield* strangers(objectsOf(all.get('phaseTransitions')), KNOWN_FIELDS.transition);
    yield* turnStrangers(objectsOf(all.get('orchestratorTurns')));
    yield* strangers(isObject(time) ? [time] : [], KNOWN_FIELDS.time);
    if (lost !== null) yield [LOST, lost];
  }
  const era = eraOf();
  const age = era === null || CURRENT.has(era) ? '' : ` (its shape is that of ${era})`;
  yield* dropped('TX170', unknown(), age);
}

/** The keys that TENEX drops, all in one, at the first of them. */
export function* dropped(code: 'TX170' | 'TX315', all: Iterable<Named>, age = ''): Generator<FileFinding> {
  let value: Value | null = null;
  const names = new Set<string>();
  for (const [name, each] of all) {
    value ??= each;
    names.add(name);
  }
  if (value === null) return;
  const at = pointersOf([value]).get(value.at) ?? '';
  yield atValue(code, value, at, `has keys that TENEX drops: ${some([...names])}${age}`);
}

/** Each key that an object has already. */
export function* doubled(tape: Tape): Generator<FileFinding> {
  for (const { key, at } of doubledKeys(tape)) {
    const detail = `has the key "${short(textOf(key))}" twice in one object`;
    yield { code: 'TX022', at, offset: spanOf(key).start, detail };
  }
}

const WITH_CONTEXTS = fieldsOf([...KNOWN_FIELDS.top.names, 'agentContexts']);

/** Eras that wrote what TENEX reads. */
const CURRENT: ReadonlySet<string> = new Set(['tenex-e2', 'tenex-e4', 'tenex-e5']);

type Named = readonly [name: string, value: Value];

/** The members of objects under other keys than these. */
export function* strangers(objects: readonly Value[], known: Fields): Generator<Named> {
  for (const object of objects)
    if (hasOthers(object, known))
      for (const member of lastMembers(object)) if (!known.names.includes(member[0])) yield member;
}

function hasOthers({ tape, at }: Value, known: Fields): boolean {
  const end = nextOf({ tape, at });
  for (let key = at + 1; key < end; key = nextOf({ tape, at: key + 1 })) if (fieldAt(tape, key, known) < 0) return true;
  return false;
}

function* turnStrangers(turns: readonly Value[]): Generator<Named> {
  yield* strangers(turns, KNOWN_FIELDS.turn);
  for (const turn of turns) yield* strangers(objectsIn(turn, 'completions'), KNOWN_FIELDS.completion);
}

function valuesOf(record: Value | undefined): Value[] {
  return isObject(record) ? [...lastMembers(record).values()].filter((each) => isObject(each)) : [];
}

function objectsOf(list: Value | undefined): Value[] {
  return isArray(list) ? elements(list).filter((each) => isObject(each)) : [];
}
