import {
  firstElement,
  isArray,
  isObject,
  isString,
  members as membersOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { lastValue } from '../../engine/text-at.ts';
import { isPhase } from './members.ts';

/** All historical shapes (docs/formats/tenex.md, "Eras"). */
export const ERAS = [
  'tenex-e0',
  'tenex-e1',
  'tenex-e2',
  'tenex-e3',
  'tenex-e4',
  'tenex-e5',
  'tenex-e6',
  'tenex-e7',
  'tenex-e8',
  'tenex-e9',
  'tenex-e10',
  'tenex-e11',
  'tenex-e12',
] as const;

export type Era = (typeof ERAS)[number];

type Members = ReadonlyMap<string, Value>;

/** The era of a document's shape; null if unknown or cut off. e10 has the shape of e9 in another place, so the shape alone gives e9. */
export function eraOf(members: Members, isParsed: boolean): Era | null {
  const history = members.get('history');
  if (isArray(members.get('messages')) && history === undefined) return 'tenex-e12';
  if (!isConversation(members)) return null;
  if (isArray(history) && isObject(firstElement(history))) return 'tenex-e0';
  if (members.has('agentContexts')) return 'tenex-e3';
  const era = laterEra(members, isParsed) ?? earlierEra(members);
  return isParsed || era.sure ? era.era : null;
}

/** `sure`: no part that was cut off could show another era. */
interface EraGuess {
  readonly era: Era;
  readonly sure: boolean;
}

const sure = (era: Era): EraGuess => ({ era, sure: true });
const likely = (era: Era): EraGuess => ({ era, sure: false });

/** True if a member is there that every era but the last has: one is enough where others are damaged. */
function isConversation(members: Members): boolean {
  return members.has('history') || members.has('phase') || (members.has('id') && members.has('title'));
}

/** The era of a shape from August 2025 on: phases in upper case, free, or missing. Null for earlier shapes. */
function laterEra(members: Members, isParsed: boolean): EraGuess | null {
  if (members.has('agentTodos') || members.has('blockedAgents')) return sure('tenex-e11');
  const phase = members.get('phase');
  if (phase === undefined) return isParsed && members.has('history') ? sure('tenex-e9') : likely('tenex-e9');
  return isString(phase) ? eraByPhase(textOf(phase), members) : null;
}

/** The era by the name of the phase; `review` is an early one. */
function eraByPhase(phase: string, members: Members): EraGuess | null {
  const byPhase = isInStates(members, 'claudeSessionsByPhase');
  if (isUpper(phase)) return byPhase ? sure('tenex-e7') : eraWithoutTurns(members);
  const free = !isPhase(phase) && phase !== 'review';
  return free || byPhase || members.has('phaseInstructions') ? sure('tenex-e8') : null;
}

function isUpper(name: string): boolean {
  return name !== '' && isPhase(name) && name === name.toUpperCase();
}

/** Tells e6 from e7, which dropped turns, `lastSeenPhase` and the queue's status. */
function eraWithoutTurns(members: Members): EraGuess {
  const early = members.has('orchestratorTurns') || isInStates(members, 'lastSeenPhase') || hasQueue(members);
  return early ? sure('tenex-e6') : likely('tenex-e7');
}

function earlierEra(members: Members): EraGuess {
  const transitions = members.get('phaseTransitions');
  const first = isArray(transitions) ? firstElement(transitions) : null;
  if (first !== null && lastValue(first, 'context') !== null) return sure('tenex-e1');
  if (members.has('orchestratorTurns')) return sure('tenex-e5');
  if (members.has('agentStates') || members.has('executionTime')) return likely('tenex-e4');
  return likely(transitions === undefined ? 'tenex-e1' : 'tenex-e2');
}

function isInStates(members: Members, key: string): boolean {
  const states = members.get('agentStates');
  return isObject(states) && membersOf(states).some(({ value }) => lastValue(value, key) !== null);
}

function hasQueue(members: Members): boolean {
  const metadata = members.get('metadata');
  return isObject(metadata) && lastValue(metadata, 'queueStatus') !== null;
}

/** The shape of December 2025: messages instead of events, a file each, no index (docs/formats/tenex.md). */
export const DECEMBER_2025 = 'tenex-e12';
