/** A place in a document as zod names it, and what is wrong there. */
export interface Issue {
  readonly path: readonly (string | number)[];
  /** zod's word for it: `invalid_type`, `invalid_enum_value`. */
  readonly code: string;
  readonly message: string;
}

/** What the owner makes of a file: it loads, is no JSON to it, or does not fit its schema. */
export type Verdict =
  | { readonly stage: 'ok' }
  /** Bytes from the start of the file, and what would have been JSON there. */
  | { readonly stage: 'json'; readonly offset: number; readonly expected: string }
  | { readonly stage: 'schema'; readonly issues: readonly Issue[] };
