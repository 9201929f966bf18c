import { kindAt } from '../../codecs/json/cursor.ts';
import { fieldAt, fieldsNamed, fieldsOf, findFields } from '../../codecs/json/members.ts';
import { scan } from '../../codecs/json/scan.ts';
import { KIND, type Tape, TOKEN } from '../../codecs/json/tape.ts';
import { textOf } from '../../codecs/json/value.ts';
import { lines } from '../../codecs/lines/lines.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { Weighed, Weights } from '../../model/stats.ts';
import type { Part } from '../kind.ts';

/** Adds what the bytes of a session hold, each byte once, and the sizes of the files beside it. */
export function weighParts(parts: readonly Part[], into: Weights): void {
  for (const { role, size, type, source } of parts) {
    if (/^(archived-)?agent$/.test(role)) into.add('subagents', size);
    else if (/^(archived-)?companion$/.test(role)) into.add('companions', size);
    else if (type !== 'folder' && source != null) weigh(source, into);
  }
}

const WIDTHS = { none: 0, cr: 1, lf: 1, crlf: 2 } as const;

/** Adds what each line of a session holds, its end included. */
function weigh(source: Source, into: Weights): void {
  const weigher = new Weigher(into);
  for (const { bytes, length, end } of lines(source)) weigher.line(bytes, length + WIDTHS[end]);
}

const RECORD = fieldsNamed('type', 'message', 'toolUseResult');
const MESSAGE = fieldsNamed('content');
const BLOCK = fieldsNamed('type', 'content');
const TALK = fieldsNamed('user', 'assistant');
/** A line that begins so says at once what it is; messages begin so in old files only. */
const OPENING = Buffer.from('{"type":"');
/** Bytes of the longest type that is looked for there. */
const LONGEST = 40;
const QUOTE = 0x22;

/** What a block holds, by its type. */
const BLOCKS = {
  text: 'text',
  thinking: 'thinking',
  redacted_thinking: 'thinking',
  tool_use: 'tool-calls',
  server_tool_use: 'tool-calls',
  mcp_tool_use: 'tool-calls',
  tool_result: 'tool-results',
  mcp_tool_result: 'tool-results',
  web_search_tool_result: 'tool-results',
  web_fetch_tool_result: 'tool-results',
  code_execution_tool_result: 'tool-results',
  image: 'images',
  document: 'images',
} as const satisfies Record<string, Weighed['what']>;

const BLOCK_TYPES = fieldsOf(Object.keys(BLOCKS));
const HOLDS: readonly Weighed['what'][] = Object.values(BLOCKS);

/** Looks at one line after the other and makes nothing of it; what is no message is known by its type alone. */
class Weigher {
  readonly #into: Weights;
  readonly #record = new Int32Array(RECORD.names.length);
  readonly #content = new Int32Array(MESSAGE.names.length);
  readonly #block = new Int32Array(BLOCK.names.length);

  constructor(into: Weights) {
    this.#into = into;
  }

  line(bytes: Uint8Array | null, size: number): void {
    const ahead = bytes === null ? null : typeAhead(bytes);
    const tape = bytes === null || ahead !== null ? null : scan(bytes, startOf(bytes));
    const type = tape === null ? ahead : this.#typeOf(tape);
    if (type === null) this.#into.add('no-record', size);
    else if (type === 'attachment') this.#into.add('attachments', size);
    else if (type.startsWith('api-request')) this.#into.add('request-copies', size);
    else if (tape === null || !TALK.names.includes(type)) this.#into.add('records', size, 1, type);
    else this.#talk(tape, size);
  }

  /** The type of a record, whose fields it looks up; null for what is no record. */
  #typeOf(tape: Tape): string | null {
    if (tape.fault !== null || tape.count === 0 || kindAt(tape, 0) !== KIND.object) return null;
    findFields({ tape, at: 0 }, RECORD, this.#record, 'last');
    const [at = 0] = this.#record;
    if (at === 0 || kindAt(tape, at) !== KIND.string) return null;
    return TALK.names[fieldAt(tape, at, TALK)] ?? textOf({ tape, at });
  }

  #talk(tape: Tape, size: number): void {
    const [, message = 0, copy = 0] = this.#record;
    const copied = copy === 0 ? 0 : this.#add('result-copies', tape, copy);
    this.#into.add('message-fields', size - copied - this.#message(tape, message));
  }

  /** Answers the bytes that were added. */
  #message(tape: Tape, message: number): number {
    if (message === 0 || kindAt(tape, message) !== KIND.object) return 0;
    findFields({ tape, at: message }, MESSAGE, this.#content, 'last');
    const [content = 0] = this.#content;
    if (content === 0) return 0;
    if (kindAt(tape, content) === KIND.string) return this.#add('text', tape, content);
    return kindAt(tape, content) === KIND.array ? this.#blocks(tape, content) : 0;
  }

  #blocks(tape: Tape, list: number): number {
    const { words } = tape;
    const end = words[list * TOKEN + 3] as number;
    let sum = 0;
    for (let at = list + 1; at < end; at = words[at * TOKEN + 3] as number) {
      const what = this.#whatIs(tape, at);
      const content = what === 'tool-results' ? (this.#block[1] as number) : 0;
      const images = content === 0 || kindAt(tape, content) !== KIND.array ? 0 : this.#imagesIn(tape, content);
      this.#into.add(what, lengthOf(tape, at) - images);
      sum += lengthOf(tape, at);
    }
    return sum;
  }

  /** Those in the result of a tool. */
  #imagesIn(tape: Tape, list: number): number {
    const { words } = tape;
    const end = words[list * TOKEN + 3] as number;
    let sum = 0;
    for (let at = list + 1; at < end; at = words[at * TOKEN + 3] as number)
      if (this.#whatIs(tape, at) === 'images') sum += this.#add('images', tape, at);
    return sum;
  }

  #whatIs(tape: Tape, block: number): Weighed['what'] {
    if (kindAt(tape, block) !== KIND.object) return 'other-blocks';
    findFields({ tape, at: block }, BLOCK, this.#block, 'last');
    const [type = 0] = this.#block;
    if (type === 0 || kindAt(tape, type) !== KIND.string) return 'other-blocks';
    return HOLDS[fieldAt(tape, type, BLOCK_TYPES)] ?? 'other-blocks';
  }

  #add(what: Weighed['what'], tape: Tape, token: number): number {
    const bytes = lengthOf(tape, token);
    this.#into.add(what, bytes);
    return bytes;
  }
}

function lengthOf({ words }: Tape, token: number): number {
  return (words[token * TOKEN + 2] as number) - (words[token * TOKEN + 1] as number);
}

/** The program reads over a byte-order mark. */
function startOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** The type that a line begins with; null where it does not, or where it is that of a message. */
function typeAhead(bytes: Uint8Array): string | null {
  for (let i = 0; i < OPENING.length; i++) if (bytes[i] !== OPENING[i]) return null;
  const from = OPENING.length;
  const end = bytes.subarray(from, from + LONGEST).indexOf(QUOTE);
  const type = end < 0 ? '' : Buffer.from(bytes.buffer, bytes.byteOffset + from, end).toString();
  return /^[\w-]+$/.test(type) && !TALK.names.includes(type) ? type : null;
}
