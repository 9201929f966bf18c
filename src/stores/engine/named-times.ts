import { asBuffer } from '../../codecs/bytes.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { isYoung } from '../../model/time.ts';

/** Bytes read at the end of a file for the times of its last records. */
const TAIL_BYTES = 1 << 16;

/** A member with a time: text, or seconds or milliseconds since 1970. */
const TIME_MEMBER = /"(?:timestamp|ts)" ?: ?(?:"([^"\\]{10,40})"|(\d{10,13})\b)/g;

/** Numbers from this one on are milliseconds since 1970, smaller ones seconds. */
const MILLISECONDS_FROM = 1e11;

/**
 * True if a record at the end of a file, even a torn one, has a time within the minute before `mtime`: then its program wrote it. A copy or
 * a checkout is young, but its records are not.
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
