import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realDisk } from '../../src/ops/reading.ts';
import { stillNamed } from '../../src/ops/rehome.ts';
import { failingDisk } from '../io/support/failing-disk.ts';
import { asNobody, tree } from '../support/real-tree.ts';

const MOVED = { from: '/srv/café', to: '/srv/new' };
const WINDOW = 1 << 20;

function searched(root: string, disk = realDisk().disk) {
  const { kinds } = realDisk();
  return stillNamed({ disk, kinds, sites: [{ kind: 'claude', root, shape: 'home', scope: null, file: null }] }, MOVED);
}

function namingAt(text: string, cut: number): string {
  const bytes = Buffer.from(text);
  return `${'-'.repeat(WINDOW - cut - 1)} ${bytes} `;
}

test('a folder is found wherever the edge of a window cuts it, inside of a letter too', async () => {
  for (let cut = 0; cut <= Buffer.byteLength(MOVED.from) + 1; cut++) {
    const root = tree({
      'jobs/1/state.json': namingAt(MOVED.from, cut),
      'jobs/2/state.json': namingAt('/srv/cafe', cut),
    });
    expect([cut, await searched(root)]).toEqual([
      cut,
      { naming: [join(root, 'jobs/1/state.json')], unreadablePaths: [] },
    ]);
  }
});

test('a folder whose name only begins like it is not found, wherever the edge of a window cuts it', async () => {
  for (let cut = 0; cut <= 20; cut++) {
    const longer = tree({
      'jobs/1/state.json': namingAt(`${MOVED.from}s`, cut),
      'jobs/2/state.json': namingAt(`${MOVED.from}.old`, cut),
    });
    expect([cut, await searched(longer)]).toEqual([cut, { naming: [], unreadablePaths: [] }]);
  }
});

test('a file and a folder that cannot be searched are named', async () => {
  const root = tree({
    'jobs/1/state.json': MOVED.from,
    'jobs/2/state.json': MOVED.from,
    'sessions/1.json': MOVED.from,
  });
  fs.chmodSync(root, 0o755);
  fs.chmodSync(join(root, 'jobs/2'), 0);
  const disk = failingDisk((call, path) => (call === 'read' && path.endsWith('sessions/1.json') ? 'EACCES' : null));
  const found = await asNobody(() => searched(root, disk));
  expect(found).toEqual({
    naming: [join(root, 'jobs/1/state.json')],
    unreadablePaths: [
      { path: join(root, 'sessions/1.json'), reason: 'could not be read: permission denied' },
      { path: join(root, 'jobs/2'), reason: 'could not be read: permission denied' },
    ],
  });
});
