import type { KindName } from './conversation.ts';
import type { Healing, Severity } from './findings/row.ts';
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

/** One finding as every command prints it: `F` of the JSON contract. */
export interface PlacedFinding {
  readonly code: Code;
  readonly severity: Severity;
  readonly healing: Healing;
  readonly kind: KindName;
  /** Absolute, spelled as it was given. */
  readonly root: string;
  readonly project: string | null;
  readonly id: string | null;
  /** Absolute, below `root`. */
  readonly path: string;
  readonly at: string | null;
  readonly offset: number | null;
  /** From 1; null without an offset. */
  readonly line: number | null;
  /** From 1, in UTF-16 units, as editors count; null without an offset. */
  readonly column: number | null;
  readonly owner: Owner;
  /** To be read after the file's name. */
  readonly message: string;
  /** 32 hex digits: the same on every machine and after edits elsewhere; tells this finding from all others of its file. */
  readonly fingerprint: string;
}
