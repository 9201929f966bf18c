import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import type { Records } from '../read/records.ts';
import type { UnreadNames } from './hidden-bytes.ts';

/**
 * Something in one line that becomes a finding once it is known where the line is: sent or not. `at` is a pointer below
 * the record, null where no value is meant; `offset` is in bytes from the start of the file.
 */
export interface RecordFinding {
  readonly n: number;
  readonly code: Code;
  readonly at: string | null;
  readonly offset: number;
  readonly detail: string;
  /** It does harm only in a record that is sent. */
  readonly hazard?: true;
  /** The code where more than this record is lost. */
  readonly harmful?: Code;
  /** The record whose predecessor is missing. */
  readonly because?: number;
  /** The missing part was behind this record. Any line between the two may have held it. */
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
