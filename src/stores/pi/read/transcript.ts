import { isObject, member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { Answered } from '../../../model/stats.ts';
import { answerDay, answerKey } from '../../engine/hash.ts';
import { type Span, valueAt, windowed } from '../../engine/record-at.ts';
import { woven } from '../../engine/record-order.ts';
import { namesSection, reachSection } from '../../engine/sections.ts';
import { countAt, textAt } from '../../engine/text-at.ts';
import { flowOf } from './flow.ts';
import { saidBy } from './said.ts';
import type { SessionRead } from './session.ts';

/** The messages that the program sends when it goes on, and between them, hidden, the others. */
export function piTranscript(source: Source, read: SessionRead): Transcript {
  const { header, headers, names, name, question } = read;
  const { id = null, cwd = null, forkedFrom = null } = header ?? headers[0] ?? {};
  return {
    ...NOTHING_BESIDE,
    messages: { [Symbol.iterator]: () => numbered(source, read) },
    metadata: { source: JSON.stringify({ sessionId: id, cwd, name, forkedFrom }) },
    sections: [...namesSection(names, name ?? question), reachSection(read)],
    repeated: ['metadata'],
  };
}

/** Numbers of shown messages and calls. */
export function piShown(read: SessionRead): { readonly messages: number; readonly toolCalls: number } {
  let [messages, toolCalls] = [0, 0];
  for (const { texts, calls } of flowOf(read).values()) {
    messages += texts + calls.length;
    toolCalls += calls.length;
  }
  return { messages, toolCalls };
}

function* numbered(whole: Source, read: SessionRead): Generator<Message> {
  const source = windowed(whole);
  let index = 0;
  const sent = flowOf(read);
  // An edit is shown where its message is.
  const aside = read.refs.filter((ref) => !sent.has(ref) && ref.deed !== 'edits');
  for (const ref of woven([...sent.keys()], aside)) {
    const as = sent.get(ref);
    const isEdited = as !== undefined && as.at !== ref.at;
    for (const said of saidBy(ref, valueAt(source, ref), as !== undefined && !isEdited))
      yield { index: index++, at: pointerOf(ref), id: ref.uuid, ...said };
    if (!isEdited) continue;
    for (const said of saidBy(as, valueAt(source, as), true))
      yield { index: index++, at: pointerOf(as), id: as.uuid, ...said };
  }
}

export function pointerOf({ line }: Pick<Span, 'line'>): string {
  return `/${line}`;
}

/** The tokens of its answers, each once. */
export function* piAnswers(whole: Source, { refs }: SessionRead): Generator<Answered> {
  const source = windowed(whole);
  for (const ref of refs) {
    const value = ref.role === 'assistant' ? valueAt(source, ref) : null;
    const message = member(value, 'message', 'last');
    const usage = member(message, 'usage', 'last');
    if (!isObject(usage)) continue;
    const time = textAt(value, 'timestamp') ?? '';
    yield {
      key: answerKey(ref.uuid, time),
      model: textAt(message, 'model') ?? 'unknown',
      day: answerDay(time),
      input: countAt(usage, 'input'),
      output: countAt(usage, 'output'),
      cacheRead: countAt(usage, 'cacheRead'),
      cacheWrite: countAt(usage, 'cacheWrite'),
    };
  }
}
