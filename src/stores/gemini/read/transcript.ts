import { scan } from '../../../codecs/json/scan.ts';
import {
  eachElement,
  elements,
  isObject,
  isString,
  member,
  members,
  root,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { AnswerUsage } from '../../../model/stats.ts';
import { agentsSection } from '../../engine/agent-named.ts';
import { callOf, namesOf, pictureOf } from '../../engine/google-parts.ts';
import { answerDay, answerKey } from '../../engine/hash.ts';
import { answered, besideQuestion, FILES, withLogged } from '../../engine/logged-prompts.ts';
import { namesSection } from '../../engine/sections.ts';
import { countAt, resultText, seenIn, textAt, timeAt, wordsOf } from '../../engine/text-at.ts';
import { unreadIn } from '../../engine/words-of-value.ts';
import type { TypedPrompt } from '../../kind.ts';
import { count } from '../../words.ts';
import { type Content, contentOf, questionBehind } from './content.ts';
import type { Ref, SessionRead } from './session.ts';

/** Messages that the program sends on resume; between them, hidden, those it does not send. */
export function geminiTranscript(
  source: Source,
  read: SessionRead,
  { typed, agents }: Beside = { typed: [], agents: [] },
): Transcript {
  const { meta, summaries, live, gone, lines } = read;
  const notSent = live.filter(({ use }) => use === 'command' || use === 'setup-and-question').length;
  return {
    messages: { [Symbol.iterator]: () => numbered(source, read, typed) },
    ...NOTHING_BESIDE,
    metadata: { source: JSON.stringify(meta) },
    sections: [
      ...namesSection(summaries, meta.summary),
      ...agentsSection(agents),
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

/** What is kept beside a session. */
interface Beside {
  readonly typed: readonly TypedPrompt[];
  readonly agents: readonly { readonly id: string }[];
}

/** Counts of shown messages, without rewound ones. */
export function geminiShown(source: Source, read: SessionRead): Shown {
  const shown = { messages: 0, toolCalls: 0 };
  const results = new Set<string>();
  for (const { ref, value } of messagesIn(source, { live: read.live, gone: [] }))
    countShown(ref, value, results, shown);
  return shown;
}

function* numbered(source: Source, read: SessionRead, typed: readonly TypedPrompt[]): Generator<Message> {
  const isAsked = ({ type }: Ref) => type === 'user';
  const asked = { live: read.live.filter(isAsked), gone: read.gone.filter(isAsked) };
  let index = 0;
  for (const said of withLogged(placedIn(source, read), typed, () => placedIn(source, asked)))
    yield { ...said, index: index++ };
}

function* placedIn(source: Source, read: Pick<SessionRead, 'live' | 'gone'>): Generator<Omit<Message, 'index'>> {
  const [results, back] = [new Set<string>(), new Set<string>()];
  for (const { ref, value, isGone } of messagesIn(source, read))
    for (const said of saidBy(ref, value, isGone ? back : results)) yield placed(said, ref, isGone);
}

function placed(said: Said, ref: Ref, isGone: boolean): Omit<Message, 'index'> {
  const id = ref.id === null ? {} : { id: ref.id };
  const marks = isGone ? { marks: [...(said.marks ?? []), 'taken back'], hidden: true } : {};
  return { at: pointerOf(ref), ...id, ...said, ...marks };
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
export function* geminiAnswers(source: Source, read: SessionRead): Generator<AnswerUsage> {
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

/** A message without its position. */
type Said = Omit<Message, 'index' | 'at'>;
type Common = Pick<Said, 'time' | 'model'>;

/** The shown messages of one record of the program; `results` were shown before. */
function* saidBy(ref: Ref, value: Value, results: Set<string>): Generator<Said> {
  const time = timeAt(value, 'timestamp');
  const common = time === null ? {} : { time: Math.floor(time / 1000) };
  const content = contentOf(member(value, 'content', 'last'));
  if (ref.type === 'gemini') yield* answerIn(value, common, results);
  else if (ref.type === 'user') yield* askedIn(ref, value, content, common, results);
  else if (content.text !== '' || ref.use === 'notice') {
    const marks = [ref.use === 'notice' ? `${ref.type}` : 'not read by the program'];
    yield { ...common, role: 'system', type: 'other', text: content.text, marks, hidden: true };
  } else yield* unreadIn(ref.type ?? 'a record without a type', value, common, LINKING);
  for (const part of content.unread) yield* unreadIn('a part of an unknown type', part, common);
}

const LINKING: ReadonlySet<string> = new Set(['timestamp']);

function* askedIn(ref: Ref, value: Value, content: Content, common: Common, shown: Set<string>): Generator<Said> {
  const { text } = content;
  const isSetUp = ref.use === 'setup' || ref.use === 'setup-and-question';
  if (isSetUp) yield { ...common, role: 'user', type: 'text', text, source: 'program', hidden: true };
  const question = isSetUp ? questionBehind(text) : text;
  const pictures = content.pictures.map(pictureOf);
  if (question !== '' || pictures.length > 0) {
    const typed = contentOf(member(value, 'displayContent', 'last')).text;
    const end = typedEnd(question, typed);
    const isSent = ref.use === 'sent';
    yield { ...common, ...asked(question.slice(0, end), typed, isSent), ...(pictures.length > 0 && { pictures }) };
    if (end < question.length) yield { ...common, ...besideQuestion(question.slice(end)), hidden: !isSent };
  }
  for (const response of content.responses) yield* resultIn(response, common, shown, {});
}

/** Where the words of a person end in a question: before files and words of hooks. */
function typedEnd(question: string, typed: string): number {
  if (typed !== '' && question.startsWith(typed)) return typed.length;
  const [first] = [FILES, '<hook_context>']
    .map((mark) => question.indexOf(mark))
    .filter((at) => at > 0)
    .sort((a, b) => a - b);
  return first ?? question.length;
}

function asked(text: string, typed: string, isSent: boolean): Said {
  const words = typed === '' || typed === text ? {} : { words: typed };
  const marks = isSent ? {} : { marks: ['not sent'] };
  return { ...words, ...marks, role: 'user', type: 'text', text, hidden: !isSent };
}

function* answerIn(value: Value, common: Common, results: Set<string>): Generator<Said> {
  const model = textAt(value, 'model');
  const by = model === null ? common : { ...common, model };
  for (const thought of eachElement(member(value, 'thoughts', 'last'))) {
    const text = [textAt(thought, 'subject'), textAt(thought, 'description')].filter(Boolean).join('\n');
    if (text !== '') yield { ...by, role: 'assistant', type: 'reasoning', text, hidden: true };
  }
  const { text, calls } = contentOf(member(value, 'content', 'last'));
  if (text !== '') yield { ...by, role: 'assistant', type: 'text', text, hidden: false };
  // Where the session began with `/chat resume`, its calls are parts of answers.
  for (const call of calls) yield callOf(call, by);
  for (const call of eachElement(member(value, 'toolCalls', 'last'))) yield* callIn(call, by, results);
}

function* callIn(call: Value, common: Common, results: Set<string>): Generator<Said> {
  yield callOf(call, common);
  const [name, args] = [textAt(call, 'name'), member(call, 'args', 'last')];
  const end = { ...endOf(textAt(call, 'status')), seen: seenIn(member(call, 'resultDisplay', 'last')) };
  for (const response of contentOf(member(call, 'result', 'last')).responses) {
    yield* resultIn(response, common, results, end);
    if (name === 'ask_user') yield* answersIn(args, member(response, 'response', 'last'), common);
  }
  const [, feedback] = name === 'exit_plan_mode' ? (/^Feedback: (.+)$/s.exec(end.seen) ?? []) : [];
  if (feedback !== undefined) yield* answered(textAt(args, 'plan_filename') ?? 'the plan', feedback, timeOf(common));
}

function timeOf({ time }: Common): Pick<Said, 'time'> {
  return time === undefined ? {} : { time };
}

/** The answers of a person stand as JSON in the result, by the numbers of the questions. */
function* answersIn(args: Value | null, result: Value | null, common: Common): Generator<Said> {
  const tape = scan(Buffer.from(textAt(result, 'output') ?? ''));
  const questions = elements(member(args, 'questions', 'last'));
  for (const { key, value } of tape.fault === null ? members(member(root(tape), 'answers', 'last')) : [])
    if (isString(value)) {
      const asked = textAt(questions[Number(textOf(key))] ?? null, 'question');
      yield* answered(asked, textOf(value), timeOf(common));
    }
}

type Ended = Pick<Said, 'failed' | 'cancelled'>;

interface End extends Ended {
  /** What people saw of it. */
  readonly seen?: string;
}

function endOf(status: string | null): Ended {
  if (status === 'error') return { failed: true };
  return status === 'cancelled' ? { cancelled: true } : {};
}

/** A result is in its call and in a message of its own; it is shown once. */
function* resultIn(response: Value, common: Common, results: Set<string>, end: End): Generator<Said> {
  const { seen = '', ...ended } = end;
  const body = member(response, 'response', 'last');
  const text = resultText(body);
  if (!isFirst(textAt(response, 'id'), text, results)) return;
  const failed = textAt(body, 'error') === null ? {} : { failed: true };
  const words = wordsOf(seen, text);
  yield {
    ...common,
    ...failed,
    ...ended,
    ...words,
    ...namesOf(response),
    role: 'tool',
    type: 'tool_output',
    text,
    hidden: false,
  };
}

function isFirst(id: string | null, text: string, results: Set<string>): boolean {
  const before = results.size;
  return results.add(`${id}\n${text}`).size > before;
}

interface Shown {
  messages: number;
  toolCalls: number;
}

/** Counts what `saidBy` shows, and makes none of it. */
function countShown(ref: Ref, value: Value, results: Set<string>, into: Shown): void {
  const { text, pictures, responses, calls } = contentOf(member(value, 'content', 'last'));
  const isSaid = text !== '' || (ref.type === 'user' && pictures.length > 0);
  if (isSaid && ref.use === 'sent') into.messages++;
  if (ref.type === 'user') countResults(responses, results, into);
  if (ref.type !== 'gemini') return;
  into.messages += calls.length;
  into.toolCalls += calls.length;
  for (const call of elements(member(value, 'toolCalls', 'last'))) {
    into.messages++;
    into.toolCalls++;
    countResults(contentOf(member(call, 'result', 'last')).responses, results, into);
  }
}

function countResults(responses: readonly Value[], results: Set<string>, into: Shown): void {
  for (const response of responses)
    if (isFirst(textAt(response, 'id'), resultText(member(response, 'response', 'last')), results)) into.messages++;
}
