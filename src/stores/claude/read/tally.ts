import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { fieldAt, fieldsNamed, findFields, isString, kindAt, textOf, type Value } from '../../../codecs/json/value.ts';
import type { StatsSink, Weighed, Weights } from '../../../model/stats.ts';
import type { Part } from '../../kind.ts';
import type { AlsoMeeting } from '../checks/facts.ts';
import { isAnswerTold, tellAnswer, tellAnswerIn } from './answered.ts';
import { kindsOf } from './blocks.ts';
import { BLOCK_TYPE, BLOCK_TYPES, KNOWN_BLOCKS } from './content.ts';
import { RECORD_TYPES } from './metadata-types.ts';
import { LINE_ENDS, type LinePiece } from './pieces.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { kindsOfRecord, mayBeTyped, typedIn } from './record-said.ts';
import type { PlainMeeting, RecordAt, Records } from './records.ts';
import type { SessionFile } from './session-file.ts';
import { StopHooks } from './stop-hooks.ts';

/** Counts the messages of the session, sent or not, and its bytes, in the pass that judges it. */
export function tallyFile(file: SessionFile, id: string, into: StatsSink): void {
  file.factsAnd(id, tallyMeeting(into));
}

/** Meets the lines of a session and counts their content. */
export function tallyMeeting(into: StatsSink): AlsoMeeting & { readonly plain: PlainMeeting } {
  const weigher = new Weigher(into.contents);
  const hooks = new StopHooks();
  const meet = (met: RecordAt, all: Records) => {
    weigher.meet(met);
    const kind = all.kind[met.n];
    if (met.record === null || kind === CLASS.progress || (!all.isKept(met.n) && kind !== CLASS.unknown)) return;
    for (const said of isPlain(all, met.n, met.record)
      ? kindsOf(met.own)
      : kindsOfRecord(all, met.n, met.record, hooks))
      into.said(said);
    tellAnswerIn(met, into);
  };
  const plain: PlainMeeting = {
    takes: (record) => isTold(record) && isAnswerTold(record),
    meet: (_n, line, record) => {
      weigher.meetPlain(line, record);
      if (record.kind === CLASS.user || record.kind === CLASS.assistant) sayPlain(record, into);
      if (isQuestion(record)) hooks.noteTexts(textIn(record, record.get('uuid')), questionIn(record));
      tellAnswer(record, into);
    },
  };
  return { meet, plain };
}

/** Is it known who speaks in a plain record without a look at its text, as `isPlain` has it. */
function isTold(record: PlainRecord): boolean {
  if (record.kind === CLASS.system) return false;
  if (record.kind !== CLASS.user) return true;
  if (isQuestion(record)) return isTyped(record);
  return (record.flags & (RECORD_FLAG.results | RECORD_FLAG.meta)) === RECORD_FLAG.results && !mayBeTyped(record);
}

function isQuestion({ kind, flags }: PlainRecord): boolean {
  return kind === CLASS.user && (flags & RECORD_FLAG.paired) === 0;
}

/** Keys by which a record names its speaker. */
const SPEAKERS = ['promptSource', 'rowSource', 'origin'] as const;
const OF_PROGRAM = RECORD_FLAG.meta | RECORD_FLAG.summary;
/** How texts begin that the program writes in the person's name, and its notes of typed texts. */
const [TAG, NOTE] = [0x3c, 0x5b];

/** Is a question the person's, as neither its record nor the beginning of a text leaves open. */
function isTyped(record: PlainRecord): boolean {
  const { flags, blocks, block, content } = record;
  if ((flags & OF_PROGRAM) !== 0 || SPEAKERS.some((key) => record.get(key) !== 0)) return false;
  const isOpen = (text: number) => record.firstOf(text) === TAG || record.firstOf(text) === NOTE;
  if (blocks === 0) return !isOpen(content);
  for (let i = 0; i < blocks; i++)
    if (block[4 * i + 1] !== BLOCK_TYPE.text || isOpen(block[4 * i + 3] as number)) return false;
  return true;
}

function questionIn(record: PlainRecord): string[] {
  const { blocks, block, content } = record;
  if (blocks === 0) return [textIn(record, content)];
  return Array.from({ length: blocks }, (_, i) => textIn(record, block[4 * i + 3] as number));
}

function textIn({ tape }: PlainRecord, at: number): string {
  return textOf({ tape, at });
}

function sayPlain({ kind, blocks, block, tape }: PlainRecord, into: StatsSink): void {
  const role = kind === CLASS.assistant ? 'assistant' : 'user';
  if (blocks === 0) into.said({ role, type: 'text' });
  for (let i = 0; i < blocks; i++) {
    const type = block[4 * i + 1] as number;
    if (type === BLOCK_TYPE.call)
      into.said({ role, type: 'tool_call', name: textOf({ tape, at: block[4 * i + 3] as number }) });
    else if (type === BLOCK_TYPE.result) into.said({ role: 'tool', type: 'tool_output' });
    else into.said({ role, type: type === BLOCK_TYPE.text ? 'text' : 'reasoning' });
  }
}

function isPlain(records: Records, n: number, record: Value): boolean {
  if (records.has(n, RECORD_FLAG.apiError)) return false;
  if (records.kind[n] === CLASS.assistant) return true;
  const isResult = records.has(n, RECORD_FLAG.results) && !records.has(n, RECORD_FLAG.meta);
  return isResult && typedIn(records, n, record).length === 0;
}

export function weighBeside(parts: readonly Part[], into: Weights): void {
  for (const { role, size } of parts) {
    if (/^(archived-)?agent$/.test(role)) into.add('subagents', size);
    else if (/^(archived-)?companion$/.test(role)) into.add('companions', size);
  }
}

const COPY = fieldsNamed('toolUseResult');
const MESSAGE = fieldsNamed('content');
const BLOCK = fieldsNamed('type', 'content');
const TALK = fieldsNamed('user', 'assistant');

const BLOCKS: Readonly<Partial<Record<string, Weighed['what']>>> = {
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
};

/** In the order of `BLOCK_TYPES`. */
const HOLDS = KNOWN_BLOCKS.map((type) => BLOCKS[type] ?? 'other-blocks');

/** Adds up the bytes of a session by content, each byte once, line after line. */
class Weigher {
  readonly #into: Weights;
  readonly #copy = new Int32Array(COPY.names.length);
  readonly #content = new Int32Array(MESSAGE.names.length);
  readonly #block = new Int32Array(BLOCK.names.length);

  constructor(into: Weights) {
    this.#into = into;
  }

  meet({ line, record, own }: RecordAt): void {
    const size = line.length + LINE_ENDS[line.end].length;
    const type = record === null || record.tape.fault !== null ? null : own.get('type');
    if (record === null || !isString(type)) this.#into.add('no-record', size);
    else if (own.textAt('type', TALK) >= 0) this.#talk(record, own.get('message')?.at ?? 0, size);
    else this.#other(textOf(type), size);
  }

  meetPlain({ length, end }: LinePiece, record: PlainRecord): void {
    const { type, kind, blocks, block, content } = record;
    const size = length + LINE_ENDS[end].length;
    if (kind !== CLASS.user && kind !== CLASS.assistant) {
      this.#other(RECORD_TYPES.names[type] as string, size);
      return;
    }
    const copy = record.get('toolUseResult');
    let counted = copy === 0 ? 0 : record.sizeOf(copy);
    if (copy !== 0) this.#into.add('result-copies', counted);
    if (blocks === 0) {
      this.#into.add('text', record.sizeOf(content));
      counted += record.sizeOf(content);
    }
    for (let i = 0; i < blocks; i++) {
      const bytes = record.sizeOf(block[4 * i] as number);
      this.#into.add(HOLDS[block[4 * i + 1] as number] ?? 'other-blocks', bytes);
      counted += bytes;
    }
    this.#into.add('message-fields', size - counted);
  }

  #other(type: string, size: number): void {
    if (type === 'attachment') this.#into.add('attachments', size);
    else if (type.startsWith('api-request')) this.#into.add('request-copies', size);
    else this.#into.add('records', size, 1, type);
  }

  #talk(record: Value, message: number, size: number): void {
    findFields(record, COPY, this.#copy, 'last');
    const [copy = 0] = this.#copy;
    const copied = copy === 0 ? 0 : this.#add('result-copies', record.tape, copy);
    this.#into.add('message-fields', size - copied - this.#message(record.tape, message));
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
