import { KIND_TABLE, type KindName } from './kinds.ts';
import type { FindingRow } from './rules/row.ts';
import { storeRules } from './rules/store.ts';

export type Code = keyof typeof storeRules | { [K in KindName]: keyof (typeof KIND_TABLE)[K]['rules'] }[KindName];

type Rows = Readonly<Partial<Record<string, FindingRow>>>;

// By the prefix of their codes. Joining the tables would slow every start.
const TABLES: Readonly<Partial<Record<string, Rows>>> = {
  ST: storeRules,
  ...Object.fromEntries(Object.values(KIND_TABLE).map(({ letters, rules }) => [letters, rules])),
};

/** A code is never renamed or reused. */
export function allCodes(): Code[] {
  return Object.values(TABLES).flatMap((rows = {}) => Object.keys(rows).filter(isCode));
}

/** `model/pages.ts` has the rest of its page. */
export function ruleOf(code: Code): FindingRow {
  const found = rowsLike(code)[code];
  if (found === undefined) throw new Error(`there is no finding ${code}`);
  return found;
}

export function isCode(text: string): text is Code {
  return Object.hasOwn(rowsLike(text), text);
}

function rowsLike(code: string): Rows {
  return TABLES[code.slice(0, 2)] ?? {};
}
