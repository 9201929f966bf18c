import {
  elements,
  isArray,
  isObject,
  isString,
  isTrue,
  member,
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
import { inFileOrder } from '../../engine/record-order.ts';
import { linePointer, recordReader } from '../../engine/records.ts';
import {
  type CommonMembers,
  commonOf,
  type Said,
  type ShownCounts,
  saidCall,
  saidQuestion,
  saidResult,
  saidText,
  saidThought,
} from '../../engine/said.ts';
import { unreadIn } from '../../engine/search/words-of-value.ts';
import { namesSection, reachSection } from '../../engine/sections.ts';
import { countAt, lastValue, textAt, timeAt } from '../../engine/text-at.ts';
import {
  isCall,
  isExcluded,
  isPicture,
  isTextPart,
  partsIn,
  type RecordFault,
  type SessionRecord,
  textsOfMessage,
} from './record.ts';
import { isOld, type SessionFile, type SessionRead } from './session.ts';

/** Messages that the program sends when it goes on; between them, hidden, the others. */
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

export function piShown(read: SessionRead): ShownCounts {
  const counts = { messages: 0, toolCalls: 0 };
  for (const { texts, calls } of flowOf(read).values()) {
    counts.messages += texts + calls.length;
    counts.toolCalls += calls.length;
  }
  return counts;
}

function* numbered(source: Source, read: SessionRead): Generator<Message> {
  const recordAt = recordReader(source);
  let index = 0;
  const sent = flowOf(read);
  const edits = new Map([...sent].filter(([record, as]) => as.at !== record.at && as.fault !== 'member'));
  // An edit is shown at its message's place.
  const shownThere = new Set([...edits.values()].map(({ at }) => at));
  const aside = read.records.filter((record) => !sent.has(record) && !shownThere.has(record.at));
  for (const record of inFileOrder([...sent.keys()], aside)) {
    const [value, edit] = [recordAt(record), edits.get(record)];
    for (const said of saidBy(record, value, sent.get(record)?.at === record.at))
      yield { index: index++, at: linePointer(record), id: record.uuid, ...said };
    if (edit === undefined) continue;
    for (const said of editedBy(edit, recordAt(edit), member(value, 'message', 'last')))
      yield { index: index++, at: linePointer(edit), id: edit.uuid, ...said };
  }
}

/** The content of an edit, as a message of the kind of `message`; without that, as an extension's message. */
function* editedBy({ effect }: SessionRecord, value: Value, message: Value | null): Generator<Said> {
  const edit = member(value, 'replacement', 'last');
  const common = commonOf(value, message);
  if (effect === 'answers') yield* answerIn(edit, common);
  else if (effect === 'returns') yield resultIn(edit, common, message);
  else yield* askedIn(edit, textAt(message, 'role') === 'user' ? common : { ...common, source: 'program' });
  yield* unreadParts(edit, common);
}

/** Tokens of the session's answers, each once. */
export function* piAnswers(source: Source, { records }: SessionRead): Generator<AnswerUsage> {
  const recordAt = recordReader(source);
  for (const record of records) {
    const value = record.role === 'assistant' ? recordAt(record) : null;
    const message = member(value, 'message', 'last');
    const usage = member(message, 'usage', 'last');
    if (!isObject(usage)) continue;
    const time = textAt(value, 'timestamp') ?? '';
    yield {
      key: answerKey(record.uuid, time),
      model: textAt(message, 'model') ?? 'unknown',
      time: inSeconds(timeAt(value, 'timestamp')),
      input: countAt(usage, 'input'),
      output: countAt(usage, 'output'),
      cacheRead: countAt(usage, 'cacheRead'),
      cacheWrite: countAt(usage, 'cacheWrite'),
    };
  }
}

/** Messages of one record, or of an edit whose message is missing. `isSent`: the program sends them when it goes on. */
function* saidBy(record: SessionRecord, value: Value, isSent: boolean): Generator<Said> {
  const message = member(value, record.type === 'context_edit' ? 'replacement' : 'message', 'last');
  for (const said of messagesOf(record, value, message, commonOf(value, message)))
    yield isSent || (said.hidden && said.isUnsentThought !== true)
      ? said
      : { ...said, marks: ['not sent', ...(said.marks ?? [])], hidden: true };
}

function* messagesOf(
  record: SessionRecord,
  value: Value,
  message: Value | null,
  common: CommonMembers,
): Generator<Said> {
  switch (record.type) {
    case 'message':
      yield* turnIn(message, common);
      yield* unreadParts(message, common);
      return;
    case 'context_edit':
      if (hasContent(message)) for (const text of textsOfMessage(message)) yield* notice(text, 'not sent', common);
      else yield* unreadIn('context_edit', message, common);
      yield* unreadParts(message, common);
      return;
    case 'custom_message':
      yield* askedIn(value, { ...common, source: 'program' });
      yield* unreadParts(value, common);
      return;
    case 'compaction':
    case 'branch_summary':
      yield* notedText(textAt(value, 'summary'), { ...common, source: 'summary' });
      return;
    case 'label':
      yield* notice(textAt(value, 'label'), 'label', common);
      return;
    default:
      if (!WORDLESS.has(record.type ?? ''))
        yield* unreadIn(record.type ?? 'a record without a type', value, common, LINKING);
  }
}

/** Types of records whose only words are a setting, a name or a count. */
const WORDLESS: ReadonlySet<string> = new Set(['model_change', 'thinking_level_change', 'session_info', 'usage']);
const LINKING: ReadonlySet<string> = new Set(['parentId', 'timestamp']);

function* turnIn(message: Value | null, common: CommonMembers): Generator<Said> {
  switch (textAt(message, 'role')) {
    case 'user':
      yield* askedIn(message, common);
      return;
    case 'assistant':
      yield* answerIn(message, common);
      return;
    case 'toolResult':
      yield* unlistedResult(message, resultIn(message, common, message), common);
      return;
    case 'bashExecution':
      yield { role: 'user', type: 'text', text: ranIn(message), words: typedIn(message), hidden: false, ...common };
      return;
    case 'custom':
    case 'hookMessage':
      yield* askedIn(message, { ...common, source: 'program' });
      return;
    case 'branchSummary':
    case 'compactionSummary':
      yield* notedText(textAt(message, 'summary'), { ...common, source: 'summary' });
      return;
    default:
      if (hasContent(message)) for (const text of textsOfMessage(message)) yield* notice(text, 'not sent', common);
      else yield* unreadIn(textAt(message, 'role') ?? 'a message without a role', message, common);
  }
}

function hasContent(message: Value | null): boolean {
  const content = member(message, 'content', 'last');
  return isString(content) || isArray(content);
}

function* unreadParts(message: Value | null, common: CommonMembers): Generator<Said> {
  for (const part of partsIn(message))
    if (!isRead(part)) yield* unreadIn(textAt(part, 'type') ?? 'a part without a type', part, common);
}

function isRead(part: Value): boolean {
  const type = textAt(part, 'type') ?? '';
  return type === 'text' ? isString(member(part, 'text', 'last')) : PARTS.has(type);
}

const PARTS: ReadonlySet<string> = new Set(['thinking', 'toolCall', 'image']);

function* notedText(text: string | null, common: CommonMembers): Generator<Said> {
  if (text) yield saidText('user', text, common);
}

/** A notice that a person saw, and that is not sent. */
function* notice(text: string | null, mark: string, common: CommonMembers): Generator<Said> {
  if (text) yield { role: 'system', type: 'text', text, hidden: true, marks: [mark], ...common, source: 'program' };
}

function* askedIn(message: Value | null, common: CommonMembers): Generator<Said> {
  const pictures = partsIn(message).filter(isPicture).map(pictureOf);
  const text = textsOfMessage(message).join('\n');
  if (text !== '' || pictures.length > 0) yield saidQuestion(text, pictures, common);
}

function* answerIn(message: Value | null, common: CommonMembers): Generator<Said> {
  const content = member(message, 'content', 'last');
  if (isString(content)) yield saidText('assistant', textOf(content), common);
  for (const part of elements(content)) {
    const thought = textAt(part, 'type') === 'thinking' ? textAt(part, 'thinking') : null;
    if (thought) yield saidThought(thought, common);
    if (isTextPart(part)) yield saidText('assistant', textAt(part, 'text') ?? '', common);
    if (isCall(part)) yield callIn(part, common);
  }
  yield* notice(textAt(message, 'errorMessage'), 'error', common);
}

function callIn(part: Value, common: CommonMembers): Said {
  const args = member(part, 'arguments', 'last');
  return saidCall({ id: textAt(part, 'id'), name: textAt(part, 'name'), args }, common);
}

/** The program does not send a result whose content is a text. */
function* unlistedResult(message: Value | null, said: Said, common: CommonMembers): Generator<Said> {
  if (!isString(member(message, 'content', 'last'))) {
    yield said;
    return;
  }
  yield { ...said, text: '' };
  yield* notice(said.text ?? null, 'not sent', common);
}

/** A tool's result. `of`: the message that an edit changes, or the result's own message. */
function resultIn(content: Value | null, common: CommonMembers, of: Value | null): Said {
  const named = { id: textAt(of, 'toolCallId'), name: textAt(of, 'toolName') };
  const pictures = partsIn(content).filter(isPicture).map(pictureOf);
  const duration = countAt(of, 'durationMs');
  const more = {
    ...(duration === 0 ? {} : { duration }),
    ...(isTrue(lastValue(of, 'isError')) ? { failed: true } : {}),
    ...(pictures.length === 0 ? {} : { pictures }),
  };
  return saidResult(textsOfMessage(content).join('\n'), named, { ...common, ...more });
}

/** A command as a person typed it, with its output; with `!!` the model gets neither. */
function typedIn(message: Value | null): string {
  return `${isExcluded(message) ? '!!' : '!'}${textAt(message, 'command') ?? ''}\n${textAt(message, 'output') ?? ''}`.trimEnd();
}

function ranIn(message: Value | null): string {
  const [output, code] = [textAt(message, 'output') ?? '', countAt(message, 'exitCode')];
  const ended = code === 0 ? '' : `\n\nCommand exited with code ${code}`;
  const full = textAt(message, 'fullOutputPath');
  return [
    `Ran \`${textAt(message, 'command') ?? ''}\`\n`,
    output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``,
    isTrue(lastValue(message, 'cancelled')) ? '\n\n(command cancelled)' : ended,
    full === null ? '' : `\n\n[Output truncated. Full output: ${full}]`,
  ].join('');
}

export function piCounts(file: SessionFile): Counts {
  return { ...NO_COUNTS, conversations: 1, bytes: file.part.size, ...piShown(file.read()) };
}

/**
 * Sent records in order, each with the record that replaces it: itself, or its edit.
 * - The last compaction replaces all records before the first that it keeps.
 * - Where the program gives records new ids, a reference to an old id has no effect.
 */
export function flowOf({
  chain,
  header,
}: Pick<SessionRead, 'chain' | 'header'>): ReadonlyMap<SessionRecord, SessionRecord> {
  const at = chain.findLastIndex(({ effect }) => effect === 'compacts');
  const isAnew = header !== null && isOld(header);
  const firstKept = isAnew ? -1 : chain.findIndex(({ uuid }, n) => n < at && uuid === chain[at]?.target);
  const before = at < 0 ? [] : [...chain.slice(at, at + 1), ...(firstKept < 0 ? [] : chain.slice(firstKept, at))];
  const edits = isAnew ? new Map<string, SessionRecord>() : editsIn(chain);
  const sent = new Map<SessionRecord, SessionRecord>();
  [...before, ...chain.slice(at + 1)].forEach((record, n) => {
    const as = editedAs(record, edits.get(record.uuid));
    const isOlder = record.effect === 'compacts' && (n > 0 || at < 0);
    if (as !== null && as.effect !== 'edits' && !isOlder && isFilled(as)) sent.set(record, as);
  });
  return sent;
}

/** Faults with which the program goes on. */
const HARMLESS: readonly RecordFault[] = ['null', 'text'];

/** True if the program can go on with the session. */
export function canResume(read: SessionRead): boolean {
  const { header, chain, closing } = read;
  if (header === null) return false;
  // A ring does not end the program; where it links records anew, there is none.
  const isRing = !isOld(header) && chain.some((record) => closing.has(record));
  const isStopping = ({ fault }: SessionRecord) => fault !== null && !HARMLESS.includes(fault);
  return !isRing && !chain.some(({ fault }) => fault === 'member') && ![...flowOf(read).values()].some(isStopping);
}

/** Edits by the id of the edited record; the last edit of each counts. */
function editsIn(chain: readonly SessionRecord[]): Map<string, SessionRecord> {
  return new Map(chain.filter(({ edited }) => edited !== null).map((record) => [record.target, record]));
}

/** The record after its edit; null if that hides it. An edit on which the program fails has the fault `member`. */
function editedAs(record: SessionRecord, edit: SessionRecord | undefined): SessionRecord | null {
  const { effect, target } = record;
  if (edit === undefined || edit.edited === null || effect === null || effect === 'edits') return record;
  if (edit.edited === 'hides') return null;
  if (effect === 'notes' || effect === 'compacts') return record;
  const facts = edit.edited === 'fails' ? null : edit.edited[effect];
  if (facts === null || facts.fault !== null) return { ...edit, effect, target, fault: 'member' };
  return { ...edit, ...facts, effect, target, fault: record.fault === 'usage' ? 'usage' : null };
}

/** Edits on which the program fails when it goes on, and earlier edits that would make it fail once those are gone. */
export function failedEdits(read: SessionRead): readonly SessionRecord[] {
  const failing = new Map(
    [...flowOf(read)].flatMap(([record, as]) =>
      as.at !== record.at && as.fault === 'member' ? [[record.uuid, record] as const] : [],
    ),
  );
  return read.chain.filter((edit) => {
    const message = edit.edited === null ? undefined : failing.get(edit.target);
    return message !== undefined && editedAs(message, edit)?.fault === 'member';
  });
}

function isFilled({ effect, texts, calls, fault }: SessionRecord): boolean {
  return effect !== null && (texts > 0 || calls.length > 0 || (fault !== null && fault !== 'null'));
}
