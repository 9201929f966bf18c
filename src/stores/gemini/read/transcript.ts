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
import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Counts, type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { AnswerUsage } from '../../../model/stats.ts';
import { inSeconds } from '../../../model/time.ts';
import { answerKey } from '../../engine/hash.ts';
import { pictureOf } from '../../engine/image.ts';
import { answeredPrompts, FILES, programText, withLogged } from '../../engine/prompts/logged-prompts.ts';
import { recordReader } from '../../engine/records.ts';
import {
  type CommonMembers,
  callOf,
  commonOf,
  resultOf,
  type Said,
  type ShownCounts,
  saidQuestion,
  saidText,
  saidThought,
} from '../../engine/said.ts';
import { type SavedOutputs, withSaved } from '../../engine/saved-outputs.ts';
import { unreadIn } from '../../engine/search/words-of-value.ts';
import { agentsSection, namesSection } from '../../engine/sections.ts';
import { countAt, displayTextIn, resultText, searchedWords, textAt, timeAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';
import { countOf } from '../../words.ts';
import { contentOf, type GeminiContent, questionBehind } from './content.ts';
import type { SessionFile, SessionRead, SessionRecord } from './session.ts';

/** Messages that the program sends on resume; between them, hidden, those that it does not send. */
export function geminiTranscript(
  source: Source,
  read: SessionRead,
  { typed = [], agents = [], saved = null, wanted = false }: TranscriptContext = {},
): Transcript {
  const { meta, summaries, live, gone, lines } = read;
  const notSent = live.filter(({ use }) => use === 'command' || use === 'setup-and-question').length;
  return {
    messages: { [Symbol.iterator]: () => numbered(source, read, { typed, saved, wanted }) },
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
          `${countOf(live.length, 'message')} in ${countOf(lines, 'line')}`,
          ...(gone.length === 0 ? [] : [`${countOf(gone.length, 'message')} taken back, or in no later list`]),
          ...(notSent === 0 ? [] : [`${countOf(notSent, 'question')} that the program does not send`]),
        ],
      },
    ],
    repeated: ['metadata'],
  };
}

/** `wanted`: show the saved files. */
interface TranscriptContext {
  readonly typed?: readonly TypedPrompt[];
  readonly agents?: readonly { readonly id: string }[];
  readonly saved?: SavedOutputs | null;
  readonly wanted?: boolean;
}

/** Counts of shown messages; rewound ones do not count. */
export function geminiShown(source: Source, read: SessionRead): ShownCounts {
  const counts = { messages: 0, toolCalls: 0 };
  const results: Results = new Set();
  for (const { record, value } of messagesIn(source, { live: read.live, gone: [] }))
    countShown(record, value, results, counts);
  return counts;
}

function* numbered(
  source: Source,
  read: SessionRead,
  { typed, saved, wanted }: Required<Pick<TranscriptContext, 'typed' | 'saved' | 'wanted'>>,
): Generator<Message> {
  const isAsked = ({ type }: SessionRecord) => type === 'user';
  const questions = { live: read.live.filter(isAsked), gone: read.gone.filter(isAsked) };
  let index = 0;
  const all = placedIn(source, read);
  const messages = saved === null ? all : withSaved(all, saved, wanted);
  for (const said of withLogged(messages, typed, () => placedIn(source, questions))) yield { index: index++, ...said };
}

/** Hashes of the ids and texts of shown results, since the texts may be megabytes. */
type Results = Set<number>;

function* placedIn(source: Source, read: Pick<SessionRead, 'live' | 'gone'>): Generator<Omit<Message, 'index'>> {
  const [results, back] = [new Set<number>(), new Set<number>()];
  for (const { record, value, isGone } of messagesIn(source, read))
    for (const said of saidBy(record, value, isGone ? back : results)) yield placeMessage(said, record, isGone);
}

function placeMessage(said: Said, record: SessionRecord, isGone: boolean): Omit<Message, 'index'> {
  const id = record.id === null ? {} : { id: record.id };
  const marks = isGone ? { marks: [...(said.marks ?? []), 'taken back'], hidden: true } : {};
  return { at: recordPointer(record), ...id, ...said, ...marks };
}

export function recordPointer({ line, item, isInHeader }: Pick<SessionRecord, 'line' | 'item' | 'isInHeader'>): string {
  if (line < 0) return `/messages/${item}`;
  return item < 0 ? `/${line}` : `/${line}${isInHeader ? '' : '/$set'}/messages/${item}`;
}

/** Messages with their values; a value is valid until the next one is asked for. */
export function* messagesIn(
  source: Source,
  { live, gone }: Pick<SessionRead, 'live' | 'gone'>,
): Generator<{ readonly record: SessionRecord; readonly value: Value; readonly isGone: boolean }> {
  const valueAt = messageReader(source);
  let next = 0;
  for (const record of live) {
    for (; (gone[next]?.order ?? Number.POSITIVE_INFINITY) <= record.order; next++) {
      const back = gone[next] as SessionRecord;
      yield { record: back, value: valueAt(back), isGone: true };
    }
    yield { record, value: valueAt(record), isGone: false };
  }
  for (const record of gone.slice(next)) yield { record, value: valueAt(record), isGone: true };
}

/** Reads messages by place and holds the last line, because a list of messages is one line. */
function messageReader(source: Source): (record: SessionRecord) => Value {
  const recordAt = recordReader(source);
  let [at, list]: [number, readonly Value[]] = [-1, []];
  return (record) => {
    if (record.item < 0) return recordAt(record);
    if (record.at !== at) {
      at = record.at;
      const value = recordAt(record);
      const holder = record.isInHeader || record.line < 0 ? value : member(value, '$set', 'last');
      list = elements(member(holder, 'messages', 'last'));
    }
    return list[record.item] as Value;
  };
}

/** Tokens of the session's answers, each once. */
export function* geminiAnswers(source: Source, read: SessionRead): Generator<AnswerUsage> {
  for (const { record, value } of messagesIn(source, read)) {
    const tokens = record.type === 'gemini' ? member(value, 'tokens', 'last') : null;
    if (!isObject(tokens)) continue;
    const of = (key: string) => countAt(tokens, key);
    yield {
      key: answerKey(record.id ?? recordPointer(record)),
      model: textAt(value, 'model') ?? 'unknown',
      time: inSeconds(timeAt(value, 'timestamp')),
      input: Math.max(of('input') - of('cached'), 0),
      output: of('output') + of('thoughts'),
      cacheRead: of('cached'),
      cacheWrite: 0,
    };
  }
}

/** The shown messages of one record; `results`: those shown before. */
function* saidBy(record: SessionRecord, value: Value, results: Results): Generator<Said> {
  const common = commonOf(value, null);
  const content = contentOf(member(value, 'content', 'last'));
  if (record.type === 'gemini') yield* answerOf(record, value, results);
  else if (record.type === 'user') yield* askedIn(record, value, content, common, results);
  else if (content.text !== '' || record.use === 'notice') {
    const marks = [record.use === 'notice' ? `${record.type}` : 'not read by the program'];
    yield { role: 'system', type: 'other', text: content.text, marks, hidden: true, ...common };
  } else yield* unreadIn(record.type ?? 'a record without a type', value, common, LINKING);
  for (const part of content.unknownParts) yield* unreadIn('a part of an unknown type', part, common);
}

/** An answer with an empty part: the program sends only the results of its calls; the calls are shown with them. */
function* answerOf({ use }: SessionRecord, value: Value, results: Results): Generator<Said> {
  for (const said of answerIn(value, results)) {
    const isLeft = use === 'void' && said.type === 'text' && !said.hidden;
    yield isLeft ? { ...said, marks: ['not sent'], hidden: true } : said;
  }
}

const LINKING: ReadonlySet<string> = new Set(['timestamp']);

function* askedIn(
  record: SessionRecord,
  value: Value,
  content: GeminiContent,
  common: CommonMembers,
  results: Results,
): Generator<Said> {
  const { text } = content;
  const isSetUp = record.use === 'setup' || record.use === 'setup-and-question';
  if (isSetUp) yield { role: 'user', type: 'text', text, source: 'program', hidden: true, ...common };
  const question = isSetUp ? questionBehind(text) : text;
  const pictures = content.pictures.map(pictureOf);
  if (question !== '' || pictures.length > 0) {
    const typed = contentOf(member(value, 'displayContent', 'last')).text;
    const end = typedEnd(question, typed);
    const said = saidQuestion(question.slice(0, end), pictures, { ...common, ...wordsTyped(question, end, typed) });
    const isSent = record.use === 'sent';
    yield isSent ? said : { ...said, marks: ['not sent'], hidden: true };
    if (end < question.length) yield { ...programText(question.slice(end), common), hidden: !isSent };
  }
  if (content.thought !== '') yield saidThought(content.thought, common);
  for (const response of content.responses) yield* resultIn(response, common, results, {});
}

function wordsTyped(question: string, end: number, typed: string): Pick<Said, 'words'> {
  return typed === '' || question.slice(0, end) === typed ? {} : { words: typed };
}

/** End of the person's words in a question; file contents and words of hooks follow. */
function typedEnd(question: string, typed: string): number {
  if (typed !== '' && question.startsWith(typed)) return typed.length;
  const [first] = [FILES, '<hook_context>']
    .map((mark) => question.indexOf(mark))
    .filter((at) => at > 0)
    .sort((a, b) => a - b);
  return first ?? question.length;
}

/** An answer whose parts include calls: the program sends these, and only the results from `toolCalls`. */
function* answerIn(value: Value, results: Results): Generator<Said> {
  const common = commonOf(value, value);
  for (const thought of eachElement(member(value, 'thoughts', 'last'))) {
    const text = [textAt(thought, 'subject'), textAt(thought, 'description')].filter(Boolean).join('\n');
    if (text !== '') yield saidThought(text, common);
  }
  const { text, thought, calls } = contentOf(member(value, 'content', 'last'));
  if (thought !== '') yield saidThought(thought, common);
  if (text !== '') yield saidText('assistant', text, common);
  const tools = elements(member(value, 'toolCalls', 'last'));
  const toolsById = new Map(tools.toReversed().map((tool) => [textAt(tool, 'id'), tool] as const));
  const noted = calls.map((call) => toolsById.get(textAt(call, 'id') ?? '') ?? null);
  const isNoted = new Set(noted);
  for (const [n, call] of calls.entries()) {
    yield callOf(call, common);
    yield* resultsIn(noted[n] ?? null, common, results);
  }
  for (const tool of tools.filter((each) => !isNoted.has(each))) {
    const call = callOf(tool, common);
    yield calls.length === 0 ? call : { ...call, marks: ['not sent'], hidden: true };
    yield* resultsIn(tool, common, results);
  }
}

function* resultsIn(call: Value | null, common: CommonMembers, results: Results): Generator<Said> {
  const [name, args] = [textAt(call, 'name'), member(call, 'args', 'last')];
  const end = { ...endOf(textAt(call, 'status')), displayText: displayTextIn(member(call, 'resultDisplay', 'last')) };
  const { responses, text } = contentOf(member(call, 'result', 'last'));
  if (call !== null && text !== '' && isFirst(textAt(call, 'id'), text, results))
    yield resultOf(call, text, {
      ...common,
      ...endOf(textAt(call, 'status')),
      ...searchedWords(end.displayText, text),
    });
  for (const response of responses) {
    yield* resultIn(response, common, results, end);
    if (name === 'ask_user') yield* answersIn(args, member(response, 'response', 'last'), common);
  }
  const [, feedback] = name === 'exit_plan_mode' ? (/^Feedback: (.+)$/s.exec(end.displayText) ?? []) : [];
  if (feedback !== undefined)
    yield* answeredPrompts(textAt(args, 'plan_filename') ?? 'the plan', feedback, timeOf(common));
}

function timeOf({ time }: CommonMembers): Pick<Said, 'time'> {
  return time === undefined ? {} : { time };
}

/** A person's answers to questions: JSON in the result, by the numbers of the questions. */
function* answersIn(args: Value | null, result: Value | null, common: CommonMembers): Generator<Said> {
  const tape = scan(Buffer.from(textAt(result, 'output') ?? ''));
  const questions = elements(member(args, 'questions', 'last'));
  for (const { key, value } of tape.fault === null ? members(member(root(tape), 'answers', 'last')) : [])
    if (isString(value)) {
      const question = textAt(questions[Number(textOf(key))] ?? null, 'question');
      yield* answeredPrompts(question, textOf(value), timeOf(common));
    }
}

type CallStatus = Pick<Said, 'failed' | 'cancelled'>;

interface CallEnd extends CallStatus {
  readonly displayText?: string;
}

function endOf(status: string | null): CallStatus {
  if (status === 'error') return { failed: true };
  return status === 'cancelled' ? { cancelled: true } : {};
}

/** A result is stored in its call and in a message of its own; it is shown once. */
function* resultIn(response: Value, common: CommonMembers, results: Results, end: CallEnd): Generator<Said> {
  const { displayText = '', ...ended } = end;
  const body = member(response, 'response', 'last');
  const text = resultText(body);
  if (!isFirst(textAt(response, 'id'), text, results)) return;
  const failed = textAt(body, 'error') === null ? {} : { failed: true };
  yield resultOf(response, text, { ...common, ...failed, ...ended, ...searchedWords(displayText, text) });
}

function isFirst(id: string | null, text: string, results: Results): boolean {
  const before = results.size;
  return results.add(answerKey(`${id}`, text)).size > before;
}

function countShown(record: SessionRecord, value: Value, results: Results, into: ShownCounts): void {
  const { text, pictures, responses, calls } = contentOf(member(value, 'content', 'last'));
  const isSaid = text !== '' || (record.type === 'user' && pictures.length > 0);
  if (isSaid && record.use === 'sent') into.messages++;
  if (record.type === 'user') countResults(responses, results, into);
  if (record.type !== 'gemini') return;
  const tools = elements(member(value, 'toolCalls', 'last'));
  const made = calls.length || tools.length;
  into.messages += made;
  into.toolCalls += made;
  for (const tool of tools) {
    const { responses: own, text: said } = contentOf(member(tool, 'result', 'last'));
    if (said !== '' && isFirst(textAt(tool, 'id'), said, results)) into.messages++;
    countResults(own, results, into);
  }
}

function countResults(responses: readonly Value[], results: Results, into: ShownCounts): void {
  for (const response of responses)
    if (isFirst(textAt(response, 'id'), resultText(member(response, 'response', 'last')), results)) into.messages++;
}

export function geminiCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  const { source } = file;
  if (source === null || !file.read().isReadable) return counts;
  return { ...counts, ...geminiShown(source, file.read()) };
}
