import type { Source } from '../../../codecs/lines/source.ts';

/** One line of a rollout: only a line feed ends it, as in the program. */
export interface RolloutLine {
  /** Lines before it. */
  readonly n: number;
  /** Bytes from the start of the file. */
  readonly at: number;
  /** Bytes without the line feed. */
  readonly length: number;
  /** A view that is valid until the next line is asked for; null for a line longer than can be held. */
  readonly bytes: Uint8Array | null;
  /** Does a line feed end it. */
  readonly isEnded: boolean;
}

/** Bytes read at a time. */
const WINDOW = 1 << 20;
/** The longest line that is held, in bytes: 512 MiB. */
const LONGEST = 2 ** 29;
const LF = 0x0a;

/** The lines of a file from a byte on, or up to one: one window is held at a time, a larger one only while a line needs it. */
export function* rolloutLines(source: Source, { from = 0, to = source.size } = {}): Generator<RolloutLine> {
  const longest = source.longest ?? LONGEST;
  const least = Math.min(WINDOW, longest);
  const end = Math.min(to, source.size);
  for (let at = from, wanted = least, n = 0; at < end; ) {
    const bytes = source.slice(at, Math.min(wanted, end - at));
    if (bytes.length === 0) return;
    const used = yield* linesIn(bytes, { at, n, isLast: at + bytes.length >= end });
    at += used.bytes;
    n += used.lines;
    if (used.bytes > 0) wanted = least;
    else if (wanted < longest) wanted = Math.min(wanted * 4, longest);
    else {
      const next = lineEnd(source, at, end);
      yield { n: n++, at, length: next - at, bytes: null, isEnded: next < end };
      at = next + 1;
    }
  }
}

/** The lines that end in these bytes, and on the last window the rest. */
function* linesIn(
  bytes: Uint8Array,
  { at, n, isLast }: { readonly at: number; readonly n: number; readonly isLast: boolean },
): Generator<RolloutLine, { readonly bytes: number; readonly lines: number }> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let [start, lines] = [0, 0];
  for (let lf = text.indexOf(LF); lf >= 0; lf = text.indexOf(LF, start)) {
    yield { n: n + lines++, at: at + start, length: lf - start, bytes: text.subarray(start, lf), isEnded: true };
    start = lf + 1;
  }
  if (!isLast || start === text.length) return { bytes: start, lines };
  yield { n: n + lines++, at: at + start, length: text.length - start, bytes: text.subarray(start), isEnded: false };
  return { bytes: text.length, lines };
}

/** Where a line that is not held ends. */
function lineEnd(source: Source, at: number, end: number): number {
  for (let from = at; from < end; from += WINDOW) {
    const bytes = source.slice(from, Math.min(WINDOW, end - from));
    const lf = bytes.indexOf(LF);
    if (lf >= 0) return from + lf;
  }
  return end;
}
