import { asBuffer, isUtf16, LF } from '../../codecs/bytes.ts';
import { CLOSE } from '../../codecs/lines/shape.ts';

export interface DecodedUtf16 {
  /** In UTF-8; records that a program appended in UTF-8 are unchanged. */
  readonly bytes: Buffer;
  /** Offset of these, else the size. */
  readonly end: number;
  /** Number of half characters, which become U+FFFD; an odd last byte is dropped. */
  readonly halves: number;
}

/** Decodes UTF-16 by its byte-order mark, which is removed. */
export function decodedByMark(bytes: Uint8Array): DecodedUtf16 {
  return decodedUtf16(bytes.subarray(2), bytes[0] === 0xfe);
}

/** UTF-16 as UTF-8; other bytes unchanged. */
export function inUtf8(bytes: Buffer): Buffer {
  return isUtf16(bytes) ? decodedByMark(bytes).bytes : bytes;
}

export function decodedUtf16(bytes: Uint8Array, isBig: boolean): DecodedUtf16 {
  const end = endOfUtf16(bytes, isBig);
  const odd = end % 2;
  const even = Buffer.from(bytes.subarray(0, end - odd));
  const text = (isBig ? even.swap16() : even).toString('utf16le');
  const lone = text.match(/\p{Cs}/gu)?.length ?? 0;
  const whole = Buffer.from(lone === 0 ? text : text.replace(/\p{Cs}/gu, '\ufffd'));
  return { bytes: end === bytes.length ? whole : Buffer.concat([whole, bytes.subarray(end)]), end, halves: lone + odd };
}

/** Least bytes of a record. */
const RECORD_BYTES = 32;

/** Offset where UTF-8 begins: with a record, after a line or a record of UTF-16. */
function endOfUtf16(bytes: Uint8Array, isBig: boolean): number {
  const all = asBuffer(bytes);
  const unitAt = (at: number) => (isBig ? all.readUInt16BE(at) : all.readUInt16LE(at));
  for (let at = all.indexOf('{"'); at >= 0; at = all.indexOf('{"', at + 1)) {
    // ASCII in UTF-16 has a NUL in every second byte.
    if (all.subarray(at, at + RECORD_BYTES).includes(0)) continue;
    // A program may have ended the previous line in UTF-8.
    const start = at % 2 === 1 && all[at - 1] === LF ? at - 1 : at;
    if (start === 0) return 0;
    // At an odd offset the match is made of halves of two characters.
    if (start % 2 === 0 && [LF, CLOSE].includes(unitAt(start - 2))) return start;
  }
  return bytes.length;
}
