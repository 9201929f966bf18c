import type { Source } from '../../codecs/lines/source.ts';
import { WINDOW } from './file-source.ts';

/** Whole lines of a file, and where they begin in it. */
export interface LineWindow {
  readonly at: number;
  /** Not to be kept beyond the next window. */
  readonly bytes: Uint8Array;
}

const LINE_FEED = 10;

/** The bytes of a file from its beginning to its end, cut behind line feeds: a line that is longer than a window is one of its own. */
export function* lineWindows(source: Source, most = WINDOW): Generator<LineWindow> {
  for (let at = 0; at < source.size; ) {
    const read = source.slice(at, most);
    const whole = at + read.length < source.size ? read.lastIndexOf(LINE_FEED) + 1 : read.length;
    const bytes = whole > 0 ? read.subarray(0, whole) : source.slice(at, lineLength(source, at, most));
    if (bytes.length === 0) return;
    yield { at, bytes };
    at += bytes.length;
  }
}

/** Bytes of a line with its end: looked for before any room is made for it. */
function lineLength(source: Source, start: number, most: number): number {
  for (let at = start; at < source.size; at += most) {
    const end = source.slice(at, most).indexOf(LINE_FEED);
    if (end >= 0) return at + end + 1 - start;
  }
  return source.size - start;
}
