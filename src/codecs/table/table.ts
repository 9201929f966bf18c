/** How a table is written: bytes that part fields, that quote, and that begin a comment (null for none). */
export interface Dialect {
  readonly separator: number;
  readonly quotes: readonly number[];
  readonly comment: number | null;
}

/** Commas and double quotes, doubled inside quotes. */
export const CSV: Dialect = { separator: 0x2c, quotes: [0x22], comment: null };

/** Tabs, and every other byte is text. */
export const TSV: Dialect = { separator: 0x09, quotes: [], comment: null };

/** One field; `start` and `end` are byte offsets and take in its quotes, `text` is without them, doubled ones undone. */
export interface Field {
  readonly start: number;
  readonly end: number;
  /** Some of it is in quotes. */
  readonly quoted: boolean;
  readonly text: string;
}

/** One row: `end` is before its line end and comment, `next` where the next row begins. A blank line has no fields. */
export interface TableRow {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly fields: readonly Field[];
}

/** A whole file: every byte of it is in one of the rows, but for byte-order marks before the first. */
export interface Table {
  readonly bytes: Uint8Array;
  readonly dialect: Dialect;
  /** Where its first line begins. */
  readonly begin: number;
  readonly rows: readonly TableRow[];
  /** As the first row ends; `\n` where none does. */
  readonly lineEnd: string;
  /** Offset of a quote that is never closed, or -1: all after it is in the last field. */
  readonly open: number;
}
