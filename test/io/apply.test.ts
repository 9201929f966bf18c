import { expect, test } from 'vitest';
import { apply } from '../../src/io/apply.ts';
import { runs } from '../../src/io/journal/runs.ts';
import { withLock } from '../../src/io/lock.ts';
import type { ChangeResult } from '../../src/io/run/result.ts';
import type { Change } from '../../src/model/plan.ts';
import { headerOf } from '../support/changes.ts';
import type { ModelDisk } from '../support/model-disk.ts';
import { applySmall, CHANGES, freshStore, ROOT, RUN, recover, worldOf } from '../support/small-store.ts';
import { treeOf } from '../support/store-tree.ts';

test('a plan with every kind of step is carried out, and undone to the last byte, mode and time', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  const results: ChangeResult[] = [];
  const result = await applySmall(disk, (one) => results.push(one));
  expect(results.map(({ state, reason }) => [state, reason])).toEqual(results.map(() => ['done', null]));
  expect(result).toMatchObject({ state: 'done', changed: 15, refused: 0, failed: 0 });
  expect(treeOf(disk, ROOT, false)).toEqual({
    archive: 'folder 755',
    'archive/m.json': '644 {"moves":true}',
    beside: 'folder 755',
    'beside/taken': '640 seite',
    c: 'folder 755',
    'c/a.json': '644 {"version":1,700000000:{"messages":[]}',
    'c/b.json': '600 {"new":"b"}',
    'c/b2.json': '600 source',
    'c/fork.json': '600 source',
    'c/g': 'folder 755',
    'c/g/deep': 'folder 755',
    'c/g/deep/two': '600 zwei',
    'c/g/one': '644 eins',
    'c/k2': 'folder 755',
    'c/k2/k': '644 third',
    'c/planted': 'folder 755',
    'c/planted/log': '644 log',
    'c/planted/sub': 'folder 755',
    'c/planted/sub/more': '644 more',
    'c/t1.json': '600 {"edited":true,"t":1}',
    'c/t2.json': '644 {"t":"two, anew"}',
    'c/taken.json': '640 {"taken":1}',
    'index.json': '644 ["a"]',
    'new': 'folder 755',
    'new/deep': 'folder 755',
    'new/deep/n.json': '644 {"n":1}',
  });
  expect(runs(disk, ROOT)).toMatchObject([{ state: 'done', changed: 15 }]);
  expect(await recover('undo', disk)).toMatchObject({ state: 'undone', changed: 15, refused: 0 });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
  expect(runs(disk, ROOT)).toMatchObject([{ state: 'undone' }]);
});

/** Applies Changes that come one by one; answers the code of its Failure, and whether what makes them was ended. */
async function applyPulled(disk: ModelDisk, changes: readonly Change[]) {
  let isEnded = false;
  async function* pulled() {
    try {
      yield* changes;
    } finally {
      isEnded = true;
    }
  }
  const order = { run: RUN, header: headerOf(ROOT), changes: pulled() };
  const world = worldOf(disk, 2);
  const code = await apply({ ...world, self: { ...world.self, alive: () => true } }, order).then(
    () => null,
    (error) => error.code,
  );
  return { code, isEnded };
}

test('the generator of Changes is ended when they are not carried out', async () => {
  const disk = await freshStore();
  const [first, ...rest] = CHANGES;
  if (first === undefined) throw new Error('the small plan has no Change');
  expect(await applyPulled(disk, [first, { ...first, path: '../outside' }, ...rest])).toEqual({
    code: 'usage',
    isEnded: true,
  });
  disk.mkdir(`${ROOT}/.convo`, 0o700);
  expect(await withLock(worldOf(disk, 1), ROOT, 'held', () => applyPulled(disk, CHANGES))).toEqual({
    code: 'refused',
    isEnded: true,
  });
});
