import { scan } from '../../../codecs/json/scan.ts';
import { FLAG, KIND, type Tape, TOKEN, WORD_SHIFT } from '../../../codecs/json/tape.ts';
import type { Fields } from '../../../codecs/json/value.ts';
import { hashBytes } from '../../engine/hash.ts';
import { BLOCK, BLOCK_TYPE, BLOCK_TYPES, isNameLike, MESSAGE, startsPlainly } from './content.ts';
import { OWN, OWN_PLACES, type OwnKey } from './envelope.ts';
import { NOTED, RECORD_TYPES, SUBTYPES, TALKING } from './metadata-types.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';

/** Places of the values of a message, and of a block. */
const [CONTENT, MESSAGE_ID, MODEL, USAGE] = [0, 1, 2, 3];
const [TYPE, TEXT, INNER, INPUT, THINKING, SIGNATURE, NAME, ID, CALLER] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const ODD = FLAG.escaped | FLAG.wide;
const NOTED_TYPES: ReadonlySet<number> = new Set(NOTED.names.map((type) => RECORD_TYPES.names.indexOf(type)));
const SNAPSHOT = RECORD_TYPES.names.indexOf('file-history-snapshot');
/** Blocks that there is room for at first. */
const SOME = 16;
const NO_TAPE = scan(new Uint8Array());
/** Words that a scan has to know. */
const HIGHEST = [OWN, MESSAGE, BLOCK, BLOCK_TYPES, RECORD_TYPES, SUBTYPES].reduce(
  (most, { highest }) => Math.max(most, highest),
  0,
);
/** Is none missed: of types, one that is not known is not plain. */
const CAN_BE_TOLD = [OWN, MESSAGE, BLOCK, SUBTYPES].every(({ areKnown }) => areKnown);

/**
 * What nearly every record of a sound line is, read from its tokens in one pass that makes nothing: of a known type, its values as the
 * program writes them, and without anything that a check could notice in it alone. Values hold until the next record.
 */
export class PlainRecord {
  /** Its place among `RECORD_TYPES`. */
  type = 0;
  /** As `CLASS`. */
  kind = 0;
  /** As `RECORD_FLAG`. */
  flags = 0;
  calls = 0;
  blocks = 0;
  /** Of each block its token, its place among `BLOCK_TYPES`, the id of its call, and the name of that, the content of a result, or the text. */
  block = new Int32Array(4 * SOME);
  /** Tokens of its values by `OWN_PLACES`; 0 for none. */
  readonly own = new Int32Array(OWN.names.length);
  /** Tokens of its message's values, as `MESSAGE` names them. */
  readonly message = new Int32Array(MESSAGE.names.length);
  readonly #fields = new Int32Array(BLOCK.names.length);
  #words: Int32Array = this.own;
  #tape: Tape = NO_TAPE;

  /** Reads the object at a token of a tape of sound lines; false where it is not plain, and then nothing else holds. */
  read(tape: Tape, at: number): boolean {
    if (!CAN_BE_TOLD || tape.known < HIGHEST) return false;
    this.#tape = tape;
    this.#words = tape.words;
    this.flags = 0;
    this.calls = 0;
    this.blocks = 0;
    this.message[CONTENT] = 0;
    if (!this.#find(at, OWN, this.own)) return false;
    const type = this.#textAt(this.own[OWN_PLACES.type] as number, RECORD_TYPES);
    if (type < 0) return false;
    this.type = type;
    if (type >= TALKING.length) return this.#beside(type);
    this.kind = CLASS.user + type;
    return this.#linked() && this.#said();
  }

  get tape(): Tape {
    return this.#tape;
  }

  get(key: OwnKey): number {
    return this.own[OWN_PLACES[key]] as number;
  }

  get content(): number {
    return this.message[CONTENT] as number;
  }

  get model(): number {
    return this.message[MODEL] as number;
  }

  get usage(): number {
    return this.message[USAGE] as number;
  }

  get messageId(): number {
    return this.message[MESSAGE_ID] as number;
  }

  /** Bytes of a value in its source. */
  sizeOf(token: number): number {
    return (this.#words[token * TOKEN + 2] as number) - (this.#words[token * TOKEN + 1] as number);
  }

  /** The first byte of a text. */
  firstOf(token: number): number {
    return this.#tape.bytes[(this.#words[token * TOKEN + 1] as number) + 1] as number;
  }

  /** Is a value a text that is spelled with escapes, or beyond ASCII. */
  isOdd(token: number): boolean {
    return ((this.#words[token * TOKEN] as number) & ODD) !== 0;
  }

  /** `KIND` of a value; 0 for none. */
  kindOf(token: number): number {
    return token === 0 ? 0 : (this.#words[token * TOKEN] as number) & 7;
  }

  /** The place of the record's time in its bytes; 0 for none. */
  get stamp(): number {
    const token = this.own[OWN_PLACES.timestamp] as number;
    return this.kindOf(token) === KIND.string ? (this.#words[token * TOKEN + 1] as number) + 1 : 0;
  }

  get hasParent(): boolean {
    return this.kindOf(this.own[OWN_PLACES.parentUuid] as number) === KIND.string;
  }

  /** The id of an answer; 0 for none. */
  get answer(): number {
    const id = this.kind === CLASS.assistant ? (this.message[MESSAGE_ID] as number) : 0;
    return this.kindOf(id) === KIND.string ? id : 0;
  }

  /** Puts the hash of a text into two words at `2 * n`. */
  hash(token: number, into: Int32Array, n: number): void {
    const { bytes } = this.#tape;
    const at = token * TOKEN;
    hashBytes(bytes, (this.#words[at + 1] as number) + 1, (this.#words[at + 2] as number) - 1, into, n);
  }

  is(token: number, text: Uint8Array): boolean {
    const at = token * TOKEN;
    const from = (this.#words[at + 1] as number) + 1;
    if (!this.#isName(token) || (this.#words[at + 2] as number) - 1 - from !== text.length) return false;
    const { bytes } = this.#tape;
    for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text[i]) return false;
    return true;
  }

  #beside(type: number): boolean {
    const { own } = this;
    this.kind = CLASS.other;
    if (NOTED_TYPES.has(type) || own[OWN_PLACES.message] !== 0) return false;
    if (type !== SNAPSHOT) return true;
    return own[OWN_PLACES.uuid] === 0 && !this.#isNone(own[OWN_PLACES.snapshot] as number);
  }

  /** Its names, its parent's, and its marks. */
  #linked(): boolean {
    const { own } = this;
    const parent = own[OWN_PLACES.parentUuid] as number;
    if (!this.#isName(own[OWN_PLACES.uuid] as number)) return false;
    if (!this.#isNone(parent) && !this.#isName(parent)) return false;
    if (!this.#isNone(own[OWN_PLACES.teamName] as number)) return false;
    return (
      this.#marked(OWN_PLACES.isSidechain, RECORD_FLAG.sidechain) &&
      this.#marked(OWN_PLACES.isMeta, RECORD_FLAG.meta) &&
      this.#marked(OWN_PLACES.isCompactSummary, RECORD_FLAG.summary) &&
      this.#marked(OWN_PLACES.isApiErrorMessage, 0)
    );
  }

  /** Takes in a mark that is true, false or not there; one without a flag may not be true. */
  #marked(place: number, flag: number): boolean {
    const kind = this.kindOf(this.own[place] as number);
    if (kind === KIND.true) this.flags |= flag;
    return kind === 0 || kind === KIND.false || kind === KIND.null || (kind === KIND.true && flag !== 0);
  }

  #said(): boolean {
    switch (this.kind) {
      case CLASS.progress:
        return true;
      case CLASS.system:
        return this.#isNotice(this.own[OWN_PLACES.subtype] as number);
      case CLASS.attachment:
        return false;
      default:
        return this.#messageSaid();
    }
  }

  /** A record of the system of another subtype than those that are sent or compact. */
  #isNotice(subtype: number): boolean {
    return this.#isNone(subtype) || (this.#isName(subtype) && this.#textAt(subtype, SUBTYPES) < 0);
  }

  #messageSaid(): boolean {
    const message = this.own[OWN_PLACES.message] as number;
    if (this.kindOf(message) !== KIND.object || !this.#find(message, MESSAGE, this.message)) return false;
    const content = this.message[CONTENT] as number;
    const id = this.message[MESSAGE_ID] as number;
    if (this.kind === CLASS.assistant && !this.#isNone(id) && !this.#isName(id)) return false;
    this.flags |= RECORD_FLAG.content;
    const kind = this.kindOf(content);
    if (kind === KIND.string) return startsPlainly(this.#tape, content);
    return kind === KIND.array && this.#listed(content);
  }

  /** The blocks of a message: none is refused by the API. */
  #listed(content: number): boolean {
    const words = this.#words;
    const end = words[content * TOKEN + 3] as number;
    if (end === content + 1) return false;
    let results = 0;
    for (let at = content + 1; at < end; at = words[at * TOKEN + 3] as number) {
      if (this.kindOf(at) !== KIND.object || !this.#find(at, BLOCK, this.#fields)) return false;
      const type = this.#textAt(this.#fields[TYPE] as number, BLOCK_TYPES);
      if (!this.#isHarmless(type)) return false;
      if (type === BLOCK_TYPE.result) results++;
      this.#add(at, type);
    }
    if (results === this.blocks) this.flags |= RECORD_FLAG.results;
    return true;
  }

  #add(token: number, type: number): void {
    const at = 4 * this.blocks++;
    if (at === this.block.length) {
      const more = new Int32Array(2 * at);
      more.set(this.block);
      this.block = more;
    }
    const isCall = type === BLOCK_TYPE.call;
    this.block[at] = token;
    this.block[at + 1] = type;
    this.block[at + 2] = isCall ? (this.#fields[ID] as number) : (this.#fields[CALLER] as number);
    this.block[at + 3] = this.#fields[isCall ? NAME : type === BLOCK_TYPE.text ? TEXT : INNER] as number;
    if (isCall || type === BLOCK_TYPE.serverCall) this.calls++;
    if (isCall || type === BLOCK_TYPE.result) this.flags |= RECORD_FLAG.paired;
  }

  #isHarmless(type: number): boolean {
    const fields = this.#fields;
    switch (type) {
      case BLOCK_TYPE.text:
        return this.#lengthOf(fields[TEXT] as number) >= 0 && startsPlainly(this.#tape, fields[TEXT] as number);
      case BLOCK_TYPE.thinking:
        return this.#lengthOf(fields[THINKING] as number) >= 0 && this.#lengthOf(fields[SIGNATURE] as number) > 0;
      case BLOCK_TYPE.call:
        return (
          this.kind === CLASS.assistant &&
          this.#isName(fields[ID] as number) &&
          this.kindOf(fields[INPUT] as number) === KIND.object &&
          isNameLike(this.#lengthOf(fields[NAME] as number))
        );
      case BLOCK_TYPE.result:
        return this.#isName(fields[CALLER] as number) && this.kindOf(fields[INNER] as number) !== KIND.array;
      default:
        return false;
    }
  }

  /** Finds the values of some keys; false where a key is spelled with escapes, or beyond ASCII. */
  #find(object: number, { places, highest }: Fields, into: Int32Array): boolean {
    const words = this.#words;
    for (let place = 0; place < into.length; place++) into[place] = 0;
    const end = words[object * TOKEN + 3] as number;
    for (let key = object + 1; key + 1 < end; key = words[(key + 1) * TOKEN + 3] as number) {
      const head = words[key * TOKEN] as number;
      if ((head & ODD) !== 0) return false;
      const number = head >>> WORD_SHIFT;
      const place = number > highest ? -1 : (places[number] as number);
      if (place >= 0) into[place] = key + 1;
    }
    return true;
  }

  /** Which of some texts a value is; -1 for none. */
  #textAt(token: number, { places, highest }: Fields): number {
    const head = this.#words[token * TOKEN] as number;
    if (token === 0 || (head & 7) !== KIND.string || (head & ODD) !== 0) return -1;
    const number = head >>> WORD_SHIFT;
    return number > highest ? -1 : (places[number] as number);
  }

  #isNone(token: number): boolean {
    const kind = this.kindOf(token);
    return kind === 0 || kind === KIND.null;
  }

  /** A text of ASCII without escapes, and not an empty one. */
  #isName(token: number): boolean {
    return this.#lengthOf(token) > 0 && ((this.#words[token * TOKEN] as number) & ODD) === 0;
  }

  /** Bytes between the quotes of a text; -1 for none. */
  #lengthOf(token: number): number {
    if (this.kindOf(token) !== KIND.string) return -1;
    return (this.#words[token * TOKEN + 2] as number) - (this.#words[token * TOKEN + 1] as number) - 2;
  }
}
