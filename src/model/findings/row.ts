export type Severity = 'error' | 'warning' | 'info';
export type Healing = 'safe' | 'lossy' | 'manual';

/** What any command may ask about a code. */
export interface FindingRow {
  readonly severity: Severity;
  readonly healing: Healing;
  /** True when the file could not be judged: the run exits 3. */
  readonly unjudged?: true;
  readonly title: string;
  /** The next command. */
  readonly next: string;
}

/** One row of the findings table as it is written: what a code always means. The texts are the page of `convo explain CODE`. */
export interface FindingPage extends FindingRow {
  /** What it means. */
  readonly meaning: string;
  /** What the program does with it. */
  readonly owner: string;
  /** What is still sound. */
  readonly sound: string;
  /** What we cannot know. */
  readonly unknown: string;
  /** Why it is not given any more; left out for a code that is. */
  readonly retired?: string;
}
