import { elements, isArray, isString, kindOf, member, textOf, type Value } from '../../../codecs/json/value.ts';
import { textAt } from '../read/text-at.ts';
import { millisecondsText } from './milliseconds-text.ts';

/** Orchestrator turns for people: a line for each, and one for each answer to it. */
export function turnLines(turns: Value): readonly string[] | null {
  return isArray(turns) ? elements(turns).flatMap((turn) => [turnLine(turn), ...completionLines(turn)]) : null;
}

function turnLine(turn: Value): string {
  const agents = listAt(turn, 'agents').filter(isString).map(textOf).join(', ');
  const done = member(turn, 'isCompleted', 'last');
  const state = done !== null && kindOf(done) === 'true' ? 'completed' : 'not completed';
  return [textAt(turn, 'phase'), millisecondsText(turn, 'timestamp'), agents, textAt(turn, 'reason'), state]
    .filter((text) => text !== null && text !== '')
    .join(' · ');
}

function completionLines(turn: Value): string[] {
  return listAt(turn, 'completions').map(
    (each) => `    ${textAt(each, 'agent') ?? 'someone'}: ${textAt(each, 'message') ?? ''}`,
  );
}

function listAt(object: Value, key: string): Value[] {
  const value = member(object, key, 'last');
  return value === null ? [] : elements(value);
}
