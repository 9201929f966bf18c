export interface FindQuery {
  /** Distinct stems of its words. */
  readonly stems: readonly string[];
  /** Secrets are covered: not shown, and not found. */
  readonly redact?: boolean;
}

/** A turn that contains words of a question. */
export interface FoundTurn {
  /** Its number in `show`. */
  readonly index: number;
  /** Subagent whose transcript has it. */
  readonly agent?: string;
  /** Number of occurrences of each stem, in the question's order. */
  readonly times: readonly number[];
  /** In words. */
  readonly length: number;
  /** Words from the first to the last of the nearest different stems. 0 for a single stem. */
  readonly span: number;
  /** One line around them, cut for reading. */
  readonly text: string;
}

/** One conversation's share of the ranking. */
export interface FoundTurns {
  readonly turns: readonly FoundTurn[];
  /** Number of turns with each stem. */
  readonly in: readonly number[];
  /** Number of its turns, and of their words. */
  readonly count: number;
  readonly words: number;
}
