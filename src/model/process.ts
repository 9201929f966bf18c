/** A process of this machine other than our own, as far as the system shows. */
export interface Process {
  readonly pid: number;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Absolute; null when unknown. */
  readonly cwd: string | null;
  /** Null when unknown: a process of another user. */
  readonly env: Readonly<Record<string, string | undefined>> | null;
}
