import { quote } from '../../../codecs/json/quote.ts';
import { isComplete, lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Section } from '../../../model/conversation.ts';
import { transitionLines } from './transition-lines.ts';
import { turnLines } from './turn-lines.ts';

/** What is told after the messages: its key in the file, and what it is to a person. */
const TOLD: readonly {
  readonly key: string;
  readonly title: string;
  lines?(value: Value): readonly string[] | null;
}[] = [
  { key: 'phaseTransitions', title: 'phase transitions', lines: transitionLines },
  { key: 'orchestratorTurns', title: 'orchestrator turns', lines: turnLines },
  { key: 'agentStates', title: 'agent states' },
  { key: 'agentContexts', title: 'agent contexts' },
  { key: 'agentTodos', title: 'agent todos' },
  { key: 'blockedAgents', title: 'blocked agents' },
  { key: 'executionTime', title: 'execution time' },
  { key: 'phaseStartedAt', title: 'phase started at (milliseconds)' },
];

/** What a list, or the rest of a transcript, already shows. */
const SHOWN_ELSEWHERE = ['id', 'title', 'phase', 'history', 'messages', 'metadata'];

const KNOWN = new Set([...SHOWN_ELSEWHERE, ...TOLD.map(({ key }) => key)]);

/** The sections of a document, and in a last one whatever keys it has besides; what was cut is left out. */
export function sectionsOf(members: ReadonlyMap<string, Value>): Section[] {
  const told = TOLD.flatMap(({ key, title, lines }) => {
    const value = members.get(key);
    const source = wholeSource(value);
    if (value === undefined || source === null) return [];
    const told = lines?.(value) ?? null;
    return [{ key, title, value: { source }, ...(told === null ? {} : { lines: told }) }];
  });
  const others = [...members].flatMap(([key, value]) => {
    const source = KNOWN.has(key) ? null : wholeSource(value);
    return source === null ? [] : [`${quote(key)}: ${source}`];
  });
  if (others.length === 0) return told;
  return [...told, { key: 'otherKeys', title: 'other keys', value: { source: `{${others.join(', ')}}` } }];
}

/** The source of a value, null of one that was cut off and of none. */
export function wholeSource(value: Value | undefined): string | null {
  return value !== undefined && isComplete(value) ? lexemeOf(value) : null;
}
