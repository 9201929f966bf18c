import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { finish } from '../../../src/io/apply.ts';
import { nodeWriteDisk } from '../../../src/io/disk/write-disk.ts';
import type { RunResult } from '../../../src/io/run/result.ts';
import { undo } from '../../../src/io/undo.ts';
import type { World } from '../../../src/io/world.ts';
import { writeSmallStore } from '../../support/small-plan.ts';
import { RUN } from '../../support/small-store.ts';

/** A folder for a test file, and the small program that it starts as other processes. */
export interface RealLab {
  /** A new root with the small store in it. */
  store(): Promise<string>;
  /** Runs the program to its end, or until it is killed in front of call `at`; answers how many calls it made, or null. */
  run(verb: 'apply' | 'undo' | 'resume', root: string, at?: number): Promise<number | null>;
  close(): void;
}

/** Builds the program once. */
export async function realLab(): Promise<RealLab> {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'convo-kill-')));
  const program = join(folder, 'child.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'child.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  const hook = join(import.meta.dirname, 'kill-hook.mjs');
  let stores = 0;
  return {
    store: async () => {
      const root = join(folder, `store-${++stores}`);
      fs.mkdirSync(root);
      await writeSmallStore(nodeWriteDisk, root);
      return root;
    },
    run: async (verb, root, at) => {
      const counter = join(folder, 'count');
      const kill = at === undefined ? { KILL_COUNT: counter } : { KILL_AT: String(at) };
      const signal = await ended(['--import', hook, program, verb, root, RUN], { ...kill, KILL_ROOT: root });
      return signal === 'SIGKILL' ? null : at === undefined ? Number(fs.readFileSync(counter, 'utf8')) : 0;
    },
    close: () => fs.rmSync(folder, { recursive: true }),
  };
}

function ended(args: readonly string[], env: Record<string, string>): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (_, signal) => resolve(signal));
  });
}

/** Undoes or resumes the run in this process, at once: a lock that nobody has signed yet is not stale. */
export function recoverReal(how: 'undo' | 'resume', root: string): Promise<RunResult> {
  const world: World = {
    disk: nodeWriteDisk,
    self: { pid: process.pid, host: 'here', alive: (pid) => pid === process.pid },
    now: () => Date.now(),
    sleep: () => Promise.resolve(),
    interrupted: () => false,
  };
  return (how === 'undo' ? undo : finish)(world, { root, run: RUN });
}
