/** A secret in a text: from `start` to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** The id of the rule, as `github-pat`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** A text with a word in the place of each of these secrets, which are in order and apart. */
export function replaced(text: string, secrets: readonly FoundSecret[], word: (secret: FoundSecret) => string): string {
  let at = 0;
  let result = '';
  for (const secret of secrets) {
    result += text.slice(at, secret.start) + word(secret);
    at = secret.end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** Reports marked places of a text. */
export type Marks = (text: string, mark: (at: number) => void) => void;
