import { type Sentence, sentenceText } from '../../model/command.ts';

/**
 * `kept`: absolute path of its original in the journal; null for none. `laterRun`: the run that changed it later, and must be undone first.
 */
export interface ChangedSince {
  readonly path: string;
  readonly kept: string | null;
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
