import { createHash } from 'node:crypto';
import { FLAG, TOKEN } from '../../codecs/json/tape.ts';
import { spanOf, textOf, type Value } from '../../codecs/json/value.ts';
import { uuidOfDigits } from '../../model/ids.ts';

/** Writes a hash of 64 bits into two words at `2 * n`; no two texts of a session are expected to share one. */
function hashBytes(bytes: Uint8Array, from: number, to: number, words: Int32Array, n: number): void {
  let a = 0x9e3779b9 ^ (to - from);
  let b = 0x85ebca6b ^ (to - from);
  for (let i = from; i < to; i += 4) {
    // Missing bytes of the last four count as zero, so nothing is read behind the end.
    let unit = bytes[i] as number;
    if (i + 1 < to) unit |= (bytes[i + 1] as number) << 8;
    if (i + 2 < to) unit |= (bytes[i + 2] as number) << 16;
    if (i + 3 < to) unit |= (bytes[i + 3] as number) << 24;
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
    a = (a << 13) | (a >>> 19);
    b = (b << 15) | (b >>> 17);
  }
  a = Math.imul(a ^ (a >>> 16), 0x45d9f3b) ^ Math.imul(b ^ (b >>> 13), 0x27d4eb2f);
  b = Math.imul(b ^ (b >>> 16), 0x45d9f3b) ^ Math.imul(a ^ (a >>> 13), 0x165667b1);
  words[2 * n] = a;
  words[2 * n + 1] = b;
}

const LONE_SURROGATE = /\p{Cs}/u;
/** Matches few texts, so the exact test is rarely needed. */
const SURROGATE = /[\ud800-\udfff]/;

/** Hashes a text. One with half of a surrogate pair, which UTF-8 cannot encode, is hashed as JSON. */
export function hashText(text: string, words: Int32Array, n: number): void {
  const bytes = Buffer.from(SURROGATE.test(text) && LONE_SURROGATE.test(text) ? `\uffff${JSON.stringify(text)}` : text);
  hashBytes(bytes, 0, bytes.length, words, n);
}

/** Hashes a string of a document; plain ones are not decoded. */
export function hashString(value: Value, words: Int32Array, n: number): void {
  const { bytes, words: tokens } = value.tape;
  const { start, end } = spanOf(value);
  const isPlain = ((tokens[value.at * TOKEN] ?? 0) & (FLAG.escaped | FLAG.wide)) === 0;
  if (isPlain) hashBytes(bytes, start + 1, end - 1, words, n);
  else hashText(textOf(value), words, n);
}

const SLOTS_PER_ENTRY = 1.5;

/** A hash table: the last number stored under each text's hash; -1 for none. */
export class HashLookup {
  readonly #slots: Int32Array;
  readonly #words: Int32Array;

  /** A table for at most `size` entries; `words` has their hashes. */
  constructor(words: Int32Array, size: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(size * SLOTS_PER_ENTRY + 1))).fill(-1);
    this.#words = words;
  }

  put(n: number): void {
    this.#slots[this.#slot(this.#words, n)] = n;
  }

  get(words: Int32Array, n: number): number {
    return this.#slots[this.#slot(words, n)] ?? -1;
  }

  #slot(words: Int32Array, n: number): number {
    const a = words[2 * n] as number;
    const b = words[2 * n + 1] as number;
    const last = this.#slots.length - 1;
    let slot = a & last;
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index < 0 || (this.#words[2 * index] === a && this.#words[2 * index + 1] === b)) return slot;
      slot = (slot + 1) & last;
    }
  }
}

/** 52 bits that identify an answer, as a number, which a set stores in a few bytes. */
export function answerKey(...parts: readonly string[]): number {
  const words = new Int32Array(2);
  hashText(parts.join('\0'), words, 0);
  return keyOfHash(words);
}

export function keyOfHash(words: Int32Array): number {
  return ((words[0] ?? 0) >>> 0) * 2 ** 20 + ((words[1] ?? 0) >>> 12);
}

/** A UUID from bytes: equal bytes give equal UUIDs. */
export function madeId(bytes: Uint8Array | string): string {
  return uuidOfDigits(createHash('sha256').update(bytes).digest('hex'));
}
