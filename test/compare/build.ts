import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { main } from '../../src/cli/main.ts';
import { snapshot } from '../cli/change/snapshot.ts';
import { SAVED } from './stores.ts';

/** What came of a command line. */
export interface Told {
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly tree: Readonly<Record<string, string>>;
}

/** A built program. */
export interface Build {
  /** Begins anew with ids. */
  begin(): void;
  /** Carries out a command line on the store in this folder. */
  call(line: string, folder: string): Promise<Told>;
}

const NOW = Date.UTC(2026, 10, 21, 12);

/** The build in a checkout. */
export async function buildAt(top: string): Promise<Build> {
  const run = await mainAt(top);
  let ids = 0;
  return {
    begin: () => {
      ids = 0;
    },
    call: async (line, folder) => {
      const [out, err] = [sink(), sink()];
      const store = join(folder, 'store');
      const exit = await run(line.split(' '), {
        stdin: Object.assign((async function* () {})(), { isTTY: false }),
        stdout: out.stream,
        stderr: err.stream,
        cwd: folder,
        vars: { HOME: join(folder, 'home'), LANG: 'C.UTF-8' },
        platform: 'linux',
        pid: 4711,
        host: 'testbed',
        now: () => NOW,
        newId: () => `${`${++ids}`.padStart(8, '0')}-0000-4000-8000-000000000000`,
        alive: () => false,
        pager: () => ({ stream: out.stream, close: async () => 0 }),
        wait: async () => {},
        onInterrupt: () => {},
      }).catch((error: unknown) => `throws ${error}`);
      const text = ({ chunks }: typeof out) => timeless(Buffer.concat(chunks).toString());
      return { exit, stdout: text(out), stderr: text(err), tree: existsSync(store) ? treeAt(store) : {} };
    },
  };
}

/** Without times of the clock on the wall, which files have that were written; the program is given another one. */
function timeless(text: string): string {
  const [from, to] = [Date.now() / 1000 - 86_400, Date.now() / 1000 + 60];
  const isNow = (seconds: number) => seconds > from && seconds < to;
  return text
    .replaceAll(/\b1\d{9}\b/g, (each) => (isNow(Number(each)) ? 'NOW' : each))
    .replaceAll(/\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?/g, (each) =>
      isNow(Date.parse(`${each.replace(' ', 'T')}Z`) / 1000) ? 'NOW' : each,
    );
}

function treeAt(store: string): Told['tree'] {
  const entries = Object.entries(snapshot(store));
  return Object.fromEntries(
    entries.map(([path, each]) => [
      path,
      each.replace(/ (\d{13}) /, (_, ms) => (Number(ms) === SAVED * 1000 ? ' saved ' : ' changed ')),
    ]),
  );
}

async function mainAt(top: string): Promise<typeof main> {
  const load = join(top, 'bin', 'load.js');
  // Before a build was modules, this loaded it.
  if (existsSync(load)) return createRequire(load)(load).loadMain();
  const built = await import(pathToFileURL(join(top, 'dist', 'cli', 'main.js')).href);
  return built.main ?? built.default.main;
}

function sink() {
  const chunks: Buffer[] = [];
  const stream = {
    write: (chunk: string | Uint8Array, done: (error?: Error | null) => void) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
    on: () => undefined,
  };
  return { stream, chunks };
}
