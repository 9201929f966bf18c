import { asBuffer } from '../../../codecs/bytes.ts';
import { FLAG, KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { lexemeOf, spanOf, textOf } from '../../../codecs/json/value.ts';
import {
  type ByteFault,
  type DocumentReader,
  doubledKeys,
  grammarFault,
  leftFrom,
} from '../../engine/faults/document.ts';
import { atByte, type FileFinding, findingAbout } from '../../file-finding.ts';
import { countOf } from '../../words.ts';
import { type JsonFile, refusedByYajl } from '../read/r-json.ts';

export function* jsonFindings({ start, tape, error, beyondJson }: JsonFile): Generator<FileFinding> {
  if (start > 0) yield atByte('RA010', 0, 'has a byte-order mark before the document');
  if (error !== null) return;
  if (beyondJson >= 0) yield atByte('RA017', beyondJson, 'has a comment or a form feed, which only R reads over');
  for (const { key, at } of doubledKeys(tape)) {
    const detail = `has the key "${textOf(key).slice(0, 60)}" twice in one object`;
    yield { code: 'RA011', at, offset: spanOf(key).start, detail };
  }
}

/** Findings on values that change when R saves the file again. */
export function* savedFindings({ tape, bytes, error }: JsonFile): Generator<FileFinding> {
  yield* localeFindings(bytes);
  if (error !== null) return;
  const deep = tooDeep(tape);
  if (deep >= 0) yield atByte('RA018', deep, `is nested deeper than ${MAX_DEPTH} levels, which R cannot write`);
  const escapeAt = lostEscape(tape);
  if (escapeAt >= 0) yield atByte('RA012', escapeAt, 'has an escape that R does not keep');
  const lost = lostNumbers(tape);
  const [first] = lost;
  if (first !== undefined) yield atByte('RA013', first, `has ${countOf(lost.length, 'number')} that R does not keep`);
}

/** The finding for letters that were written as codes in a locale without them. */
export function* localeFindings(bytes: Uint8Array): Generator<FileFinding> {
  const text = asBuffer(bytes);
  const first = text.indexOf('<U+');
  if (first < 0) return;
  const found = text.toString('latin1', first).match(/<U\+(?:[\dA-F]{4}|[\dA-F]{8})>/g) ?? [];
  if (found.length === 0) return;
  const times = countOf(found.length, 'time');
  yield findingAbout('RA410', `contains ${found[0]} and similar codes ${times}, which replace lost characters`);
}

/** Levels that R surely writes: R 4.2 writes 178 with Linux's stack, less its callers' share. */
const MAX_DEPTH = 170;

/** Offset of the first escape that R misreads; -1 for none. */
function lostEscape({ bytes, loneSurrogate }: Tape): number {
  const text = asBuffer(bytes);
  for (let at = text.indexOf(NUL); at >= 0; at = text.indexOf(NUL, at + 1)) {
    if (text[at - 1] !== 0x75) continue;
    let before = at - 1;
    while (text[before - 1] === 0x5c) before--;
    if ((at - before) % 2 === 0) return loneSurrogate < 0 ? at - 2 : Math.min(at - 2, loneSurrogate);
  }
  return loneSurrogate;
}

/** The escape without its `\u`: texts have very many of those, at which a search would stop. */
const NUL = '0000';

/** The first container nested too deep for R to write; -1 for none. */
function tooDeep({ words, count }: Tape): number {
  // Ends of the containers around a token.
  const ends = new Int32Array(MAX_DEPTH);
  let depth = 0;
  for (let at = 0; at < count; at++) {
    const kind = (words[at * TOKEN] as number) & 7;
    if (kind !== KIND.object && kind !== KIND.array) continue;
    while (depth > 0 && at >= (ends[depth - 1] as number)) depth--;
    if (depth === MAX_DEPTH) return words[at * TOKEN + 1] as number;
    ends[depth++] = words[at * TOKEN + 3] as number;
  }
  return -1;
}

function lostNumbers(tape: Tape): number[] {
  const { words, count } = tape;
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const flags = words[at * TOKEN] as number;
    if ((flags & 7) === KIND.number && isLostAt(tape, at, flags)) found.push(words[at * TOKEN + 1] as number);
  }
  return found;
}

function isLostAt(tape: Tape, at: number, flags: number): boolean {
  const size = (tape.words[at * TOKEN + 2] as number) - (tape.words[at * TOKEN + 1] as number);
  const isShort = size < MIN_LARGE_NUMBER_LENGTH || ((flags & FLAG.integer) !== 0 && size <= R_DIGITS);
  return !isShort && isLost(lexemeOf({ tape, at }));
}

/** Characters of the shortest number that R may not keep: `1e999`. */
const MIN_LARGE_NUMBER_LENGTH = 5;
const R_DIGITS = 15;

/** True for a number that R does not keep: it writes 15 digits, and 4 after the point. */
function isLost(lexeme: string): boolean {
  const number = Number(lexeme);
  if (!Number.isFinite(number) || Number(number.toPrecision(R_DIGITS)) !== number) return true;
  // A whole number that a double holds has at most 309 digits.
  if (/^-?\d+$/.test(lexeme)) return lexeme.replace(/^-?0*|0*$/g, '').length > R_DIGITS;
  // Small ones are written with an exponent, and keep their digits.
  return Math.abs(number) >= 0.001 && Number(number.toFixed(4)) !== number && !Number.isInteger(number);
}

/** Reasons why R cannot read a JSON file. */
type FaultName = 'empty' | 'torn' | 'rest' | 'comma' | 'bare number' | 'grammar' | 'utf-8';

const RAO_READER: DocumentReader<FaultName> = { torn: 'torn', tail: 'rest', nuls: 'rest', grammar: 'grammar', isSpace };

/** The first fault R meets (docs/formats/rao.md, "JSON as R has it"). */
export function raoFault({ bytes: stored, start, tape, error }: JsonFile): ByteFault<FaultName> | null {
  if (error === null) return null;
  // Comments that R skips are blanked in the tape's bytes.
  const { bytes } = tape;
  if (leftFrom(bytes, start, isSpace) !== 'text') return { type: 'empty', offset: 0, detail: emptyDetail(stored) };
  if (tape.fault === null) {
    const offset = refusedByYajl(bytes, Math.max(tape.illFormed, 0));
    return { type: 'utf-8', offset, detail: 'has ill-formed UTF-8' };
  }
  const fault = grammarFault(tape, tape.fault, RAO_READER);
  if (fault.type !== 'grammar') return fault;
  const { offset } = fault;
  if (isStrayComma(bytes, offset))
    return { type: 'comma', offset, detail: 'is not JSON: a comma before a closing bracket' };
  const word = bareNumber(bytes, offset);
  return word === null ? fault : { type: 'bare number', offset, detail: `is not JSON: ${word} is not quoted` };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function emptyDetail(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'is empty';
  return bytes.includes(0) ? 'contains only NUL bytes' : 'contains only white space';
}

function isStrayComma(bytes: Uint8Array, offset: number): boolean {
  if (bytes[offset] !== 0x5d && bytes[offset] !== 0x7d) return false;
  let before = offset - 1;
  while (isSpace(bytes[before])) before--;
  return bytes[before] === 0x2c;
}

/** The bare number at a fault; null for none. The reader may have stopped after its sign. */
function bareNumber(bytes: Uint8Array, offset: number): string | null {
  const from = bytes[offset - 1] === 0x2d ? offset - 1 : offset;
  const ahead = Buffer.from(bytes.subarray(from, from + 12)).toString('latin1');
  return /^(?:NaN|[-+]?(?:Infinity|Inf))(?![\w.])/.exec(ahead)?.[0] ?? null;
}
