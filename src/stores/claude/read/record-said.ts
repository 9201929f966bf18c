import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import {
  elements,
  isArray,
  isString,
  lexemeOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import { asideIn, ownWords, textsIn } from './asides.ts';
import { type BlockText, blocksOf, commandSaid, queuedBlocks, waitingSaid } from './blocks.ts';
import { contentOf } from './content.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';
import type { StopHooks } from './stop-hooks.ts';

/** Mark on words typed while the program was at work. */
export const AT_WORK = 'while it was at work';

/** True for a record that is no message, or that the program wrote in place of an answer. */
export function isProgramRecord(records: Records, n: number): boolean {
  const kind = records.classOf[n];
  if (kind === CLASS.attachment) return !records.isQueued(n);
  return kind === CLASS.system || (records.isMessage(n) && records.has(n, RECORD_FLAG.apiError));
}

export function isSaid(records: Records, n: number): boolean {
  return records.isMessage(n) || records.isQueued(n);
}

/** Words that the program writes in the person's name count as the program's. */
export function spokenBy({ role, source }: Pick<Message, 'role' | 'source'>): Pick<Message, 'role'> {
  const isProgram = source === 'program' || source === 'summary';
  return { role: isProgram && role !== 'tool' ? 'system' : role };
}

/** Kinds of the blocks of a record, sent or not, for `show`; empty for notes of the program. */
export function kindsOfRecord(
  records: Records,
  n: number,
  record: Value,
  hooks: StopHooks,
): Pick<Message, 'role' | 'type' | 'name'>[] {
  const about = whoWrote(records, n);
  const spoken = saidIn(records, n, record, { hooks, everything: false }).filter(
    ({ isOwn = false, offScreen = false }) => !isOwn && !offScreen,
  );
  return spoken.map(({ type, name, ...said }) => ({
    ...spokenBy({ ...said, ...about }),
    type,
    ...(name === undefined ? {} : { name }),
  }));
}

interface SaidOptions {
  readonly hooks: StopHooks;
  readonly everything: boolean;
}

export function saidIn(
  records: Records,
  n: number,
  record: Value,
  { hooks, everything }: SaidOptions,
): readonly BlockText[] {
  const summary = records.classOf[n] === CLASS.system ? hooks.repeatIn(record) : null;
  if (summary !== null) return summary.length === 0 && everything ? [ownNote(record)] : summary;
  const said = wordsIn(records, n, record, everything);
  hooks.note(record, said);
  return said;
}

function wordsIn(records: Records, n: number, record: Value, everything: boolean): readonly BlockText[] {
  if (records.isMessage(n)) return [...blocksOf(record), ...typedAnswersIn(records, n, record)];
  if (records.isMetadata(n) && everything) return [ofMetadata(record)];
  if (records.isMetadata(n)) return records.isOfQueue(n) ? [waitingSaid(record)] : ofUnknown(record);
  if (records.isQueued(n)) return queuedBlocks(record);
  if (textAt(record, 'subtype') === 'local_command') return [commandSaid(textAt(record, 'content'))];
  const said = asideIn(record);
  if (said.length > 0) return said;
  const isWorded = records.classOf[n] === CLASS.attachment && ownWords(record) !== '';
  if (everything) return [ownNote(record)];
  return isWorded ? [{ ...ownNote(record), isOwn: true }] : [];
}

export function typedAnswersIn(records: Records, n: number, record: Value): readonly BlockText[] {
  return records.classOf[n] === CLASS.user && records.has(n, RECORD_FLAG.paired) ? typedAnswers(record) : [];
}

export function whoWrote(records: Records, n: number): Pick<Message, 'source'> {
  if (records.has(n, RECORD_FLAG.apiError)) return { source: 'program' };
  // An answer is the model's, even if its record is marked meta or as a summary.
  if (records.classOf[n] === CLASS.assistant) return {};
  if (records.has(n, RECORD_FLAG.summary)) return { source: 'summary' };
  return records.has(n, RECORD_FLAG.meta) ? { source: 'program' } : {};
}

export function marksOf(file: SessionFile, n: number, record: Value): readonly string[] {
  const marks: string[] = [];
  const records = file.records();
  const isPassed = records.has(n, RECORD_FLAG.attached) ? !file.history().isOn(n) : isProgramRecord(records, n);
  if (isPassed && !file.history().isSent(n)) marks.push('not sent');
  const ended = END_REASONS.get(textAt(lastValue(record, 'message'), 'stop_reason') ?? '');
  if (ended !== undefined) marks.push(ended);
  for (const [flag, mark] of MARKS) if (records.has(n, flag)) marks.push(mark);
  if (records.isQueued(n)) marks.push(AT_WORK);
  if (records.isKept(n) && file.links().isReplaced(n)) marks.push('repeated further down');
  return marks;
}

const MARKS: readonly (readonly [flag: number, mark: string])[] = [
  [RECORD_FLAG.summary, 'summary of a compaction'],
  [RECORD_FLAG.meta, 'written by the program'],
  [RECORD_FLAG.sidechain, 'sidechain'],
  [RECORD_FLAG.team, 'team'],
  [RECORD_FLAG.apiError, 'error of the program'],
];

/** Why an answer ended early, by its stop reason. */
const END_REASONS: ReadonlyMap<string, string> = new Map([
  ['refusal', 'refused'],
  ['max_tokens', 'cut short: as long as an answer may be'],
  ['model_context_window_exceeded', 'cut short: the context is full'],
]);

/** A record of the program: its type and its texts, as they are in the file. */
function ownNote(record: Value): BlockText {
  const [type, subtype] = ['type', 'subtype'].map((key) => textAt(record, key));
  const name = [type, subtype ?? textAt(lastValue(record, 'attachment'), 'type')].filter((word) => word != null);
  const words = ownWords(record);
  return { path: '', role: 'system', type: 'other', text: name.join(' ') + (words === '' ? '' : `: ${words}`) };
}

/** A record of metadata: its type, and its other members as they are in the file. */
function ofMetadata(record: Value): BlockText {
  const texts = members(record).flatMap(({ key, value }) =>
    ENVELOPE_KEYS.has(textOf(key)) ? [] : [`${textOf(key)}=${isString(value) ? textOf(value) : lexemeOf(value)}`],
  );
  const name = textAt(record, 'type') ?? 'a record without a type';
  return { path: '', role: 'system', type: 'other', text: [name, ...texts].join(' ') };
}

/** A record of an unknown type, under that type, with all its texts; none if it has no text. */
function ofUnknown(record: Value): BlockText[] {
  const words = members(record).flatMap(({ key, value }) =>
    WORDLESS_KEYS.has(textOf(key)) ? [] : [...textsIn(value)],
  );
  const said = words.map((each) => each.trim()).filter((each) => each !== '');
  if (said.length === 0) return [];
  const text = [textAt(record, 'type') ?? 'a record without a type', ...said].join('\n');
  return [{ path: '', role: 'system', type: 'text', text, source: 'program' }];
}

const ENVELOPE_KEYS: ReadonlySet<string> = new Set(['type', 'sessionId', 'uuid', 'parentUuid', 'timestamp']);

const WORDLESS_KEYS: ReadonlySet<string> = new Set([
  ...ENVELOPE_KEYS,
  'cwd',
  'entrypoint',
  'gitBranch',
  'leafUuid',
  'messageId',
  'slug',
  'userType',
  'version',
]);

/** A person's words for a tool, from the result's record: answers, notes, reasons of a refusal. */
export function typedAnswers(record: Value): BlockText[] {
  const [result = null] = contentOf(lastValue(record, 'message')).filter(isResult);
  if (result === null) return [];
  const callId = textAt(result, 'tool_use_id');
  const typed = [...answersIn(lastValue(record, 'toolUseResult')), ...reasonIn(result)];
  return typed.map(({ text, mark }) => ({
    path: '/toolUseResult',
    role: 'user',
    type: 'text',
    text,
    ...(callId === null ? {} : { callId }),
    marks: [mark],
  }));
}

export function mayBeTyped(record: PlainRecord): boolean {
  const { tape, blocks } = record;
  const copy = record.get('toolUseResult');
  if (record.kindOf(copy) === KIND.object && member({ tape, at: copy }, 'answers') !== null) return true;
  // Only the first result can have typed answers.
  const content = blocks === 0 ? 0 : record.blockValue(0);
  if (record.kindOf(content) === KIND.string) return mayBegin(tape, content);
  if (record.kindOf(content) !== KIND.array) return false;
  const [first = null] = elements({ tape, at: content });
  const text = lastValue(first, 'text');
  return isString(text) && mayBegin(tape, text.at);
}

interface TypedText {
  readonly text: string;
  readonly mark: string;
}

function isResult(block: Value): boolean {
  return textAt(block, 'type') === 'tool_result';
}

/** The program's texts for no answer. */
const NO_ANSWER: readonly string[] = ['', '(notes only)', '(no option selected)'];

function* answersIn(result: Value | null): Generator<TypedText> {
  const answers = lastValue(result, 'answers');
  const notes = lastValue(result, 'annotations');
  for (const { key, value } of answers === null ? [] : members(answers)) {
    const question = textOf(key);
    const note = textAt(lastValue(notes, question), 'notes') ?? '';
    const words = [...answerWords(value), note].filter((each) => !NO_ANSWER.includes(each));
    if (words.length > 0) yield { text: words.join('\n'), mark: `answer to: ${question}` };
  }
}

function answerWords(answer: Value): string[] {
  if (isArray(answer)) return [elements(answer).flatMap(answerWords).join(', ')];
  return isString(answer) ? [textOf(answer)] : [];
}

/** A person's reason, between the sentences of the program and its note. */
const REASON =
  /^(?:The user doesn't want to proceed|Permission for this tool use was denied|The (?:user|agent)[^\n]*rejected).*?the user said:\n(.*?)(?:\n\nNote: The user's next message.*)?$/is;

/** False for most outputs, some of them long, without decoding them. */
function mayBegin({ bytes, words }: Tape, at: number): boolean {
  const from = (words[at * TOKEN + 1] as number) + 1;
  return BEGINNINGS.some((beginning) => isBegun(bytes, from, beginning));
}

/** Lowercase beginnings of the program's sentences. */
const BEGINNINGS = ['the user', 'the agent', 'permission'].map((text) => Buffer.from(text));
const BACKSLASH = 0x5c;
const LOWER_CASE_BIT = 0x20;

/** True for a text that begins with `beginning` in any case, or may, because it has an escape. */
function isBegun(bytes: Uint8Array, from: number, beginning: Uint8Array): boolean {
  for (let i = 0; i < beginning.length; i++) {
    const byte = bytes[from + i] as number;
    if (byte === BACKSLASH) return true;
    if ((byte | LOWER_CASE_BIT) !== beginning[i]) return false;
  }
  return true;
}

function* reasonIn(result: Value): Generator<TypedText> {
  const content = lastValue(result, 'content');
  const said = isString(content) ? content : lastValue(contentOf(result)[0], 'text');
  const reason = isString(said) && mayBegin(said.tape, said.at) ? (REASON.exec(textOf(said))?.[1]?.trim() ?? '') : '';
  if (reason !== '') yield { text: reason, mark: 'reason of a refusal' };
}
