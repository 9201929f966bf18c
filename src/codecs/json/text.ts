import { asBuffer } from '../as-buffer.ts';
import { isString, spanOf, type Value } from './cursor.ts';
import { FLAG, type Tape, TOKEN } from './tape.ts';

/** A string or key decoded; ill-formed UTF-8 becomes U+FFFD, an unpaired surrogate escape stays one. */
export function textOf(v: Value): string {
  const { words } = v.tape;
  const head = words[v.at * TOKEN] ?? 0;
  // Not by way of spanOf: it makes an object, and this is called for most of what is looked at.
  const start = words[v.at * TOKEN + 1] ?? 0;
  const end = words[v.at * TOKEN + 2] ?? 0;
  const encoding = (head & FLAG.wide) === 0 ? 'latin1' : 'utf8';
  if ((head & FLAG.escaped) === 0) return asBuffer(v.tape.bytes).toString(encoding, start + 1, end - 1);
  return String(JSON.parse(asBuffer(v.tape.bytes).toString(encoding, start, end)));
}

/** True for a string that decodes to this text. */
export function isText(v: Value | null, text: string): v is Value {
  return isString(v) && reads(v.tape, v.at, text);
}

/** Bytes that one UTF-16 unit takes at most: those of `\uXXXX`. */
const LONGEST = 6;

/** True when the string or key at a token decodes to this text. */
export function reads(tape: Tape, at: number, text: string): boolean {
  const { bytes, words } = tape;
  const start = (words[at * TOKEN + 1] ?? 0) + 1;
  const length = (words[at * TOKEN + 2] ?? 0) - 1 - start;
  // Decoding each key to compare it would cost more than the rest of a lookup; a plain one is compared in place.
  if (((words[at * TOKEN] ?? 0) & (FLAG.escaped | FLAG.wide)) !== 0) {
    if (length < text.length || length > text.length * LONGEST) return false;
    return textOf({ tape, at }) === text;
  }
  return length === text.length && spells(bytes, start, text);
}

/** True when the bytes from a place on are this text, which is ASCII. */
export function spells(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** A value's source text; what a number or literal is spelled like. */
export function lexemeOf(v: Value): string {
  const { start, end } = spanOf(v);
  return asBuffer(v.tape.bytes).toString('utf8', start, end);
}
