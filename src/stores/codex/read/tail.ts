import type { Source } from '../../../codecs/lines/source.ts';
import { entriesOf } from './record.ts';

/** True where a line ends at a byte, so that a program can have stopped there. */
export function endsLine(source: Source, end: number): boolean {
  if (end === 0 || end >= source.size) return end <= source.size;
  return source.slice(end - 1, 2).includes(LF);
}

/** The ordinal of the last record before a byte; null where no record has one. */
export function lastOrdinal(source: Source, before: number): number | null {
  for (let end = before; end > 0; ) {
    const start = lineStart(source, end - 1);
    for (const { shape, ordinal } of entriesOf(source, { from: start, to: end }))
      if (shape === 'record' && ordinal !== null) return ordinal;
    end = start;
  }
  return null;
}

/** Bytes that are looked at a time. */
const PIECE = 1 << 16;
const LF = 0x0a;

/** Start of the line that ends at a byte. */
function lineStart(source: Source, end: number): number {
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - PIECE);
    const lf = source.slice(from, to - from).lastIndexOf(LF);
    if (lf >= 0) return from + lf + 1;
    to = from;
  }
  return 0;
}
