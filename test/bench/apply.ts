import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apply } from '../../src/io/apply.ts';
import { digestOf } from '../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../src/io/disk/write-disk.ts';
import { runIdAt } from '../../src/io/journal/journal.ts';
import { nodeWatch } from '../../src/io/run/race-watch.ts';
import { undo } from '../../src/io/undo.ts';
import type { World } from '../../src/io/world.ts';
import type { Change } from '../../src/model/plan.ts';

// Applying one small edit to each of many files of 40 KB, against copying them and syncing each copy.

const COUNT = Number(process.env['COUNT'] ?? 10_000);
const SIZE = 40_000;
const IN_FLIGHT = Number(process.env['IN_FLIGHT'] ?? 16);

const world: World = {
  disk: nodeWriteDisk,
  self: { pid: process.pid, host: 'bench', alive: () => true },
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ...(process.env['WATCH'] === '0' ? {} : { watch: nodeWatch }),
  interrupted: () => false,
};

const top = fs.mkdtempSync(join(tmpdir(), 'convo-apply-'));
try {
  const root = join(top, 'store');
  fs.mkdirSync(join(root, 'conversations'), { recursive: true });
  for (let n = 0; n < COUNT; n++) fs.writeFileSync(join(root, name(n)), content(n));
  await syncAll(root);
  const base = await timed('cp -r and an fsync of each', () => copyAndSync(root, join(top, 'copy')));
  const run = runIdAt(Date.now(), 1);
  const header = { plan: 1, command: 'bench', kind: 'fnord', root, madeAt: 0 } as const;
  const applied = await timed('apply', () => apply(world, { run, header, changes: changes(), inFlight: IN_FLIGHT }));
  const undone = await timed('undo', () => undo(world, { root, run, inFlight: IN_FLIGHT }));
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    `apply ${(applied / base).toFixed(2)}, undo ${(undone / base).toFixed(2)} times the copy; ${peak} MiB at most\n`,
  );
} finally {
  fs.rmSync(top, { recursive: true });
}

function name(n: number): string {
  return `conversations/${String(n).padStart(6, '0')}.json`;
}

function content(n: number): Buffer {
  return Buffer.from(`1700000000:{"n":${n},"text":"${'x'.repeat(SIZE)}"}`);
}

function* changes(): Generator<Change> {
  const insert = new Uint8Array(Buffer.from('{"version":1,"timestamp":1700000000,'));
  for (let n = 0; n < COUNT; n++) {
    const path = name(n);
    const content_ = { from: 'edits', edits: [{ at: 0, remove: 12, insert }] } as const;
    const was = digestOf(fs.readFileSync(join(top, 'store', path)));
    yield {
      kind: 'fnord',
      project: null,
      ids: [path],
      path,
      codes: [],
      steps: [{ do: 'put', path, was, content: content_ }],
      locks: process.env['LOCKS'] === '0' ? [] : [{ path: `${path}.lock`, staleAfter: 120 }],
      keep: 'link',
    };
  }
}

async function copyAndSync(from: string, to: string): Promise<void> {
  fs.cpSync(from, to, { recursive: true });
  await syncAll(to);
}

async function syncAll(folder: string): Promise<void> {
  for (const file of fs.readdirSync(join(folder, 'conversations'))) {
    const open = fs.openSync(join(folder, 'conversations', file), 'r');
    fs.fsyncSync(open);
    fs.closeSync(open);
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  process.stdout.write(`${what}: ${Math.round(ms)} ms\n`);
  return ms;
}
