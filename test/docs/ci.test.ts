import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { convoHere, type Ran, ran } from './convo-here.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'convostore-ci-'));
const repo = join(folder, 'repo');
const bin = join(folder, 'bin');
/** What the action finds where it was built: it installs nothing, and this checkout stays as it is. */
const action = join(folder, 'action');

let here: { close(): void };

beforeAll(async () => {
  cpSync(join(top, 'fixtures/demo/tenex'), join(repo, '.tenex'), { recursive: true });
  const git = ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@example.org'];
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'a store'],
  ])
    spawnSync('git', [...git, ...words]);
  mkdirSync(bin);
  mkdirSync(join(action, 'dist/cli'), { recursive: true });
  writeFileSync(join(action, 'dist/cli/main.js'), '');
  mkdirSync(join(action, 'bin'));
  symlinkSync(join(bin, 'convo'), join(action, 'bin/convo.js'));
  // The action starts `node bin/convo.js`.
  writeFileSync(join(bin, 'node'), '#!/bin/bash\nexec bash "$@"\n', { mode: 0o755 });
  here = await convoHere(join(bin, 'convo'));
});
afterAll(() => {
  here.close();
  rmSync(folder, { recursive: true });
});

const env = () => ({
  PATH: `${bin}:${process.env['PATH'] ?? ''}`,
  HOME: folder,
  GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  GITHUB_ACTION_PATH: action,
});

function run(script: string, more: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return ran('bash', ['-e', '-o', 'pipefail', '-c', script], repo, { ...env(), ...more });
}

test('every shell snippet of docs/ci.md runs, in the order of the page', async () => {
  const snippets = readFileSync(join(top, 'docs/ci.md'), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms);
  const lines = Array.from(snippets, ([, text = '']) => text.trim().split('\n')).flat();
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    const { status, stderr } = await run(line);
    expect([0, 1], `${line}\n${stderr}`).toContain(status);
  }
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('## Conversation stores');
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly name: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

test('the steps of action.yml verify a store, write the summary and the SARIF file, and fail for findings', async () => {
  const { inputs, runs }: Action = parse(readFileSync(join(top, 'action.yml'), 'utf8'));
  const given: Readonly<Record<string, string>> = { root: '.tenex', arguments: '--ignore TX407\n--ignore TX103\n' };
  const filledIn = (text: string) =>
    text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, name) => given[name] ?? inputs[name]?.default ?? '');
  const exits: Ran[] = [];
  for (const { run: script, env: vars = {} } of runs.steps) {
    if (script === undefined) continue;
    const filled = Object.fromEntries(Object.entries(vars).map(([name, text]) => [name, filledIn(text)]));
    const summary = join(folder, 'action.md');
    exits.push(await run(script, { ...filled, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }));
  }
  expect(exits.map(({ status }) => status)).toEqual([0, 1]);
  expect(exits.at(-1)?.stdout).toMatch(/^::error file=/m);
  expect(exits.at(-1)?.stdout).not.toContain('TX103');
  expect(readdirSync(repo)).toContain('convo.sarif');
  expect(readFileSync(join(folder, 'action.md'), 'utf8')).toContain('failed');
});

interface Workflow {
  readonly jobs: Readonly<
    Record<
      'verify' | 'verdict',
      {
        readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}

test('the workflow of shards verifies every part, and its last job gives the verdict of all', async () => {
  const { jobs }: Workflow = parse(readFileSync(join(top, 'docs/ci/shards.yml'), 'utf8'));
  rmSync(join(repo, 'blobs'), { recursive: true, force: true });
  const linesOf = (job: keyof Workflow['jobs']) => jobs[job].steps.flatMap(({ run: line }) => line ?? []);
  const shards = jobs.verify.strategy?.matrix.shard ?? [];
  for (const shard of shards)
    for (const line of linesOf('verify'))
      expect((await run(line.replaceAll(/\$\{\{ matrix\.shard \}\}/g, String(shard)))).status, line).toBe(0);
  expect(readdirSync(join(repo, 'blobs'))).toHaveLength(shards.length);
  const verdict = async () => Promise.all(linesOf('verdict').map(async (line) => (await run(line)).status));
  expect(await verdict()).toEqual([1]);
  rmSync(join(repo, 'blobs', '2.blob'));
  expect(await verdict()).toEqual([3]);
});

test('the GitLab job is a job, and its script writes both reports', async () => {
  const job = parse(readFileSync(join(top, 'docs/ci/gitlab.yml'), 'utf8'))['verify-conversations'];
  const { status } = await run(job.script.join('\n'), { CONVO_ROOT: '.tenex' });
  expect(status).toBe(1);
  for (const file of Object.values<string>(job.artifacts.reports)) expect(readdirSync(repo)).toContain(file);
});

test('the systemd unit verifies the stores of its user and leaves gauges, and its timer starts it', async () => {
  const unit = readFileSync(join(top, 'docs/ci/convo-verify.service'), 'utf8');
  const of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  cpSync(join(top, 'fixtures/demo/fnord'), join(folder, '.fnord'), { recursive: true });
  mkdirSync(join(folder, 'state', of('StateDirectory')), { recursive: true });
  expect((await run(of('ExecStart').replaceAll('%S', join(folder, 'state')))).status).toBe(1);
  rmSync(join(folder, '.fnord'), { recursive: true });
  expect(readFileSync(join(folder, 'state/convo/convo.prom'), 'utf8')).toContain('convostore_verify_exit_code 1');
  expect(readFileSync(join(top, 'docs/ci/convo-verify.timer'), 'utf8')).toContain('WantedBy=timers.target');
});

test('the git hook stops a commit of a damaged store, and lets others pass', async () => {
  const hook = join(top, 'docs/ci/pre-commit');
  expect((await run(`"${hook}"`)).status).toBe(1);
  rmSync(join(repo, '.tenex'), { recursive: true });
  expect((await run(`"${hook}"`)).status).toBe(0);
});
