import { scan } from '../../../codecs/json/scan.ts';
import { isJsonSpace } from '../../../codecs/json/tape.ts';
import { afterBlanks, MAX_STRAY, type ObjectSpan, shapeOf } from '../../../codecs/lines/shape.ts';

/** True for a line of whole records with a character or some bytes beside them that have no words. */
export function isStrayLine(
  bytes: Uint8Array,
  pieces: readonly ObjectSpan[],
  records: readonly ObjectSpan[] = pieces,
): boolean {
  if (pieces.length === 0 || records.length < pieces.length || pieces.some((each) => isClosedAgain(bytes, each)))
    return false;
  const count = gapsBeside(bytes, pieces).reduce((sum, { start, end }) => sum + end - start, 0);
  return count > 0 && count <= MAX_STRAY;
}

/** The objects of a line that are whole records of a kind. */
export function wholeRecords(
  bytes: Uint8Array,
  pieces: readonly ObjectSpan[],
  isRecord: (bytes: Uint8Array) => boolean,
): ObjectSpan[] {
  return pieces.filter((each) => !isClosedAgain(bytes, each) && isRecord(bytes.subarray(each.start, each.end)));
}

/** True for an object followed by a further closing bracket, which may be the record's: its opening one is then lost. */
export function isClosedAgain(bytes: Uint8Array, { end }: ObjectSpan): boolean {
  const next = bytes[afterBlanks(bytes, end)];
  return next === 0x7d || next === 0x5d;
}

/** Pieces of a line between the records, without white space around them. */
export function gapsBeside(bytes: Uint8Array, pieces: readonly ObjectSpan[]): ObjectSpan[] {
  const ends = [0, ...pieces.map(({ end }) => end)];
  return ends.flatMap((from, n) => {
    let [start, end] = [from, pieces[n]?.start ?? bytes.length];
    while (start < end && isJsonSpace(bytes[start])) start++;
    while (end > start && isJsonSpace(bytes[end - 1])) end--;
    return start === end ? [] : [{ start, end }];
  });
}

/** Pieces of a line beside its whole objects, without white space around them. */
export function besideObjects(bytes: Uint8Array): ObjectSpan[] {
  return gapsBeside(bytes, shapeOf(bytes, scan(bytes)).pieces);
}
