import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences, snapshot } from '../../cli/change/snapshot.ts';
import { PLANS, plannedHome } from '../../faults/support/recorded-plans.ts';

test.each(PLANS)('the plan %s of an earlier version is applied and undone', async (name) => {
  const ann = plannedHome(name);
  onTestFinished(ann.remove);
  const before = snapshot(join(ann.home, 'store'));
  const applied = await ann.apply(ann.lines, '--yes --json');
  expect(applied).toMatchObject({ exit: 0, stderr: '' });
  const { changed, refused, failed } = JSON.parse(applied.stdout);
  expect({ changed: changed > 0, refused, failed }).toEqual({ changed: true, refused: 0, failed: 0 });
  const isOutput = name === 'tenex-output';
  if (isOutput) expect(existsSync(join(ann.home, 'out'))).toBe(true);
  else expect(differences(before, snapshot(join(ann.home, 'store'))).length).toBeGreaterThan(0);
  const { root } = JSON.parse(ann.lines[0] ?? '');
  expect((await ann.convo(`undo --root ${root}`)).exit).toBe(0);
  expect(snapshot(join(ann.home, 'store'))).toEqual(before);
});
