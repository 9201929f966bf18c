export type Severity = 'error' | 'warning' | 'info';
export type Healing = 'safe' | 'lossy' | 'manual';

/** What a code always means, in one row. Its page, docs/findings/CODE.md, says the rest. */
export interface FindingRow {
  readonly severity: Severity;
  readonly healing: Healing;
  readonly title: string;
  /** The next command. */
  readonly next: string;
  /** What the program expects in place of what was found, in a few words; left out where that differs from finding to finding. */
  readonly expected?: string;
  /** True when the file could not be judged: the run exits 3. */
  readonly unjudged?: true;
}

/** The row of a code that could be judged. */
export function rule(severity: Severity, healing: Healing, title: string, next: string, expected?: string): FindingRow {
  return { severity, healing, title, next, ...(expected === undefined ? {} : { expected }) };
}

/** The row of a code that says what could not be judged. */
export function notJudged(severity: Severity, title: string, next: string): FindingRow {
  return { severity, healing: 'manual', title, next, unjudged: true };
}
