/** A process of this machine other than our own, as far as the system tells. */
export interface Process {
  readonly pid: number;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Absolute; null when it is not told. */
  readonly cwd: string | null;
  /** Null when it is not told: a process of another user. */
  readonly env: Readonly<Record<string, string | undefined>> | null;
}
