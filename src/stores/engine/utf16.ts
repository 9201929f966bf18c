import { asBuffer, isUtf16, LF } from '../../codecs/bytes.ts';
import { CLOSE } from '../../codecs/lines/shape.ts';

/**
 * `bytes`: in UTF-8, with records that a program appended in UTF-8 as they are. `end`: where these begin, else the size. `halves` of
 * characters have no place in UTF-8: they become U+FFFD, and a byte too many at the end goes.
 */
export interface DecodedUtf16 {
  readonly bytes: Buffer;
  readonly end: number;
  readonly halves: number;
}

/** For UTF-16 that begins with its byte-order mark, which goes. */
export function decodedByMark(bytes: Uint8Array): DecodedUtf16 {
  return decodedUtf16(bytes.subarray(2), bytes[0] === 0xfe);
}

/** UTF-16 as UTF-8. Other bytes as they are. */
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

/** A record has more bytes. */
const RECORD_BYTES = 32;

/** UTF-8 begins with a record, behind a line or a record of UTF-16. */
function endOfUtf16(bytes: Uint8Array, isBig: boolean): number {
  const all = asBuffer(bytes);
  const unitAt = (at: number) => (isBig ? all.readUInt16BE(at) : all.readUInt16LE(at));
  for (let at = all.indexOf('{"'); at >= 0; at = all.indexOf('{"', at + 1)) {
    // In UTF-16 every second byte of ASCII is NUL.
    if (all.subarray(at, at + RECORD_BYTES).includes(0)) continue;
    // A program may end the line before it in UTF-8.
    const start = at % 2 === 1 && all[at - 1] === LF ? at - 1 : at;
    if (start === 0) return 0;
    // At an odd place it is half of two characters.
    if (start % 2 === 0 && [LF, CLOSE].includes(unitAt(start - 2))) return start;
  }
  return bytes.length;
}
