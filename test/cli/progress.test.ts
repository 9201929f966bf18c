import { expect, test } from 'vitest';
import type { Job } from '../../src/cli/job.ts';
import { output } from '../../src/cli/output.ts';
import { progressLine } from '../../src/cli/progress.ts';
import { paint } from '../../src/report/paint.ts';

function stage(isTTY: boolean) {
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
  const note = output(stderr, {});
  const env = { now: () => clock.now, stderr };
  const job = {
    command: 'verify',
    env,
    note,
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

test('says nothing at all where there is no terminal', async () => {
  const { clock, written, line } = stage(false);
  clock.now = 5000;
  line.show({ files: 1, bytes: 1 });
  await line.clear();
  expect(written).toEqual([]);
});
