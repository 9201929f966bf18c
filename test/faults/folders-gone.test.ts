import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import { faultyDisk } from '../support/faulty-disk.ts';
import type { ModelDisk } from '../support/model-disk.ts';
import { NO_LIMIT, oneIn, reportTried } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';
import { applyAll, type KindLab, leadOut } from './support/kind-lab.ts';
import { WISHES, type Wish } from './support/kind-plans.ts';
import { cutPowerAt, namingsOf, promised, sample, strikeAt, type Tried } from './support/kind-strike.ts';
import { differ, isFolder, type Promises, runIn, shown, type Way } from './support/kind-verdict.ts';
import { callsOf, quietly } from './support/strike.ts';

/** All that a store has, so that its folders are left empty. */
const DELETES: readonly Wish[] = [
  { name: 'fnord: delete all', fixture: 'demo/fnord', verb: 'delete', ids: null },
  { name: 'tenex: delete all', fixture: 'tenex/store', verb: 'delete', ids: null },
  { name: 'rao: delete all', fixture: 'rao/recorded/store', verb: 'delete', ids: null },
  { name: 'claude: delete all', fixture: 'claude/store', verb: 'delete', ids: null },
];

const MOVES = WISHES.filter(([, { verb }]) => ['archive', 'restore', 'delete', 'fork'].includes(verb));
const ALL = [...DELETES.map((options) => [options.name, options] as const), ...MOVES];

let tried = 0;
afterAll(() => reportTried('faults where folders are gone', tried));

function judge(what: Tried, atLeast: number): void {
  tried += what.tried;
  expect(what.wrong.slice(0, 3)).toEqual([]);
  expect(what.tried).toBeGreaterThanOrEqual(atLeast);
}

const TOP = '/s';

/** Takes away every folder with nothing in it, as git does, or rmdir; answers them as a tree names them. */
function takeEmpty(disk: ModelDisk, below = TOP): string[] {
  const gone: string[] = [];
  for (const { name, type } of disk.list(below))
    if (type === 'folder' && name !== null && name !== '.convo') gone.push(...takeEmpty(disk, join(below, name)));
  if (below === TOP || disk.list(below).length > 0) return gone;
  disk.rmdir(below);
  return [...gone, below.slice(TOP.length + 1)];
}

/** What is right once the empty folders of the changed store are gone. */
function withoutEmpty(promises: Promises): { readonly promises: Promises; readonly gone: readonly string[] } {
  const applied = promises.applied.copy();
  const gone = takeEmpty(applied);
  applied.settle();
  return { promises: { ...promises, applied, after: shown(applied) }, gone };
}

type Tree = Readonly<Record<string, string>>;

/** A tree without the folders in which there is no file. */
function filled(tree: Tree): Tree {
  const files = Object.keys(tree).filter((path) => !isFolder(tree[path] ?? ''));
  const isFilled = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`));
  return Object.fromEntries(Object.entries(tree).filter(([path]) => isFilled(path)));
}

test.each(oneIn(8, DELETES))(
  '$name: undo makes the folders again that are gone, whatever call fails',
  NO_LIMIT,
  async (options) => {
    const { promises, gone } = withoutEmpty(await promised(options));
    expect(gone.length).toBeGreaterThan(0);
    const undoing = (disk: WriteDisk) => leadOut(promises.lab, 'undo', disk);
    judge(await strikeAt(promises.applied, promises, undoing, ['undo'], 4, 3), 4);
    judge(await cutPowerAt(promises.applied, promises, undoing, ['undo'], 2), 6);
    const namings = namingsOf(await callsOf(promises.applied, undoing));
    for (const n of sample(namings.length, 1, { thorough: 5 })) {
      const halted = promises.applied.copy();
      await quietly(undoing(faultyDisk(halted, namings[n] ?? 0, 'halt').disk));
      judge(await cutPowerAt(halted, promises, undoing, ['undo'], 2), 4);
    }
  },
);

test.each(oneIn(15, ALL))(
  '%s: what was cut is led out of though its empty folders are gone',
  NO_LIMIT,
  async (_, options) => {
    const { lab, applied, before, after } = await promised(options);
    const applying = (disk: WriteDisk) => applyAll(lab, disk);
    const undoing = (disk: WriteDisk) => leadOut(lab, 'undo', disk);
    const ends = [
      { start: lab.store, work: applying, way: 'resume', want: after },
      { start: lab.store, work: applying, way: 'undo', want: before },
      { start: applied, work: undoing, way: 'undo', want: before },
      { start: applied, work: undoing, way: 'resume', want: before },
    ] as const;
    const wrong: string[] = [];
    let count = 0;
    for (const { start, work, way, want } of ends) {
      const namings = namingsOf(await callsOf(start, work));
      for (const at of sample(namings.length, 2).map((n) => namings[n] ?? 0)) {
        const cut = start.copy();
        await quietly(work(faultyDisk(cut, at, 'halt').disk));
        takeEmpty(cut);
        cut.settle();
        const found = await wrongAfter(cut, lab, way, want);
        if (found !== null) wrong.push(`cut at ${at}: ${found}`);
        count++;
      }
    }
    judge({ tried: count, wrong }, 5);
  },
);

/** What is wrong once a run that was cut is led out of: it ends, and every file is as it is wanted. */
async function wrongAfter(disk: ModelDisk, lab: KindLab, way: Way, want: Tree): Promise<string | null> {
  const state = runIn(disk, lab)?.state;
  if (way === 'resume' ? state !== 'cut' : state === 'undone') return null;
  const result = await leadOut(lab, way, disk);
  if (result.state === 'cut' || result.refused + result.failed > 0) return `${way} ended ${JSON.stringify(result)}`;
  const now = result.state === 'undone' ? treeOf(disk, TOP, true) : shown(disk);
  return differ(filled(now), filled(want), `${way} from ${state}:`);
}
