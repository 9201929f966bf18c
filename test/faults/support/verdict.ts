import type { ReadDisk } from '../../../src/io/disk.ts';
import { journalOf } from '../../../src/io/journal/journal.ts';
import { exceptionsOf } from '../../../src/io/journal/marker.ts';
import { pathsOf } from '../../../src/model/check-change.ts';
import { CHANGES, ROOT, RUN, recover, runOf } from './lab.ts';
import type { ModelDisk } from './model-disk.ts';
import { treeOf } from './tree.ts';

/** The two trees that are right: before the plan, with times, and after it. */
export interface Trees {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

/** What a person would see on a disk. */
export function treesOf(before: ReadDisk, after: ReadDisk): Trees {
  return { before: treeOf(before, ROOT, true), after: treeOf(after, ROOT, false) };
}

/**
 * Holds a disk on which something went wrong against the promise: every file old or new, `runs` truthful, and the way asked for
 * leads to the one tree or the other. Answers what is wrong, or null.
 */
export async function verdict(
  disk: ModelDisk,
  trees: Trees,
  how: 'undo' | 'resume',
  pauseMs?: number,
): Promise<string | null> {
  try {
    const mixed = mixedFiles(disk, trees);
    if (mixed.length > 0) return `neither old nor new: ${mixed.join(', ')}`;
    const run = runOf(disk);
    const state = run?.state ?? 'none';
    if (state !== 'none' && !isRecorded(disk)) return 'a run that is in no order';
    if (state === 'none') return differ(treeOf(disk, ROOT, true), trees.before, 'no run, but');
    // What an undo had to leave, it says, and a further one takes back.
    if (run?.state === 'undone' && run.standing === 0)
      return differ(treeOf(disk, ROOT, true), trees.before, 'undone, but');
    if (how === 'resume' && state === 'done') {
      return differ(treeOf(disk, ROOT, false), partlyMade(disk, trees), 'done, but');
    }
    const result = await recover(how, disk, pauseMs);
    const end = runOf(disk)?.state;
    if (result.state === 'cut' || end !== result.state)
      return `${how} ended ${JSON.stringify(result)}, runs say ${end}`;
    if (end === 'undone') return differ(treeOf(disk, ROOT, true), trees.before, `${how} from ${state}:`);
    return differ(treeOf(disk, ROOT, false), trees.after, `${how} from ${state}:`);
  } catch (error) {
    return `${how}: ${error instanceof Error ? `${error.stack} ${String(error.cause)}` : String(error)}`;
  }
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
