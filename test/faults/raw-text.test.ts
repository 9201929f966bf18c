import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from '../cli/call.ts';
import { isThorough, NO_LIMIT, oneIn, points, reportTried } from '../support/sampling.ts';
import { leaksOf, type Poison, poisonsOf, REPORTS } from './support/raw-text.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** A person's folder with stores in it, as `from` below the fixtures at `at` below the home. */
interface Case {
  readonly name: string;
  readonly copies: readonly (readonly [from: string, at: string])[];
  readonly root: string;
}

const demo = (kind: string, root: string): Case => ({ name: kind, copies: [[`demo/${kind}`, root]], root });
const journal = (kind: string, state: string, root: string): Case => ({
  name: `a ${state} run of ${kind}`,
  copies: [
    [`journals/${kind}/before`, root],
    [`journals/${kind}/${state}/runs`, `${root}/.convo/runs`],
  ],
  root,
});

const CASES: readonly Case[] = [
  demo('fnord', '.fnord'),
  demo('tenex', 'lighthouse/.tenex'),
  demo('rao', 'rao'),
  ...(isThorough
    ? [
        { name: 'claude', copies: [['claude/store', '.claude']], root: '.claude' } as const,
        { name: 'codex', copies: [['codex/store', '.codex']], root: '.codex' } as const,
      ]
    : [demo('claude', '.claude'), demo('codex', '.codex')]),
  ...['finished', 'cut', 'cut-undo', 'partly-undone', 'undone'].map((state) => journal('fnord', state, '.fnord')),
  ...['finished', 'cut', 'undone'].map((state) => journal('tenex', state, 'lighthouse/.tenex')),
  ...['finished', 'cut', 'forked', 'undone'].map((state) => journal('rao', state, 'rao')),
];

/** What reads the files of ours that `prepare` has written. */
const OURS = [
  'verify --baseline known.json',
  'verify --against seal.json',
  'apply saved.plan --dry-run',
  'apply saved.plan',
];

const READING = [
  ...[
    'verify',
    'verify --only ST401',
    'list --all',
    'stats',
    'report',
    'report --html',
    'runs',
    'seal --output again.txt',
    'heal --lossy --dry-run',
  ],
  ...[
    'migrate --dry-run',
    'delete --all --dry-run',
    'undo --dry-run',
    'resume --dry-run',
    'undo nothing',
    'show nothing',
  ],
  ...['runs prune --dry-run', 'heal --yes', 'undo', 'resume'],
];

/** A home with a case, and files of ours made from it. */
async function prepare({ copies, root }: Case): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'convostore-raw-'));
  for (const [from, at] of copies)
    cpSync(join(fixtures, from), join(home, at), { recursive: true, filter: (path) => !path.endsWith('/.keep') });
  const convo = (line: string) => call(`${line} --root ${root}`, { home, cwd: home });
  await convo('verify --baseline known.json --update-baseline');
  await convo('seal --output seal.json');
  await convo('heal --lossy --plan-out saved.plan');
  return home;
}

/** The command lines for a poison: all of them in a thorough run, else one in twenty-three. */
async function linesFor(home: string, { path }: Poison, root: string, offset: number): Promise<string[][]> {
  const listed = await call(`list --all --json --root ${root}`, { home, cwd: home });
  const ids: string[] = (JSON.parse(listed.stdout).conversations ?? []).map(({ id }: { id: string }) => id);
  const id = ids.find((each) => path.includes(each)) ?? ids[0] ?? 'none';
  const shows = ['', '--all', '--markdown', '--companions', '--json'].map((flag) => `show ${id} ${flag}`.trim());
  const lines = [
    ...READING.flatMap((line) => [line, `${line} --json`]),
    ...REPORTS.map((format) => `verify --report ${format}`),
    ...shows,
  ].map((line) => [...line.split(' '), '--root', root]);
  const ours = OURS.map((line) => [...line.split(' '), ...(line.startsWith('apply') ? [] : ['--root', root])]);
  const all = [...ours, ...lines, ['show', path, '--all'], ['verify', '--root', path]];
  return points(all.length, 6, { offset }).map((n) => all[n] ?? []);
}

test.each(oneIn(4, CASES))('no text of a file or of a name reaches the terminal raw: $name', NO_LIMIT, async (each) => {
  const clean = await prepare(each);
  const { raw, tried } = await leaksOf(
    clean,
    poisonsOf(clean),
    { offset: each.name.length, quick: 2 },
    async (home, poison, n) => ({
      cwd: home,
      lines: await linesFor(home, poison, each.root, n),
    }),
  );
  reportTried(`hostile texts in ${each.name}`, tried);
  expect(raw.slice(0, 10)).toEqual([]);
  expect(tried).toBeGreaterThan(isThorough ? 4 : 2);
});
