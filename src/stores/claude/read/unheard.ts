import { isString, members, textOf, type Value } from '../../../codecs/json/value.ts';
import type { Aside, Message } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import type { Agent } from './agents.ts';
import { textsIn } from './asides.ts';
import { CLASS } from './record-classes.ts';

/** Members of a result that no screen shows: whole original files, and words for a state. */
const OFF_SCREEN: ReadonlySet<string> = new Set([
  'originalFile',
  'status',
  'mode',
  'agentId',
  'agentType',
  'backgroundTaskId',
  'shellId',
  'usage',
]);

/** Texts of a tool's result on the screen: members of `toolUseResult`, and data of an MCP server. The message of the result has most of them. */
export function* screenTexts(
  record: Value,
  { text, arguments: passed = '' }: Pick<Message, 'text' | 'arguments'>,
): Generator<Aside> {
  const result = lastValue(record, 'toolUseResult');
  const ofServer = lastValue(lastValue(record, 'mcpMeta'), 'structuredContent');
  const passedWords = once(() => argumentWords(passed));
  const results = isString(result) ? [{ name: 'result', value: result }] : members(result).map(named);
  if (ofServer !== null) results.push({ name: 'structuredContent', value: ofServer });
  for (const { name, value } of results)
    if (!OFF_SCREEN.has(name))
      for (const each of textsIn(value))
        yield { name, text: each, isRepeated: () => isIn(text ?? '', each) || isIn(passedWords(), each) };
}

function named({ key, value }: ReturnType<typeof members>[number]): { readonly name: string; readonly value: Value } {
  return { name: textOf(key), value };
}

/** True if the text has these words; a line of a patch has a sign before them. */
function isIn(text: string, words: string): boolean {
  const bare = words.trim();
  return text.includes(bare) || (/^[-+ ]/.test(words) && text.includes(words.slice(1).trim()));
}

function argumentWords(source: string): string {
  const words: string[] = [];
  try {
    JSON.parse(source, (_, value: unknown) => {
      if (typeof value === 'string') words.push(value);
      return value;
    });
  } catch {
    return source;
  }
  return words.join('\n');
}

/** Texts beside the messages of a session: pull requests, summaries, the last typed text, tasks of subagents. */
export function textsBeside(file: SessionFile | null, agents: readonly Agent[]): Aside[] {
  if (file?.source == null) return [];
  const tasks = agents.flatMap(({ description: text }) => (text === null ? [] : [{ name: 'subagent', text }]));
  return [...lastOfCalls(recordTexts(file)), ...tasks];
}

/** `call`: the call whose output it is; null for another text. */
interface RecordText extends Aside {
  readonly call: string | null;
}

function* recordTexts(file: SessionFile): Generator<RecordText> {
  const { classOf, count } = file.records();
  for (let n = 0; n < count; n++) {
    const recordClass = classOf[n];
    if (recordClass !== CLASS.other && recordClass !== CLASS.progress) continue;
    const record = file.scan(n)?.record ?? null;
    const name = textAt(record, 'type') ?? '';
    const text = TEXT_OF.get(name)?.(record) ?? null;
    if (text !== null) yield { name, text, call: textAt(record, 'parentToolUseID') };
  }
}

/** Omits output that the next record of its call repeats: each has all that came before, as long as that is short. */
function* lastOfCalls(texts: Iterable<RecordText>): Generator<Aside> {
  const running = new Map<string, RecordText>();
  for (const each of texts) {
    if (each.call === null) {
      yield each;
      continue;
    }
    const before = running.get(each.call);
    if (before !== undefined && !each.text.includes(before.text)) yield before;
    running.set(each.call, each);
  }
  yield* running.values();
}

const TEXT_OF: ReadonlyMap<string, (record: Value | null) => string | null> = new Map([
  ['pr-link', (record) => textAt(record, 'prUrl') ?? textAt(record, 'prRepository')],
  ['summary', (record) => textAt(record, 'summary')],
  ['last-prompt', (record) => textAt(record, 'lastPrompt')],
  ['progress', (record) => progressText(lastValue(record, 'data'))],
]);

/** Output of a command that was still running; other progress repeats messages. */
function progressText(data: Value | null): string | null {
  return textAt(data, 'type') === 'bash_progress' ? (textAt(data, 'fullOutput') ?? textAt(data, 'output')) : null;
}
