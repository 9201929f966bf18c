import { claudeRows } from './findings/claude.ts';
import { fnordRows } from './findings/fnord.ts';
import { raoRows } from './findings/rao.ts';
import type { FindingRow } from './findings/row.ts';
import { storeRows } from './findings/store.ts';
import { tenexRows } from './findings/tenex.ts';

const ROWS = { ...storeRows, ...fnordRows, ...tenexRows, ...raoRows, ...claudeRows };

export type Code = keyof typeof ROWS;

/** Every code there is. A code is never renamed or reused. */
export const FINDINGS: Readonly<Record<Code, FindingRow>> = ROWS;

/** The row of a code; `model/pages.ts` has the rest of what is written of it. */
export function row(code: Code): FindingRow {
  return FINDINGS[code];
}

/** Is a text the code of a finding. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(FINDINGS, text);
}
