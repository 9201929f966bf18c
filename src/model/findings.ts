import { claudeRules } from './rules/claude.ts';
import { codexRules } from './rules/codex.ts';
import { fnordRules } from './rules/fnord.ts';
import { raoRules } from './rules/rao.ts';
import type { FindingRow } from './rules/row.ts';
import { storeRules } from './rules/store.ts';
import { tenexRules } from './rules/tenex.ts';

// By the letters that their codes begin with. Joining them would take longer than all that a short command asks of them.
const TABLES = { ST: storeRules, FN: fnordRules, TX: tenexRules, RA: raoRules, CL: claudeRules, CX: codexRules };

export type Code = { [Letters in keyof typeof TABLES]: keyof (typeof TABLES)[Letters] }[keyof typeof TABLES];

type Rows = Readonly<Partial<Record<string, FindingRow>>>;

/** Every code there is. A code is never renamed or reused. */
export function allCodes(): Code[] {
  return Object.values(TABLES).flatMap((rows: Rows) => Object.keys(rows).filter(isCode));
}

/** The row of a code; `model/pages.ts` has the rest of what is written of it. */
export function row(code: Code): FindingRow {
  const found = rowsLike(code)[code];
  if (found === undefined) throw new Error(`there is no finding ${code}`);
  return found;
}

/** Is a text the code of a finding. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(rowsLike(text), text);
}

function rowsLike(code: string): Rows {
  const letters = code.slice(0, 2);
  return isLetters(letters) ? TABLES[letters] : {};
}

function isLetters(text: string): text is keyof typeof TABLES {
  return Object.hasOwn(TABLES, text);
}
