import { illFormedAt } from '../../../codecs/bytes.ts';
import { scan } from '../../../codecs/json/scan.ts';
import { shapeOf } from '../../../codecs/lines/shape.ts';

/** Places of the bytes of a line that are not UTF-8. */
export function illFormedPlaces(bytes: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = illFormedAt(bytes); at >= 0; at = illFormedAt(bytes, at + 1)) places.push(at);
  return places;
}

/** True where a line without its bytes that are not UTF-8 is whole records, and none of those bytes was inside one. */
export function isOutsideRecords(bytes: Uint8Array | null): boolean {
  if (bytes === null) return false;
  const places = illFormedPlaces(bytes);
  const gone = new Set(places);
  const rest = bytes.filter((_, at) => !gone.has(at));
  const { shape, pieces } = shapeOf(rest, scan(rest));
  if (shape !== 'whole' && shape !== 'glued') return false;
  const spans = shape === 'whole' ? [objectIn(rest)] : pieces;
  return places.every((at, before) => !spans.some(({ start, end }) => start < at - before && at - before < end));
}

const [OPEN, CLOSE] = [0x7b, 0x7d];

function objectIn(bytes: Uint8Array) {
  return { start: bytes.indexOf(OPEN), end: bytes.lastIndexOf(CLOSE) + 1 };
}
