import { isBomAt } from '../../../codecs/bytes.ts';
import { isJsonSpace } from '../../../codecs/json/tape.ts';

type Format = 'v0' | 'v1';

/** White space and byte-order marks before a document. */
interface LeadingBytes {
  /** Offset of the first byte after them. */
  readonly end: number;
  readonly bom: boolean;
  /** JSON does not allow some of the white space. */
  readonly hasUnknownSpace: boolean;
}

export interface Start {
  /** The one that fnord recognises; null when it gives up (docs/formats/fnord.md, "Bytes"). */
  readonly format: Format | null;
  readonly form: Format | null;
  readonly lead: LeadingBytes;
  /** Digits of a v0 prefix, without the colon. */
  readonly prefix: { readonly start: number; readonly end: number } | null;
}

/** Recognises v0 and v1 by their first bytes. The head of a file is enough unless its lead or prefix is longer. */
export function startOf(bytes: Uint8Array): Start {
  const lead = leadOf(bytes);
  const digits = digitsFrom(bytes, lead.end);
  if (digits > lead.end && bytes[digits] === COLON) {
    const prefix = { start: lead.end, end: digits };
    return { format: lead.end === 0 ? 'v0' : null, form: 'v0', lead, prefix };
  }
  if (bytes[lead.end] !== BRACE) return { format: null, form: null, lead, prefix: null };
  return { format: lead.bom ? null : 'v1', form: 'v1', lead, prefix: null };
}

const COLON = 0x3a;
const BRACE = 0x7b;

function leadOf(bytes: Uint8Array): LeadingBytes {
  let end = skipWhiteSpace(bytes, 0);
  let bom = false;
  while (isBomAt(bytes, end)) {
    bom = true;
    end = skipWhiteSpace(bytes, end + 3);
  }
  let hasUnknownSpace = false;
  for (let i = 0; i < end; i++) hasUnknownSpace ||= !isJsonSpace(bytes[i]);
  return { end, bom, hasUnknownSpace };
}

function digitsFrom(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isDigit(bytes[at] ?? 0)) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * End of a run of Unicode White_Space from `from`; ill-formed UTF-8 ends it. Elixir's set has U+0085 and lacks U+FEFF,
 * the reverse of JavaScript's (docs/formats/fnord.md, "Bytes").
 */
export function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let width = widthAt(bytes, at); width > 0; width = widthAt(bytes, at)) at += width;
  return at;
}

function widthAt(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 {
  const first = bytes[at] ?? 0;
  if (isAsciiSpace(first)) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  return WIDE_SPACES.has((first << 16) | (second << 8) | (bytes[at + 2] ?? 0)) ? 3 : 0;
}

function isAsciiSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, as the three bytes of their UTF-8. */
const WIDE_SPACES = new Set([
  0xe19a80,
  ...Array.from({ length: 11 }, (_, i) => 0xe28080 + i),
  0xe280a8,
  0xe280a9,
  0xe280af,
  0xe2819f,
  0xe38080,
]);
