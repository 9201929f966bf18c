import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isConvo, processBirth, processes, startTimeOf } from '../../src/io/processes.ts';
import { tree } from '../support/real-tree.ts';

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

test('a fact of a process stays as it was first read, though the process ends', () => {
  const proc = tree({ '12/cmdline': 'rsession\0', '12/environ': 'HOME=/home/ann\0' });
  fs.symlinkSync('/home/ann', join(proc, '12/cwd'));
  const [process] = processes(1, proc);
  expect(process?.cwd).toBe('/home/ann');
  fs.rmSync(join(proc, '12'), { recursive: true });
  expect(process).toMatchObject({ cwd: '/home/ann', env: null });
  fs.mkdirSync(join(proc, '12'));
  fs.writeFileSync(join(proc, '12/environ'), 'HOME=/home/ben\0');
  expect(process?.env).toBeNull();
});

test('a hidden fact of a process is null, and without /proc there are none', () => {
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

test('two processes never have the same birth, and one keeps its own', () => {
  const stat = (ticks: number) => `7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 ${ticks} 4096 1\n`;
  const of = (ticks: number, command: string) =>
    tree({
      stat: 'cpu 1 2\nbtime 1790000000\n',
      'sys/kernel/random/boot_id': 'b00t\n',
      '7/stat': stat(ticks),
      '7/cmdline': command,
    });
  const proc = of(1234, 'node\0/usr/bin/convo\0heal\0');
  expect([processBirth(7, proc), startTimeOf(7, proc), isConvo(7, proc)]).toEqual([
    'b00t:1234',
    1_790_000_012_340,
    true,
  ]);
  const later = of(99, '/sbin/init\0');
  expect([processBirth(7, later), isConvo(7, later)]).toEqual(['b00t:99', false]);
  expect([processBirth(8, proc), startTimeOf(8, proc), isConvo(8, proc)]).toEqual([null, null, false]);
});
