import { expect, test } from 'vitest';
import { runs } from '../../src/io/journal/runs.ts';
import type { ChangeResult } from '../../src/io/run/result.ts';
import { applySmall, freshStore, ROOT, recover } from '../faults/support/lab.ts';
import { treeOf } from '../faults/support/tree.ts';

test('a plan with every kind of step is carried out, and undone to the last byte, mode and time', async () => {
  const disk = await freshStore();
  const before = treeOf(disk, ROOT, true);
  const results: ChangeResult[] = [];
  const result = await applySmall(disk, (one) => results.push(one));
  expect(results.map(({ state, reason }) => [state, reason])).toEqual(results.map(() => ['done', null]));
  expect(result).toMatchObject({ state: 'done', changed: 15, refused: 0, failed: 0 });
  expect(treeOf(disk, ROOT, false)).toMatchInlineSnapshot(`
    {
      "archive": "folder 755",
      "archive/m.json": "644 {"moves":true}",
      "beside": "folder 755",
      "beside/taken": "640 seite",
      "c": "folder 755",
      "c/a.json": "644 {"version":1,700000000:{"messages":[]}",
      "c/b.json": "600 {"new":"b"}",
      "c/b2.json": "600 source",
      "c/fork.json": "600 source",
      "c/g": "folder 755",
      "c/g/deep": "folder 755",
      "c/g/deep/two": "600 zwei",
      "c/g/one": "644 eins",
      "c/k2": "folder 755",
      "c/k2/k": "644 third",
      "c/planted": "folder 755",
      "c/planted/log": "644 log",
      "c/planted/sub": "folder 755",
      "c/planted/sub/more": "644 more",
      "c/t1.json": "600 {"edited":true,"t":1}",
      "c/t2.json": "644 {"t":"two, anew"}",
      "c/taken.json": "640 {"taken":1}",
      "index.json": "644 ["a"]",
      "new": "folder 755",
      "new/deep": "folder 755",
      "new/deep/n.json": "644 {"n":1}",
    }
  `);
  expect(runs(disk, ROOT)).toMatchObject([{ state: 'done', changed: 15 }]);
  expect(await recover('undo', disk)).toMatchObject({ state: 'undone', changed: 15, refused: 0 });
  expect(treeOf(disk, ROOT, true)).toEqual(before);
  expect(runs(disk, ROOT)).toMatchObject([{ state: 'undone' }]);
});
