import { isArray, isObject, isString, lexemeOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { hashString, hashText } from '../../engine/hash.ts';
import { isFilledText, isTrueInJs } from '../../engine/text-at.ts';
import { grown } from '../../engine/text-numbers.ts';

/** The program's use of a line; classes from `user` on are records of the conversation. */
export const CLASS = {
  blank: 0,
  notJson: 1,
  notObject: 2,
  /** After a lone CR: not read. */
  behind: 3,
  /** Metadata of a type that the program writes. */
  other: 4,
  unknown: 5,
  user: 6,
  assistant: 7,
  system: 8,
  attachment: 9,
  progress: 10,
} as const;

/** Flags of a record; values are true as in JavaScript. */
export const RECORD_FLAG = {
  sidechain: 1,
  team: 2,
  meta: 4,
  summary: 8,
  boundary: 16,
  /** A message with calls or results. */
  paired: 32,
  noUuid: 64,
  /** A message whose content is a text or a list; the program ignores any other. */
  content: 128,
  /** A record that the program wrote in place of an answer; it is not sent. */
  apiError: 256,
  /**
   * A record that is no message, but sent as the user's: output of a typed command, or an attachment typed while the program was at work.
   * In metadata: a note on the queue of those.
   */
  asUser: 512,
  /** A line with another value after the first one, which is not read. */
  glued: 1024,
  /** A message of results only. */
  results: 2048,
  /** A record without a uuid, or with an empty one: as the last record of the file it ends no conversation. */
  unnamed: 4096,
  /** A record without uuid and parent, or with both empty: it is its own parent, and ends no conversation. */
  ownParent: 8192,
  /** An attachment that is sent, at least in part. */
  attached: 16384,
  /** A list without words of the user, not even a blank; the program ignores it. */
  hollow: 32768,
} as const;

/** Form of a record's parent: none or empty, a text, or a value that cannot be a uuid. */
export const PARENT = { none: 0, text: 1, other: 2 } as const;

/** Hashes a name. A missing name, null and numbers each equal others of their kind; an object or list equals nothing. */
export function hashName(name: Value | null, words: Int32Array, n: number): void {
  if (isString(name)) hashString(name, words, n);
  else if (isObject(name) || isArray(name)) hashText(`\0of ${n}`, words, n);
  else hashText(`\0${name === null ? '' : lexemeOf(name)}`, words, n);
}

export function nameFlags(uuid: Value | null, parent: Value | null): number {
  if (isTrueInJs(uuid)) return 0;
  const same =
    uuid === null ? parent === null : isString(uuid) && isString(parent) && parentTypeOf(parent) === PARENT.none;
  return RECORD_FLAG.unnamed | (same ? RECORD_FLAG.ownParent : 0);
}

export function parentTypeOf(parent: Value | null): number {
  if (parent === null || typeOf(parent) === 'null') return PARENT.none;
  if (!isString(parent)) return PARENT.other;
  return isFilledText(parent) ? PARENT.text : PARENT.none;
}

/** Calls and results in file order, each with the hash of its call's id. */
export class ToolBlocks {
  count = 0;
  n = new Int32Array(64);
  id = new Int32Array(128);
  /** 1 for a call. */
  isCall = new Uint8Array(64);
  block = new Int32Array(64);

  add(n: number, block: number, isCall: boolean, id: Value): void {
    const i = this.reserve(n, block, isCall);
    if (id.at > 0 && isString(id)) hashString(id, this.id, i);
  }

  /** Adds one; returns where the hash of its id belongs. */
  reserve(n: number, block: number, isCall: boolean): number {
    if (this.count === this.n.length) this.#grow();
    const i = this.count++;
    this.n[i] = n;
    this.block[i] = block;
    this.isCall[i] = isCall ? 1 : 0;
    return i;
  }

  #grow(): void {
    this.n = grown(this.n, new Int32Array(this.n.length * 2));
    this.id = grown(this.id, new Int32Array(this.id.length * 2));
    this.isCall = grown(this.isCall, new Uint8Array(this.isCall.length * 2));
    this.block = grown(this.block, new Int32Array(this.block.length * 2));
  }
}
