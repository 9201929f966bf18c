import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeOf } from '../home-of-all.ts';

test('a remark that holds for several stores is printed once', async () => {
  const { at, convo } = homeOf(['copilot', 'pi']);
  const { stdout } = await convo('list --all --json');
  const folders: readonly string[] = JSON.parse(stdout).conversations.map(({ cwd }: { cwd: string }) => cwd);
  const [old = ''] = folders.filter((each) => each.includes('canal'));
  // Both are about one folder.
  for (const name of readdirSync(at('.copilot'), { recursive: true, encoding: 'utf8' }))
    if (/\.(?:jsonl|yaml)$/.test(name)) {
      const path = join(at('.copilot'), name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/srv/ada/ferry', old));
    }
  mkdirSync(at('canal'));
  const moved = await convo(['rehome', old, at('canal'), '--yes']);
  expect(moved.stdout).toMatch(/3 changed/);
  expect(moved.stderr.split('stays as it is.')).toHaveLength(2);
});

test('a fork of Copilot CLI at a message is refused without a way to number messages', async () => {
  const { convo } = homeOf(['copilot']);
  const { exit, stdout, stderr } = await convo('fork 8192a3b4 --at 1');
  expect([exit, stdout]).toEqual([1, expect.stringContaining('is forked whole')]);
  expect(stderr).not.toContain('shows the number');
  expect((await convo('fork --help')).stdout.replace(/\s+/g, ' ')).toContain('copilot is forked whole');
});
