import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseWorktrees, worktreesOf } from '../../src/io/worktrees.ts';
import { tree } from '../support/real-tree.ts';

test('the blocks of git become worktrees', () => {
  const text = [
    'worktree /home/ann/work',
    'bare',
    '',
    'worktree /home/ann/a b',
    'HEAD 1b2c',
    'branch refs/heads/feature/x',
    '',
    'worktree /home/ann/gone',
    'HEAD 1b2c',
    'detached',
    'prunable gitdir file points to non-existent location',
    '',
    '',
  ].join('\n');
  expect(parseWorktrees(text.replaceAll('\n', '\0'), '\0')).toEqual(parseWorktrees(text, '\n'));
  expect(parseWorktrees(text, '\n')).toEqual([
    { path: '/home/ann/work', branch: null, bare: true, prunable: false },
    { path: '/home/ann/a b', branch: 'feature/x', bare: false, prunable: false },
    { path: '/home/ann/gone', branch: null, bare: false, prunable: true },
  ]);
});

test('no answer is not a worktree', () => {
  expect(parseWorktrees('', '\0')).toEqual([]);
});

test('the worktrees of a repository are seen from each of them', async () => {
  const root = tree({ 'main/': '' });
  const main = join(root, 'main');
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', main, '-c', 'user.name=A', '-c', 'user.email=a@b', ...words]);
  git('init', '--quiet', '--initial-branch=trunk');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '--quiet', join(root, 'side\nbare'), '-b', 'topic');
  const paths = [
    { path: main, branch: 'trunk', bare: false, prunable: false },
    { path: join(root, 'side\nbare'), branch: 'topic', bare: false, prunable: false },
  ];
  expect(await worktreesOf(main)).toEqual(paths);
  expect(await worktreesOf(join(root, 'side\nbare'))).toEqual(paths);
  const bare = join(root, 'bare');
  git('init', '--quiet', '--initial-branch=trunk', '--bare', bare);
  const [only] = await worktreesOf(join(bare, 'refs'));
  expect(only).toMatchObject({ path: bare, bare: true });
});

test('a worktree that does not name the repository itself is left out, and so is one that is gone', async () => {
  const root = tree({ 'main/': '', 'other/': '' });
  const main = join(root, 'main');
  const other = join(root, 'other');
  const git = (at: string, ...words: string[]) =>
    execFileSync('git', ['-C', at, '-c', 'user.name=A', '-c', 'user.email=a@b', ...words]);
  git(main, 'init', '--quiet', '--initial-branch=trunk');
  git(main, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  git(other, 'init', '--quiet', '--initial-branch=theirs');
  const forge = (name: string, gitdir: string) => {
    const folder = join(main, '.git/worktrees', name);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, 'gitdir'), `${gitdir}\n`);
    fs.writeFileSync(join(folder, 'commondir'), '../..\n');
    fs.writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/trunk\n');
  };
  forge('x', join(other, '.git'));
  forge('gone', join(root, 'gone/.git'));
  forge('locked', join(root, 'locked/.git'));
  fs.writeFileSync(join(main, '.git/worktrees/locked/locked'), 'a lock keeps git from calling it prunable\n');
  fs.mkdirSync(join(root, 'plain'));
  forge('plain', join(root, 'plain/.git'));
  const listed = execFileSync('git', ['-C', main, 'worktree', 'list'], { encoding: 'utf8' });
  expect(listed).toContain(other);
  expect((await worktreesOf(main)).map(({ path }) => path)).toEqual([main]);
});

test.each([
  ['on a branch', [], true],
  ['on a branch with a slash', [['checkout', '-q', '-b', 'feature/x']], true],
  ['with a commit checked out', [['checkout', '-q', '--detach']], true],
  ['whose files are elsewhere', [['config', 'core.worktree', '../../../elsewhere']], false],
  ['that calls itself bare', [['config', 'core.bare', 'true']], false],
  ['that reads settings from another file', [['config', 'include.path', 'more']], false],
  ['that had another worktree', [['worktree', 'add', '-q', '../../second']], false],
] as const)('a repository %s is listed as git lists it, without git where that is plain', async (_, asks, isAlone) => {
  const root = tree({ 'a/main/sub/': '', 'elsewhere/': '' });
  const main = join(root, 'a/main');
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', main, '-c', 'user.name=A', '-c', 'user.email=a@b', ...words], { encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=trunk');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  for (const words of asks) git(...words);
  const listed = parseWorktrees(git('worktree', 'list', '--porcelain', '-z'), '\0');
  expect(await worktreesOf(join(main, 'sub'))).toEqual(listed);
  expect(await worktreesOf(join(main, 'sub'), join(root, 'no-git-here'))).toEqual(isAlone ? listed : []);
});

test('outside a repository, in a folder that is gone and without git there are none', async () => {
  const root = tree();
  fs.writeFileSync(join(root, '.git'), 'gitdir: /nowhere\n');
  expect(await worktreesOf(root)).toEqual([]);
  expect(await worktreesOf(join(root, 'gone'))).toEqual([]);
  expect(await worktreesOf(root, join(root, 'no-git-here'))).toEqual([]);
});

test('a folder whose name looks like a flag or holds shell characters is only a folder', async () => {
  const root = tree({ '$(touch hit);/.git': 'gitdir: /nowhere\n' });
  expect(await worktreesOf(join(root, '$(touch hit);'))).toEqual([]);
  expect(await worktreesOf('--version')).toEqual([]);
  expect(fs.existsSync('hit')).toBe(false);
});
