import type { Sentence } from '../sentence.ts';

export type Severity = 'error' | 'warning' | 'info';
export type Healing = 'safe' | 'lossy' | 'manual';

/** The action of the program that owns the store at its next read or write of the file. */
export type Owner = 'reads' | 'refuses' | 'rewrites' | 'overwrites' | 'drops' | 'crashes';

/** The fixed meaning of a code, in one row. Its page, docs/findings/CODE.md, says the rest. */
export interface FindingRow {
  readonly severity: Severity;
  readonly healing: Healing;
  readonly owner: Owner;
  readonly title: string;
  /** The next command, or what else to do. */
  readonly next: Sentence;
  /** The value that the program expects instead, in a few words. */
  readonly expected?: string;
  /** True when the file could not be judged: the run exits 3. */
  readonly unjudged?: true;
}

/** The row of a code that could be judged. */
export function rule(severity: Severity, healing: Healing, owner: Owner, title: string, next: Sentence, expected?: string): FindingRow {
  return { severity, healing, owner, title, next, ...(expected === undefined ? {} : { expected }) };
}

/** The row of a code that says what could not be judged. */
export function notJudged(severity: Severity, owner: Owner, title: string, next: Sentence): FindingRow {
  return { severity, healing: 'manual', owner, title, next, unjudged: true };
}
