import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { fieldAt, fieldsNamed, findFields, isString, kindAt, textOf, type Value } from '../../../codecs/json/value.ts';
import { addToCount } from '../../../model/collections.ts';
import type { Part } from '../../../model/part.ts';
import { CONTENTS, type ContentSize, type StatsSink, type Weights } from '../../../model/stats.ts';
import type { SessionFile } from '../session-file.ts';
import { AnswerCounter, isCountable, noteBranch } from './answered.ts';
import { kindsOf, textSaid } from './blocks.ts';
import { BLOCK_TYPE, BLOCK_TYPES, KNOWN_BLOCKS } from './content.ts';
import { RECORD_TYPES } from './metadata-types.ts';
import { LINE_ENDS, type LinePiece } from './pieces.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import { kindsOfRecord, mayBeTyped, typedAnswersIn } from './record-said.ts';
import type { PlainVisitor, RecordAt, Records, RecordVisitor } from './records.ts';
import { StopHooks } from './stop-hooks.ts';

/** Counts the messages of the session, sent or not, and its bytes, in the pass that judges it. */
export function tallyFile(file: SessionFile, into: StatsSink): void {
  const visitor = tallyVisitor(into);
  file.visit(visitor);
  visitor.end();
}

interface TallyVisitor extends RecordVisitor {
  readonly plain: PlainVisitor;
  /** Reports the sums of plain records; call it after the last line. */
  end(): void;
}

export function tallyVisitor(into: StatsSink): TallyVisitor {
  const weigher = new Weigher(into.contents);
  const said = new PlainRecordTally(into);
  const answers = new AnswerCounter(into);
  const hooks = new StopHooks();
  const visit = (visited: RecordAt, all: Records) => {
    noteBranch(visited, into);
    weigher.add(visited);
    const kind = all.classOf[visited.n];
    if (visited.record === null || kind === CLASS.progress || (!all.isKept(visited.n) && kind !== CLASS.unknown))
      return;
    for (const each of isPlain(all, visited.n, visited.record)
      ? kindsOf(visited.own)
      : kindsOfRecord(all, visited.n, visited.record, hooks))
      into.said(each);
    answers.add(visited);
  };
  const plain: PlainVisitor = {
    takes: (record) => into.onBranch === undefined && isSpeakerKnown(record) && isCountable(record),
    visit: (_n, line, record) => {
      weigher.addPlain(line, record);
      if (isQuestion(record)) said.ask(record, hooks);
      else if (record.recordClass === CLASS.user || record.recordClass === CLASS.assistant) said.count(record);
      else if (record.recordClass === CLASS.system) hooks.noteLast(record.copyOf(record.get('uuid')), null);
      answers.addPlain(record);
    },
  };
  return {
    visit,
    plain,
    end: () => {
      into.onBranch?.(null);
      weigher.end();
      said.end();
    },
  };
}

/** True if the speaker is known without the text; must agree with `isPlain`. */
function isSpeakerKnown(record: PlainRecord): boolean {
  if (record.recordClass === CLASS.system) return record.is(record.get('subtype'), WORDLESS);
  if (record.recordClass !== CLASS.user) return record.recordClass !== CLASS.attachment;
  if (isQuestion(record)) return isOfTexts(record);
  return (record.flags & (RECORD_FLAG.results | RECORD_FLAG.meta)) === RECORD_FLAG.results && !mayBeTyped(record);
}

/** Subtype of system records without words; must agree with `OWN_NOTES`. */
const WORDLESS = Buffer.from('turn_duration');

function isQuestion({ recordClass: kind, flags }: PlainRecord): boolean {
  return kind === CLASS.user && (flags & RECORD_FLAG.paired) === 0;
}

/** Keys that name a record's speaker, or mark a hook's record. */
const SPEAKERS = ['promptSource', 'rowSource', 'origin', 'attachment'] as const;

/** True for a question of texts only, without a key that names its speaker. */
function isOfTexts(record: PlainRecord): boolean {
  if (SPEAKERS.some((key) => record.get(key) !== 0)) return false;
  const { blocks } = record;
  for (let i = 0; i < blocks; i++) if (record.blockType(i) !== BLOCK_TYPE.text) return false;
  return true;
}

/** Kinds of messages in plain records, other than calls. */
const MESSAGE_CONTENTS = [
  { role: 'user', type: 'text' },
  { role: 'user', type: 'reasoning' },
  { role: 'assistant', type: 'text' },
  { role: 'assistant', type: 'reasoning' },
  { role: 'tool', type: 'tool_output' },
  { role: 'system', type: 'text' },
] as const;
const USER_TEXT = 0;
const ASSISTANT_TEXT = 2;
const OUTPUT = 4;
const SYSTEM_TEXT = 5;
const OF_PROGRAM = RECORD_FLAG.meta | RECORD_FLAG.summary;
/** First character of texts that the program writes in the person's name, of its notes on typed texts, and of hooks' words. */
const TAG = 0x3c;
const NOTE = 0x5b;
const FEEDBACK = 0x53;

class PlainRecordTally {
  readonly #into: StatsSink;
  readonly #counts = new Int32Array(MESSAGE_CONTENTS.length);
  readonly #tools = new Map<string, number>();

  constructor(into: StatsSink) {
    this.#into = into;
  }

  count(record: PlainRecord): void {
    const { recordClass: kind, blocks } = record;
    const text = kind === CLASS.assistant ? ASSISTANT_TEXT : USER_TEXT;
    if (blocks === 0) this.#add(text);
    for (let i = 0; i < blocks; i++) {
      const type = record.blockType(i);
      if (type === BLOCK_TYPE.call) addToCount(this.#tools, record.textOf(record.blockValue(i)), 1);
      else if (type === BLOCK_TYPE.result) this.#add(OUTPUT);
      else this.#add(type === BLOCK_TYPE.text ? text : text + 1);
    }
  }

  /** Counts a question, and passes its texts to `hooks`. */
  ask(record: PlainRecord, hooks: StopHooks): void {
    const { blocks, content } = record;
    let at = content;
    for (let i = 0; i < Math.max(blocks, 1); i++) {
      if (blocks > 0) at = record.blockValue(i);
      const first = record.firstOf(at);
      this.#spoken(record, first === TAG || first === NOTE ? textSaid('user', record.textOf(at)) : null);
      if (first === FEEDBACK) hooks.noteText(record.textOf(at));
    }
    hooks.noteLast(record.copyOf(record.get('uuid')), blocks > 1 ? null : record.copyOf(at));
  }

  /** `noted`: kind of a text that begins like the program's notes; null for another. */
  #spoken({ flags }: PlainRecord, noted: ReturnType<typeof textSaid> | null): void {
    if (noted?.offScreen === true) return;
    this.#add((flags & OF_PROGRAM) !== 0 || noted?.source === 'program' ? SYSTEM_TEXT : USER_TEXT);
  }

  #add(which: number): void {
    this.#counts[which] = (this.#counts[which] as number) + 1;
  }

  end(): void {
    for (const [n, said] of MESSAGE_CONTENTS.entries())
      if (this.#counts[n] !== 0) this.#into.said(said, this.#counts[n]);
    for (const [name, count] of this.#tools) this.#into.said({ role: 'assistant', type: 'tool_call', name }, count);
  }
}

function isPlain(records: Records, n: number, record: Value): boolean {
  if (records.has(n, RECORD_FLAG.apiError)) return false;
  if (records.classOf[n] === CLASS.assistant) return true;
  const isResult = records.has(n, RECORD_FLAG.results) && !records.has(n, RECORD_FLAG.meta);
  return isResult && typedAnswersIn(records, n, record).length === 0;
}

export function weighCompanions(parts: readonly Part[], into: Weights): void {
  for (const { role, size } of parts) {
    if (/^(archived-)?agent$/.test(role)) into.add('subagents', size);
    else if (/^(archived-)?companion$/.test(role)) into.add('companions', size);
  }
}

const COPY_FIELDS = fieldsNamed('toolUseResult');
const MESSAGE = fieldsNamed('content');
const BLOCK = fieldsNamed('type', 'content');
const TALK_FIELDS = fieldsNamed('user', 'assistant');

const BLOCKS: Readonly<Partial<Record<string, ContentSize['what']>>> = {
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

/** Contents in the order of `BLOCK_TYPES`. */
const CONTENT_OF_BLOCK = KNOWN_BLOCKS.map((type) => BLOCKS[type] ?? 'other-blocks');
/** Contents of plain records: all of `CONTENTS`, then records by type. */
const PLAIN_CONTENTS: readonly Pick<ContentSize, 'what' | 'type'>[] = [
  ...CONTENTS.map((what) => ({ what, type: null })),
  ...RECORD_TYPES.names.map(contentOfType),
];
/** Indexes of the blocks' contents, in the order of `CONTENT_OF_BLOCK`, and of some others. */
const HOLD_PLACES = CONTENT_OF_BLOCK.map((what) => CONTENTS.indexOf(what));
const HOLD = {
  text: CONTENTS.indexOf('text'),
  copies: CONTENTS.indexOf('result-copies'),
  fields: CONTENTS.indexOf('message-fields'),
} as const;

function contentOfType(type: string): Pick<ContentSize, 'what' | 'type'> {
  if (type === 'attachment') return { what: 'attachments', type: null };
  return type.startsWith('api-request') ? { what: 'request-copies', type: null } : { what: 'records', type };
}

/** Sums the bytes of a session by content, each byte once, line by line. */
class Weigher {
  readonly #into: Weights;
  readonly #copy = new Int32Array(COPY_FIELDS.names.length);
  readonly #content = new Int32Array(MESSAGE.names.length);
  readonly #block = new Int32Array(BLOCK.names.length);

  /** Bytes and counts of plain records, by index in `PLAIN_CONTENTS`. */
  readonly #bytes = new Float64Array(PLAIN_CONTENTS.length);
  readonly #counts = new Int32Array(PLAIN_CONTENTS.length);

  constructor(into: Weights) {
    this.#into = into;
  }

  end(): void {
    for (const [place, { what, type }] of PLAIN_CONTENTS.entries())
      if (this.#counts[place] !== 0) this.#into.add(what, this.#bytes[place] as number, this.#counts[place], type);
  }

  add({ line, record, own }: RecordAt): void {
    const size = line.length + LINE_ENDS[line.end].length;
    const type = record === null || record.tape.fault !== null ? null : own.get('type');
    if (record === null || !isString(type)) this.#into.add('no-record', size);
    else if (own.textAt('type', TALK_FIELDS) >= 0) this.#talk(record, own.get('message')?.at ?? 0, size);
    else this.#other(textOf(type), size);
  }

  addPlain({ length, end }: LinePiece, record: PlainRecord): void {
    const { type, recordClass: kind, blocks, content } = record;
    const size = length + LINE_ENDS[end].length;
    if (kind !== CLASS.user && kind !== CLASS.assistant) {
      this.#hold(CONTENTS.length + type, size);
      return;
    }
    const copy = record.get('toolUseResult');
    let counted = copy === 0 ? 0 : this.#hold(HOLD.copies, record.sizeOf(copy));
    if (blocks === 0) counted += this.#hold(HOLD.text, record.sizeOf(content));
    for (let i = 0; i < blocks; i++)
      counted += this.#hold(HOLD_PLACES[record.blockType(i)] as number, record.sizeOf(record.blockToken(i)));
    this.#hold(HOLD.fields, size - counted);
  }

  /** Adds bytes to a content, and returns them. */
  #hold(place: number, bytes: number): number {
    // Now, not at the end: later types of records may find the table of sums full.
    if (this.#counts[place] === 0) {
      const { what, type } = PLAIN_CONTENTS[place] as (typeof PLAIN_CONTENTS)[number];
      this.#into.add(what, 0, 0, type);
    }
    this.#counts[place] = (this.#counts[place] as number) + 1;
    this.#bytes[place] = (this.#bytes[place] as number) + bytes;
    return bytes;
  }

  #other(type: string, size: number): void {
    const { what, type: named } = contentOfType(type);
    this.#into.add(what, size, 1, named);
  }

  #talk(record: Value, message: number, size: number): void {
    findFields(record, COPY_FIELDS, this.#copy, 'last');
    const [copy = 0] = this.#copy;
    const copied = copy === 0 ? 0 : this.#add('result-copies', record.tape, copy);
    this.#into.add('message-fields', size - copied - this.#message(record.tape, message));
  }

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

  #whatIs(tape: Tape, block: number): ContentSize['what'] {
    if (kindAt(tape, block) !== KIND.object) return 'other-blocks';
    findFields({ tape, at: block }, BLOCK, this.#block, 'last');
    const [type = 0] = this.#block;
    if (type === 0 || kindAt(tape, type) !== KIND.string) return 'other-blocks';
    return CONTENT_OF_BLOCK[fieldAt(tape, type, BLOCK_TYPES)] ?? 'other-blocks';
  }

  #add(what: ContentSize['what'], tape: Tape, token: number): number {
    const bytes = lengthOf(tape, token);
    this.#into.add(what, bytes);
    return bytes;
  }
}

function lengthOf({ words }: Tape, token: number): number {
  return (words[token * TOKEN + 2] as number) - (words[token * TOKEN + 1] as number);
}
