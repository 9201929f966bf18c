/** `cwd` is absolute, and null when unknown; `env` is null for another user's process. */
export interface Process {
  readonly pid: number;
  readonly command: readonly string[];
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>> | null;
}

export interface ProcessNotes {
  /** The machine and namespace of process ids; null if unknown. */
  readonly domain: string | null;
  /** Hundredths of a second from boot to the start of a process; null if unknown. */
  startOf(pid: number): string | null;
}
