import { isObject, member } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { Answered } from '../../../model/stats.ts';
import { answerDay, answerKey } from '../../engine/hash.ts';
import { valueAt, windowed } from '../../engine/record-at.ts';
import { woven } from '../../engine/record-order.ts';
import { namesSection, reachSection } from '../../engine/sections.ts';
import { countAt, textAt } from '../../engine/text-at.ts';
import { countSaid, countShown, noTools, type Shown, saidBy } from './said.ts';
import { type Ref, type SessionRead, sentIn, shownTitle } from './session.ts';

/**
 * The messages that the program sends when it goes on, and between them, hidden, records that the last one does not go
 * on from.
 */
export function qwenTranscript(source: Source, read: SessionRead): Transcript {
  const { ids, folders, titles } = read;
  const title = titles.at(-1) ?? null;
  return {
    messages: { [Symbol.iterator]: () => numbered(source, read) },
    ...NOTHING_BESIDE,
    metadata: { source: JSON.stringify({ sessionId: ids[0] ?? null, cwd: folders[0] ?? null, title }) },
    sections: [...namesSection(titles, shownTitle(read)), reachSection(read)],
    repeated: ['metadata'],
  };
}

/** How many messages and calls are sent. */
export function qwenShown(source: Source, { chain }: SessionRead): Shown {
  const shown = { messages: 0, toolCalls: 0 };
  const tools = noTools();
  for (const ref of sentIn(chain))
    if (ref.isSummary === true) countSaid(saidBy(ref, valueAt(source, ref), tools), shown);
    else countShown(ref, tools, shown);
  return shown;
}

function* numbered(whole: Source, read: SessionRead): Generator<Message> {
  const source = windowed(whole);
  let index = 0;
  const [tools, aside] = [noTools(), noTools()];
  const sent = new Set(sentIn(read.chain));
  for (const ref of woven(read.chain, read.others)) {
    const isHidden = !sent.has(ref);
    for (const said of saidBy(ref, valueAt(source, ref), isHidden ? aside : tools)) {
      const marks = isHidden ? { marks: ['not sent'], hidden: true } : {};
      yield { index: index++, at: pointerOf(ref), id: ref.uuid, ...said, ...marks };
    }
  }
}

export function pointerOf({ line, item }: Pick<Ref, 'line' | 'item'>): string {
  return item === 0 ? `/${line}` : `/${line}/${item}`;
}

/** The tokens of its answers, each once. */
export function* qwenAnswers(whole: Source, { chain, others }: SessionRead): Generator<Answered> {
  const source = windowed(whole);
  for (const ref of [...chain, ...others]) {
    const value = ref.type === 'assistant' ? valueAt(source, ref) : null;
    const usage = member(value, 'usageMetadata', 'last');
    if (!isObject(usage)) continue;
    const cached = countAt(usage, 'cachedContentTokenCount');
    yield {
      key: answerKey(ref.uuid),
      model: textAt(value, 'model') ?? 'unknown',
      day: answerDay(textAt(value, 'timestamp') ?? ''),
      input: Math.max(countAt(usage, 'promptTokenCount') - cached, 0),
      output: countAt(usage, 'candidatesTokenCount'),
      cacheRead: cached,
      cacheWrite: 0,
    };
  }
}
