import { asBuffer } from '../../codecs/bytes.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { isYoung } from '../../model/time.ts';

/** Bytes at the end of a file in which its last records name their times. */
const TAIL_BYTES = 1 << 16;

/** A member with a time: text, or seconds or milliseconds since 1970. */
const TIME_MEMBER = /"(?:timestamp|ts)" ?: ?(?:"([^"\\]{10,40})"|(\d{10,13})\b)/g;

/** Seconds since 1970 from which a number counts milliseconds. */
const MILLISECONDS_FROM = 1e11;

/**
 * True if a record at the end of a file, half of one too, names a time in the minute before `mtime`: its program wrote
 * it then. A copy or a checkout is young, and its records are not.
 */
export function isWrittenByItsProgram(source: Source, mtime: number): boolean {
  const at = Math.max(source.size - TAIL_BYTES, 0);
  const tail = asBuffer(source.slice(at, TAIL_BYTES)).toString('latin1');
  return [...tail.matchAll(TIME_MEMBER)].some(([, text, number]) => isYoung(secondsOf(text, number), mtime));
}

function secondsOf(text: string | undefined, number: string | undefined): number {
  if (text !== undefined) return Date.parse(text) / 1000;
  return Number(number) < MILLISECONDS_FROM ? Number(number) : Number(number) / 1000;
}
