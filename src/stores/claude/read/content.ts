import { kindAt } from '../../../codecs/json/cursor.ts';
import { fieldAt, fieldsNamed, findFields } from '../../../codecs/json/members.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import type { Value } from '../../../codecs/json/value.ts';

const MESSAGE = fieldsNamed('content', 'id', 'model');
const SYNTHETIC = fieldsNamed('<synthetic>');
const BLOCK = fieldsNamed('type', 'text', 'content', 'input', 'thinking', 'signature');
/** Where `BLOCK` has each of them. */
const AT = { type: 0, text: 1, content: 2, input: 3, thinking: 4, signature: 5 } as const;
const TYPES = fieldsNamed('text', 'tool_use', 'server_tool_use', 'tool_result', 'thinking', 'image', 'document');
const TYPE = { text: 0, call: 1, serverCall: 2, result: 3, thinking: 4, image: 5, document: 6 } as const;

/** A first look at the content of one message: one pass, which makes nothing, and holds until the next message. */
export class MessageContent {
  /** It is a text or a list of blocks. */
  isThere = false;
  /** How many tools it calls. */
  calls = 0;
  /** A call or a result in it has to have its other half. */
  isPaired = false;
  /** It holds results of tools and nothing else. */
  isResults = false;
  /** Nothing in it needs a second look for what the API refuses. */
  isHarmless = true;
  /** Thinking blocks with a signature and an empty text. */
  withoutText = 0;
  /** What the API named the answer; null for no text. */
  id: Value | null = null;
  /** Its model is the program itself. */
  isSynthetic = false;
  readonly #content = new Int32Array(MESSAGE.names.length);
  readonly #fields = new Int32Array(BLOCK.names.length);

  /** Looks at the message at a token; 0 for none. */
  read(tape: Tape, message: number): void {
    this.calls = 0;
    this.isPaired = false;
    this.isResults = false;
    this.isHarmless = true;
    this.withoutText = 0;
    this.isThere = false;
    this.id = null;
    this.isSynthetic = false;
    if (message === 0 || kindAt(tape, message) !== KIND.object) return;
    findFields({ tape, at: message }, MESSAGE, this.#content, 'last');
    const [content = 0, id = 0, model = 0] = this.#content;
    this.id = isStringAt(tape, id) ? { tape, at: id } : null;
    this.isSynthetic = isStringAt(tape, model) && fieldAt(tape, model, SYNTHETIC) === 0;
    const kind = content === 0 ? KIND.null : kindAt(tape, content);
    this.isThere = kind === KIND.string || kind === KIND.array;
    if (kind === KIND.array) this.#blocks(tape, content);
  }

  #blocks(tape: Tape, content: number): void {
    const { words } = tape;
    const end = words[content * TOKEN + 3] as number;
    if (end === content + 1) this.isHarmless = false;
    this.isResults = end > content + 1;
    for (let at = content + 1; at < end; at = words[at * TOKEN + 3] as number)
      if (kindAt(tape, at) === KIND.object) this.#block(tape, at);
      else this.isResults = false;
  }

  #block(tape: Tape, at: number): void {
    findFields({ tape, at }, BLOCK, this.#fields, 'last');
    const type = this.#fields[AT.type] as number;
    const is = type === 0 || kindAt(tape, type) !== KIND.string ? -1 : fieldAt(tape, type, TYPES);
    if (is === TYPE.call || is === TYPE.serverCall) this.calls++;
    if (is === TYPE.call || is === TYPE.result) this.isPaired = true;
    if (is !== TYPE.result) this.isResults = false;
    this.isHarmless &&= this.#isHarmless(tape, is);
  }

  #isHarmless(tape: Tape, type: number): boolean {
    if (type === TYPE.text) return startsPlainly(tape, this.#fields[AT.text] as number);
    if (type === TYPE.thinking) return this.#isThinking(tape);
    if (type === TYPE.image || type === TYPE.document) return false;
    const value = this.#fields[type === TYPE.call ? AT.input : AT.content] as number;
    if (value === 0 || (type !== TYPE.call && type !== TYPE.result)) return true;
    const kind = kindAt(tape, value);
    return type === TYPE.call ? kind === KIND.object : kind !== KIND.array && !mayHoldNul(tape, value);
  }

  #isThinking(tape: Tape): boolean {
    const thinking = this.#fields[AT.thinking] as number;
    if (thinking === 0 || kindAt(tape, thinking) !== KIND.string || !this.#isText(tape, AT.signature)) return false;
    if (!this.#isText(tape, AT.thinking)) this.withoutText++;
    return true;
  }

  /** A text of a character or more. */
  #isText(tape: Tape, field: number): boolean {
    const value = this.#fields[field] as number;
    const [start = 0, end = 0] = [tape.words[value * TOKEN + 1], tape.words[value * TOKEN + 2]];
    return value !== 0 && kindAt(tape, value) === KIND.string && end - start > 2;
  }
}

function isStringAt(tape: Tape, value: number): boolean {
  return value !== 0 && kindAt(tape, value) === KIND.string;
}

/** Does a value begin as no blank text does; what is no text does. */
export function startsPlainly(tape: Tape, value: number): boolean {
  if (value === 0 || kindAt(tape, value) !== KIND.string) return true;
  const at = (tape.words[value * TOKEN + 1] as number) + 1;
  const [first = SPACE, second] = [tape.bytes[at], tape.bytes[at + 1]];
  if (first <= ASCII) return first > SPACE && first !== QUOTE && first !== BACKSLASH;
  return !WIDE_SPACES.some(([one, two]) => one === first && two === second);
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ASCII = 0x7f;
/** The first two bytes, in UTF-8, of white space beyond ASCII: of U+00A0, U+1680, U+2000 to U+205F, U+3000 and U+FEFF. */
const WIDE_SPACES = [
  [0xc2, 0xa0],
  [0xe1, 0x9a],
  [0xe2, 0x80],
  [0xe2, 0x81],
  [0xe3, 0x80],
  [0xef, 0xbb],
] as const;

/** May a text hold NUL: it is only ever escaped in JSON, and the escape may itself be escaped. */
export function mayHoldNul({ bytes, words }: Tape, value: number): boolean {
  if (((words[value * TOKEN] as number) & FLAG.escaped) === 0) return false;
  const [start = 0, end = 0] = [words[value * TOKEN + 1], words[value * TOKEN + 2]];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).includes(NUL);
}

const NUL = Buffer.from('\\u0000');
