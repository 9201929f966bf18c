import { join } from 'node:path';
import { digestOf } from '../io/disk/digest.ts';
import { statOf } from '../io/disk/seen-file.ts';
import { beginningOf, intendedChanges, intentions, type NumberedChange } from '../io/journal/intentions.ts';
import { type Journal, journalOf } from '../io/journal/journal.ts';
import { exceptionsOf, isKnownUndone, latestUndoNumber } from '../io/journal/marker.ts';
import type { SavedPlan } from '../io/journal/plan-file.ts';
import { requireTrusted } from '../io/journal/readable.ts';
import { runs } from '../io/journal/runs.ts';
import { requireRun } from '../io/undo.ts';
import type { World } from '../io/world.ts';
import { compareText } from '../model/collections.ts';
import { cmd, sentence } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { type Run, runEnd } from '../model/run.ts';
import { type CheckedPlan, checkMade } from './apply.ts';
import { findRun, lastRun, type RunRequest } from './change/run-ids.ts';
import type { RootRun } from './change/run-report.ts';
import type { SurveyOptions } from './survey/survey-event.ts';

/** The run to redo, by root: the named one, else the one undone last and not redone. */
export function runsToRedo(world: World, { roots, run: named }: RunRequest): RootRun[] {
  const { disk } = world;
  for (const root of roots) requireTrusted(disk, root);
  const all = roots.map((root) => ({ root, runs: runs(disk, root) }));
  const due = all.map(({ root, runs }) => ({ root, runs: undoneOf(disk, runs) }));
  const id = named === null ? lastRun(world, due, (run) => undoneAt(disk, run)) : findRun(world, roots, named);
  const chosenOf = (of: typeof due) =>
    of.flatMap(({ runs }) => runs.filter((run) => run.id === id && run.state === 'undone'));
  // Redone in one store, it may still wait in another.
  const waiting = chosenOf(due);
  const chosen = waiting.length > 0 ? waiting : chosenOf(all);
  return chosen.map(({ root, id }) => ({ root, run: id }));
}

function undoneOf(disk: World['disk'], all: readonly Run[]): Run[] {
  const plans = new Map<string, string>();
  const planOfRun = ({ root, id }: Run): string => {
    const plan = plans.get(id) ?? beginningOfPlan(disk, journalOf(root, id));
    plans.set(id, plan);
    return plan;
  };
  const undone = all.filter((run, n) => isUndone(disk, run) && !isRedone(run, all.slice(n + 1), planOfRun));
  const undoNumber = ({ root, id }: Run) => latestUndoNumber(disk, journalOf(root, id));
  // Earlier versions recorded no undo numbers.
  return undone.sort(
    (a, b) => undoNumber(a) - undoNumber(b) || undoneAt(disk, a) - undoneAt(disk, b) || compareText(b.id, a.id),
  );
}

function isUndone(disk: World['disk'], { root, id, state }: Run): boolean {
  return state === 'undone' || (state === 'unreadable' && isKnownUndone(disk, journalOf(root, id)));
}

function undoneAt(disk: World['disk'], { root, id }: Run): number {
  return statOf(disk, join(journalOf(root, id).folder, 'is-undone'))?.mtimeMs ?? 0;
}

/** True for a later run with the same plan: journals do not name the source of a plan. */
function isRedone(run: Run, later: readonly Run[], planOfRun: (run: Run) => string): boolean {
  const same = later.filter(({ command, state }) => command === run.command && (state === 'done' || state === 'cut'));
  return same.length > 0 && same.some((each) => planOfRun(each) === planOfRun(run));
}

function beginningOfPlan(disk: World['disk'], journal: Journal): string {
  const { root: _root, ...header } = beginningOf(disk, journal).header;
  const [first] = intentions(disk, journal);
  return digestOf(Buffer.from(JSON.stringify([header, first?.change])));
}

interface CheckedRedo {
  readonly plans: readonly CheckedPlan[];
  readonly failures: readonly Failure[];
}

/**
 * The plans of undone runs, checked against their stores like `apply`. Changes nothing. Throws Failure, `refused` if no store
 * admits its plan.
 */
export async function checkRedo(
  world: World,
  which: readonly RootRun[],
  how: { readonly survey: SurveyOptions; readonly force: boolean },
): Promise<CheckedRedo> {
  const plans: CheckedPlan[] = [];
  const failures: Failure[] = [];
  for (const each of which) {
    requireRun(world.disk, each);
    const plan = planOf(world, each);
    const order = { ...how, hint: redoHint(world, each) };
    try {
      if (plan.header.command === 'unpack') throw unpackFailure(each.run);
      plans.push(await checkMade(world, `the plan of run ${each.run}`, plan, order));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'refused') throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (plans.length === 0 && first !== undefined) throw first;
  return { plans, failures };
}

/** A journal does not name the pack, and nothing of it is decided again. */
function unpackFailure(run: string): Failure {
  const way = sentence`Nothing was changed. ${cmd`unpack FILE`} of the same pack does it again.`;
  return new Failure('refused', `run ${run} was an unpack, which is not redone`, way);
}

/** A hint for a run that cannot be redone: an earlier undone run may be its basis. */
function redoHint({ disk }: World, { root, run }: RootRun): string {
  const all = runs(disk, root);
  const number = all.find(({ id }) => id === run)?.number ?? 0;
  const [first] = undoneOf(disk, all)
    .filter((each) => each.number < number)
    .sort((a, b) => a.number - b.number);
  if (first === undefined) return 'Give its command again.';
  return `Redo run ${runEnd(first.id)} first, which came before it, or give its command again.`;
}

/** The Changes that a run made, as a plan for this store: a moved, copied or foreign journal may name any root. */
function planOf({ disk }: World, { root, run }: RootRun): SavedPlan {
  const journal = journalOf(root, run);
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  const { header } = beginningOf(disk, journal);
  const isMade = ({ number, refused }: NumberedChange) =>
    refused === null && (exceptions.get(number)?.state ?? 'raced') === 'raced';
  return { header: { ...header, root }, saved: () => null, ...intendedChanges(disk, journal, isMade) };
}
