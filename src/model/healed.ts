/** A heal of a conversation, from the journal of its store; one that is undone is none. */
export interface Healed {
  /** The id of its run. */
  readonly run: string;
  /** The number of its run among those of its store. */
  readonly number: number;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  /** The findings that it took away. */
  readonly codes: readonly string[];
  /** Records or messages of its file that were mended, as pointers; none where the file is no longer as the heal left it. */
  readonly places: readonly string[];
  /** Other changes of the run, which are undone with it. */
  readonly others: number;
  /** The command that undoes it. */
  readonly undo: string;
}
