import { illFormedAt, illFormedPlaces } from '../../../codecs/bytes.ts';
import { afterBlanks, objectsIn } from '../../../codecs/lines/shape.ts';

/** True if a line consists of whole records, and its bytes that are not UTF-8 are between them. */
export function isOutsideRecords(bytes: Uint8Array): boolean {
  const blanked = Uint8Array.from(bytes);
  for (const at of illFormedPlaces(bytes)) blanked[at] = BLANK;
  const records = objectsIn(blanked, 0);
  const end = records.at(-1)?.end ?? -1;
  if (end < 0 || afterBlanks(blanked, end) < bytes.length) return false;
  return records.every((record) => illFormedAt(bytes.subarray(record.start, record.end)) < 0);
}

const BLANK = 0x20;
