import { type Sentence, sentenceText } from '../../model/sentence.ts';

/** This Change cannot be made as planned, and nothing of it is; `reason` is read after the path. */
export class NotAsPlanned extends Error {
  override readonly name = 'NotAsPlanned';
  readonly reason: Sentence;

  constructor(reason: Sentence, options?: ErrorOptions) {
    super(sentenceText(reason), options);
    this.reason = reason;
  }
}
