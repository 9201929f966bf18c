import { pointersOf, pointerTo } from '../../../../codecs/json/pointer.ts';
import { KIND, type Tape, TOKEN } from '../../../../codecs/json/tape.ts';
import {
  deeperThan,
  elements,
  isArray,
  isInteger,
  isObject,
  lastMembers,
  lexemeOf,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { lastValue } from '../../../engine/text-at.ts';
import { atValue, type FileFinding, withExpected } from '../../../file-finding.ts';
import { countOf, firstNames, shortened } from '../../../words.ts';
import type { DecodedTenex } from '../../read/decoded.ts';
import { MAX_DEPTH } from '../../read/events/event.ts';
import { finiteNumber, isPhase, numberAt } from '../../read/members.ts';
import { phaseSites, wantedAt } from '../../read/schema.ts';
import { tenexKeyFindings } from './faults.ts';

/**
 * Values that TENEX's schema accepts and its next save changes or drops. `events`: how many of the `elements` it reads;
 * `now` in whole Unix seconds.
 */
export function* remarksOn(
  document: DecodedTenex,
  { events, elements, now }: { events: number; elements: number; now: number },
): Generator<FileFinding> {
  const { body, tape, members } = document;
  if (!document.plain()) {
    if (body === null || document.era() === 'tenex-e12') return;
    const contexts = lostContexts(members);
    yield* upperPhases(body);
    if (contexts !== null) yield contexts;
    yield* tenexKeyFindings(document, contexts !== null);
  }
  // Each level of nesting takes a token.
  if (tape.count > MAX_DEPTH && document.verdict().stage === 'ok') yield* depthFindings(members);
  yield* numberFindings(tape, document.verdict().stage === 'ok');
  // The length of an unread history is unknown.
  const max = document.history === null ? Number.POSITIVE_INFINITY : elements;
  for (const each of readPlaces(members, events)) yield each.number <= max ? { ...each.found, tie: '' } : each.found;
  yield* idleWork(members, now);
}

function* upperPhases(body: Value): Generator<FileFinding> {
  const found = phaseSites(body).filter((value) => isUpper(textOf(value)));
  const [first] = found;
  if (first === undefined) return;
  const names = firstNames([...new Set(found.map(textOf))]);
  const at = pointersOf([first]).get(first.at) ?? '';
  const detail = `has ${countOf(found.length, 'phase')} not in lower case: ${names}`;
  yield withExpected(atValue('TX102', first, at, detail), textOf(first).toLowerCase());
}

function isUpper(phase: string): boolean {
  return isPhase(phase) && phase !== phase.toLowerCase();
}

function lostContexts(members: DecodedTenex['members']): FileFinding | null {
  const contexts = members.get('agentContexts');
  if (!isObject(contexts)) return null;
  const states = members.get('agentStates');
  const stateNames = lastMembers(states);
  const lost = [...lastMembers(contexts).keys()].filter((name) => !stateNames.has(name));
  if (lost.length === 0) return null;
  const detail = `has contexts of agents in the form of July 2025, which TENEX drops: ${firstNames(lost)}`;
  return atValue('TX112', contexts, '/agentContexts', detail);
}

/** Findings on agents that have read further than there are events. */
function* readPlaces(
  members: DecodedTenex['members'],
  events: number,
): Generator<{ number: number; found: FileFinding }> {
  const states = members.get('agentStates');
  if (!isObject(states)) return;
  for (const [name, state] of lastMembers(states)) {
    const place = lastValue(state, 'lastProcessedMessageIndex');
    const number = finiteNumber(place);
    if (place === null || number === null || !Number.isInteger(number) || number <= events) continue;
    const at = pointerTo(['agentStates', name, 'lastProcessedMessageIndex']);
    const detail = `says that ${shortened(name)} has read ${number} events of ${events}`;
    const found = withExpected(atValue('TX203', place, at, detail), `at most ${events}`);
    yield { number, found };
  }
}

/** Seconds after which TENEX ignores a mark of work. */
const IDLE = 30 * 60;

function* idleWork(members: DecodedTenex['members'], now: number): Generator<FileFinding> {
  const time = members.get('executionTime');
  const active = lastValue(time, 'isActive');
  if (time === undefined || active === null || typeOf(active) !== 'true') return;
  const touched = numberAt(time, 'lastUpdated');
  if (touched === null || now - touched / 1000 <= IDLE) return;
  const detail = 'is marked as being worked on, and nothing has touched it for more than half an hour';
  yield atValue('TX204', active, '/executionTime/isActive', detail);
}

/**
 * Findings on unchecked values nested too deep for TENEX to write again. Other values have a known shape. The pointer stops at the member:
 * in full it would be as long as the nesting is deep.
 */
function* depthFindings(members: DecodedTenex['members']): Generator<FileFinding> {
  for (const { value, at, levels } of keptWhole(members)) {
    const deep = deeperThan(value, MAX_DEPTH - levels);
    if (deep === null) continue;
    const detail = `is nested more than ${MAX_DEPTH} levels deep: every save fails`;
    yield withExpected(atValue('TX017', deep, at, detail), `at most ${MAX_DEPTH} levels`);
    return;
  }
}

interface RemarkedValue {
  readonly value: Value;
  readonly at: string;
  readonly levels: number;
}

function* keptWhole(members: DecodedTenex['members']): Generator<RemarkedValue> {
  const metadata = members.get('metadata');
  if (metadata !== undefined) yield { value: metadata, at: '/metadata', levels: 1 };
  const transitions = members.get('phaseTransitions');
  if (!isArray(transitions)) return;
  for (const [n, transition] of elements(transitions).entries()) {
    const value = lastValue(transition, 'artifacts');
    if (value !== null) yield { value, at: `/phaseTransitions/${n}/artifacts`, levels: 3 };
  }
}

/** Findings on numbers that change when JavaScript parses them. `loads`: TENEX reads the document. */
function* numberFindings(tape: Tape, loads: boolean): Generator<FileFinding> {
  const found = longNumbers(tape).filter(isChanged);
  if (found.length === 0) return;
  const pointers = pointersOf(found);
  for (const value of found) {
    const at = pointers.get(value.at) ?? '';
    const lexeme = shortened(lexemeOf(value));
    if (Number.isFinite(Number(lexemeOf(value))))
      yield atValue('TX016', value, at, `has the number ${lexeme}, which becomes ${Number(lexemeOf(value))}`);
    else if (loads && isNeeded(at))
      yield atValue('TX015', value, at, `has the number ${lexeme} where the next load needs one: it becomes null`);
    else yield atValue('TX014', value, at, `has the number ${lexeme}, which becomes null`);
  }
}

/** True for a place that needs a number: TENEX writes null there, and then refuses it. */
function isNeeded(pointer: string): boolean {
  const wanted = wantedAt(pointer.split('/').slice(1));
  return wanted === 'number' || wanted === 'count';
}

/** `SAFE_DIGITS`: digits that every double keeps. `MIN_OVERFLOW_LENGTH`: fewest characters of a number beyond all doubles. */
const SAFE_DIGITS = 15;
const MIN_OVERFLOW_LENGTH = 4;

function longNumbers(tape: Tape): Value[] {
  const found: Value[] = [];
  const shortest = tape.overflow < 0 ? SAFE_DIGITS + 1 : MIN_OVERFLOW_LENGTH + 1;
  for (let at = 0; at < tape.count; at++) {
    const word = at * TOKEN;
    const length = (tape.words[word + 2] ?? 0) - (tape.words[word + 1] ?? 0);
    if (length >= shortest - 1 && ((tape.words[word] ?? 0) & 7) === KIND.number) found.push({ tape, at });
  }
  return found;
}

function isChanged(value: Value): boolean {
  const lexeme = lexemeOf(value);
  const number = Number(lexeme);
  if (!Number.isFinite(number)) return true;
  return isInteger(value) && lexeme.length > SAFE_DIGITS && BigInt(number) !== BigInt(lexeme);
}
