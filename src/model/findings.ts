import { claudeRows } from './findings/claude.ts';
import { fnordRows } from './findings/fnord.ts';
import { raoRows } from './findings/rao.ts';
import type { FindingRow } from './findings/row.ts';
import { storeRows } from './findings/store.ts';
import { tenexRows } from './findings/tenex.ts';

/** Every code there is. A code is never renamed or reused. */
export const FINDINGS = {
  ...storeRows,
  ...fnordRows,
  ...tenexRows,
  ...raoRows,
  ...claudeRows,
} as const satisfies Record<string, FindingRow>;

export type Code = keyof typeof FINDINGS;

/** The row of a code, widened to the common shape. */
export function row(code: Code): FindingRow {
  return FINDINGS[code];
}

/** Is a text the code of a finding. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(FINDINGS, text);
}
