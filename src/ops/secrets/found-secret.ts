/** A secret in a text: from `start` to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** The id of the rule, as `github-pat`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Calls back with places of a text. */
export type Marks = (text: string, mark: (at: number) => void) => void;
