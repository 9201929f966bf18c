import type { Source } from '../../codecs/lines/source.ts';
import { WINDOW } from './file-source.ts';

/** Whole lines, and their offset in the file. */
export interface LineWindow {
  readonly at: number;
  /** Valid until the next window. */
  readonly bytes: Uint8Array;
}

const LINE_FEED = 10;

/** Windows that end behind a line feed. A longer line is a window of its own. */
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

/** Length including the line feed, found without holding the line. */
function lineLength(source: Source, start: number, most: number): number {
  for (let at = start; at < source.size; at += most) {
    const end = source.slice(at, most).indexOf(LINE_FEED);
    if (end >= 0) return at + end + 1 - start;
  }
  return source.size - start;
}
