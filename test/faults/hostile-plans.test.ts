import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences, type Snapshot, snapshot } from '../cli/change/snapshot.ts';
import { isThorough, oneIn, reportTried } from '../support/sampling.ts';
import { mutationsOf } from './support/plan-mutations.ts';
import { PLANS, type Planned, plannedHome } from './support/plans.ts';

/** In a quick run one of so many. */
const STRIDE = 2011;

test.each(oneIn(3, PLANS))('no hostile version of the plan %s changes anything', async (name) => {
  const ann = await plannedHome(name);
  onTestFinished(ann.remove);
  const all = [...mutationsOf(ann.lines, ann.home)].filter((_, n) => isThorough || n % STRIDE === name.length % STRIDE);
  let before = lure(ann);
  let applied = 0;
  for (const { what, lines, exit } of all) {
    const { exit: code, stderr } = await ann.apply(lines);
    if (code !== 0) {
      expect([exit ?? code, exit === null ? [2, 4].includes(code) : code], `${what}: ${stderr}`).toEqual([
        code,
        exit ?? true,
      ]);
      expect(differences(before, snapshotOf(ann.home)), what).toEqual([]);
      continue;
    }
    // As good as what it was made of: then it can be undone.
    expect(exit, what).toBe(null);
    expect(differences(before, snapshotOf(ann.home)).filter(isOutside), what).toEqual([]);
    const { root } = JSON.parse(lines[0] ?? '');
    expect((await ann.convo(`undo --root ${root}`)).exit, what).toBe(0);
    expect(
      differences(before, snapshotOf(ann.home)).filter((path) => path !== 'out'),
      what,
    ).toEqual([]);
    applied++;
    ann.reset();
    before = lure(ann);
  }
  reportTried(`hostile versions of ${name} (${applied} of them harmless)`, all.length);
});

/** What a hostile plan would like to reach: beside the store, behind a link, and in it. */
function lure({ home, lines }: Planned): Snapshot {
  mkdirSync(join(home, 'outside'), { recursive: true });
  for (const path of ['victim', 'outside/victim', '.bashrc']) writeFileSync(join(home, path), 'precious\n');
  const { root } = JSON.parse(lines[0] ?? '');
  if (existsSync(root)) symlinkSync(join(home, 'outside'), join(root, 'linked'));
  // It leads nowhere until the plan has made its root.
  if (lstatSync(join(home, 'linked-store'), { throwIfNoEntry: false }) === undefined)
    symlinkSync(root, join(home, 'linked-store'));
  return snapshotOf(home);
}

/** Without the plan itself. */
function snapshotOf(home: string): Snapshot {
  return Object.fromEntries(Object.entries(snapshot(home)).filter(([path]) => path !== 'p.plan'));
}

function isOutside(path: string): boolean {
  return !/^(?:store|out)(?:\/|$)/.test(path);
}
