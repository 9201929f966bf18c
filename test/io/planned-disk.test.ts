import { expect, test } from 'vitest';
import { plannedDisk } from '../../src/io/planned-disk.ts';
import { applyAll, kindLab } from '../faults/support/kind-lab.ts';
import { FNORD_WISHES, RAO_WISHES, TENEX_WISHES, type Wish } from '../faults/support/kind-plans.ts';
import { oneIn } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';

test.each(
  oneIn(
    3,
    [...FNORD_WISHES, ...TENEX_WISHES, ...RAO_WISHES].map((options) => [options.name, options] as const),
  ),
)('the disk as it would be after %s is the disk after it', async (_: string, options: Wish) => {
  const lab = await kindLab(options);
  const disk = lab.store.copy();
  const planned = treeOf(plannedDisk(lab.store, lab.root, { changes: () => lab.changes }), '/s', false);
  await applyAll(lab, disk);
  const applied = treeOf(disk, '/s', false);
  expect(modeless(planned)).toEqual(modeless(applied));
});

/** Files that an archive makes have the mode of their folder; the rest of the mode is the file system's business. */
function modeless(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [path, text.replace(/^(folder )?[0-7]+/, '$1')]),
  );
}
