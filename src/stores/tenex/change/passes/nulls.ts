import type { Edit } from '../../../../codecs/edit.ts';
import { removeMembers } from '../../../../codecs/json/edits.ts';
import { isObject, kindOf, members, textOf, type Value } from '../../../../codecs/json/value.ts';
import { last, lastMembers, objectsIn } from '../../decode/sections.ts';
import type { TenexPass } from './pass.ts';

/** Removes `null` where TENEX takes a value or nothing, but not null (docs/formats/tenex.md, "Schemas"). */
export const nulls: TenexPass = ({ body }) => {
  if (body === null) return null;
  const edits: Edit[] = [];
  const names: string[] = [];
  for (const { object, optional } of [...sites(body)]) {
    const keys = nullKeys(object, optional);
    if (keys.length === 0) continue;
    edits.push(...removeMembers(object, keys));
    names.push(...keys.map(textOf));
  }
  if (edits.length === 0) return null;
  return { codes: ['TX101'], edits, notes: [`leaves out ${listed(names)}: null there says no more than nothing`] };
};

interface Site {
  readonly object: Value;
  readonly optional: readonly string[];
}

const TOP = ['agentStates', 'phaseStartedAt', 'phaseTransitions', 'orchestratorTurns', 'executionTime'];

function* sites(body: Value): Generator<Site> {
  yield { object: body, optional: TOP };
  const states = last(body, 'agentStates');
  for (const object of states === null ? [] : lastMembers(states).values())
    yield { object, optional: ['claudeSessionId'] };
  for (const object of objectsIn(body, 'phaseTransitions'))
    yield { object, optional: ['reason', 'summary', 'requirements', 'goal'] };
  for (const object of objectsIn(body, 'orchestratorTurns')) {
    yield { object, optional: ['reason'] };
    for (const completion of objectsIn(object, 'completions')) yield { object: completion, optional: ['timestamp'] };
  }
  const time = last(body, 'executionTime');
  if (time !== null) yield { object: time, optional: ['currentSessionStart'] };
}

/** The keys of an object's nulls, where null is what JSON.parse returns; an earlier member of the key is then heard again. */
function nullKeys(object: Value, optional: readonly string[]): Value[] {
  if (!isObject(object)) return [];
  const isNull = (name: string) => {
    const value = last(object, name);
    return value !== null && kindOf(value) === 'null';
  };
  const names = optional.filter(isNull);
  if (names.length === 0) return [];
  return members(object)
    .filter(({ key, value }) => kindOf(value) === 'null' && names.includes(textOf(key)))
    .map(({ key }) => key);
}

function listed(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} times ${name}`)).join(', ');
}
