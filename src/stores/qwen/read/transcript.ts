import { elements, isObject, isString, member, type Value } from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { type Counts, type Message, NOTHING_BESIDE, type Transcript } from '../../../model/conversation.ts';
import type { AnswerUsage } from '../../../model/stats.ts';
import { inSeconds } from '../../../model/time.ts';
import { answerKey } from '../../engine/hash.ts';
import { pictureOf } from '../../engine/image.ts';
import { answeredPrompts, FILES, programText, withLogged } from '../../engine/prompts/logged-prompts.ts';
import { inFileOrder } from '../../engine/record-order.ts';
import { recordReader } from '../../engine/records.ts';
import {
  type CommonMembers,
  callOf,
  commonOf,
  pictureAt,
  resultOf,
  type Said,
  type ShownCounts,
  saidQuestion,
  saidText,
  saidThought,
} from '../../engine/said.ts';
import { unreadIn } from '../../engine/search/words-of-value.ts';
import { agentsSection, namesSection, reachSection } from '../../engine/sections.ts';
import { countAt, displayTextIn, resultText, searchedWords, textAt, timeAt } from '../../engine/text-at.ts';
import type { TypedPrompt } from '../../kind.ts';
import { idOf, isThought, OpenCalls, partsIn, type QwenRole, roleOf, summaryIn } from './parts.ts';
import { reachedIn, type SessionFile, type SessionRead, type SessionRecord, shownTitle, TYPES } from './session.ts';

/** Messages that a resume sends; between them, hidden, records that are not on the last one's chain. */
export function qwenTranscript(
  source: Source,
  read: SessionRead,
  { typed, agents }: TranscriptContext = { typed: [], agents: [] },
): Transcript {
  const { ids, folders, titles } = read;
  const title = titles.at(-1) ?? null;
  return {
    messages: { [Symbol.iterator]: () => numbered(source, read, typed) },
    ...NOTHING_BESIDE,
    metadata: { source: JSON.stringify({ sessionId: ids[0] ?? null, cwd: folders[0] ?? null, title }) },
    sections: [...namesSection(titles, shownTitle(read)), ...agentsSection(agents), reachSection(read)],
    repeated: ['metadata'],
  };
}

interface TranscriptContext {
  readonly typed: readonly TypedPrompt[];
  readonly agents: readonly { readonly id: string }[];
}

export function qwenShown(source: Source, { chain }: SessionRead): ShownCounts {
  const counts = { messages: 0, toolCalls: 0 };
  const tools = noTools();
  const recordAt = recordReader(source);
  for (const record of reachedIn(chain))
    if (record.isEmptied) tools.open.begin(record.uuid);
    else if (record.isSummary) countSaid(saidBy(record, recordAt(record), tools), counts);
    else countShown(record, tools, counts);
  return counts;
}

function* numbered(source: Source, read: SessionRead, typed: readonly TypedPrompt[]): Generator<Message> {
  const isAsked = ({ type }: SessionRecord) => type === 'user' || type === 'system';
  let index = 0;
  for (const said of withLogged(placedIn(source, read), typed, () => placedIn(source, read, isAsked)))
    yield { index: index++, ...said };
}

function* placedIn(
  source: Source,
  read: SessionRead,
  isWanted: (record: SessionRecord) => boolean = () => true,
): Generator<Omit<Message, 'index'>> {
  const recordAt = recordReader(source);
  const [tools, aside] = [noTools(), noTools()];
  const reached = new Set(reachedIn(read.chain));
  for (const record of inFileOrder(read.chain, withUnread(read))) {
    if (!isWanted(record)) continue;
    const isReached = reached.has(record);
    const isSent = isReached && !record.isEmptied;
    if (isReached !== isSent) tools.open.begin(record.uuid);
    for (const said of saidBy(record, recordAt(record), isSent ? tools : aside)) yield placed(record, said, isSent);
  }
}

function placed(record: SessionRecord, said: Said, isSent: boolean): Omit<Message, 'index'> {
  return { at: recordPointer(record), id: record.uuid, ...said, ...(isSent ? {} : NOT_SENT) };
}

function withUnread({ offChain, unknownRecords }: SessionRead): readonly SessionRecord[] {
  return unknownRecords.length === 0 ? offChain : [...offChain, ...unknownRecords].sort((a, b) => a.at - b.at);
}

const ENVELOPE: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'sessionId',
  'timestamp',
  'cwd',
  'version',
  'gitBranch',
]);

export function recordPointer({ line, item }: Pick<SessionRecord, 'line' | 'item'>): string {
  return item === 0 ? `/${line}` : `/${line}/${item}`;
}

/** Tokens of the session's answers, each once. */
export function* qwenAnswers(source: Source, { chain, offChain }: SessionRead): Generator<AnswerUsage> {
  const recordAt = recordReader(source);
  for (const record of [...chain, ...offChain]) {
    const value = record.type === 'assistant' ? recordAt(record) : null;
    const usage = member(value, 'usageMetadata', 'last');
    if (!isObject(usage)) continue;
    const cached = countAt(usage, 'cachedContentTokenCount');
    yield {
      key: answerKey(record.uuid),
      model: textAt(value, 'model') ?? 'unknown',
      time: inSeconds(timeAt(value, 'timestamp')),
      input: Math.max(countAt(usage, 'promptTokenCount') - cached, 0),
      output: countAt(usage, 'candidatesTokenCount'),
      cacheRead: cached,
      cacheWrite: 0,
    };
  }
}

/** Ids of tools: called so far, called in the last answer, and with a result. */
interface Tools {
  readonly called: Set<string>;
  readonly open: OpenCalls;
  readonly answered: Set<string>;
  /** The command in the previous record; null for none. */
  command: string | null;
}

function noTools(): Tools {
  return { called: new Set(), open: new OpenCalls(), answered: new Set(), command: null };
}

/** Messages of one record; the program sends the parts of all but the hidden ones. */
function* saidBy(record: SessionRecord, value: Value, tools: Tools): Generator<Said> {
  const common = commonOf(value, value);
  if (record.type === 'system') {
    yield* noticeIn(record, value, tools, common);
    return;
  }
  if (!TYPES.includes(record.type)) {
    yield* unreadIn(record.type, value, common, ENVELOPE);
    return;
  }
  if (record.role === 'model') tools.open.begin(record.uuid);
  const result = member(value, 'toolCallResult', 'last');
  const isOwn = record.type === 'user' && textAt(value, 'provenance') === 'system';
  for (const said of partsSaid(partsIn(value), record, result, tools, common))
    yield isOwn ? { ...said, ...notificationMembers(value, said.text) } : said;
  for (const each of elements(member(member(result, 'resultDisplay', 'last'), 'answers', 'last')))
    yield* answeredPrompts(textAt(each, 'question'), textAt(each, 'answer'), common);
}

/** A notification: the program sends it to the model in the person's name, and shows the person one sentence. */
function notificationMembers(value: Value, text: string | null): Pick<Said, 'source' | 'words'> {
  const displayText = textAt(member(value, 'systemPayload', 'last'), 'displayText');
  return { source: 'program', ...(displayText === null ? {} : { words: `${displayText}\n${text ?? ''}` }) };
}

function* partsSaid(
  parts: readonly Value[],
  { type, role }: { readonly type: string; readonly role: QwenRole | null | undefined },
  result: Value | null,
  tools: Tools,
  common: CommonMembers,
): Generator<Said> {
  if (type === 'user') yield* askedIn(parts, common);
  // The program sends calls only from messages of the model, and results only from other messages.
  const [calling, answering] = [role === 'user' ? null : tools, role === 'model' ? null : tools];
  for (const part of parts) {
    const [call, response] = [member(part, 'functionCall', 'last'), member(part, 'functionResponse', 'last')];
    if (isObject(call)) yield callIn(call, calling, common);
    else if (isObject(response)) yield resultIn(response, result, answering, common);
    else if (!isRead(part)) yield* unreadIn('a part of an unknown type', part, common);
    else if (type !== 'user') yield* answerIn(part, common);
  }
}

function isRead(part: Value): boolean {
  return isString(member(part, 'text', 'last')) || isObject(pictureAt(part));
}

/** A question, and separately the contents of the files that it names, which the program adds. */
function* askedIn(parts: readonly Value[], common: CommonMembers): Generator<Said> {
  const texts = parts.flatMap((part) => textAt(part, 'text') ?? []);
  const pictures = parts.map(pictureAt).filter(isObject);
  if (texts.join('') === '' && pictures.length === 0) return;
  const filesAt = texts.indexOf(FILES);
  const typed = filesAt <= 0 ? texts : texts.slice(0, filesAt);
  yield saidQuestion(typed.join('\n'), pictures.map(pictureOf), common);
  if (filesAt > 0) yield programText(texts.slice(filesAt).join('\n'), common);
}

function* answerIn(part: Value, common: CommonMembers): Generator<Said> {
  const text = textAt(part, 'text');
  if (text) yield isThought(part) ? saidThought(text, common) : saidText('assistant', text, common);
}

const NOT_SENT = { marks: ['not sent'], hidden: true } as const;

function callIn(call: Value, tools: Tools | null, common: CommonMembers): Said {
  const isSent = tools !== null && isFirst(idOf(call), tools.called);
  if (isSent) tools.open.add(idOf(call));
  return isSent ? callOf(call, common) : { ...callOf(call, common), ...NOT_SENT };
}

/** A result. `tools`: null for a result that is not sent, whatever was called. */
function resultIn(response: Value, result: Value | null, tools: Tools | null, common: CommonMembers): Said {
  const id = idOf(response);
  const body = member(response, 'response', 'last');
  const text = resultText(body);
  const isSent = tools?.open.has(id) && isFirst(id, tools.answered);
  const words = searchedWords(displayTextIn(member(result, 'resultDisplay', 'last')), text);
  const said = resultOf(response, text, { ...common, ...endOf(result, body), ...words });
  return isSent ? said : { ...said, ...NOT_SENT };
}

function countSaid(messages: Iterable<Said>, into: ShownCounts): void {
  for (const { hidden, type } of messages) {
    if (hidden) continue;
    into.messages++;
    if (type === 'tool_call') into.toolCalls++;
  }
}

function countShown({ type, role, uuid, texts, calls, answers }: SessionRecord, tools: Tools, into: ShownCounts): void {
  if (type === 'system') return;
  if (role === 'model') tools.open.begin(uuid);
  const made = role === 'user' ? [] : calls.filter((id) => isFirst(id, tools.called));
  for (const id of made) tools.open.add(id);
  const got = role === 'model' ? [] : answers.filter((id) => tools.open.has(id) && isFirst(id, tools.answered));
  into.toolCalls += made.length;
  into.messages += texts + made.length + got.length;
}

function isFirst(id: string, ids: Set<string>): boolean {
  const before = ids.size;
  return id !== '' && ids.add(id).size > before;
}

function endOf(result: Value | null, body: Value | null): Pick<Said, 'failed' | 'cancelled'> {
  const status = textAt(result, 'status');
  if (status === 'cancelled') return { cancelled: true };
  return status === 'error' || textAt(body, 'error') !== null ? { failed: true } : {};
}

/** Types of notes without words, or with words that questions and titles have too. */
const WORDLESS: ReadonlySet<string> = new Set([
  'ui_telemetry',
  'attribution_snapshot',
  'file_history_snapshot',
  'at_command',
  'custom_title',
  'session_model',
  'chat_compression',
  'slash_command',
]);

function* noticeIn({ subtype }: SessionRecord, value: Value, tools: Tools, common: CommonMembers): Generator<Said> {
  const payload = member(value, 'systemPayload', 'last');
  if (subtype === 'slash_command') yield* commandIn(payload, tools, common);
  if (!WORDLESS.has(subtype ?? '')) yield* unreadIn(subtype ?? 'system', payload, common);
  for (const each of summaryIn(value) ?? []) {
    const role = roleOf(each);
    const from = { type: role === 'model' ? 'assistant' : 'user', role };
    if (role === 'model') tools.open.begin('');
    for (const said of partsSaid(elements(member(each, 'parts', 'last')), from, null, tools, common))
      yield { ...said, source: 'summary' };
  }
}

/** A command, which the program records twice: when typed, and with its answer. */
function* commandIn(payload: Value | null, tools: Tools, common: CommonMembers): Generator<Said> {
  const text = textAt(payload, 'rawCommand');
  if (text !== null && text !== tools.command) yield { role: 'user', type: 'text', text, ...NOT_SENT, ...common };
  tools.command = textAt(payload, 'phase') === 'invocation' ? text : null;
  for (const item of elements(member(payload, 'outputHistoryItems', 'last'))) {
    const answer = textAt(item, 'text') ?? '';
    if (answer !== '') yield { role: 'system', type: 'text', text: answer, ...NOT_SENT, ...common, source: 'program' };
  }
}

export function qwenCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  return file.source === null ? counts : { ...counts, ...qwenShown(file.source, file.read()) };
}
