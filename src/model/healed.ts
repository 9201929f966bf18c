/** A heal of a conversation, from the journal. Excludes undone ones. */
export interface Healed {
  readonly run: string;
  /** Counts the runs of its store. */
  readonly number: number;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly codes: readonly string[];
  /** Pointers to mended records or messages. Empty if the file changed since. */
  readonly places: readonly string[];
}

/** For those who have the store: a page that is handed on does not invite to undo. */
export interface UndoableHeal extends Healed {
  /** Number of other changes of the run, in all stores; undone with it. */
  readonly others: number;
  readonly undo: string;
}
