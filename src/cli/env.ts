/** A stream that takes text or bytes: what is used of the one a process has. */
export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Calls `done` when the chunk has left the process. */
  write(chunk: string | Uint8Array, done: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Where answers to questions come from. */
export interface Input extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  /** Stops waiting for what nobody will read any more. */
  destroy?(): unknown;
}

/** A running pager. */
export interface Pager {
  readonly stream: Stream;
  /** Ends the text, waits for the person to leave, and answers the exit code of the program. */
  close(): Promise<number>;
}

/** Everything a command line needs of the world around it; bin/convo.js lends the process, tests lend their own. */
export interface Env {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** The streams of a terminal that a person can choose on. */
  readonly terminal?: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  /** Absolute; throws when the folder is gone. */
  readonly cwd: string;
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** The program of threads, an absolute path, and how many would be at work at once. */
  readonly threads?: { readonly program: string; readonly cores: number; readonly least?: number };
  /** A new UUID v4. */
  newId(): string;
  /** Is a process with this id alive on this host. */
  alive(pid: number): boolean;
  /** A program of the person's that shows long text on the terminal; what is written to its stream goes there. */
  pager(command: string): Pager;
  /** Waits for some milliseconds. */
  wait(milliseconds: number): Promise<void>;
  /** Calls `stop` when the person or the system asks us to end. */
  onInterrupt(stop: () => void): void;
}

/** The checkout that CI says this runs in, which it matches the paths of reports with; elsewhere the folder that this runs in. */
export function checkoutOf({ cwd, vars }: Env): string {
  const top = (vars['GITHUB_WORKSPACE'] ?? vars['CI_PROJECT_DIR'] ?? '').replace(/\/+$/, '');
  return top !== '' && cwd.startsWith(`${top}/`) ? top : cwd;
}
