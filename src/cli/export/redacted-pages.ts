import { markedRedacted } from '../../model/convo-output.ts';

/** Adds the mark of redaction to the identifying first piece. */
export function* redactedPieces<T>(pieces: Iterable<string | T>): Generator<string | T> {
  let isFirst = true;
  for (const piece of pieces) {
    yield isFirst && typeof piece === 'string' ? markedRedacted(piece) : piece;
    isFirst = false;
  }
}
