import { claude } from './findings/claude.ts';
import { fnord } from './findings/fnord.ts';
import { rao } from './findings/rao.ts';
import type { Row } from './findings/row.ts';
import { store } from './findings/store.ts';
import { tenex } from './findings/tenex.ts';

/** Every code there is. A code is never renamed or reused. */
export const FINDINGS = { ...store, ...fnord, ...tenex, ...rao, ...claude } as const satisfies Record<string, Row>;

export type Code = keyof typeof FINDINGS;

/** The row of a code, widened to the common shape. */
export function row(code: Code): Row {
  return FINDINGS[code];
}

/** Is a text the code of a finding. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(FINDINGS, text);
}
