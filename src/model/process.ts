export interface Process {
  readonly pid: number;
  readonly command: readonly string[];
  /** Absolute; null when unknown. */
  readonly cwd: string | null;
  /** Null for another user's process. */
  readonly env: Readonly<Record<string, string | undefined>> | null;
}

export interface ProcessNotes {
  /** Machine and namespace of process ids; null when unknown. */
  readonly domain: string | null;
  /** Hundredths of a second from boot to its start; null when unknown. */
  startOf(pid: number): string | null;
}
