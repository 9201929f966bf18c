import { Failure, nothingChanged } from '../model/failure.ts';
import type { Change, PlanHeader } from '../model/plan.ts';
import { orNull, reasonOf } from './disk/error-code.ts';
import { makeRoot, removeMadeRoot, removeTree } from './disk/make-folder.ts';
import { statOf } from './disk/stat-of.ts';
import { intentions } from './journal/intentions.ts';
import { isMarked, type Journal, journalOf } from './journal/journal.ts';
import { runStateOf } from './journal/marker.ts';
import {
  clearUnusedJournal,
  createJournal,
  openJournal,
  prepareRun,
  removeJournalFolder,
  removePartialRuns,
  writeIntentions,
} from './journal/open-journal.ts';
import type { JournalLines } from './journal/plan-lines.ts';
import { requireTrusted } from './journal/readable.ts';
import { newRunId } from './journal/run-order.ts';
import { refuseCutEarly, refuseUnfinished } from './journal/runs.ts';
import { withLock } from './lock.ts';
import { applyChange } from './run/apply-change.ts';
import { execute } from './run/execute.ts';
import type { RunResult } from './run/result.ts';
import { type RunOptions, requireRun, revertRun } from './undo.ts';
import { type World, yielder } from './world.ts';

export interface ApplyOptions extends Omit<RunOptions, 'root'> {
  /** Id of the run, made by `runId`; the run gets another one if the root has or had this one. */
  readonly run: string;
  readonly header: PlanHeader;
  readonly changes: Iterable<Change> | AsyncIterable<Change>;
}

/**
 * Carries out a plan as one journalled run under the root's lock. Null, with nothing touched, for an empty plan. All Changes
 * are written down before the first is made. A refused or failed Change does not stop the others; a DiskError or an
 * interruption leaves the run cut. Throws Failure, with nothing changed: 'refused' for a held lock or a cut run, 'failed',
 * 'interrupted', or 'usage' for a bad path.
 */
export async function apply(world: World, options: ApplyOptions): Promise<RunResult | null> {
  refuseCutEarly(world, options.header.root);
  const peeked = await peek(options.changes);
  if (peeked === null) return null;
  try {
    return await applyFrom(world, { ...options, changes: peeked.changes });
  } finally {
    // Threads may be computing Changes: unasked, they would keep the process alive.
    await peeked.end();
  }
}

async function applyFrom(world: World, options: ApplyOptions): Promise<RunResult> {
  const { root, newRoot } = options.header;
  requireTrusted(world.disk, root);
  const made = newRoot === true ? await makeRoot(world.disk, root) : [];
  let isNew = false;
  let isBegun = false;
  try {
    isNew = openJournal(world.disk, root);
    return await withLock(world, root, options.run, async () => {
      try {
        refuseUnfinished(world.disk, root);
        await createJournal(world.disk, root);
        const run = newRunId(world.disk, root, options.run);
        const lines = await beginRun(world, { ...options, run });
        isBegun = true;
        const result = await carryOut(world, { ...options, root, run }, { first: true, lines });
        if (!isAllRefused(result)) return result;
        dropRun(world, journalOf(root, run));
        isBegun = false;
        return { ...result, run: null };
      } finally {
        if (isNew && !isBegun) clearUnusedJournal(world.disk, root);
      }
    });
  } finally {
    // After a refusal before the first Change the store must look untouched.
    if (isNew && !isBegun) removeJournalFolder(world.disk, root);
    if (!isBegun) removeMadeRoot(world.disk, made);
  }
}

/** Carries out a journalled run under a held lock. `first`: no earlier attempt made any Change. */
function carryOut(
  world: World,
  { root, run, report, inFlight }: RunOptions,
  { first, lines }: { readonly first: boolean; readonly lines: JournalLines },
): Promise<RunResult> {
  const journal = journalOf(root, run);
  const items = intentions(world.disk, journal, lines);
  return execute(world, { journal, first, items, work: applyChange, marker: 'is-done', report, inFlight });
}

/** True if nothing was changed or kept, so that there is nothing to undo. */
function isAllRefused({ state, changed, failed }: RunResult): boolean {
  return state === 'done' && changed === 0 && failed === 0;
}

interface PeekedChanges {
  readonly changes: AsyncIterable<Change>;
  end(): Promise<void>;
}

async function peek(changes: ApplyOptions['changes']): Promise<PeekedChanges | null> {
  const all = Symbol.asyncIterator in changes ? changes[Symbol.asyncIterator]() : changes[Symbol.iterator]();
  const first = await all.next();
  if (first.done === true) return null;
  async function* whole() {
    yield first.value;
    for (let next = await all.next(); next.done !== true; next = await all.next()) yield next.value;
  }
  return {
    changes: whole(),
    end: async () => {
      await all.return?.();
    },
  };
}

async function beginRun(world: World, { run, header, changes }: ApplyOptions): Promise<JournalLines> {
  const { disk } = world;
  const journal = journalOf(header.root, run);
  const yieldNow = yielder(world);
  try {
    removePartialRuns(disk, header.root);
    return await writeIntentions(disk, journal, {
      header,
      changes,
      startedAt: Math.floor(world.now() / 1000),
      pause: async () => {
        await yieldNow();
        if (world.interrupted()) throw new Failure('interrupted', 'interrupted before anything was changed');
      },
    });
  } catch (error) {
    dropRun(world, journal);
    if (error instanceof Failure) throw error;
    throw new Failure('failed', `the journal in ${header.root} ${reasonOf(error)}`, nothingChanged(header.root), {
      cause: error,
    });
  }
}

/**
 * Drops a run in which no Change was begun: a renamed run folder claims nothing yet. A failure is ignored: the next run sweeps a partial
 * run, and a whole one counts as cut.
 */
function dropRun({ disk }: World, { folder }: Journal): void {
  orNull(() => {
    if (statOf(disk, folder) !== null) disk.rename(folder, `${folder}.part`);
    removeTree(disk, `${folder}.part`);
  });
}

/** Finishes a cut run, forwards or back. May be cut and repeated. Throws Failure 'no-match', 'usage' if not cut, 'refused' if locked. */
export async function finish(world: World, which: RunOptions): Promise<RunResult> {
  const { disk } = world;
  const journal = journalOf(which.root, which.run);
  const lines = requireRun(disk, which);
  return withLock(world, which.root, `${which.run}.${world.self.pid}`, async () => {
    const state = runStateOf(disk, journal);
    if (state !== 'cut') throw new Failure('usage', `the run ${which.run} is ${state}: there is nothing to resume`);
    if (isMarked(disk, journal, 'is-undoing')) return revertRun(world, which, lines);
    await prepareRun(disk, journal);
    return carryOut(world, which, { first: false, lines });
  });
}
