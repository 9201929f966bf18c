import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import type { ReadDisk } from '../../src/io/disk.ts';
import { runs } from '../../src/io/journal/runs.ts';
import type { Run } from '../../src/model/run.ts';
import { buildFirst } from '../support/built.ts';
import { oneIn, reportTried } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';
import { type Harm, noHarm } from './support/kind-harm.ts';
import { raoHarm } from './support/kind-harm-rao.ts';
import { tenexHarm } from './support/kind-harm-tenex.ts';
import { sample } from './support/kind-strike.ts';

const TOP = join(import.meta.dirname, '..', '..');
const HOOK = join(import.meta.dirname, 'support', 'kill-hook.mjs');

interface Case {
  readonly fixture: string;
  readonly line: readonly string[];
  /** Where the journal lies. */
  readonly root: string;
  readonly harmOf: (before: ReadDisk, after: ReadDisk) => Harm;
}

const CASES: readonly (readonly [string, Case])[] = [
  [
    'tenex: archive three',
    {
      fixture: 'tenex/store',
      line: ['archive', '27667603', 'bc075220', '19b5c38f'],
      root: '.tenex',
      harmOf: tenexHarm,
    },
  ],
  ['rao: archive two', { fixture: 'rao/recorded/store', line: ['archive', '2', '7'], root: '.', harmOf: raoHarm }],
  ['gemini: heal all', { fixture: 'gemini/store', line: ['heal', '--lossy'], root: '.', harmOf: noHarm }],
  ['qwen: archive', { fixture: 'qwen/store', line: ['archive', '1a2b3c4d'], root: '.', harmOf: noHarm }],
  ['copilot: delete', { fixture: 'copilot/store', line: ['delete', '2b3c4d5e'], root: '.', harmOf: noHarm }],
  // Not a fork: two of them differ by id, time and folder.
  [
    'pi: archive',
    { fixture: 'pi/store', line: ['archive', '019cec1a-7a05-7000-8000-000000000002'], root: '.', harmOf: noHarm },
  ],
];

let folder = '';

beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'convo-kind-kill-')));
  buildFirst();
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

let stores = 0;

function newStore({ fixture }: Case): string {
  const store = join(folder, `store-${++stores}`);
  fs.cpSync(join(TOP, 'fixtures', fixture), store, { recursive: true, preserveTimestamps: true });
  return store;
}

/** The command as it is shipped, with the hook that ends it for good; answers the signal that did. */
function convo(store: string, line: readonly string[], env: Record<string, string> = {}): NodeJS.Signals | null {
  const args = ['--import', HOOK, join(TOP, 'bin', 'convo.js'), ...line, '--root', store, '--yes', '--force'];
  const { signal, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env, KILL_ROOT: store },
  });
  expect(stderr).not.toContain('    at ');
  return signal;
}

const tree = (store: string, withTimes: boolean) => treeOf(nodeWriteDisk, store, withTimes);
const lastRun = (store: string, { root }: Case): Run | undefined => runs(nodeWriteDisk, join(store, root)).at(-1);

/** A store on the real disk, seen where the judges of owners look for one. */
function seen(store: string): ReadDisk {
  const at = (path: string) => path.replace(/^\/s(?=\/|$)/, store);
  return {
    ...nodeWriteDisk,
    list: (path) => nodeWriteDisk.list(at(path)),
    read: (path, length) => nodeWriteDisk.read(at(path), length),
  };
}

test.each(oneIn(6, CASES, 1))(
  '%s, killed for good: the owner is not harmed, and resume and undo lead out',
  (_, one) => {
    const made = newStore(one);
    const count = join(folder, 'count');
    expect(convo(made, one.line, { KILL_COUNT: count })).toBeNull();
    const calls = Number(fs.readFileSync(count, 'utf8'));
    const [before, after] = [tree(newStore(one), true), tree(made, false)];
    expect(lastRun(made, one)).toMatchObject({ state: 'done' });
    const harm = one.harmOf(seen(newStore(one)), seen(made));
    const kills = sample(calls, 1, { offset: 1, thorough: 5 });
    let cuts = 0;
    for (const at of kills) {
      const store = newStore(one);
      expect(convo(store, one.line, { KILL_AT: String(at) })).toBe('SIGKILL');
      expect(harm(seen(store)), `killed at ${at}`).toBeNull();
      const run = lastRun(store, one);
      if (run?.state === 'cut') {
        cuts += 1;
        convo(store, ['resume', run.id]);
      }
      if (run !== undefined) {
        expect(tree(store, false), `killed at ${at}, resumed`).toEqual(after);
        convo(store, ['undo', run.id]);
        expect(lastRun(store, one)).toMatchObject({ state: 'undone', standing: 0 });
      }
      expect(tree(store, true), `killed at ${at}, undone`).toEqual(before);
    }
    expect(cuts).toBeGreaterThan(0);
    reportTried(`kills of a command, ${one.line.join(' ')}`, kills.length);
  },
);
