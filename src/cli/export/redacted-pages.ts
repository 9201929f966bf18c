import { Failure } from '../../model/failure.ts';
import { markedRedacted } from '../../model/own-output.ts';
import type { OutputFile } from '../../ops/outputs.ts';

/** Refuses to put a page that shows everything in the place of one of which secrets were left out. */
export function refuseClear({ name, isRedacted }: OutputFile): void {
  if (!isRedacted) return;
  const hint = 'Give --redact again, name another folder, or --force.';
  throw new Failure('refused', `${name} is redacted, and what would replace it is not`, hint);
}

/** The pieces of a page, marked as redacted; its first piece holds the line by which it is known for one of ours. */
export function* redactedPieces<T>(pieces: Iterable<string | T>): Generator<string | T> {
  let isFirst = true;
  for (const piece of pieces) {
    yield isFirst && typeof piece === 'string' ? markedRedacted(piece) : piece;
    isFirst = false;
  }
}
