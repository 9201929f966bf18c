import { join } from 'node:path';
import type { ReadDisk } from '../../../src/io/disk.ts';
import { journalOf } from '../../../src/io/journal/journal.ts';
import { exceptionsOf } from '../../../src/io/journal/marker.ts';
import { runs } from '../../../src/io/journal/runs.ts';
import { pathsOf } from '../../../src/model/check-change.ts';
import type { Run } from '../../../src/model/run.ts';
import type { ModelDisk } from '../../support/model-disk.ts';
import { RUN } from '../../support/small-store.ts';
import { treeOf } from '../../support/store-tree.ts';
import type { Harm } from './kind-harm.ts';
import { applyAll, type KindLab, leadOut } from './kind-lab.ts';

type Tree = Readonly<Record<string, string>>;

/** What is right for one lab: both trees, and what its owner would see in between. */
export interface Promises {
  readonly lab: KindLab;
  /** The store with its plan applied, the journal beside it. */
  readonly applied: ModelDisk;
  /** With times. */
  readonly before: Tree;
  /** With the times of what was not written anew. */
  readonly after: Tree;
  readonly harm: Harm;
}

/** Applies the plan undisturbed, to learn what is right. */
export async function promisesOf(lab: KindLab, harmOf: (before: ReadDisk, after: ReadDisk) => Harm): Promise<Promises> {
  const applied = lab.store.copy();
  const result = await applyAll(lab, applied);
  if (result?.state !== 'done' || result.changed === 0 || result.refused + result.failed > 0)
    throw new Error(`${lab.wish.name} undisturbed: ${JSON.stringify(result)}`);
  applied.settle();
  const before = treeOf(lab.store, TOP, true);
  const harm = harmOf(lab.store, applied);
  return { lab, applied, before, after: shown(applied), harm };
}

/** How a run that was cut is led out of. */
export type Way = 'undo' | 'resume';

const TOP = '/s';

/**
 * Holds a disk on which something went wrong against what is promised: every file old or new and none lost, the owner not harmed,
 * `runs` truthful, and each way that is asked for leads to the one tree or the other. Answers what is wrong.
 */
export async function wrongOn(disk: ModelDisk, promises: Promises, ways: readonly Way[]): Promise<string[]> {
  const wrong: (string | null)[] = [];
  try {
    const harm = wrongAsItLies(disk, promises);
    if (harm !== null) return [harm];
    for (const way of ways) wrong.push(await wrongInTheEnd(disk.copy(), promises, way));
  } catch (error) {
    wrong.push(`${ways}: ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : String(error)}`);
  }
  return wrong.filter((each) => each !== null);
}

/** What is wrong with a disk as it lies, before anyone leads out; null for nothing. */
export function wrongAsItLies(disk: ModelDisk, { before, after, harm }: Promises): string | null {
  const now = shown(disk);
  const wrong = Object.entries(now).flatMap(([path, text]) => (isOldOrNew(path, text) ? [] : [`${path} is ${text}`]));
  if (wrong.length > 0) return `neither old nor new: ${wrong.join('; ')}`;
  const gone = Object.keys(before).filter((path) => path in after && !(path in now));
  if (gone.length > 0) return `gone: ${gone.join(', ')}`;
  const held = new Set(contents(disk, TOP));
  const lost = Object.entries(before).filter(([, text]) => !isFolder(text) && !held.has(contentOf(text)));
  if (lost.length > 0) return `lost: ${lost.map(([path]) => path).join(', ')}`;
  const harmed = harm(disk);
  return harmed === null ? null : `harms its owner: ${harmed}`;

  function isOldOrNew(path: string, text: string): boolean {
    const known = [before[path], after[path]].filter((one) => one !== undefined);
    if (known.length === 0) return isOurs(path);
    return known.some((one) => isFolder(one) === isFolder(text) && plain(one) === plain(text));
  }
}

/** Locks, and what is built beside a file or set aside. */
function isOurs(path: string): boolean {
  return /(^|\/)\.[^/]*\.convo-|\.lock(\/|$|\.)/.test(path);
}

async function wrongInTheEnd(disk: ModelDisk, promises: Promises, how: Way): Promise<string | null> {
  const { lab, before, after } = promises;
  const run = runIn(disk, lab);
  const state = run?.state ?? 'none';
  const old = (where: string) => differ(treeOf(disk, TOP, true), before, where);
  if (state === 'none') return old('no run, but');
  // What an undo had to leave, it says, and a further one takes back.
  if (run?.state === 'undone' && run.standing === 0) return old('undone, but');
  if (how === 'resume' && state === 'done') return differ(shown(disk), partlyMade(disk, promises), 'done, but');
  const result = await leadOut(lab, how, disk);
  const end = runIn(disk, lab);
  if (result.state === 'cut' || end?.state !== result.state || result.refused + result.failed > 0)
    return `${how} from ${state} ended ${JSON.stringify(result)}, runs say ${end?.state}`;
  if (end.standing !== (end.state === 'done' ? result.changed : 0)) return `${how} ended, but ${end.standing} stand`;
  return end.state === 'undone' ? old(`${how} from ${state}:`) : differ(shown(disk), after, `${how} from ${state}:`);
}

/** What `runs` says of the run; undefined when it does not know it. */
export function runIn(disk: ModelDisk, { root }: KindLab): Run | undefined {
  return runs(disk, root).find(({ id }) => id === RUN);
}

/** The tree after a run that says of some Changes that it did not make them: those are old, whole, and all others new. */
function partlyMade(disk: ModelDisk, { lab, before, after }: Promises): Tree {
  const out: Record<string, string> = { ...after };
  const old = shown(lab.store);
  for (const { number, state } of exceptionsOf(disk, journalOf(lab.root, RUN), 'is-done').values()) {
    const change = lab.changes[number];
    if (change === undefined || state === 'raced') continue;
    for (const path of pathsOf(change).map((each) => join(lab.root, each).slice(TOP.length + 1))) {
      const isOf = (other: string) => other === path || other.startsWith(`${path}/`);
      for (const other of Object.keys(out)) if (isOf(other)) delete out[other];
      for (const [other, text] of Object.entries(old)) if (isOf(other)) out[other] = text;
    }
  }
  const isEmpty = (path: string) => !Object.keys(out).some((each) => each.startsWith(`${path}/`));
  for (const path of Object.keys(out).sort().reverse())
    if (isFolder(out[path] ?? '') && before[path] === undefined && isEmpty(path)) delete out[path];
  return out;
}

const WRITTEN = /^(\d+) (\d{13,}) /;
/** The clock of the tests begins here; what is older was not written by them. */
const BEGIN = 1_790_000_000_000;

/** The tree as it lies; what was written since the tests began has no time in it. */
export function shown(disk: ReadDisk): Tree {
  const entries = Object.entries(treeOf(disk, TOP, true));
  const timeless = (text: string) =>
    text.replace(WRITTEN, (all, mode, time) => (Number(time) < BEGIN ? all : `${mode} new `));
  return Object.fromEntries(entries.map(([path, text]) => [path, timeless(text)]));
}

export function isFolder(text: string): boolean {
  return text.startsWith('folder');
}

/** Without its time: a file that is brought back as a copy gets it a moment later. */
function plain(text: string): string {
  return isFolder(text) ? 'folder' : text.replace(/^(\d+) (\d+|new) /, '$1 ');
}

function contentOf(text: string): string {
  return text.replace(/^\d+ (\d+|new) /, '');
}

/** What all files hold, those of the journal too. */
function* contents(disk: ReadDisk, folder: string): Generator<string> {
  for (const { name, type } of disk.list(folder)) {
    if (name === null) continue;
    const path = join(folder, name);
    if (type === 'folder') yield* contents(disk, path);
    else yield Buffer.from(disk.read(path)).toString();
  }
}

/** How two trees differ, in words; null when they do not. */
export function differ(now: Tree, want: Tree, where: string): string | null {
  const paths = new Set([...Object.keys(now), ...Object.keys(want)]);
  const wrong = [...paths].filter((path) => now[path] !== want[path]);
  if (wrong.length === 0) return null;
  return `${where} ${wrong.map((path) => `${path} is ${now[path]} and not ${want[path]}`).join('; ')}`;
}
