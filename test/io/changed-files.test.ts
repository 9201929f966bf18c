import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changedFiles } from '../../src/io/changed-files.ts';
import { tree } from '../support/real-tree.ts';

test('no program that a repository names is run to compare its files with a commit', async () => {
  const top = realpathSync(
    tree({ 'a.json': 'one', 'b.json': 'two', '.gitattributes': '*.json filter=mine diff=mine\n' }),
  );
  const trace = join(top, '.git', 'was-run');
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', top, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...words]);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const program = `touch ${trace}; cat`;
  for (const name of ['filter.mine.clean', 'filter.mine.process', 'diff.mine.textconv', 'diff.external'])
    git('config', name, program);
  git('config', 'core.fsmonitor', program);
  git('config', 'filter.mine.required', 'true');
  writeFileSync(join(top, '.git/hooks/post-index-change'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  writeFileSync(join(top, 'a.json'), 'new');
  writeFileSync(join(top, 'b.json'), 'two');
  rmSync(trace, { force: true });
  expect([...(await changedFiles(top, 'HEAD', process.env))]).toEqual([join(top, 'a.json')]);
  expect(existsSync(trace)).toBe(false);
});

test('a repository that git does not trust, as of another user, is not called none', async () => {
  const top = realpathSync(tree({ 'a.json': 'one' }));
  execFileSync('git', ['-C', top, 'init', '-q']);
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(changedFiles(top, 'HEAD', process.env)).rejects.toMatchObject({
    code: 'usage',
    message: `git does not trust the repository that ${top} is in: it belongs to another user`,
    hint: `\`git config --global --add safe.directory ${top}\` trusts it. Or give a time: --changed-since 2d.`,
  });
});

test('the answer of git is read whatever the language here', async () => {
  const top = realpathSync(tree({ 'bin/git': '#!/bin/sh\necho "$LC_ALL" > "$2/language"\nexit 1\n' }));
  chmodSync(join(top, 'bin/git'), 0o755);
  const vars = { PATH: `${join(top, 'bin')}:/usr/bin:/bin`, LC_ALL: 'de_DE.UTF-8' };
  await expect(changedFiles(top, 'HEAD', vars)).rejects.toMatchObject({ code: 'usage' });
  expect(readFileSync(join(top, 'language'), 'utf8')).toBe('C\n');
});
