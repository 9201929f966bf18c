import {
  elements,
  isFalse,
  isObject,
  isString,
  lexemeOf,
  member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import {
  type Counts,
  type Message,
  NOTHING_BESIDE,
  type Picture,
  type Transcript,
} from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import type { AnswerUsage } from '../../../model/stats.ts';
import { inSeconds } from '../../../model/time.ts';
import { answerKey } from '../../engine/hash.ts';
import { pictureFrom } from '../../engine/image.ts';
import { programText } from '../../engine/prompts/logged-prompts.ts';
import { linePointer, recordReader, valueAt } from '../../engine/records.ts';
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
import { countAt, searchedWords, textAt, timeAt } from '../../engine/text-at.ts';
import { countOf } from '../../words.ts';
import { flowOf } from './flow.ts';
import { isKnownType } from './known-types.ts';
import { callsIn, type SessionFile, type SessionRead, type SessionRecord } from './session.ts';

/** Messages that the program sends when it goes on; between them, hidden, others that a person saw. */
export function copilotTranscript(
  source: Source,
  read: SessionRead,
  title: string | null,
  copies: readonly string[],
): Transcript {
  const { header, lines, records } = read;
  const said = { sessionId: header?.sessionId ?? null, cwd: header?.cwd ?? null, title };
  const agents = records.filter(({ isAgents }) => isAgents).length;
  return {
    ...NOTHING_BESIDE,
    messages: { [Symbol.iterator]: () => numbered(source, read) },
    metadata: { source: JSON.stringify(copies.length === 0 ? said : { ...said, copies }) },
    sections: [
      {
        key: 'reach',
        title: 'records',
        value: { source: JSON.stringify({ lines, records: records.length, agents }) },
        lines: [
          `${countOf(records.length, 'record')} in ${countOf(lines, 'line')}`,
          ...(agents === 0 ? [] : [`${countOf(agents, 'record')} of subagents`]),
        ],
      },
    ],
    repeated: ['metadata'],
  };
}

export function copilotShown(read: SessionRead): ShownCounts {
  const counts = { messages: 0, toolCalls: 0 };
  for (const { calls, isSaid } of flowOf(read).sent) {
    counts.messages += (isSaid ? 1 : 0) + calls.length;
    counts.toolCalls += calls.length;
  }
  return counts;
}

function* numbered(source: Source, read: SessionRead): Generator<Message> {
  const recordAt = recordReader(source);
  let index = 0;
  const { sent } = flowOf(read);
  const assetAt: AssetAt = (name) => {
    const span = read.assets.get(name);
    return span === undefined ? null : member(valueAt(source, span), 'data', 'last');
  };
  const questions = once(() => questionsIn(source, read));
  const around: TranscriptContext = { assetAt, isAsked: (text) => questions().has(text), compacts: false };
  for (const record of read.records) {
    if (record.type.startsWith('session.compaction_')) around.compacts = record.type === 'session.compaction_start';
    for (const said of saidBy(record, recordAt(record), sent.has(record), around))
      yield { index: index++, at: linePointer(record), id: record.uuid, ...said };
  }
}

function questionsIn(source: Source, { records }: SessionRead): ReadonlySet<string> {
  const recordAt = recordReader(source);
  const questions = records.filter(({ type }) => type === 'user.message');
  return new Set(questions.map((record) => textAt(member(recordAt(record), 'data', 'last'), 'content') ?? ''));
}

/** Tokens of the session's answers, each once: the program writes them in records of their own. */
export function* copilotAnswers(source: Source, { header, records }: SessionRead): Generator<AnswerUsage> {
  const recordAt = recordReader(source);
  for (const record of records) {
    if (record.type !== 'session.usage_record') continue;
    const value = recordAt(record);
    const usage = member(member(value, 'data', 'last'), 'usage', 'last');
    const cached = countAt(usage, 'cacheReadTokens');
    yield {
      key: record.uuid === '' ? answerKey(header?.sessionId ?? '', linePointer(record)) : answerKey(record.uuid),
      model: textAt(usage, 'model') ?? 'unknown',
      time: inSeconds(timeAt(value, 'timestamp')),
      input: Math.max(countAt(usage, 'inputTokens') - cached, 0),
      output: countAt(usage, 'outputTokens'),
      cacheRead: cached,
      cacheWrite: countAt(usage, 'cacheWriteTokens'),
    };
  }
}

type AssetAt = (name: string) => Value | null;

interface TranscriptContext {
  readonly assetAt: AssetAt;
  readonly isAsked: (text: string) => boolean;
  compacts: boolean;
}

/** Messages of one record. `isSent`: the program sends them when it goes on. */
function* saidBy(record: SessionRecord, value: Value, isSent: boolean, around: TranscriptContext): Generator<Said> {
  const common = commonOf(value, member(value, 'data', 'last'));
  const marks = record.isAgents ? ['subagent'] : ['not sent'];
  const hidden = isSent ? {} : { marks, hidden: true };
  for (const said of wordsIn(record, value, common, around)) {
    const source = record.isAgents && said.role === 'user' ? ({ source: 'program' } as const) : {};
    yield said.hidden && said.isUnsentThought !== true ? said : { ...said, ...source, ...hidden };
  }
}

function* wordsIn(
  record: SessionRecord,
  value: Value,
  common: CommonMembers,
  around: TranscriptContext,
): Generator<Said> {
  if (around.compacts && record.type.startsWith('model.')) return;
  const data = member(value, 'data', 'last');
  const asides = asidesIn(record.type, data, around.isAsked);
  for (const aside of asides ?? []) yield Object.assign(aside, common);
  if (asides !== null && record.effect === null) return;
  if (isKnownType(record.type)) yield* messagesOf(record, data, common, around.assetAt);
  else yield* unreadIn(record.type, value, common, WORDLESS_KEYS);
}

function* messagesOf(
  record: SessionRecord,
  data: Value | null,
  common: CommonMembers,
  assetAt: AssetAt,
): Generator<Said> {
  const text = textAt(data, 'content') ?? '';
  switch (record.type) {
    case 'user.message':
      yield* askedIn(data, common, assetAt);
      return;
    case 'assistant.message':
      yield* answerIn(data, common);
      return;
    case 'assistant.reasoning':
      if (text !== '') yield saidThought(text, common);
      return;
    case 'system.notification':
      if (text !== '') yield saidText('user', text, { ...common, source: 'program' });
      return;
    case 'tool.user_requested':
      yield { ...callIn(data, 'toolName', common), role: 'user' };
      return;
    case 'tool.execution_complete':
      yield resultIn(data, common);
      return;
    default:
      yield* noticeIn(record, data, common);
  }
}

/** Prefix that the program adds to a question when it sends it. */
const SENT_WITH = /^<current_datetime>[^<]*<\/current_datetime>\s*/;

function* askedIn(data: Value | null, common: CommonMembers, assetAt: AssetAt): Generator<Said> {
  const content = textAt(data, 'content') ?? '';
  const text = (textAt(data, 'transformedContent') ?? content).replace(SENT_WITH, '');
  const pictures = elements(member(data, 'attachments', 'last')).flatMap((each) => picturesIn(each, assetAt));
  if (text === '' && content === '' && pictures.length === 0) return;
  const at = content === '' ? -1 : text.indexOf(content);
  const [before, question, after] =
    at < 0 ? ['', text, ''] : [text.slice(0, at), content, text.slice(at + content.length)];
  if (before !== '') yield programText(before, common);
  const words = content === question || content === '' ? {} : { words: content };
  yield saidQuestion(question, pictures, { ...common, ...words });
  if (after !== '') yield programText(after, common);
}

function picturesIn(attachment: Value, assetAt: AssetAt): Picture[] {
  const name = textAt(attachment, 'assetId');
  const asset = name === null ? null : assetAt(name);
  const data = textAt(attachment, 'data') ?? textAt(asset, 'data');
  if (name === null && data === null) return [];
  return [pictureFrom(data, textAt(attachment, 'mimeType') ?? textAt(asset, 'mimeType'))];
}

function* answerIn(data: Value | null, common: CommonMembers): Generator<Said> {
  const [thought, text] = [textAt(data, 'reasoningText'), textAt(data, 'content')];
  if (thought) yield saidThought(thought, common);
  if (text) yield saidText('assistant', text, common);
  for (const call of callsIn(data)) yield callIn(call, 'name', common);
}

function callIn(call: Value | null, key: string, common: CommonMembers): Said {
  const [id, name] = [textAt(call, 'toolCallId'), textAt(call, key)];
  return saidCall({ id, name, args: member(call, 'arguments', 'last') }, common);
}

function resultIn(data: Value | null, common: CommonMembers): Said {
  const result = member(data, 'result', 'last');
  const failed = isFalse(member(data, 'success', 'last'));
  const content = textAt(result, 'content') ?? '';
  const text = failed ? (textAt(member(data, 'error', 'last'), 'message') ?? NO_MESSAGE) : content;
  const words = searchedWords(textAt(result, 'detailedContent') ?? content, text);
  const more = { ...words, ...(failed ? { failed: true } : {}) };
  return saidResult(text, { id: textAt(data, 'toolCallId'), name: null }, { ...common, ...more });
}

/** Text that the program sends for a failure without a message. */
const NO_MESSAGE = 'Tool execution failed';

/** Notices of the program that a person saw, and its summary. */
function* noticeIn({ type, effect }: SessionRecord, data: Value | null, common: CommonMembers): Generator<Said> {
  const summary = effect === 'sums up' ? textAt(data, 'summaryContent') : null;
  if (summary !== null) yield saidText('user', summary, { ...common, source: 'summary' });
  const notice = NOTICES.includes(type) ? textAt(data, type === 'abort' ? 'reason' : 'message') : null;
  if (notice === null && summary === null && !WORDLESS.has(type)) yield* unreadIn(type, data, common, WORDLESS_KEYS);
  if (notice === null) return;
  const source = type === 'abort' ? 'interruption' : 'program';
  const marks = type === 'session.error' ? ['error'] : ['not sent'];
  yield { role: 'system', type: 'text', text: notice, hidden: true, marks, ...common, source };
}

/** Types without words, or with words that other records have too. */
const WORDLESS: ReadonlySet<string> = new Set([
  'session.start',
  'session.resume',
  'session.shutdown',
  'session.usage_record',
  'session.usage_checkpoint',
  'session.model_change',
  'session.mode_changed',
  'session.title_changed',
  'session.context_changed',
  'session.compaction_start',
  'session.compaction_complete',
  'session.binary_asset',
  'session.snapshot_rewind',
  'assistant.turn_start',
  'assistant.turn_end',
  'tool.execution_start',
]);

const WORDLESS_KEYS: ReadonlySet<string> = new Set([
  'timestamp',
  'parentId',
  'agentId',
  'ephemeral',
  'hookInvocationId',
  'hookType',
  'success',
  'operation',
  'toolCallId',
  'interactionId',
  'turnId',
  'messageId',
  'parentAgentTaskId',
  'reasoningId',
  'role',
]);

const NOTICES: readonly string[] = ['session.error', 'session.warning', 'session.info', 'abort'];

export function copilotCounts(file: SessionFile): Counts {
  const counts = { ...NO_COUNTS, conversations: 1, bytes: file.part.size };
  return file.source === null ? counts : { ...counts, ...copilotShown(file.read()) };
}

/** Words that a person typed or saw, in a record that is no message. */
type AsideMessage = Pick<Message, 'role' | 'type' | 'text' | 'marks' | 'hidden'>;

/**
 * The words of a record that is no message; null for a type whose words are unknown. Words of messages are not repeated. `isAsked`: another
 * record has this question.
 */
function asidesIn(
  type: string,
  data: Value | null,
  isAsked: (text: string) => boolean,
): readonly AsideMessage[] | null {
  switch (type) {
    case 'permission.completed':
      return typedAsides([textAt(member(data, 'result', 'last'), 'feedback')], 'reason of a refusal');
    case 'human_response.recorded':
      return answersIn(member(data, 'response', 'last'));
    case 'tool.user_requested':
      return commandIn(member(data, 'arguments', 'last'));
    case 'session.compaction_complete':
      return typedAsides([textAt(data, 'customInstructions')], '/compact');
    case 'model.messages_snapshot':
      return sideQuestion(elements(member(data, 'messages', 'last')));
    case 'hook.start':
      return hookedIn(member(data, 'input', 'last'), isAsked);
    default:
      return REPEATING.test(type) ? [] : null;
  }
}

/** Types of records (calls, requests, permissions) whose words other records have. */
const REPEATING = /^(?:model\.|permission\.requested$|subagent\.(?:started|configured|completed)$)/;

function typedAsides(texts: readonly (string | null)[], mark: string): AsideMessage[] {
  return texts.flatMap((text) => (text ? [{ role: 'user', type: 'text', text, marks: [mark], hidden: true }] : []));
}

/** A shell command as a person typed it; the program sends it as a call. */
function commandIn(data: Value | null): AsideMessage[] {
  const command = textAt(data, 'command');
  return command === null ? [] : typedAsides([`!${command}`], 'sent as a call');
}

/** Answers to a form, or words on a plan; null for another kind of response. */
function answersIn(response: Value | null): readonly AsideMessage[] | null {
  if (textAt(response, 'responseKind') === 'exit_plan_mode') {
    const plan = textAt(response, 'planContent');
    const read: AsideMessage[] = plan
      ? [{ role: 'assistant', type: 'text', text: plan, marks: ['plan'], hidden: true }]
      : [];
    return [...read, ...typedAsides([textAt(response, 'feedback')], 'answer to: the plan')];
  }
  const content = member(response, 'content', 'last');
  if (!isObject(content)) return null;
  const texts = members(content).map(({ value }) => (isString(value) ? textOf(value) : lexemeOf(value)));
  return typedAsides(texts, `answer to: ${textAt(response, 'message') ?? ''}`);
}

/** Question and answer of a side question (`/btw`): the last two messages of the noted request, which no other record has. */
function sideQuestion(messages: readonly Value[]): AsideMessage[] {
  const [question, answer] = messages.slice(-2);
  const text = textAt(answer, 'content') ?? '';
  const said: AsideMessage = { role: 'assistant', type: 'text', text, marks: ['side question'], hidden: true };
  return [...typedAsides([textAt(question, 'content')], 'side question'), ...(text === '' ? [] : [said])];
}

/** The question that a hook was given, which a rewind may have removed from all other records; a call is not shown. */
function hookedIn(input: Value | null, isAsked: (text: string) => boolean): readonly AsideMessage[] | null {
  const question = textAt(input, 'prompt') ?? textAt(input, 'initialPrompt');
  if (question !== null) return isAsked(question) ? [] : typedAsides([question], 'given to a hook');
  return textAt(input, 'toolName') === null ? null : [];
}
