import type { Dialect } from '../../../../codecs/table/table.ts';

/** A line as R's `readtablehead` takes it; byte offsets, without its line end. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Where the next one begins. */
  readonly next: number;
}

/** The first lines that are not blank, as R takes them to look at before it reads a table. */
export function headLines(bytes: Uint8Array, dialect: Dialect, count: number): readonly Line[] {
  const lines: Line[] = [];
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && lines.length < count) {
    const line = lineAt(bytes, dialect, at);
    if (!isBlank(bytes, dialect, line)) lines.push(line);
    at = line.next;
  }
  return lines;
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

function lineAt(bytes: Uint8Array, dialect: Dialect, start: number): Line {
  let comment = false;
  let at = start;
  for (let byte = bytes[at]; byte !== undefined && byte !== LF && byte !== CR; byte = bytes[at]) {
    if (!comment && dialect.quotes.includes(byte)) {
      at = afterQuote(bytes, at);
      continue;
    }
    comment ||= byte === dialect.comment;
    at++;
  }
  return { start, end: at, next: at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1) };
}

function afterQuote(bytes: Uint8Array, start: number): number {
  const quote = bytes[start];
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] !== quote) continue;
    if (bytes[at + 1] !== quote) return at + 1;
    at++;
  }
  return bytes.length;
}

function isBlank(bytes: Uint8Array, { comment }: Dialect, { start, end }: Line): boolean {
  for (let at = start; at < end && bytes[at] !== comment; at++) if (bytes[at] !== SPACE) return false;
  return true;
}
