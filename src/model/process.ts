/** `cwd` is absolute, and null when unknown; `env` is null for another user's process. */
export interface Process {
  readonly pid: number;
  readonly command: readonly string[];
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>> | null;
}

/**
 * `domain`: the machine and namespace of process ids. `startOf`: hundredths of a second from boot to the start of a process. Both are null
 * if unknown.
 */
export interface ProcessNotes {
  readonly domain: string | null;
  startOf(pid: number): string | null;
}
