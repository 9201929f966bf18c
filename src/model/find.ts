/** A question as people ask it, as plain values. */
export interface FindQuery {
  /** The stems of its words, each once. */
  readonly stems: readonly string[];
  /** Secrets are covered: not shown, and not found. */
  readonly redact?: boolean;
}

/** A turn in which words of a question stand. */
export interface FoundTurn {
  /** The number that `show` prints before it. */
  readonly index: number;
  /** How often each stem of the question is in it, in the order of the question. */
  readonly times: readonly number[];
  /** Words of it. */
  readonly length: number;
  /** Words from the first to the last of the nearest ones that are different stems of the question; 0 where there is one alone. */
  readonly span: number;
  /** The text around them on one line, cut to be read. */
  readonly text: string;
}

/** The share of one conversation in the ranking. */
export interface FoundTurns {
  /** The turns with most of the words. */
  readonly turns: readonly FoundTurn[];
  /** In how many of its turns each stem is. */
  readonly in: readonly number[];
  /** All its turns, and their words. */
  readonly count: number;
  readonly words: number;
}
