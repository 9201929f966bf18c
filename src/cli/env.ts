export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** `done` is called when the chunk has left the process. */
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  destroy?(): unknown;
  /** Drops keys typed before a question. */
  dropTyped?(): Promise<void>;
}

export interface Pager {
  readonly stream: Stream;
  /** Ends the input, waits until the person closes the pager, and returns the exit code. */
  close(): Promise<number>;
}

/** The outside world: bin/convo.js passes in the process, tests their own. */
export interface Env {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly terminal?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  /** Absolute; throws if the folder is gone. */
  readonly cwd: string;
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Absolute path of the thread program, greatest number of threads, and least number. */
  readonly threads?: { readonly program: string; readonly cores: number; readonly min?: number };
  /** UUID version 4. */
  newId(): string;
  /** True for a running process of this host. */
  alive(pid: number): boolean;
  pager(command: string): Pager;
  /** Runs a person's program on this terminal; returns its exit code. Throws if it cannot start. */
  launch?(program: string, words: readonly string[], cwd: string): Promise<number>;
  wait(milliseconds: number): Promise<void>;
  onInterrupt(stop: () => void): void;
}

/** CI's checkout for paths in reports; elsewhere the working directory. */
export function checkoutOf({ cwd, vars }: Env): string {
  const top = (vars['GITHUB_WORKSPACE'] || vars['CI_PROJECT_DIR'] || '').replace(/\/+$/, '');
  return top !== '' && cwd.startsWith(`${top}/`) ? top : cwd;
}
