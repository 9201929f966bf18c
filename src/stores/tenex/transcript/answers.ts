import type { Message } from '../../../model/conversation.ts';
import type { Answered } from '../../../model/stats.ts';
import { answerKey, answerMonth } from '../../engine/answer-key.ts';

/** The tokens of the replies in a transcript, of those that say how many there were. A copy of an event has its id. */
export function* answersIn(messages: Iterable<Message>): Generator<Answered> {
  for (const { id = '', time = null, tags = [] } of messages) {
    const tagOf = (name: string) => tags.find(({ values }) => values[0] === name)?.values[1] ?? '';
    const [input, output] = [tagOf('llm-prompt-tokens'), tagOf('llm-completion-tokens')].map(wholeTokens);
    if (input === undefined || output === undefined || input + output === 0) continue;
    const model = tagOf('llm-model') || 'unknown';
    const month = time === null || Math.abs(time) > LATEST ? null : answerMonth(new Date(time * 1000).toISOString());
    yield { key: answerKey(id, String(time), tagOf('llm-prompt-tokens')), model, month, input, output, ...NO_CACHE };
  }
}

/** The farthest seconds that a date holds. */
const LATEST = 8.64e12;
const NO_CACHE = { cacheRead: 0, cacheWrite: 0 };

function wholeTokens(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
