import { type Sentence, sentenceText } from '../../model/sentence.ts';

/** A file or folder that is no longer as a run left it. */
export interface ChangedSince {
  /** Relative to the root. */
  readonly path: string;
  /** Where the journal has it as it was before the run, absolute; null where it has none. */
  readonly kept: string | null;
}

/** This Change cannot be made as planned, and nothing of it is; `reason` is read after the path. */
export class NotAsPlanned extends Error {
  override readonly name = 'NotAsPlanned';
  readonly reason: Sentence;
  /** What of it was changed since; null where that is not the reason, or not known. */
  readonly changed: ChangedSince | null;

  constructor(reason: Sentence, changed: ChangedSince | null = null) {
    super(sentenceText(reason));
    this.reason = reason;
    this.changed = changed;
  }
}
