import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NO_LIMIT, points, reportTried } from '../support/sampling.ts';
import { HOSTILE, leaksOf, type Poison, poisonsOf, REPORTS } from './support/raw-text.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

const GATE = {
  ignore: ['FN003', 'FN006'],
  failOn: 'error',
  severities: { FN201: 'info' },
  maxWarnings: 0,
};
const OWN = { ...GATE, roots: ['~/.fnord', '~/lighthouse/.tenex'], pager: 'less -R', color: 'never', exitZero: false };

/** The files with settings, by the folder that a command is called in, and the files of git that say which worktrees there are. */
const SETTINGS = [
  ['.config/convostore/config.json', 'lighthouse', OWN],
  ['lighthouse/package.json', 'lighthouse', { name: 'lighthouse', convostore: GATE }],
  ['lighthouse/src/convostore.config.json', 'lighthouse/src', GATE],
] as const;
const GIT =
  /^side\/\.git$|^lighthouse\/\.git\/(HEAD|config|packed-refs|worktrees\/side\/(HEAD|gitdir|commondir|locked))$/;

/** A home with settings, and with a TENEX store in each of two worktrees of a repository. */
function settled(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-raw-')));
  const copy = (from: string, at: string) =>
    cpSync(join(fixtures, 'demo', from), join(home, at), {
      recursive: true,
      filter: (path) => !path.endsWith('/.keep'),
    });
  copy('fnord', '.fnord');
  copy('tenex', 'lighthouse/.tenex');
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', join(home, 'lighthouse'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...words]);
  git('init', '--quiet', '--template=', '--initial-branch=trunk');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '--quiet', '--lock', '--reason', 'on a stick', join(home, 'side'), '-b', 'topic');
  git('pack-refs', '--all');
  copy('tenex', 'side/.tenex');
  for (const [path, , json] of SETTINGS) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(json));
  }
  return home;
}

/** What git itself takes for a name: it refuses the characters of ASCII that act in a branch, and no others. */
const BRANCH = HOSTILE.replace(/[^\u0080-\uffff]/g, '');

/** Names that git hands over as they are: of a branch, and of the folder of a worktree, which its repository has to name too. */
const NAMES: readonly Poison[] = [
  ...['lighthouse/.git/HEAD', 'lighthouse/.git/worktrees/side/HEAD'].map((path) => ({
    what: 'in a branch',
    path,
    apply: (home: string) => writeFileSync(join(home, path), `ref: refs/heads/${BRANCH}\n`),
  })),
  {
    what: 'in the name of a worktree',
    path: 'side',
    apply: (home) => {
      renameSync(join(home, 'side'), join(home, `side${HOSTILE}`));
      writeFileSync(join(home, 'lighthouse/.git/worktrees/side/gitdir'), `${join(home, `side${HOSTILE}`, '.git')}\n`);
    },
  },
  {
    what: 'in the name of the repository',
    path: 'lighthouse',
    apply: (home) => {
      const to = join(home, `lighthouse${HOSTILE}`);
      renameSync(join(home, 'lighthouse'), to);
      writeFileSync(join(home, 'side/.git'), `gitdir: ${to}/.git/worktrees/side\n`);
    },
  },
];

const AROUND = [
  ...[
    '',
    'verify',
    'list --all',
    'stats',
    'report',
    'runs',
    'seal --output again.txt',
    'heal --dry-run',
    'migrate --dry-run',
    'show nothing',
  ],
  ...['verify --changed-since HEAD', 'verify --changed-since nothing', 'undo', 'list', '__complete show '],
  ...REPORTS.map((format) => `verify --report ${format}`),
].flatMap((line) => (line.startsWith('_') || line.includes('--report') ? [line] : [line, `${line} --json`.trim()]));

test('no setting, and no name of a worktree or a branch, reaches the terminal raw', NO_LIMIT, async () => {
  const clean = settled();
  const isMeant = ({ path, what }: Poison) =>
    (GIT.test(path) || SETTINGS.some(([each]) => each === path)) && !what.startsWith('in the name');
  // What of git names a home is for the copies to name anew.
  const moved = (home: string) => {
    const worktree = join(home, 'lighthouse/.git/worktrees/side/gitdir');
    for (const file of [join(home, 'side/.git'), worktree])
      writeFileSync(file, readFileSync(file, 'utf8').replace(clean, home));
  };
  const poisons = [...NAMES, ...poisonsOf(clean).filter(isMeant)].map((poison) => ({
    ...poison,
    apply: (home: string) => {
      moved(home);
      poison.apply(home);
    },
  }));
  const { raw, tried } = await leaksOf(clean, poisons, { offset: 1, quick: 3 }, async (home, { path }, n) => {
    const folder = SETTINGS.find(([each]) => each === path)?.[1] ?? 'lighthouse';
    const all = AROUND.flatMap((line) => [line, `${line} --no-config`]).map((line) => line.trim().split(' '));
    const lines = points(all.length, 8, { offset: n }).map((at) => all[at] ?? []);
    const top = readdirSync(home).find((name) => name.startsWith('lighthouse')) ?? '';
    return { cwd: join(home, top, relative('lighthouse', folder)), lines };
  });
  reportTried('hostile settings, worktrees and branches', tried);
  expect(raw.slice(0, 10)).toEqual([]);
  expect(tried).toBeGreaterThan(7);
});
