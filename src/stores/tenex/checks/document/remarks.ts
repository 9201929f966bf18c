import { deeperThan } from '../../../../codecs/json/depth.ts';
import { pointerTo } from '../../../../codecs/json/pointer.ts';
import { pointersOf } from '../../../../codecs/json/pointers.ts';
import {
  elements,
  isArray,
  isObject,
  kindOf,
  lexemeOf,
  member,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Decoded } from '../../decode/decoded.ts';
import { DEEPEST } from '../../decode/events/oddities.ts';
import { isPhase, phaseSites } from '../../decode/phases.ts';
import { lastMembers } from '../../decode/sections.ts';
import { short, some } from '../some.ts';
import { keyTroubles } from './key-troubles.ts';
import { numberTroubles } from './number-troubles.ts';

/**
 * What is odd in a whole document though TENEX's schema takes it: what it writes otherwise or leaves out at its next save.
 * `events` is how many it reads, `now` in whole Unix seconds.
 */
export function* remarksOn(document: Decoded, { events, now }: { events: number; now: number }): Generator<Trouble> {
  const { body, tape, members } = document;
  if (body === null || document.era === 'tenex-e12') return;
  const contexts = lostContexts(members);
  yield* upperPhases(body);
  if (contexts !== null) yield contexts;
  yield* keyTroubles(document, contexts !== null);
  if (document.verdict().stage === 'ok') yield* depthTroubles(members);
  yield* numberTroubles(tape, document.verdict().stage === 'ok');
  yield* readPlaces(members, events);
  yield* idleWork(members, now);
}

function* upperPhases(body: Value): Generator<Trouble> {
  const found = phaseSites(body).filter((value) => isUpper(textOf(value)));
  const [first] = found;
  if (first === undefined) return;
  const shown = some([...new Set(found.map(textOf))]);
  const at = pointersOf([first]).get(first.at) ?? '';
  yield atValue('TX102', first, at, 'rewrites', `has ${count(found.length, 'phase')} not in lower case: ${shown}`);
}

function isUpper(phase: string): boolean {
  return isPhase(phase) && phase !== phase.toLowerCase();
}

/** Contexts of agents that have no state beside them. */
function lostContexts(members: Decoded['members']): Trouble | null {
  const contexts = members.get('agentContexts');
  if (!isObject(contexts)) return null;
  const states = members.get('agentStates');
  const lost = [...lastMembers(contexts).keys()].filter((name) => !isObject(states) || member(states, name) === null);
  if (lost.length === 0) return null;
  const detail = `has contexts of agents in the form of July 2025, which TENEX drops: ${some(lost)}`;
  return atValue('TX112', contexts, '/agentContexts', 'drops', detail);
}

/** Agents that have read further than there are events. */
function* readPlaces(members: Decoded['members'], events: number): Generator<Trouble> {
  const states = members.get('agentStates');
  if (!isObject(states)) return;
  for (const [name, state] of lastMembers(states)) {
    const place = numberAt(state, 'lastProcessedMessageIndex');
    if (place === null || !Number.isInteger(place.number) || place.number <= events) continue;
    const at = pointerTo(['agentStates', name, 'lastProcessedMessageIndex']);
    const detail = `says that ${short(name)} has read ${place.number} events of ${events}`;
    yield atValue('TX203', place.value, at, 'reads', detail);
  }
}

/** TENEX takes a mark of work for left over after this many seconds. */
const IDLE = 30 * 60;

function* idleWork(members: Decoded['members'], now: number): Generator<Trouble> {
  const time = members.get('executionTime');
  const active = isObject(time) ? member(time, 'isActive', 'last') : null;
  const touched = isObject(time) ? numberAt(time, 'lastUpdated') : null;
  if (active === null || touched === null || kindOf(active) !== 'true') return;
  if (now - touched.number / 1000 <= IDLE) return;
  const detail = 'is marked as being worked on, and nothing has touched it for more than half an hour';
  yield atValue('TX204', active, '/executionTime/isActive', 'rewrites', detail);
}

function numberAt(object: Value, key: string): { readonly value: Value; readonly number: number } | null {
  const value = member(object, key, 'last');
  return value === null || kindOf(value) !== 'number' ? null : { value, number: Number(lexemeOf(value)) };
}

/**
 * What TENEX keeps without looking into it, and cannot write again when it is nested too deep. Everything else of a document has
 * a known shape, and TENEX drops or refuses what goes beyond it. The pointer stops at the member: the whole would be as long as deep.
 */
function* depthTroubles(members: Decoded['members']): Generator<Trouble> {
  for (const { value, at, levels } of keptWhole(members)) {
    const deep = deeperThan(value, DEEPEST - levels);
    if (deep === null) continue;
    yield atValue('TX017', deep, at, 'crashes', `nested more than ${DEEPEST} levels deep: every save fails`);
    return;
  }
}

interface Kept {
  readonly value: Value;
  readonly at: string;
  /** Levels around it. */
  readonly levels: number;
}

function* keptWhole(members: Decoded['members']): Generator<Kept> {
  const metadata = members.get('metadata');
  if (metadata !== undefined) yield { value: metadata, at: '/metadata', levels: 1 };
  const transitions = members.get('phaseTransitions');
  if (!isArray(transitions)) return;
  for (const [n, transition] of elements(transitions).entries()) {
    const value = member(transition, 'artifacts', 'last');
    if (value !== null) yield { value, at: `/phaseTransitions/${n}/artifacts`, levels: 3 };
  }
}
