import { elements, isArray, type Value } from '../../../codecs/json/value.ts';
import { textAt } from '../read/text-at.ts';
import { millisecondsText } from './milliseconds-text.ts';

/** Phase transitions for people, a line each: `chat to plan · 2025-08-08 08:16:40 UTC · Orchestrator: clear request`. */
export function transitionLines(transitions: Value): readonly string[] | null {
  return isArray(transitions) ? elements(transitions).map(transitionLine) : null;
}

function transitionLine(each: Value): string {
  const to = `${textAt(each, 'from') ?? '?'} to ${textAt(each, 'to') ?? '?'}`;
  const why = textAt(each, 'reason') ?? textAt(each, 'message') ?? textAt(each, 'context') ?? '';
  const who = [textAt(each, 'agentName'), why].filter((text) => text !== null && text !== '').join(': ');
  return [to, millisecondsText(each, 'timestamp'), who].filter((text) => text !== '').join(' · ');
}
