import type { ReadDisk } from '../../../src/io/disk.ts';
import { journalOf } from '../../../src/io/journal/journal.ts';
import { exceptionsOf } from '../../../src/io/journal/marker.ts';
import { pathsOf } from '../../../src/model/check-change.ts';
import type { Run } from '../../../src/model/run.ts';
import type { ModelDisk } from '../../support/model-disk.ts';
import { CHANGES, ROOT, RUN, recover, runOf } from '../../support/small-store.ts';
import { treeOf } from '../../support/store-tree.ts';

/** The two trees that are right: before the plan, with times, and after it. */
export interface Trees {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

/** What a person would see on a disk. */
export function treesOf(before: ReadDisk, after: ReadDisk): Trees {
  return { before: treeOf(before, ROOT, true), after: treeOf(after, ROOT, false) };
}

/** A way out of a run that was cut. */
export type Way = 'undo' | 'resume';

/**
 * Holds a disk on which something went wrong against the promise: every file old or new, `runs` truthful, and each way asked for
 * leads to the one tree or the other. Answers what is wrong. The disk is used up.
 */
export async function verdict(
  disk: ModelDisk,
  trees: Trees,
  ways: readonly Way[],
  pauseMs?: number,
): Promise<readonly string[]> {
  let run: Run | undefined;
  try {
    run = runOf(disk);
    const found = wrongAsItLies(disk, trees, run);
    if (found !== null) return [found];
  } catch (error) {
    return [textOf(error)];
  }
  if (isBack(run)) return [];
  const wrong: (string | null)[] = [];
  for (const way of ways) {
    const struck = way === ways.at(-1) ? disk : disk.copy();
    const isMade = way === 'resume' && run?.state === 'done';
    wrong.push(
      isMade
        ? differ(treeOf(struck, ROOT, false), partlyMade(struck, trees), 'but')
        : await wrongAfter(struck, trees, way, pauseMs).catch(textOf),
    );
  }
  return wrong.flatMap((each) => (each === null ? [] : [`${run?.state}: ${each}`]));
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.stack} ${String(error.cause)}` : String(error);
}

async function wrongAfter(disk: ModelDisk, trees: Trees, way: Way, pauseMs?: number): Promise<string | null> {
  const result = await recover(way, disk, pauseMs);
  const end = runOf(disk)?.state;
  if (result.state === 'cut' || end !== result.state) return `${way} ended ${JSON.stringify(result)}, runs say ${end}`;
  return end === 'undone'
    ? differ(treeOf(disk, ROOT, true), trees.before, `${way}:`)
    : differ(treeOf(disk, ROOT, false), trees.after, `${way}:`);
}

function wrongAsItLies(disk: ModelDisk, trees: Trees, run: Run | undefined): string | null {
  const mixed = mixedFiles(disk, trees);
  if (mixed.length > 0) return `neither old nor new: ${mixed.join(', ')}`;
  if (run === undefined) return differ(treeOf(disk, ROOT, true), trees.before, 'no run, but');
  if (!isRecorded(disk)) return 'a run that is in no order';
  return isBack(run) ? differ(treeOf(disk, ROOT, true), trees.before, 'undone, but') : null;
}

/** Is all as it was before the run. What an undo had to leave, it says, and a further one takes back. */
function isBack(run: Run | undefined): boolean {
  return run === undefined || (run.state === 'undone' && run.standing === 0);
}

function isRecorded(disk: ReadDisk): boolean {
  return Buffer.from(disk.read(`${ROOT}/.convo/order`)).toString() === `1 ${RUN}\n`;
}

const TIMES = / \d{13,} /;

/** The tree after a run that says of some Changes that it did not make them: those are old, whole, and all others new. */
function partlyMade(disk: ModelDisk, { before, after }: Trees): Record<string, string> {
  const out = { ...after };
  for (const { number, state } of exceptionsOf(disk, journalOf(ROOT, RUN), 'is-done').values()) {
    const change = CHANGES[number];
    if (change === undefined || state === 'raced') continue;
    for (const path of pathsOf(change)) {
      const isOf = (other: string) => other === path || other.startsWith(`${path}/`) || isMadeFor(other, path, before);
      for (const other of Object.keys(out)) if (isOf(other)) delete out[other];
      for (const [other, text] of Object.entries(before)) if (isOf(other)) out[other] = text.replace(TIMES, ' ');
    }
  }
  return out;
}

// In the small plan no two Changes need the same new folder.
function isMadeFor(folder: string, path: string, before: Trees['before']): boolean {
  return path.startsWith(`${folder}/`) && before[folder] === undefined;
}

// Locks and temporary names are ours or the owner's; everything under a known name must be one or the other.
function mixedFiles(disk: ReadDisk, { before, after }: Trees): string[] {
  const now = treeOf(disk, ROOT, true);
  return Object.entries(now).flatMap(([path, text]) => {
    const known = [before[path], after[path]].filter((one) => one !== undefined);
    if (known.length === 0 || text.startsWith('folder')) return [];
    const plain = text.replace(TIMES, ' ');
    return known.some((one) => one.replace(TIMES, ' ') === plain) ? [] : [`${path} ${text}`];
  });
}

function differ(now: Record<string, string>, want: Record<string, string>, where: string): string | null {
  const paths = new Set([...Object.keys(now), ...Object.keys(want)]);
  const wrong = [...paths].filter((path) => now[path] !== want[path]);
  if (wrong.length === 0) return null;
  return `${where} ${wrong.map((path) => `${path} is ${now[path]} and not ${want[path]}`).join('; ')}`;
}
