import { member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { Answered } from '../../../model/stats.ts';
import { answerDay, answerKey } from '../../engine/hash.ts';
import { type Span, valueAt, windowed } from '../../engine/record-at.ts';
import { countAt, textAt } from '../../engine/text-at.ts';
import { count } from '../../words.ts';
import { flowOf } from './flow.ts';
import { type AssetAt, saidBy } from './said.ts';
import type { SessionRead } from './session.ts';

/** The messages that the program sends when it goes on, and between them, hidden, the others that a person saw. */
export function copilotTranscript(
  source: Source,
  read: SessionRead,
  title: string | null,
  copies: readonly string[],
): Transcript {
  const { header, lines, refs } = read;
  const said = { sessionId: header?.sessionId ?? null, cwd: header?.cwd ?? null, title };
  const agents = refs.filter(({ isAgents }) => isAgents).length;
  return {
    ...NOTHING_BESIDE,
    messages: { [Symbol.iterator]: () => numbered(source, read) },
    metadata: { source: JSON.stringify(copies.length === 0 ? said : { ...said, copies }) },
    sections: [
      {
        key: 'reach',
        title: 'records',
        value: { source: JSON.stringify({ lines, records: refs.length, agents }) },
        lines: [
          `${count(refs.length, 'record')} in ${count(lines, 'line')}`,
          ...(agents === 0 ? [] : [`${count(agents, 'record')} of subagents`]),
        ],
      },
    ],
    repeated: ['metadata'],
  };
}

/** Numbers of shown messages and calls. */
export interface Shown {
  readonly messages: number;
  readonly toolCalls: number;
}

/** Counts the shown messages without making them. */
export function copilotShown(read: SessionRead): Shown {
  const shown = { messages: 0, toolCalls: 0 };
  for (const { calls = [], isSaid } of flowOf(read).sent) {
    shown.messages += (isSaid ? 1 : 0) + calls.length;
    shown.toolCalls += calls.length;
  }
  return shown;
}

function* numbered(whole: Source, read: SessionRead): Generator<Message> {
  const source = windowed(whole);
  let index = 0;
  const { sent } = flowOf(read);
  const assetAt: AssetAt = (name) => {
    const span = read.assets.get(name);
    return span === undefined ? null : member(valueAt(source, span), 'data', 'last');
  };
  for (const ref of read.refs)
    for (const said of saidBy(ref, valueAt(source, ref), sent.has(ref), assetAt))
      yield { index: index++, at: pointerOf(ref), id: ref.uuid, ...said };
}

export function pointerOf({ line }: Pick<Span, 'line'>): string {
  return `/${line}`;
}

/** The tokens of its answers, each once: the program notes them in records of their own. */
export function* copilotAnswers(whole: Source, { refs }: SessionRead): Generator<Answered> {
  const source = windowed(whole);
  for (const ref of refs) {
    if (ref.type !== 'session.usage_record') continue;
    const value = valueAt(source, ref);
    const usage = member(member(value, 'data', 'last'), 'usage', 'last');
    const cached = countAt(usage, 'cacheReadTokens');
    yield {
      key: answerKey(ref.uuid),
      model: textAt(usage, 'model') ?? 'unknown',
      day: answerDay(textAt(value, 'timestamp') ?? ''),
      input: Math.max(countAt(usage, 'inputTokens') - cached, 0),
      output: countAt(usage, 'outputTokens'),
      cacheRead: cached,
      cacheWrite: countAt(usage, 'cacheWriteTokens'),
    };
  }
}
