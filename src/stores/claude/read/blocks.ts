import {
  elements,
  fieldsNamed,
  isArray,
  isString,
  isText,
  isTrue,
  lexemeOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Message, Picture, Role } from '../../../model/conversation.ts';
import { pictureFrom } from '../../engine/image.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { contentOf } from './content.ts';
import type { Envelope } from './envelope.ts';

/** One block of a message; `path` is its pointer below the record. */
export type BlockText = Pick<
  Message,
  | 'role'
  | 'type'
  | 'text'
  | 'name'
  | 'callId'
  | 'arguments'
  | 'marks'
  | 'source'
  | 'failed'
  | 'pictures'
  | 'words'
  | 'offScreen'
> & {
  readonly path: string;
  /** True for a note of the program, which is hidden. */
  readonly isOwn?: true;
};

/** Blocks of a user or assistant record, in order. A message of any other shape is one block without text. */
export function blocksOf(record: Value): BlockText[] {
  const role: Role = isText(lastValue(record, 'type'), 'assistant') ? 'assistant' : 'user';
  const message = lastValue(record, 'message');
  if (isString(message)) return [{ path: '/message', ...textSaid(role, textOf(message)) }];
  const content = lastValue(message, 'content');
  if (!isString(content) && !isArray(content)) return [{ path: '/message', role, type: 'other', text: null }];
  const blocks = blocksIn(content, '/message/content', role);
  return role === 'user' ? blocks.map((block) => spoken(block, record)) : blocks;
}

function spoken(block: BlockText, record: Value): BlockText {
  if (block.type !== 'text') return block;
  const [source, row] = ['promptSource', 'rowSource'].map((key) => textAt(record, key));
  const isHuman = textAt(lastValue(record, 'origin'), 'kind') === 'human';
  const { path, role, type, text } = block;
  if (isHuman && source !== null) return { path, role, type, text, ...withoutTags(text) };
  const isProgram = source === 'system' || (source === null && OF_PROGRAM_ROW.has(row ?? ''));
  return isProgram && block.words === undefined && block.source === undefined ? { ...block, source: 'program' } : block;
}

/** The words of a text: the program puts a pasted long text between tags. */
function withoutTags(text: string | null): Pick<Block, 'words'> {
  const words = text?.replace(PASTED, '\n$2\n');
  return words === undefined || words === text ? {} : { words: words.trim() };
}

const PASTED = /\n*<pasted_content( id="[\da-f]+")>\n(.*?)\n<\/pasted_content\1>\n*/gs;

/** Values of `rowSource` in records of the program itself. */
const OF_PROGRAM_ROW: ReadonlySet<string> = new Set(['local', 'harness', 'hook']);

export function commandSaid(text: string | null): BlockText {
  const said = textSaid('user', text);
  return { path: '/content', ...(said.words === undefined ? { ...said, source: 'program' } : said) };
}

export function waitingSaid(record: Value): BlockText {
  const marks = ['not sent', 'still in the queue when the program ended'];
  return { path: '/content', ...textSaid('user', textAt(record, 'content')), marks };
}

export function queuedBlocks(record: Value): BlockText[] {
  const attachment = lastValue(record, 'attachment');
  const blocks = blocksIn(lastValue(attachment, 'prompt') as Value, '/attachment/prompt', 'user');
  const isMeta = lastValue(attachment, 'isMeta');
  return isMeta === null || typeOf(isMeta) !== 'true'
    ? blocks
    : blocks.map((block) => ({ ...block, source: 'program' }));
}

function blocksIn(content: Value, path: string, role: Role): BlockText[] {
  if (isString(content)) return [{ path, ...textSaid(role, textOf(content)) }];
  const blocks = elements(content).map((block, i) => ({ path: `${path}/${i}`, ...blockOf(block, role) }));
  return blocks.length === 0 ? [{ path, role, type: 'other', text: null }] : blocks;
}

const ASSISTANT = fieldsNamed('assistant');

/** Kinds of the blocks, without their texts: a user's, an assistant's, or typed while the program was at work. */
export function* kindsOf(own: Envelope): Generator<Pick<BlockText, 'role' | 'type' | 'name'>> {
  const role: Role = own.textAt('type', ASSISTANT) < 0 ? 'user' : 'assistant';
  const message = own.get('message');
  const content = isString(message)
    ? message
    : (lastValue(message, 'content') ?? lastValue(own.get('attachment'), 'prompt'));
  const blocks = isArray(content) ? elements(content) : [];
  if (blocks.length === 0) yield { role, type: isString(content) ? 'text' : 'other' };
  for (const block of blocks) yield kindOfBlock(block, role);
}

function kindOfBlock(block: Value, role: Role): Pick<BlockText, 'role' | 'type' | 'name'> {
  const type = TYPES.get(textAt(block, 'type') ?? '') ?? 'other';
  if (type === 'tool_output') return { role: 'tool', type };
  const name = type === 'tool_call' ? toolOf(block) : null;
  return { role, type, ...(name === null ? {} : { name }) };
}

/** The tool of a call. A tool of a server that the API calls is named like those of the program's own servers. */
function toolOf(block: Value): string | null {
  const name = textAt(block, 'name');
  const server = textAt(block, 'server_name');
  const isOfServer = name !== null && server !== null && textAt(block, 'type') === 'mcp_tool_use';
  return isOfServer ? `mcp__${server}__${name}` : name;
}

const TYPES: ReadonlyMap<string, BlockText['type']> = new Map([
  ['text', 'text'],
  ['thinking', 'reasoning'],
  ['redacted_thinking', 'reasoning'],
  ['tool_use', 'tool_call'],
  ['server_tool_use', 'tool_call'],
  ['mcp_tool_use', 'tool_call'],
  ['tool_result', 'tool_output'],
  ['web_search_tool_result', 'tool_output'],
  ['web_fetch_tool_result', 'tool_output'],
  ['code_execution_tool_result', 'tool_output'],
  ['bash_code_execution_tool_result', 'tool_output'],
  ['text_editor_code_execution_tool_result', 'tool_output'],
  ['tool_search_tool_result', 'tool_output'],
  ['mcp_tool_result', 'tool_output'],
  ['image', 'image'],
  ['document', 'image'],
  ['search_result', 'text'],
]);

function searchText(block: Value): string | null {
  if (textAt(block, 'type') !== 'search_result') return null;
  const texts = contentOf(block).map((part) => textAt(part, 'text'));
  return [textAt(block, 'title'), textAt(block, 'source'), ...texts].filter((each) => each !== null).join('\n');
}

/** Title, context and text of a document; null for a file of bytes. */
function documentText(block: Value): string | null {
  const source = lastValue(block, 'source');
  const inside = textAt(source, 'type') === 'text' ? lastValue(source, 'data') : lastValue(source, 'content');
  const words = ['title', 'context'].map((key) => textAt(block, key) ?? '');
  const parts = isArray(inside) ? elements(inside).map((part) => textAt(part, 'text') ?? '') : [inside];
  const texts = parts.map((part) => (typeof part === 'string' ? part : isString(part) ? textOf(part) : ''));
  return [...words, ...texts].filter((each) => each !== '').join('\n') || null;
}

type Block = Omit<BlockText, 'path'>;

/** A note to the model before each command; no screen shows it. */
const CAVEAT = /^<local-command-caveat>(?:(?!<\/local-command-caveat>).)*<\/local-command-caveat>\s*$/s;

function blockOf(block: Value, role: Role): Block {
  switch (TYPES.get(textAt(block, 'type') ?? '')) {
    case 'text':
      return textSaid(role, searchText(block) ?? textAt(block, 'text'));
    case 'reasoning':
      return { role, type: 'reasoning', ...thinkingOf(block) };
    case 'tool_call':
      return { role, type: 'tool_call', text: null, ...callOf(block) };
    case 'tool_output':
      return resultOf(block);
    case 'image':
      return { role, type: 'image', text: documentText(block), pictures: [pictureOf(block)] };
    default:
      return { role, type: 'other', text: lexemeOf(block) };
  }
}

/** Texts that the program writes in the person's name when a turn is interrupted. */
const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]$/;
/** Beginnings of other texts that the program writes in the person's name. */
const OF_PROGRAM =
  /^<(?:system-reminder|local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout|bash-stderr|task-notification|ide_opened_file|ide_selection|tools-used-before-summary)>/;

const TAGS =
  /<\/?(?:system-reminder|local-command-(?:stdout|stderr|caveat)|bash-std(?:out|err)|task-notification|ide_opened_file|ide_selection|fork-source|tools-used-before-summary)>/g;

/** A text with its speaker: the program also writes in the person's name. */
export function textSaid(role: Role, text: string | null): Block {
  const block = { role, type: 'text', text } as const;
  if (role !== 'user' || text === null) return block;
  const noted = notedIn(text);
  if (noted !== null) return { ...block, words: noted.words, ...(noted.isTyped ? {} : { source: 'program' }) };
  if (CAVEAT.test(text)) return { ...block, source: 'program', words: untagged(text), offScreen: true };
  if (INTERRUPTED.test(text)) return { ...block, source: 'interruption' };
  return OF_PROGRAM.test(text) ? { ...block, source: 'program', words: untagged(text) } : block;
}

function untagged(text: string): string {
  return text.replace(TAGS, '').trim() || '(no output)';
}

/** Text of a thinking block. Newer versions keep the signature and an empty text. */
function thinkingOf(block: Value): Pick<Block, 'text' | 'marks'> {
  if (textAt(block, 'type') === 'redacted_thinking') return { text: null, marks: ['redacted'] };
  const text = textAt(block, 'thinking');
  return text === '' ? { text, marks: ['its text was not kept'] } : { text };
}

function callOf(block: Value): Pick<Block, 'name' | 'callId' | 'arguments'> {
  const name = toolOf(block);
  const callId = textAt(block, 'id');
  const input = lastValue(block, 'input');
  return {
    ...(name === null ? {} : { name }),
    ...(callId === null ? {} : { callId }),
    ...(input === null ? {} : { arguments: lexemeOf(input) }),
  };
}

function resultOf(block: Value): Block {
  const callId = textAt(block, 'tool_use_id');
  const content = lastValue(block, 'content');
  const error = lastValue(block, 'is_error');
  return {
    role: 'tool',
    type: 'tool_output',
    text: content === null ? null : resultText(content),
    ...(callId === null ? {} : { callId }),
    ...(isTrue(error) ? { marks: ['error'], failed: true } : {}),
    ...picturesIn(content),
  };
}

function picturesIn(content: Value | null): Pick<Block, 'pictures' | 'words'> {
  const blocks = isArray(content) ? elements(content) : [];
  const pictures = blocks.filter(isPicture).map(pictureOf);
  if (pictures.length === 0) return {};
  const words = blocks.filter((block) => !isPicture(block)).map((block) => textAt(block, 'text') ?? lexemeOf(block));
  return { pictures, words: words.join('\n') };
}

/** The text; for blocks that are all texts, these joined; else the JSON. */
function resultText(content: Value): string {
  if (isString(content)) return textOf(content);
  const texts = elements(content).map((block) => (textAt(block, 'type') === 'text' ? textAt(block, 'text') : null));
  return texts.length > 0 && texts.every((text) => text !== null) ? texts.join('\n') : lexemeOf(content);
}

function isPicture(block: Value): boolean {
  const type = textAt(block, 'type');
  return type === 'image' || type === 'document';
}

function pictureOf(block: Value): Picture {
  const source = lastValue(block, 'source');
  const type = textAt(source, 'media_type');
  const data = lastValue(source, 'data');
  const base64 = data === null || textAt(source, 'type') !== 'base64' ? null : textOf(data);
  return pictureFrom(base64, type);
}

interface TypedNote {
  readonly words: string;
  readonly isTyped: boolean;
}

/** Parts of a typed command, or of an output, in any order. */
const COMMAND = /<command-(name|message|args)>(.*?)<\/command-\1>/gs;
const COMMAND_OUTPUT = /<((?:local-command|bash)-std(?:out|err))>(.*?)<\/\1>/gs;
/** Text typed for a shell, or as a memory. */
const INPUT = /^<(bash|user-memory)-input>(.*)<\/\1-input>$/s;
const NOTIFICATION = /^<task-notification>.*<\/task-notification>$/s;

/** Null unless the whole text is in the program's notation (docs/formats/claude.md). */
export function notedIn(text: string): TypedNote | null {
  if (!text.includes('</')) return null;
  const [, input, line = ''] = INPUT.exec(text) ?? [];
  if (input !== undefined) return { words: `${input === 'bash' ? '!' : '#'} ${line}`, isTyped: true };
  const command = partsOf(text, COMMAND);
  const name = command?.get('name') ?? '';
  if (name.startsWith('/')) return { words: `${name} ${command?.get('args') ?? ''}`.trim(), isTyped: true };
  const said = [...(partsOf(text, COMMAND_OUTPUT)?.values() ?? notification(text))].filter(
    (part) => part.trim() !== '',
  );
  return said.length === 0 ? null : { words: said.join('\n'), isTyped: false };
}

function partsOf(text: string, part: RegExp): ReadonlyMap<string, string> | null {
  const parts = new Map(Array.from(text.matchAll(part), ([, name = '', value = '']) => [name, value]));
  return parts.size > 0 && text.replace(part, '').trim() === '' ? parts : null;
}

function notification(text: string): string[] {
  if (!NOTIFICATION.test(text)) return [];
  return ['summary', 'event', 'result'].map((name) => new RegExp(`<${name}>(.*)</${name}>`, 's').exec(text)?.[1] ?? '');
}
