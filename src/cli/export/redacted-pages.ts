import { markedRedacted } from '../../model/convo-output.ts';

/** The pieces of a page, marked as redacted; its first piece holds the line by which it is known for one of ours. */
export function* redactedPieces<T>(pieces: Iterable<string | T>): Generator<string | T> {
  let isFirst = true;
  for (const piece of pieces) {
    yield isFirst && typeof piece === 'string' ? markedRedacted(piece) : piece;
    isFirst = false;
  }
}
