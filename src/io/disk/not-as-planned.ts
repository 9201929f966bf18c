import { type Sentence, sentenceText } from '../../model/command.ts';

export interface ChangedSince {
  readonly path: string;
  /** Absolute path of its original in the journal; null for none. */
  readonly originalPath: string | null;
  /** The run that changed it later, and must be undone first. */
  readonly laterRun?: string;
}

/** Thrown if the Change cannot be made as planned; nothing of it was done. `reason` follows the path. */
export class NotAsPlanned extends Error {
  override readonly name = 'NotAsPlanned';
  readonly reason: Sentence;
  /** Null for other reasons, or if unknown. */
  readonly changed: ChangedSince | null;

  constructor(reason: Sentence, changed: ChangedSince | null = null) {
    super(sentenceText(reason));
    this.reason = reason;
    this.changed = changed;
  }
}
