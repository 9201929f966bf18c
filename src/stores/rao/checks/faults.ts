import { isComplete } from '../../../codecs/json/value.ts';
import type { JsonFile } from '../decode/json-file.ts';
import { refusedByYajl } from '../decode/r-json.ts';

/** Why R does not read a JSON file, as far as it matters to what can be saved of it. */
export interface Fault {
  readonly is: 'empty' | 'torn' | 'rest' | 'comma' | 'bare number' | 'grammar' | 'utf-8';
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly detail: string;
}

/** The first thing that R stumbles over; null for a file that it reads (docs/formats/rao.md, "JSON as R has it"). */
export function faultOf({ bytes: stored, start, tape, root, error }: JsonFile): Fault | null {
  if (error === null) return null;
  // Where R passes over comments, what is left of the file is looked at.
  const { bytes } = tape;
  if (!hasText(bytes, start)) return { is: 'empty', offset: 0, detail: emptyDetail(stored) };
  if (tape.fault === null) {
    const offset = refusedByYajl(bytes, Math.max(tape.illFormed, 0));
    return { is: 'utf-8', offset, detail: 'has ill-formed UTF-8' };
  }
  const { offset, expected } = tape.fault;
  if (root !== null && isComplete(root)) return restFault(bytes, offset);
  if (!hasText(bytes, offset)) return { is: 'torn', offset: tape.end, detail: tornDetail(bytes, offset, expected) };
  if (isStrayComma(bytes, offset))
    return { is: 'comma', offset, detail: 'is not JSON: a comma before a closing bracket' };
  const word = bareNumber(bytes, offset);
  if (word !== null) return { is: 'bare number', offset, detail: `is not JSON: ${word} is not quoted` };
  return { is: 'grammar', offset, detail: `is not JSON: ${expected}` };
}

/** Anything from here on but white space and NUL bytes. */
function hasText(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at++) if (bytes[at] !== 0 && !isSpace(bytes[at])) return true;
  return false;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function emptyDetail(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'is empty';
  return bytes.includes(0) ? 'contains only NUL bytes' : 'contains only white space';
}

function tornDetail(bytes: Uint8Array, offset: number, expected: string): string {
  return bytes.includes(0, offset) ? 'is torn: only NUL bytes follow' : `is torn: ${expected} where the file ends`;
}

function restFault(bytes: Uint8Array, offset: number): Fault {
  let from = offset;
  while (isSpace(bytes[from])) from++;
  const rest = `${bytes.length - from} bytes`;
  const what = hasText(bytes, from) ? 'goes on after the document' : 'has NUL bytes after the document';
  return { is: 'rest', offset: from, detail: `${what}, ${rest}` };
}

function isStrayComma(bytes: Uint8Array, offset: number): boolean {
  if (bytes[offset] !== 0x5d && bytes[offset] !== 0x7d) return false;
  let before = offset - 1;
  while (isSpace(bytes[before])) before--;
  return bytes[before] === 0x2c;
}

/** The reader may have stopped behind the sign. */
function bareNumber(bytes: Uint8Array, offset: number): string | null {
  const from = bytes[offset - 1] === 0x2d ? offset - 1 : offset;
  const ahead = Buffer.from(bytes.subarray(from, from + 12)).toString('latin1');
  return /^(?:NaN|[-+]?(?:Infinity|Inf))(?![\w.])/.exec(ahead)?.[0] ?? null;
}
