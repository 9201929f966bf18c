import type { Sentence } from '../sentence.ts';

export type Severity = 'error' | 'warning' | 'info';
export type Healing = 'safe' | 'lossy' | 'manual';

/** The program's action at its next read or write of the file. */
export type Owner = 'reads' | 'refuses' | 'rewrites' | 'overwrites' | 'drops' | 'crashes';

/** Fixed meaning of a code. docs/findings/CODE.md has the rest. */
export interface FindingRow {
  readonly severity: Severity;
  readonly healing: Healing;
  readonly owner: Owner;
  readonly title: string;
  readonly next: Sentence;
  /** The expected value, in a few words. */
  readonly expected?: string;
  /** The file could not be judged: exit code 3. */
  readonly unjudged?: true;
}

export function rule(severity: Severity, healing: Healing, owner: Owner, title: string, next: Sentence, expected?: string): FindingRow {
  return { severity, healing, owner, title, next, ...(expected === undefined ? {} : { expected }) };
}

/** For a code that says what could not be judged. */
export function notJudged(severity: Severity, owner: Owner, title: string, next: Sentence): FindingRow {
  return { severity, healing: 'manual', owner, title, next, unjudged: true };
}
