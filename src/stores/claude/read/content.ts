import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import {
  elements,
  fieldAt,
  fieldsNamed,
  fieldsOf,
  findFields,
  isStringAt,
  kindAt,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { imageOf } from '../../engine/image.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';

export const MESSAGE = fieldsNamed('content', 'id', 'model', 'usage');
const SYNTHETIC = fieldsNamed('<synthetic>');
export const BLOCK = fieldsNamed(
  'type',
  'text',
  'content',
  'input',
  'thinking',
  'signature',
  'name',
  'id',
  'tool_use_id',
);
const KEY_NUMBERS = {
  type: 0,
  text: 1,
  content: 2,
  input: 3,
  thinking: 4,
  signature: 5,
  name: 6,
  id: 7,
  caller: 8,
} as const;
/** Blocks that the API accepts; the program does not send the last two. */
export const KNOWN_BLOCKS = [
  'text',
  'tool_use',
  'server_tool_use',
  'tool_result',
  'thinking',
  'image',
  'document',
  'redacted_thinking',
  'search_result',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
  'tool_reference',
  'mid_conv_system',
  'compaction',
  'advisor_tool_result',
  'fallback',
];
export const BLOCK_TYPES = fieldsOf(KNOWN_BLOCKS);
export const BLOCK_TYPE = { text: 0, call: 1, serverCall: 2, result: 3, thinking: 4, image: 5 } as const;
/** Most characters of a tool's name that the API accepts. */
export const NAME_LIMIT = 200;

interface PairedBlock {
  block: number;
  isCall: boolean;
  /** Token of the call id; 0 for none. */
  id: number;
}

/** Facts of one message's content, found in one pass without allocation; valid until the next message. */
export class MessageContent {
  /** True if the content is a text or a list of blocks. */
  isThere = false;
  calls = 0;
  /** Calls and results, each of which needs its other half; entries from index `paired` on are left from an earlier message. */
  readonly tools: PairedBlock[] = [];
  paired = 0;
  isResults = false;
  /** True for a list without words, not even a blank text. */
  isHollow = false;
  /** True if the API can refuse nothing in the content. */
  isHarmless = true;
  id: Value | null = null;
  model: Value | null = null;
  /** The answer's usage; null if it has none. */
  usage: Value | null = null;
  isSynthetic = false;
  readonly #content = new Int32Array(MESSAGE.names.length);
  readonly #fields = new Int32Array(BLOCK.names.length);

  read(tape: Tape, message: number): void {
    this.calls = 0;
    this.paired = 0;
    this.isResults = false;
    this.isHollow = false;
    this.isHarmless = true;
    this.isThere = false;
    this.id = null;
    this.model = null;
    this.usage = null;
    this.isSynthetic = false;
    if (message === 0 || kindAt(tape, message) !== KIND.object) return;
    findFields({ tape, at: message }, MESSAGE, this.#content, 'last');
    const [content = 0, id = 0, model = 0, usage = 0] = this.#content;
    this.id = id === 0 ? null : { tape, at: id };
    this.model = isStringAt(tape, model) ? { tape, at: model } : null;
    this.usage = usage === 0 ? null : { tape, at: usage };
    this.isSynthetic = this.model !== null && fieldAt(tape, model, SYNTHETIC) === 0;
    const kind = content === 0 ? KIND.null : kindAt(tape, content);
    this.isThere = kind === KIND.string || kind === KIND.array;
    if (kind === KIND.string) this.isHarmless = startsPlainly(tape, content);
    if (kind === KIND.array) this.#blocks(tape, content);
  }

  #blocks(tape: Tape, content: number): void {
    const { words } = tape;
    const end = words[content * TOKEN + 3] as number;
    if (end === content + 1) this.isHarmless = false;
    this.isResults = end > content + 1;
    this.isHollow = true;
    for (let at = content + 1, n = 0; at < end; at = words[at * TOKEN + 3] as number, n++)
      if (kindAt(tape, at) === KIND.object) this.#block(tape, at, n);
      else {
        this.isResults = false;
        this.isHarmless = false;
        this.isHollow &&= kindAt(tape, at) !== KIND.string;
      }
  }

  #block(tape: Tape, at: number, n: number): void {
    findFields({ tape, at }, BLOCK, this.#fields, 'last');
    const type = this.#fields[KEY_NUMBERS.type] as number;
    const kind = type === 0 || kindAt(tape, type) !== KIND.string ? -1 : fieldAt(tape, type, BLOCK_TYPES);
    if (kind === BLOCK_TYPE.call || kind === BLOCK_TYPE.serverCall) this.calls++;
    if (kind === BLOCK_TYPE.call || kind === BLOCK_TYPE.result) this.#pair(n, kind === BLOCK_TYPE.call);
    if (kind !== BLOCK_TYPE.result) this.isResults = false;
    this.isHollow &&=
      (type === 0 || kind === BLOCK_TYPE.text) && [0, KIND.null].includes(this.#kindOf(tape, KEY_NUMBERS.text));
    this.isHarmless &&= this.#isHarmless(tape, kind);
  }

  #pair(block: number, isCall: boolean): void {
    const known = this.tools[this.paired];
    const tool = known ?? { block: 0, isCall: false, id: 0 };
    if (known === undefined) this.tools.push(tool);
    tool.block = block;
    tool.isCall = isCall;
    tool.id = this.#fields[isCall ? KEY_NUMBERS.id : KEY_NUMBERS.caller] as number;
    this.paired++;
  }

  #isHarmless(tape: Tape, type: number): boolean {
    switch (type) {
      case BLOCK_TYPE.text:
        return (
          this.#lengthOf(tape, KEY_NUMBERS.text) >= 0 && startsPlainly(tape, this.#fields[KEY_NUMBERS.text] as number)
        );
      case BLOCK_TYPE.thinking:
        return this.#lengthOf(tape, KEY_NUMBERS.thinking) >= 0 && this.#lengthOf(tape, KEY_NUMBERS.signature) > 0;
      case BLOCK_TYPE.call:
        return (
          this.#kindOf(tape, KEY_NUMBERS.input) === KIND.object && isNameLike(this.#lengthOf(tape, KEY_NUMBERS.name))
        );
      case BLOCK_TYPE.result:
        return this.#kindOf(tape, KEY_NUMBERS.content) !== KIND.array;
      default:
        return type >= 0 && type !== BLOCK_TYPE.image;
    }
  }

  #kindOf(tape: Tape, field: number): number {
    const value = this.#fields[field] as number;
    return value === 0 ? 0 : kindAt(tape, value);
  }

  /** Length of a text in bytes, without quotes; -1 for no text. */
  #lengthOf(tape: Tape, field: number): number {
    if (this.#kindOf(tape, field) !== KIND.string) return -1;
    const at = (this.#fields[field] as number) * TOKEN;
    return (tape.words[at + 2] as number) - (tape.words[at + 1] as number) - 2;
  }
}

function isNameLike(length: number): boolean {
  return length > 0 && length <= NAME_LIMIT;
}

/** True for a value that does not begin like a blank text, such as any other value than a text. */
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
/** First two bytes in UTF-8 of white space beyond ASCII: U+0085, U+00A0, U+1680, U+2000 to U+205F, U+3000. */
const WIDE_SPACES = [
  [0xc2, 0x85],
  [0xc2, 0xa0],
  [0xe1, 0x9a],
  [0xe2, 0x80],
  [0xe2, 0x81],
  [0xe3, 0x80],
] as const;

export function contentOf(message: Value | null): readonly Value[] {
  return elements(lastValue(message, 'content'));
}

/** Largest side of an image in pixels: in any conversation, and in one with many images. */
const PIXELS = { max: 8000, many: 2000 };
const MAX_BASE64_LENGTH = 5 * 1024 * 1024;
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

/**
 * Why the program cannot send an image at all, or together with many others; null if it can. A heal writes `name` in the image's place, so
 * it must not change.
 */
export function imageFault(block: Value): { readonly code: Code; readonly name: string } | null {
  const source = lastValue(block, 'source');
  const kind = textAt(source, 'type') ?? '';
  if (kind === 'url' || kind === 'file') return null;
  const data = kind === 'base64' ? (textAt(source, 'data') ?? '') : '';
  if (data.length > MAX_BASE64_LENGTH) return { code: 'CL417', name: `image of ${data.length} bytes in base64` };
  const image = BASE64.test(data) ? imageOf(data) : null;
  if (image === null) return { code: 'CL419', name: 'image that cannot be decoded' };
  const { type, width, height } = image;
  const media = textAt(source, 'media_type');
  if (type !== media)
    return { code: 'CL419', name: `image that is said to be ${media ?? 'of no type'} and is ${type}` };
  const side = Math.max(width, height);
  if (side <= PIXELS.many) return null;
  return { code: side > PIXELS.max ? 'CL419' : 'CL418', name: `image of ${width} by ${height} pixels` };
}
