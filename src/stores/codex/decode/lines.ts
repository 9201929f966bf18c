import { type LineOptions, lines } from '../../../codecs/lines/lines.ts';
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

/** Bytes of a rollout, and how many are read at a time. */
export type Range = Pick<LineOptions, 'from' | 'to' | 'most'>;

/** The lines of a file. */
export function* rolloutLines(source: Source, range: Range = {}): Generator<RolloutLine> {
  let n = 0;
  for (const { at, length, bytes, end } of lines(source, { ...range, ends: 'lf' }))
    yield { n: n++, at, length, bytes, isEnded: end !== 'none' };
}
