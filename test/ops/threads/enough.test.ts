import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';
import type { WalkEntry } from '../../../src/io/walk/look-at-name.ts';
import type { LoadMode } from '../../../src/model/part.ts';
import { UTC } from '../../../src/model/time.ts';
import { gather } from '../../../src/ops/survey/walk-site.ts';
import type { Want } from '../../../src/ops/survey/want.ts';
import { lazyWorkers } from '../../../src/ops/threads/in-threads.ts';
import { codex } from '../../../src/stores/codex/index.ts';

const program = fileURLToPath(new URL('../../../bin/thread.js', import.meta.url));
const site = { kind: 'codex', root: '/r', shape: 'home', scope: null, file: null } as const;

/** A disk on which every file has so many bytes. */
function diskOf(size: number): ReadDisk {
  const stat = { type: 'file', size, mtimeMs: 0, mode: 0o600, uid: 0, gid: 0, ino: 1, dev: 1 } as const;
  return { ...nodeDisk(), lstat: () => stat };
}

/** Do threads start for four conversations of a file each. */
async function starts(want: Want, load: LoadMode, min?: number, size = 2 ** 30): Promise<boolean> {
  const gathering = gather();
  for (const id of ['a', 'b', 'c', 'd']) {
    const entry: WalkEntry = {
      path: id,
      type: 'file',
      target: 'file',
      place: { type: 'part', scope: '', id, role: 'x', load },
    };
    gathering.add(entry);
  }
  const workers = lazyWorkers({ program, jobs: 2, ...(min === undefined ? {} : { min }) }, want, null);
  const found = await workers.enough(diskOf(size), codex, site, gathering.scopes());
  await workers.end();
  return found !== null;
}

const listing = (withLarge: boolean): Want => ({ type: 'views', views: { states: ['active'], withLarge } });

test('a list without counts starts threads for what it reads: the ends of files of lines, and all of others', async () => {
  expect(await starts(listing(false), 'lines')).toBe(false);
  expect(await starts(listing(false), 'lines', 2 ** 19)).toBe(true);
  expect(await starts(listing(false), 'lines', 2 ** 19 + 1)).toBe(false);
  expect(await starts(listing(false), 'whole')).toBe(true);
  expect(await starts(listing(true), 'lines')).toBe(true);
});

test('a list starts threads later than a verdict, which does more for each byte', async () => {
  expect(await starts(listing(true), 'lines', undefined, 2 ** 26)).toBe(false);
  const tally = { type: 'tally', byBranch: false, bySession: false, zone: UTC, severities: new Map() } as const;
  expect(await starts(tally, 'lines', undefined, 2 ** 26)).toBe(true);
});
