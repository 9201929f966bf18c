import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processes } from '../../src/io/processes.ts';
import { tree } from './support/tree.ts';

test('a process is told by its command, its folder and its environment', () => {
  const proc = tree({
    '12/cmdline': 'node\0/opt/tenex/daemon.js\0',
    '12/environ': 'HOME=/home/ann\0EMPTY=\0X=a=b\0',
    '13/cmdline': '',
    'self/cmdline': 'not a process\0',
    '99/cmdline': 'convo\0heal\0',
  });
  fs.symlinkSync('/home/ann/orchard', join(proc, '12/cwd'));
  expect(processes(99, proc)).toEqual([
    {
      pid: 12,
      command: ['node', '/opt/tenex/daemon.js'],
      cwd: '/home/ann/orchard',
      env: { HOME: '/home/ann', EMPTY: '', X: 'a=b' },
    },
  ]);
});

test('what a process hides is null, and without /proc there are none', () => {
  const proc = tree({ '12/cmdline': 'rsession\0\0--x\0' });
  expect(processes(1, proc)).toEqual([{ pid: 12, command: ['rsession', '', '--x'], cwd: null, env: null }]);
  expect(processes(1, join(proc, 'nowhere'))).toEqual([]);
});

test.runIf(fs.existsSync('/proc/self/cmdline'))('a process that runs now is among those of the system', async () => {
  const folder = tree();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)', 'marker'], {
    cwd: folder,
    env: { WHO: 'it' },
  });
  onTestFinished(() => {
    child.kill();
  });
  await once(child.stdout, 'data');
  const found = processes(process.pid).find(({ pid }) => pid === child.pid);
  expect(found).toMatchObject({ cwd: folder, env: { WHO: 'it' } });
  expect(found?.command.at(-1)).toBe('marker');
});
