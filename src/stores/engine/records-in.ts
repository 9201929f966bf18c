import { compacted } from '../../codecs/json/indented.ts';
import { scan, wholeValue } from '../../codecs/json/scan.ts';
import { elements, isArray, isObject, root, sourceOf, type Value } from '../../codecs/json/value.ts';
import { afterBlanks, type ObjectSpan, objectsIn } from '../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../codecs/lines/source.ts';

/** Larger files are not read as one document. */
export const LARGEST_DOCUMENT = 2 ** 26;

/** The records of a file that is nothing else, over several lines, in one list, or in UTF-16, as bytes without line breaks. */
export function recordsIn(source: Source): Uint8Array[] {
  const bytes = inUtf8(bytesAt(source, 0, source.size));
  const list = wholeValue(bytes);
  if (isArray(list)) {
    const records = elements(list);
    return records.every(isObject) ? records.map((each) => compacted(sourceOf(each))) : [];
  }
  const objects = objectsIn(bytes, 0);
  const isAll = afterBlanks(bytes, objects.at(-1)?.end ?? 0) === bytes.length;
  return isAll ? objects.map(({ start, end }) => compacted(bytes.subarray(start, end))) : [];
}

export function valuesIn(bytes: Uint8Array, spans: readonly ObjectSpan[]): Value[] {
  return spans.flatMap(({ start, end }) => root(scan(bytes.subarray(start, end))) ?? []);
}

/** UTF-16 as UTF-8. Other bytes as they are. */
export function inUtf8(bytes: Buffer): Buffer {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.toString('utf16le', 2));
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes;
  return Buffer.from(
    Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le', 2),
  );
}
