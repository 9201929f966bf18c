import { FLAG, KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { fieldsNamed, textOf, type Value } from '../../../codecs/json/value.ts';
import type { RecordColumns } from '../../../codecs/lines/rows.ts';
import { BLOCK, BLOCK_TYPES, MESSAGE } from './content.ts';
import { ENVELOPE_FIELDS, OWN_PLACES, type OwnKey } from './envelope.ts';
import { RECORD_TYPES, SUBTYPES } from './metadata-types.ts';
import type { SoundLine } from './pieces.ts';

/** Members with an answer's numbers of tokens, in the order of the columns. */
export const USAGE_FIELDS = fieldsNamed(
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
);
const SNAPSHOTS = fieldsNamed('file-history-snapshot');

/** Offsets of a row's columns, in words, as kernel/record.ts writes them. Tokens are those of the window's tape, 0 for none. */
const COLUMN = {
  /** A `CLASS`; 0 for a record that is not plain, whose other columns are invalid. */
  class: 0,
  /** Index in `RECORD_TYPES`. */
  type: 1,
  /** `flags` of `Records`. */
  flags: 2,
  /** Day of the record, counted from 1970, then milliseconds since midnight; `NO_DAY` for a time of another form, or none. */
  day: 3,
  milliseconds: 4,
  /** Hashes of two words each: uuid, parent's uuid, an answer's `message.id`, session; 0 for none. */
  id: 5,
  parent: 7,
  answer: 9,
  session: 11,
  /** Index of the first row of its blocks, then their number. */
  first: 13,
  blocks: 14,
  /** 1 if the next four words are the numbers of `USAGE`; 0 if one is not a whole number of up to nine digits. */
  isCounted: 15,
  usage: 16,
  /** Tokens of the record's values by `OWN_PLACES`, then of its message's by `MESSAGE`. */
  own: 20,
  message: 20 + ENVELOPE_FIELDS.names.length,
  words: 20 + ENVELOPE_FIELDS.names.length + MESSAGE.names.length,
} as const;
/** Columns of the message, in the order of `MESSAGE`. */
const CONTENT = COLUMN.message;
const MESSAGE_ID = COLUMN.message + 1;
const MODEL = COLUMN.message + 2;
const COLUMNS_USED = COLUMN.message + 3;

/** Columns of a block's row: `value` is a call's name, a result's content, or a text; the hash is of a call's id. */
const BLOCK_COLUMN = { token: 0, type: 1, value: 2, call: 3, words: 5 } as const;

const NO_DAY = -(2 ** 31);
const DAY_MILLISECONDS = 24 * 3600 * 1000;

const ODD_TEXT_FLAGS = FLAG.escaped | FLAG.wide;

export const PLAIN_COLUMNS: RecordColumns = {
  sets: [ENVELOPE_FIELDS, MESSAGE, BLOCK, USAGE_FIELDS, BLOCK_TYPES, RECORD_TYPES, SUBTYPES, SNAPSHOTS],
  words: COLUMN.words,
  blockWords: BLOCK_COLUMN.words,
};

/**
 * A record of a sound line, from the columns that the kernel wrote. It has a known type, values as the program writes them, and nothing
 * that a check could report. Values are valid until the next record.
 * Not plain are:
 * - a key or a name with escapes or beyond ASCII;
 * - a record of the conversation without a uuid, and a compaction;
 * - an error in place of an answer, and a mark that is neither true nor false;
 * - a question that may be blank, and a block that the API could refuse.
 */
export class PlainRecord {
  tape: Tape;
  #columns: Int32Array = new Int32Array();
  #blocks: Int32Array = new Int32Array();
  #at = 0;

  /** Starts before the first record. */
  constructor({ tape }: Pick<SoundLine, 'tape'>) {
    this.tape = tape;
  }

  /** False for a record that is not plain: the other members are invalid then. */
  read({ rows, row }: SoundLine): boolean {
    this.#columns = rows.columns;
    this.#at = row * COLUMN.words;
    if ((this.#columns[this.#at] ?? 0) === 0) return false;
    this.tape = rows.tape;
    this.#blocks = rows.blocks;
    return true;
  }

  #word(column: number): number {
    return this.#columns[this.#at + column] as number;
  }

  get recordClass(): number {
    return this.#word(COLUMN.class);
  }

  get type(): number {
    return this.#word(COLUMN.type);
  }

  get flags(): number {
    return this.#word(COLUMN.flags);
  }

  /** Time of the record, in milliseconds; NaN for none. */
  get time(): number {
    const day = this.#word(COLUMN.day);
    if (day !== NO_DAY) return day * DAY_MILLISECONDS + this.#word(COLUMN.milliseconds);
    const token = this.get('timestamp');
    return this.kindOf(token) === KIND.string ? Date.parse(this.textOf(token)) : Number.NaN;
  }

  get blocks(): number {
    return this.#word(COLUMN.blocks);
  }

  get(key: OwnKey): number {
    return this.#word(COLUMN.own + OWN_PLACES[key]);
  }

  value(key: OwnKey): Value | null {
    const token = this.get(key);
    return token === 0 ? null : { tape: this.tape, at: token };
  }

  get content(): number {
    return this.#word(CONTENT);
  }

  get messageId(): number {
    return this.#word(MESSAGE_ID);
  }

  get model(): number {
    return this.#word(MODEL);
  }

  get usage(): number {
    return this.#word(COLUMNS_USED);
  }

  /** True if the columns have the numbers of its usage. */
  get isCounted(): boolean {
    return this.#word(COLUMN.isCounted) === 1;
  }

  tokensOf(place: number): number {
    return this.#word(COLUMN.usage + place);
  }

  copyHash(which: 'id' | 'parent' | 'answer' | 'session', into: Int32Array, n: number): void {
    const at = this.#at + COLUMN[which];
    into[2 * n] = this.#columns[at] as number;
    into[2 * n + 1] = this.#columns[at + 1] as number;
  }

  /** `name`: hash of a session's id. */
  isOf(name: Int32Array): boolean {
    const at = this.#at + COLUMN.session;
    return this.#columns[at] === name[0] && this.#columns[at + 1] === name[1];
  }

  blockToken(i: number): number {
    return this.#block(i, BLOCK_COLUMN.token);
  }

  blockType(i: number): number {
    return this.#block(i, BLOCK_COLUMN.type);
  }

  /** Token of a call's name, a result's content, or a text. */
  blockValue(i: number): number {
    return this.#block(i, BLOCK_COLUMN.value);
  }

  /** Writes the hash of the id of a call, or of a result's call. */
  copyCallHash(i: number, into: Int32Array, n: number): void {
    into[2 * n] = this.#block(i, BLOCK_COLUMN.call);
    into[2 * n + 1] = this.#block(i, BLOCK_COLUMN.call + 1);
  }

  #block(i: number, column: number): number {
    return this.#blocks[(this.#word(COLUMN.first) + i) * BLOCK_COLUMN.words + column] as number;
  }

  sizeOf(token: number): number {
    const { words } = this.tape;
    return (words[token * TOKEN + 2] as number) - (words[token * TOKEN + 1] as number);
  }

  firstOf(token: number): number {
    return this.tape.bytes[(this.tape.words[token * TOKEN + 1] as number) + 1] as number;
  }

  /** True for a text with escapes, or beyond ASCII. */
  isOdd(token: number): boolean {
    return ((this.tape.words[token * TOKEN] as number) & ODD_TEXT_FLAGS) !== 0;
  }

  /** `KIND` of a value; 0 for none. */
  kindOf(token: number): number {
    return token === 0 ? 0 : (this.tape.words[token * TOKEN] as number) & 7;
  }

  textOf(at: number): string {
    return textOf({ tape: this.tape, at });
  }

  /** A copy of a value's bytes. */
  copyOf(token: number): Uint8Array {
    const { bytes, words } = this.tape;
    return new Uint8Array(bytes.subarray(words[token * TOKEN + 1], words[token * TOKEN + 2]));
  }

  /** True for a nonempty text of ASCII without escapes. */
  isName(token: number): boolean {
    return this.kindOf(token) === KIND.string && !this.isOdd(token) && this.sizeOf(token) > 2;
  }

  is(token: number, text: Uint8Array): boolean {
    if (!this.isName(token) || this.sizeOf(token) - 2 !== text.length) return false;
    const { bytes, words } = this.tape;
    const from = (words[token * TOKEN + 1] as number) + 1;
    for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text[i]) return false;
    return true;
  }
}
