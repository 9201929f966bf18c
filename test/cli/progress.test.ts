import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Job } from '../../src/cli/command.ts';
import { output } from '../../src/cli/output.ts';
import { progressLine } from '../../src/cli/progress.ts';
import { oneProgress, type Progress } from '../../src/ops/survey/survey-options.ts';
import { paint } from '../../src/report/paint.ts';
import { call } from './call.ts';
import { demoHome } from './demo-home.ts';

function stage(isTTY: boolean, command = 'verify', vars: Readonly<Record<string, string>> = {}) {
  const clock = { now: 0 };
  const written: string[] = [];
  const stderr = {
    isTTY,
    write: (chunk: string | Uint8Array, done: (error?: Error | null) => void) => {
      written.push(String(chunk));
      done();
    },
    on: () => undefined,
  };
  const err = output(stderr, {});
  const env = { now: () => clock.now, stderr, vars };
  const job = {
    command,
    env,
    err,
    paint: paint(false),
    options: { quiet: false },
    onInterrupt: () => {},
  } as unknown as Job;
  return { clock, written, line: progressLine(job) };
}

test('says nothing in the first second, then how far it is and how fast', async () => {
  const { clock, written, line } = stage(true);
  clock.now = 900;
  line.show({ files: 5, bytes: 1000 });
  expect(written).toEqual([]);
  clock.now = 2000;
  line.show({ files: 12_340, bytes: 4_000_000 });
  clock.now = 2100;
  line.show({ files: 12_350, bytes: 4_100_000 });
  expect(written.join('')).toBe('\r\u001b[Kverify: reading  12,340 files, 4.0 MB, 6,170/s');
  await line.clear();
  await line.clear();
  expect(written.join('').endsWith('/s\r\u001b[K')).toBe(true);
});

test('is of convo itself where no command was given', () => {
  const { clock, written, line } = stage(true, '');
  clock.now = 2000;
  line.show({ files: 2, bytes: 1000 });
  expect(written.join('')).toContain('\u001b[Kconvo: reading  2 files');
});

test('says nothing on a terminal that cannot write a line anew', () => {
  const { clock, written, line } = stage(true, 'verify', { TERM: 'dumb' });
  clock.now = 5000;
  line.show({ files: 1, bytes: 1 });
  expect(written).toEqual([]);
});

test('says nothing at all where there is no terminal', async () => {
  const { clock, written, line } = stage(false);
  clock.now = 5000;
  line.show({ files: 1, bytes: 1 });
  await line.clear();
  expect(written).toEqual([]);
});

test('guesses what is left only once a phase has run for a while, and shows how many locks are dropped at the end', () => {
  const { clock, written, line } = stage(true);
  const shown = () => written.splice(0).join('').split('\r\u001b[K').at(-1);
  const facts = () => shown()?.replace(/[#.]+ {2}/, '');
  clock.now = 5000;
  line.made(1, 20_000);
  clock.now = 6000;
  line.made(1001, 20_000);
  expect(facts()).toBe('verify: writing  1,001 of 20,000 changes, 1,000/s');
  clock.now = 9000;
  line.made(4001, 20_000);
  expect(facts()).toBe('verify: writing  4,001 of 20,000 changes, 1,000/s, 20 s left');
  clock.now = 20_000;
  line.made(20_000, 20_000);
  expect(shown()).toBe('verify: tidying up after 20,000 changes');
  line.tidied(1, 20_000);
  clock.now = 21_000;
  line.tidied(5000, 20_000);
  expect(facts()).toBe('verify: tidying  5,000 of 20,000 locks dropped, 5,000/s');
});

test('guesses nothing from the first few of many files, which are slow, and names no rate of none', () => {
  const { clock, written, line } = stage(true);
  const at = (now: number, files: number) => {
    clock.now = now;
    line.show({ files, bytes: 1000, of: 1000, share: files / 1000 });
    return written.splice(0).join('').split('  ').at(-1);
  };
  expect(at(3500, 1)).toBe('1 of 1,000 files, 1.0 KB');
  expect(at(4500, 20)).toMatch(/^20 of 1,000 files, 1\.0 KB, \d+\/s$/);
  expect(at(5500, 60)).toMatch(/^60 of 1,000 files, 1\.0 KB, \d+\/s, \d+ s left$/);
  expect(at(6000, 1000)).not.toContain('left');
});

test('guesses from a small share after a while, and names no rate in the first second of a phase', () => {
  const { clock, written, line } = stage(true);
  const facts = () => written.splice(0).join('').split('  ').at(-1);
  clock.now = 5000;
  line.made(1, 13);
  expect(facts()).toBe('1 of 13 changes');
  clock.now = 7000;
  line.made(2, 13);
  clock.now = 9000;
  line.made(3, 1300);
  clock.now = 25_000;
  written.splice(0);
  line.made(13, 1300);
  expect(facts()).toBe('13 of 1,300 changes, 1/s, 34 min 30 s left');
});

test('begins anew with a survey that begins after another: what is left is never less than nothing', () => {
  const { clock, written, line } = stage(true);
  for (const [now, files] of [
    [5000, 500],
    [6000, 800],
    [7000, 10],
    [8000, 20],
    [12_000, 60],
  ] as const) {
    clock.now = now;
    line.show({ files, bytes: 1000, of: 1000, share: files / 1000 });
  }
  expect(written.join('')).not.toContain('-');
  expect(written.at(-1)).toContain('60 of 1,000 files, 1.0 KB, 1 min 45 s left');
});

test('of several surveys of the same files is that of one', () => {
  const told: Progress[] = [];
  const progressOf = oneProgress((now) => told.push(now), 3);
  for (const survey of [0, 1, 2]) {
    progressOf(survey)({ files: 3, bytes: 30, of: 6, share: 0.5 });
    progressOf(survey)({ files: 6, bytes: 60, of: 6, share: 1 });
  }
  expect(told.map(({ files }) => files)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(told.map(({ bytes }) => bytes)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(new Set(told.map(({ of }) => of))).toEqual(new Set([6]));
  expect(told.map(({ share }) => Math.round(share * 6))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('goes once from the beginning to the end, also where an export reads all of it twice to leave out secrets', async () => {
  const home = demoHome();
  let clock = 0;
  const written: string[] = [];
  const stderr = {
    isTTY: true,
    columns: 100,
    on: () => undefined,
    once: () => undefined,
    write: (text: unknown, done?: unknown) => {
      written.push(String(text));
      if (typeof done === 'function') done();
      return true;
    },
  };
  const words = ['export', '--to', 'markdown', '--redact', '--output', join(home, 'pages')];
  const { exit } = await call(words, { home, over: { now: () => (clock += 600), stderr: stderr as never } });
  expect(exit).toBe(0);
  const files = Array.from(
    written.join('').matchAll(/ (\d+) of (\d+) files/g),
    ([, done, of]) => Number(done) / Number(of),
  );
  expect(files.length).toBeGreaterThan(2);
  expect(files).toEqual(files.toSorted((a, b) => a - b));
});
