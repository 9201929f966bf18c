import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import type { Records } from '../read/records.ts';
import type { UnreadNames } from './hidden-bytes.ts';

/** A fault in one line, which becomes a finding once it is known whether the line is sent. */
export interface RecordFinding {
  readonly n: number;
  readonly code: Code;
  /** A pointer below the record, null for none. */
  readonly at: string | null;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly detail: string;
  /** True if the fault does harm only in a sent record. */
  readonly hazard?: true;
  /** The code if more than this record is lost. */
  readonly harmful?: Code;
  /** The record whose parent is missing. */
  readonly because?: number;
  /** The record after which the missing part was. Any line between the two may have held it. */
  readonly since?: number;
  readonly hides?: UnreadNames;
  readonly isCause?: true;
  readonly consequences?: readonly RecordFinding[];
}

export function recordFinding(
  { records }: { readonly records: () => Records },
  n: number,
  code: Code,
  detail: string,
): RecordFinding {
  return { n, code, at: '', offset: records().at[n] ?? 0, detail, because: n };
}

export function shortLexeme(value: Value): string {
  const text = lexemeOf(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
