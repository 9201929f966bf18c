import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { differences, snapshot } from '../../cli/change/snapshot.ts';
import { PLANS, plannedHome } from '../../faults/support/plans.ts';
import { isThorough, oneIn } from '../../support/sampling.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));

/** In the check one in two of those that are the first of their kind and verb. */
const verbOf = (plan: string) => plan.split('-', 2).join('-');
const TRIED = isThorough
  ? PLANS
  : oneIn(
      2,
      PLANS.filter((plan, n) => PLANS.findIndex((each) => verbOf(each) === verbOf(plan)) === n),
    );

test.each(TRIED)('the plan %s is applied and undone', async (name) => {
  const ann = await plannedHome(name);
  onTestFinished(ann.remove);
  const before = snapshot(join(ann.home, 'store'));
  expect(ann.lines.length).toBeGreaterThan(1);
  const applied = await ann.apply(ann.lines, '--yes --json');
  expect(applied).toMatchObject({ exit: 0, stderr: '' });
  const { changed, refused, failed } = JSON.parse(applied.stdout);
  expect({ changed: changed > 0, refused, failed }).toEqual({ changed: true, refused: 0, failed: 0 });
  const isOutput = name === 'tenex-output';
  if (isOutput) expect(existsSync(join(ann.home, 'out'))).toBe(true);
  else expect(differences(before, snapshot(join(ann.home, 'store'))).length).toBeGreaterThan(0);
  const { root } = JSON.parse(ann.lines[0] ?? '');
  expect((await ann.convo(`undo --yes --root ${root}`)).exit).toBe(0);
  expect(snapshot(join(ann.home, 'store'))).toEqual(before);
});

test('a plan of an earlier version, which does not say what it was made for, is refused in a sentence that says so', async () => {
  const ann = await plannedHome('fnord-archive');
  onTestFinished(ann.remove);
  const before = snapshot(join(ann.home, 'store'));
  const earlier = readFileSync(join(FIXTURES, 'plans', 'earlier.plan'), 'utf8').replaceAll('/home/ann', ann.home);
  const { exit, stderr } = await ann.apply(earlier.trimEnd().split('\n'));
  expect({ exit, stderr }).toEqual({
    exit: 4,
    stderr: `convo: the plan ${join(ann.home, 'p.plan')} does not say what it was made for, as that of an older version of convo\n  Nothing was changed. Make the plan anew.\n`,
  });
  expect(snapshot(join(ann.home, 'store'))).toEqual(before);
});

test('a conversation that stands alone may be left out of a plan, which says so, and then stays as it is', async () => {
  const ann = await plannedHome('fnord-migrate');
  onTestFinished(ann.remove);
  const whole = ann.lines.length - 2;
  const { exit, stdout } = await ann.apply(ann.lines.toSpliced(2, 1), '--yes --json');
  const { changed, remarks } = JSON.parse(stdout);
  expect({ exit, changed, remarks }).toEqual({
    exit: 0,
    changed: whole - 1,
    remarks: [
      `the plan was saved with ${whole} changes and holds ${whole - 1} changes: what was taken out of it stays as it is`,
    ],
  });
});

test('a plan that was cut off between two lines is no plan, wherever it was cut', async () => {
  const ann = await plannedHome('fnord-migrate');
  onTestFinished(ann.remove);
  const before = snapshot(join(ann.home, 'store'));
  for (let held = 1; held < ann.lines.length; held++)
    expect(await ann.apply(ann.lines.slice(0, held))).toMatchObject({
      exit: 2,
      stderr: `convo: ${join(ann.home, 'p.plan')} is not a plan, or is cut off\n  Copy it again, or make it anew with --plan-out.\n`,
    });
  expect(snapshot(join(ann.home, 'store'))).toEqual(before);
});
