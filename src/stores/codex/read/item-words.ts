import {
  elements,
  isFalse,
  isObject,
  isString,
  isText,
  isTrue,
  members,
  sourceOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Message } from '../../../model/conversation.ts';
import { blobText } from '../../engine/image.ts';
import { wordsOfValue } from '../../engine/search/words-of-value.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { wordTable } from '../../words.ts';
import { fieldNumber } from './meta.ts';

export type UnplacedMessage = Omit<Message, 'index' | 'hidden' | 'at'>;

/** A message under construction, changed in place: there may be millions. */
export type MutableMessage<T = UnplacedMessage> = { -readonly [Key in keyof T]: T[Key] };

export type SaidKind = Pick<UnplacedMessage, 'role' | 'type' | 'name'>;

export const CALL_ITEMS = wordTable<(item: Value | null) => UnplacedMessage[]>({
  mcpToolCall: mcpSaid,
  dynamicToolCall: dynamicSaid,
  fileChange: patchSaid,
  collabAgentToolCall: agentCallSaid,
  webSearch: searchSaid,
  functionCallOutput: (item) => [
    {
      role: 'tool',
      type: 'tool_output',
      name: textAt(item, 'name') ?? '',
      text: partsText(lastValue(item, 'output')),
    },
  ],
});

/** A review as the program shows it and repeats it in an answer: its explanation, and its findings. */
export function reviewText(output: Value | null): string {
  const findings = elements(lastValue(output, 'findings')).map(findingLines);
  const title = findings.length === 1 ? 'Review comment:' : 'Full review comments:';
  const listed = findings.length === 0 ? '' : [title, ...findings].join('\n\n');
  return [(textAt(output, 'overall_explanation') ?? '').trim(), listed].filter((text) => text !== '').join('\n\n');
}

function findingLines(finding: Value): string {
  const place = lastValue(finding, 'code_location');
  const [start, end] = ['start', 'end'].map((key) => fieldNumber(lastValue(place, 'line_range'), key));
  const body = (textAt(finding, 'body') ?? '').split('\n').map((line) => `  ${line}`);
  return [`- ${textAt(finding, 'title')} — ${textAt(place, 'absolute_file_path')}:${start}-${end}`, ...body].join('\n');
}

export const ITEM_WORDS = wordTable<(item: Value | null) => string>({
  hookPrompt: (item) => textsOf(lastValue(item, 'fragments')).join('\n'),
  imageView: (item) => (textAt(item, 'path') ?? '').replace(/^file:\/\//, ''),
  imageGeneration: (item) =>
    [textAt(item, 'revised_prompt'), textAt(item, 'saved_path'), wordsOfValue(lastValue(item, 'failure'))]
      .filter((word) => word !== null && word !== '')
      .join('\n'),
  subAgentActivity: (item) =>
    [textAt(item, 'kind'), textAt(item, 'agent_path') ?? textAt(item, 'agent_thread_id')]
      .filter((word) => word !== null)
      .join(' '),
  enteredReviewMode: (item) => textAt(item, 'user_facing_hint') ?? wordsOfValue(lastValue(item, 'target')),
  exitedReviewMode: (item) => textAt(lastValue(item, 'review_output'), 'overall_explanation') ?? '',
  contextCompaction: () => '',
});

/** The program records a search at its end, usually without results. */
function searchSaid(item: Value | null): UnplacedMessage[] {
  const found = wordsOfValue(lastValue(item, 'results'));
  if (found !== '')
    return callAndResult(item, 'webSearch', JSON.stringify(queriesIn(item)), { text: found, failure: null });
  return callAndResult(item, 'webSearch', JSON.stringify(queriesIn(item)), null).map((each) => ({
    ...each,
    marks: ['completed'],
  }));
}

interface Result {
  readonly text: string;
  /** Why the call failed; null if it did not. */
  readonly failure: string | null;
}

function callAndResult(item: Value | null, name: string, args: string, result: Result | null): UnplacedMessage[] {
  const callId = textAt(item, 'id') ?? textAt(item, 'call_id');
  const call: MutableMessage = { role: 'assistant', type: 'tool_call', name, text: null, arguments: args };
  if (result === null) return [call];
  const output: MutableMessage = { role: 'tool', type: 'tool_output', text: result.text };
  if (callId !== null) {
    call.callId = callId;
    output.callId = callId;
  }
  if (result.failure !== null) {
    output.failed = true;
    output.marks = [result.failure];
  }
  return [call, output];
}

/** Reads `McpToolCall`, and the legacy event with the call as its `invocation`. */
function mcpSaid(item: Value | null): UnplacedMessage[] {
  const invocation = lastValue(item, 'invocation') ?? item;
  const name = `${textAt(invocation, 'server') ?? ''}.${textAt(invocation, 'tool') ?? ''}`;
  return callAndResult(item, name, jsonOf(lastValue(invocation, 'arguments')), mcpResult(item));
}

function mcpResult(item: Value | null): Result | null {
  const outcome = lastValue(item, 'result');
  const result = lastValue(outcome, 'Ok') ?? outcome;
  const error = errorIn(lastValue(item, 'error') ?? lastValue(outcome, 'Err'));
  const texts = mcpTexts(result);
  if (error !== null) texts.push(error);
  if (error !== null || isTrue(lastValue(result, 'isError')) || isText(lastValue(item, 'status'), 'failed'))
    return { text: texts.join('\n'), failure: 'error' };
  return isObject(result) ? { text: texts.join('\n'), failure: null } : null;
}

/** All texts in a result of an MCP server: its parts, and its structured content. */
export function mcpTexts(result: Value | null): string[] {
  const texts = partsIn(lastValue(result, 'content'));
  const structured = jsonOf(lastValue(result, 'structuredContent'));
  if (structured !== '' && structured !== 'null' && !texts.includes(structured)) texts.push(structured);
  return texts;
}

function dynamicSaid(item: Value | null): UnplacedMessage[] {
  const name = [textAt(item, 'namespace'), textAt(item, 'tool')].filter((word) => word !== null).join('.');
  const isFailed = isText(lastValue(item, 'status'), 'failed') || isFalse(lastValue(item, 'success'));
  const error = errorIn(lastValue(item, 'error'));
  const texts = [...partsIn(lastValue(item, 'content_items')), ...(error === null ? [] : [error])];
  const isBack = isFailed || texts.length > 0 || isText(lastValue(item, 'status'), 'completed');
  return callAndResult(
    item,
    name,
    jsonOf(lastValue(item, 'arguments')),
    isBack ? { text: texts.join('\n'), failure: isFailed ? 'error' : null } : null,
  );
}

function patchSaid(item: Value | null): UnplacedMessage[] {
  const changes = lastValue(item, 'changes');
  const files = members(changes).map(({ key }) => textOf(key));
  const status = textAt(item, 'status');
  const isFailed = status === 'failed' || status === 'declined' || isFalse(lastValue(item, 'success'));
  const texts = [diffOf(changes), isFailed ? (textAt(item, 'stderr') ?? '') : ''].filter((text) => text !== '');
  const failure = isFailed ? (status ?? 'failed') : null;
  return callAndResult(item, 'apply_patch', JSON.stringify(files.join(', ')), { text: texts.join('\n'), failure });
}

function agentCallSaid(item: Value | null): UnplacedMessage[] {
  const agents = elements(lastValue(item, 'receiver_agents')).map((agent) => wordsOfValue(agent));
  const prompt = textAt(item, 'prompt');
  const args = {
    ...(prompt === null ? {} : { prompt }),
    ...(agents.length === 0 ? {} : { agents: agents.join(', ') }),
  };
  const status = textAt(item, 'status');
  return callAndResult(item, textAt(item, 'tool') ?? 'agent', JSON.stringify(args), {
    text: wordsOfValue(lastValue(item, 'agents_states')),
    failure: status === 'failed' ? status : null,
  });
}

/** The query of a web search; an item for the model has it only in its action. */
export function queryOf(item: Value | null): string {
  const action = lastValue(item, 'action');
  const words = ['query', 'pattern', 'url'].flatMap((key) => textAt(action, key) ?? []);
  return textAt(item, 'query') ?? words.join(' in ');
}

function queriesIn(item: Value | null): string {
  const queries = elements(lastValue(lastValue(item, 'action'), 'queries')).map(textOf);
  const query = queryOf(item);
  return queries.includes(query) || query === '' ? queries.join('\n') : [query, ...queries].join('\n');
}

/** Lines that a patch deleted; its call names only the files. */
export function deletedIn(changes: Value | null): string {
  return diffOf(changes, (change) => isText(lastValue(change, 'type'), 'delete'));
}

function diffOf(changes: Value | null, isMeant: (change: Value) => boolean = () => true): string {
  return members(changes)
    .filter(({ value }) => isMeant(value))
    .map(({ key, value }) => {
      const type = textAt(value, 'type') ?? 'change';
      const name = textOf(key);
      const content = textAt(value, 'content');
      const moved = textAt(value, 'move_path');
      const sign = type === 'delete' ? '-' : '+';
      const lines = (content ?? '').replace(/\n$/, '').split('\n');
      const lead = `${type} ${name}${moved === null ? '' : `\nmoved to ${moved}`}`;
      return `${lead}\n${textAt(value, 'unified_diff') ?? (content === null ? '' : lines.map((line) => `${sign}${line}`).join('\n'))}`;
    })
    .join('\n')
    .trimEnd();
}

function errorIn(error: Value | null): string | null {
  if (error === null || typeOf(error) === 'null') return null;
  return isString(error) ? textOf(error) : (textAt(error, 'message') ?? jsonOf(error));
}

function jsonOf(value: Value | null): string {
  return value === null ? '' : Buffer.from(sourceOf(value)).toString();
}

/** A text, or the texts of a list of parts, a line each at least. */
export function partsText(output: Value | null): string {
  return isString(output) ? textOf(output) : partsIn(output).join('\n');
}

/** Parts of a result; pictures and sounds become marks. */
function partsIn(list: Value | null): string[] {
  return elements(list).map((part) => {
    const resource = lastValue(part, 'resource');
    if (resource === null) return textAt(part, 'text') ?? partMark(part);
    const blob = textAt(resource, 'blob');
    const decoded = blob === null ? null : blobText(blob, textAt(resource, 'mimeType'));
    return [textAt(resource, 'uri'), textAt(resource, 'text'), decoded].filter((word) => word !== null).join('\n');
  });
}

/** A mark for a part without a text: `[image]`, `[mention zebra app://zebra]`; all words of a part of unknown type. */
function partMark(part: Value | null): string {
  const type = (textAt(part, 'type') ?? 'part')
    .replace(/^input_?/i, '')
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named = type.charAt(0).toLowerCase() + type.slice(1);
  if (!MARKED.has(named)) return `[${[named, wordsOfValue(part)].filter(Boolean).join(' ')}]`;
  const words = ['name', 'uri', ...(FURTHER_KEYS[named] ?? [])].flatMap((key) => textAt(part, key) ?? []);
  return `[${[named, ...words].join(' ')}]`;
}

const FURTHER_KEYS = wordTable<readonly string[]>({ mention: ['path'], resourceLink: ['title', 'description'] });

const MARKED: ReadonlySet<string> = new Set([
  'image',
  'audio',
  'localImage',
  'localAudio',
  'skill',
  'mention',
  'resourceLink',
]);

/** Addresses of a question's pictures and sounds whose bytes are not in the record. */
export function attachedIn(payload: Value | null): string[] {
  const parts = elements(lastValue(lastValue(payload, 'item'), 'content')).map((part) =>
    lastValue(part, PLACES[textAt(part, 'type') ?? ''] ?? ''),
  );
  const listed = ['images', 'local_images', 'audio', 'local_audio'].flatMap((key) => elements(lastValue(payload, key)));
  return [...parts, ...listed].flatMap((place) => (isString(place) && !isInline(place) ? textOf(place) : []));
}

const PLACES = wordTable<string>({
  image: 'image_url',
  audio: 'audio_url',
  local_image: 'path',
  local_audio: 'path',
});

function isInline(place: Value): boolean {
  return Buffer.from(sourceOf(place).subarray(1, 6)).toString('latin1') === 'data:';
}

export function textsOf(list: Value | null): string[] {
  return elements(list).flatMap((part) => textAt(part, 'text') ?? []);
}
