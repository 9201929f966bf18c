import { asBuffer } from '../../../codecs/as-buffer.ts';

/** What Python's `str.strip` removes, as the bytes of UTF-8 in Latin-1; U+FEFF and U+200B are none of it. */
const SPACES =
  '(?:[\\t-\\r\\x1c-\\x20]|\\xc2[\\x85\\xa0]|\\xe1\\x9a\\x80|\\xe2\\x80[\\x80-\\x8a\\xa8\\xa9\\xaf]|\\xe2\\x81\\x9f|\\xe3\\x80\\x80)';
const LEADING_BYTES = new RegExp(`^${SPACES}+`);
const TRAILING_BYTES = new RegExp(`${SPACES}+$`);
/** Bytes that can begin or end white space: most lines have none of them. */
const EDGES = new Set([0x20, 0xc2, 0xe1, 0xe2, 0xe3, 0x85, 0xa0, 0x9f, 0xaf, 0xa8, 0xa9]);
for (let c = 0x09; c <= 0x1f; c++) EDGES.add(c);
for (let c = 0x80; c <= 0x8a; c++) EDGES.add(c);
/** White space is looked for in a piece of this size at a time. */
const PIECE = 4096;

/** Where a line begins and ends for Python, its white space left out; `start` is `end` for a blank line. */
export function stripped(bytes: Uint8Array): { readonly start: number; readonly end: number } {
  let start = 0;
  while (start < bytes.length && EDGES.has(bytes[start] ?? 0)) {
    const space = LEADING_BYTES.exec(latin1(bytes.subarray(start, start + PIECE)))?.[0].length ?? 0;
    if (space === 0) break;
    start += space;
  }
  let end = bytes.length;
  while (end > start && EDGES.has(bytes[end - 1] ?? 0)) {
    const space = TRAILING_BYTES.exec(latin1(bytes.subarray(Math.max(end - PIECE, start), end)))?.[0].length ?? 0;
    if (space === 0) break;
    end -= space;
  }
  return { start, end };
}

function latin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** `str.strip` of a text. */
export function strip(text: string): string {
  return text.replace(LEADING, '').replace(TRAILING, '');
}

const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING = new RegExp(`^${SPACE}+`);
const TRAILING = new RegExp(`${SPACE}+$`);
