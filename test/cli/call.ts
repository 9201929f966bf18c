import type { Env } from '../../src/cli/env.ts';
import { main } from '../../src/cli/main.ts';
import { holdToContract } from '../contract/hold-to.ts';

/** What a command line came to. */
export interface Called {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
}

/** What of the world a test sets; the rest is fixed: 21 November 2026, no terminal, no colours. */
export interface World {
  readonly home?: string;
  readonly cwd?: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** Columns of the terminal that stdout and stderr are; none for a pipe. */
  readonly terminal?: number;
  /** Someone presses Ctrl-C as soon as there is someone to hear it. */
  readonly interrupted?: boolean;
  readonly over?: Partial<Env>;
}

export const NOW = Date.UTC(2026, 10, 21, 12);

/** Carries out a command line in this process; what it writes with --json is held to the contract. */
export async function call(argv: string | readonly string[], world: World = {}): Promise<Called> {
  const { home = '/nowhere', cwd = '/', vars = {}, terminal, interrupted = false, over = {} } = world;
  const out = sink(terminal);
  const err = sink(terminal);
  const env: Env = {
    stdin: Object.assign((async function* () {})(), { isTTY: false }),
    stdout: out.stream,
    stderr: err.stream,
    cwd,
    vars: { HOME: home, LANG: 'C.UTF-8', ...vars },
    platform: 'linux',
    pid: 4711,
    host: 'testbed',
    now: () => NOW,
    newId: () => '00000000-0000-4000-8000-000000000000',
    alive: () => false,
    pager: () => ({ stream: out.stream, close: async () => 0 }),
    wait: async () => {},
    onInterrupt: (stop) => {
      if (interrupted) stop();
    },
  };
  // Not spread: a getter that throws must throw for the command, not here.
  Object.defineProperties(env, Object.getOwnPropertyDescriptors(over));
  const words = typeof argv === 'string' ? argv.split(' ') : argv;
  const exit = await main(words, env);
  const bytes = Buffer.concat(out.chunks);
  const isAnswer = words.includes('--json') && words[0] !== '__complete';
  if (isAnswer && bytes.length > 0) holdToContract(words, bytes.toString());
  return { exit, stdout: bytes.toString(), stderr: Buffer.concat(err.chunks).toString(), bytes };
}

function sink(columns: number | undefined) {
  const chunks: Buffer[] = [];
  const stream = {
    ...(columns === undefined ? {} : { isTTY: true, columns }),
    write: (chunk: string | Uint8Array, done: (error?: Error | null) => void) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
    on: () => undefined,
  };
  return { chunks, stream };
}
