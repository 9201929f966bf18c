import { scan } from '../../../codecs/json/scan.ts';
import { elements, isObject, member, root, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { Answered } from '../../../model/stats.ts';
import { answerDay, answerKey } from '../../engine/hash.ts';
import { namesSection } from '../../engine/sections.ts';
import { countAt, textAt } from '../../engine/text-at.ts';
import { count } from '../../words.ts';
import { countShown, type Said, type Shown, saidBy } from './said.ts';
import type { Ref, SessionRead } from './session.ts';

/** Messages that the program sends on resume; between them, hidden, those it does not send. */
export function geminiTranscript(source: Source, read: SessionRead): Transcript {
  const { meta, summaries, live, gone, lines } = read;
  const notSent = live.filter(({ use }) => use === 'command' || use === 'setup-and-question').length;
  return {
    messages: { [Symbol.iterator]: () => numbered(source, read) },
    ...NOTHING_BESIDE,
    metadata: { source: JSON.stringify(meta) },
    sections: [
      ...namesSection(summaries, meta.summary),
      {
        key: 'reach',
        title: 'records',
        value: { source: JSON.stringify({ lines, messages: live.length, takenBack: gone.length, notSent }) },
        lines: [
          `${count(live.length, 'message')} in ${count(lines, 'line')}`,
          ...(gone.length === 0 ? [] : [`${count(gone.length, 'message')} taken back, or in no later list`]),
          ...(notSent === 0 ? [] : [`${count(notSent, 'question')} that the program does not send`]),
        ],
      },
    ],
    repeated: ['metadata'],
  };
}

/** Counts of shown messages, without rewound ones. */
export function geminiShown(source: Source, read: SessionRead): Shown {
  const shown = { messages: 0, toolCalls: 0 };
  const results = new Set<string>();
  for (const { ref, value } of messagesIn(source, { live: read.live, gone: [] }))
    countShown(ref, value, results, shown);
  return shown;
}

function* numbered(source: Source, read: SessionRead): Generator<Message> {
  let index = 0;
  const [results, back] = [new Set<string>(), new Set<string>()];
  for (const { ref, value, isGone } of messagesIn(source, read))
    for (const said of saidBy(ref, value, isGone ? back : results)) yield placed(said, ref, index++, isGone);
}

function placed(said: Said, ref: Ref, index: number, isGone: boolean): Message {
  const id = ref.id === null ? {} : { id: ref.id };
  const marks = isGone ? { marks: [...(said.marks ?? []), 'taken back'], hidden: true } : {};
  return { index, at: pointerOf(ref), ...id, ...said, ...marks };
}

export function pointerOf({ line, item }: Pick<Ref, 'line' | 'item'>): string {
  if (line < 0) return `/messages/${item}`;
  return item < 0 ? `/${line}` : `/${line}/$set/messages/${item}`;
}

/** The messages that there are, each with its value, which is valid until the next one is asked for. */
export function* messagesIn(
  source: Source,
  { live, gone }: Pick<SessionRead, 'live' | 'gone'>,
): Generator<{ readonly ref: Ref; readonly value: Value; readonly isGone: boolean }> {
  const valueAt = valueReader(source);
  let next = 0;
  for (const ref of live) {
    for (; (gone[next]?.order ?? Number.POSITIVE_INFINITY) < ref.order; next++) {
      const back = gone[next] as Ref;
      yield { ref: back, value: valueAt(back), isGone: true };
    }
    yield { ref, value: valueAt(ref), isGone: false };
  }
  for (const ref of gone.slice(next)) yield { ref, value: valueAt(ref), isGone: true };
}

/** Reads messages by their places; the line of the last one is held, because a list of messages is one line. */
function valueReader(source: Source): (ref: Ref) => Value {
  let [at, list]: [number, readonly Value[]] = [-1, []];
  return (ref) => {
    if (ref.at !== at) {
      at = ref.at;
      const value = root(scan(new Uint8Array(source.slice(ref.at, ref.length))));
      const found = member(member(value, '$set', 'last') ?? value, 'messages', 'last');
      list = ref.item < 0 ? [value as Value] : elements(found);
    }
    return list[Math.max(ref.item, 0)] as Value;
  };
}

/** Tokens of its answers, each once. */
export function* geminiAnswers(source: Source, read: SessionRead): Generator<Answered> {
  for (const { ref, value } of messagesIn(source, read)) {
    const tokens = ref.type === 'gemini' ? member(value, 'tokens', 'last') : null;
    if (!isObject(tokens)) continue;
    const of = (key: string) => countAt(tokens, key);
    const input = Math.max(of('input') - of('cached'), 0);
    const day = answerDay(textAt(value, 'timestamp') ?? '');
    const spent = { input, output: of('output') + of('thoughts'), cacheRead: of('cached'), cacheWrite: 0 };
    yield { ...spent, key: answerKey(ref.id ?? pointerOf(ref)), model: textAt(value, 'model') ?? 'unknown', day };
  }
}
