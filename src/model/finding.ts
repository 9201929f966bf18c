import type { Code } from './findings.ts';

/** What the owner does with the file at its next read or write. */
export type Owner = 'reads' | 'refuses' | 'rewrites' | 'overwrites' | 'drops' | 'crashes';

/** One observed defect. Severity and healing are in the table, under its code. */
export interface Finding {
  readonly code: Code;
  /** The conversation it concerns; null for a scope or a leftover of none. */
  readonly id: string | null;
  /** Relative to the site's root. */
  readonly path: string;
  /** JSON pointer into the file's document; null for other files. */
  readonly at: string | null;
  /** Bytes from the start of the file. */
  readonly offset: number | null;
  readonly owner: Owner;
  /** What is wrong in this file, to be read after its name: `has a byte-order mark before the document`. */
  readonly detail: string;
}
