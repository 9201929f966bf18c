import { KIND_TABLE, type KindName } from './kinds.ts';
import type { FindingRow } from './rules/row.ts';
import { storeRules } from './rules/store.ts';

/** A code of any kind, or of stores as such. */
export type Code = keyof typeof storeRules | { [K in KindName]: keyof (typeof KIND_TABLE)[K]['rules'] }[KindName];

type Rows = Readonly<Partial<Record<string, FindingRow>>>;

// By the letters that their codes begin with. Joining them would take longer than all that a short command asks of them.
const TABLES: Readonly<Partial<Record<string, Rows>>> = {
  ST: storeRules,
  ...Object.fromEntries(Object.values(KIND_TABLE).map(({ letters, rules }) => [letters, rules])),
};

/** Every code there is. A code is never renamed or reused. */
export function allCodes(): Code[] {
  return Object.values(TABLES).flatMap((rows = {}) => Object.keys(rows).filter(isCode));
}

/** The row of a code; `model/pages.ts` has the rest of what is written of it. */
export function ruleOf(code: Code): FindingRow {
  const found = rowsLike(code)[code];
  if (found === undefined) throw new Error(`there is no finding ${code}`);
  return found;
}

/** Is a text the code of a finding. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(rowsLike(text), text);
}

function rowsLike(code: string): Rows {
  return TABLES[code.slice(0, 2)] ?? {};
}
