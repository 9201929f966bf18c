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

/** The notes of a program on its process, by which others recognise it. */
export interface ProcessNotes {
  /** The machine and the namespace in which the ids of processes hold; null when unknown. */
  readonly domain: string | null;
  /** When a process began, in hundredths of a second from the boot; null when unknown. */
  startOf(pid: number): string | null;
}
