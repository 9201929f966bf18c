import { LF } from '../../codecs/bytes.ts';
import type { Message } from '../../model/conversation.ts';
import type { Part } from '../../model/part.ts';
import { pictureFrom } from './image.ts';

type SaidMessage = Omit<Message, 'index'>;

/** A file that the program saved beside a session. `mark`: its name for people. */
export interface SavedFile {
  readonly part: Part;
  readonly mark: string;
}

/** `files`: by the name that the first group of `naming` finds in a result's text. */
export interface SavedOutputs {
  readonly files: ReadonlyMap<string, SavedFile>;
  readonly naming: RegExp;
}

/** Messages, with each saved output after the first that names it; those that none names come last. They are hidden unless `wanted`. */
export function* withSaved(
  messages: Iterable<SaidMessage>,
  { files, naming }: SavedOutputs,
  wanted: boolean,
): Generator<SaidMessage> {
  const unnamed = new Map(files);
  const tools = new Map<string, string>();
  let at = '/0';
  for (const message of messages) {
    yield message;
    at = message.at;
    if (unnamed.size === 0) continue;
    for (const each of namedBy(message, { unnamed, naming }, tools)) yield { ...each, at, hidden: !wanted };
  }
  for (const file of unnamed.values()) for (const each of messagesIn(file)) yield { ...each, at, hidden: !wanted };
}

interface NotShownYet {
  readonly unnamed: Map<string, SavedFile>;
  readonly naming: RegExp;
}

/** The saved outputs that a result names; notes the tool of a call. */
function* namedBy(
  { type, callId = '', name = '', text }: SaidMessage,
  { unnamed, naming }: NotShownYet,
  tools: Map<string, string>,
): Generator<SavedMessage> {
  if (type === 'tool_call') tools.set(callId, name);
  if (type !== 'tool_output') return;
  const tool = tools.get(callId);
  const about = tool === undefined ? {} : { callId, name: tool };
  for (const file of takeNamed(unnamed, text?.matchAll(naming) ?? []))
    for (const each of messagesIn(file)) yield { ...each, ...about };
}

function takeNamed(unnamed: Map<string, SavedFile>, naming: Iterable<RegExpMatchArray>): SavedFile[] {
  const named: SavedFile[] = [];
  for (const [, name = ''] of naming) {
    // A sentence's punctuation may follow a name.
    const found = [name, name.replace(/[.,:;]+$/, '')].find((each) => unnamed.has(each)) ?? '';
    const file = unnamed.get(found);
    if (file !== undefined) named.push(file);
    unnamed.delete(found);
  }
  return named;
}

type SavedMessage = Omit<SaidMessage, 'at' | 'hidden'>;

const WINDOW_BYTES = 1 << 20;
const MAX_PICTURE_BYTES = 8 << 20;

/** A saved output in parts that fit in memory; only the name of one that is neither text nor picture. */
function* messagesIn({ part, mark }: SavedFile): Generator<SavedMessage> {
  const { source, size } = part;
  if (source == null || source.slice(0, WINDOW_BYTES).includes(0)) {
    yield { ...OF_TOOL, text: null, marks: [mark], ...savedPicture(part) };
    return;
  }
  for (let [at, number] = [0, 1]; at < size; number++) {
    const bytes = source.slice(at, WINDOW_BYTES);
    if (bytes.length === 0) return;
    const length = at + bytes.length < size ? lastBoundary(bytes) : bytes.length;
    const text = Buffer.from(bytes.subarray(0, length)).toString();
    yield { ...OF_TOOL, text, marks: [length === size ? mark : `${mark}, part ${number}`] };
    at += length;
  }
}

const OF_TOOL = { role: 'tool', type: 'tool_output' } as const;

function savedPicture({ source, size, path }: Part): Pick<Message, 'pictures'> {
  const type = PICTURES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  if (source == null || type === undefined || size > MAX_PICTURE_BYTES) return {};
  return { pictures: [pictureFrom(Buffer.from(source.slice(0, size)).toString('base64'), type)] };
}

const PICTURES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['pdf', 'application/pdf'],
]);

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** Where to cut a text: after a line, else after a word, else before a character. */
function lastBoundary(bytes: Uint8Array): number {
  for (const end of [LF, SPACE, COMMA, QUOTE]) {
    const at = bytes.lastIndexOf(end);
    if (at > bytes.length / 2) return at + 1;
  }
  let at = bytes.length - 1;
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
