import { join } from 'node:path';
import { digestOf } from '../io/disk/digest.ts';
import { statOf } from '../io/disk/stat-of.ts';
import { beginningOf, intendedChanges, intentions, type NumberedChange } from '../io/journal/intentions.ts';
import { type Journal, journalOf } from '../io/journal/journal.ts';
import { exceptionsOf, isKnownUndone, latestUndoNumber } from '../io/journal/marker.ts';
import type { SavedPlan } from '../io/journal/plan-file.ts';
import { requireTrusted } from '../io/journal/readable.ts';
import { runs } from '../io/journal/runs.ts';
import type { ChangeResult } from '../io/run/result.ts';
import { staleness } from '../io/staleness.ts';
import { requireRun } from '../io/undo.ts';
import type { World } from '../io/world.ts';
import { compareText } from '../model/collections.ts';
import { cmd, sentence } from '../model/command.ts';
import { Failure } from '../model/failure.ts';
import { type Run, runEnd } from '../model/run.ts';
import { KINDS } from '../stores/registry.ts';
import { type CheckedPlan, checkMade } from './apply.ts';
import { UNDONE_WHOLE } from './change/preview-run.ts';
import { findRun, lastRun, type RunChoice } from './change/run-ids.ts';
import type { ResultListener, RootRun } from './change/run-report.ts';
import { kindOfSite } from './reading.ts';
import type { SurveyOptions } from './survey/survey-options.ts';

/** The run to redo, by root: the named one, else the one undone last and not redone. */
export function runsToRedo(world: World, { roots, run: named }: RunChoice): RootRun[] {
  const { disk } = world;
  for (const root of roots) requireTrusted(disk, root);
  const all = roots.map((root) => ({ root, runs: runs(disk, root) }));
  const due = all.map(({ root, runs }) => ({ root, runs: undoneOf(disk, runs) }));
  const id = named === null ? lastRun(world, due, (run) => undoneAt(disk, run)) : findRun(world, roots, named);
  const chosenOf = (of: typeof due) =>
    of.flatMap(({ runs }) => runs.filter((run) => run.id === id && run.state === 'undone'));
  // A run that was redone in one store may still wait in another.
  const waiting = chosenOf(due);
  const chosen = waiting.length > 0 ? waiting : chosenOf(all);
  return chosen.map(({ root, id }) => ({ root, run: id }));
}

/** The last run that redid an undone one, and is not undone itself; null for none. */
export function redoOf({ disk }: World, roots: readonly string[], id: string): string | null {
  for (const root of roots) {
    const all = runs(disk, root);
    const at = all.findIndex((run) => run.id === id && isUndone(disk, run));
    const [run] = at < 0 ? [] : all.slice(at);
    const last = run === undefined ? undefined : redoesOf(run, all.slice(at + 1), plansIn(disk)).at(-1);
    if (last !== undefined) return last.id;
  }
  return null;
}

function plansIn(disk: World['disk']): (run: Run) => string {
  const plans = new Map<string, string>();
  return ({ root, id }) => {
    const plan = plans.get(id) ?? beginningOfPlan(disk, journalOf(root, id));
    plans.set(id, plan);
    return plan;
  };
}

function undoneOf(disk: World['disk'], all: readonly Run[]): Run[] {
  const planOfRun = plansIn(disk);
  const isRedone = (run: Run, n: number) => redoesOf(run, all.slice(n + 1), planOfRun).length > 0;
  const undone = all.filter((run, n) => isUndone(disk, run) && !isRedone(run, n));
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

/** Later runs with an equal plan, since journals do not name the source of a plan. */
function redoesOf(run: Run, later: readonly Run[], planOfRun: (run: Run) => string): Run[] {
  const same = later.filter(({ command, state }) => command === run.command && (state === 'done' || state === 'cut'));
  return same.length === 0 ? [] : same.filter((each) => planOfRun(each) === planOfRun(run));
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
 * The plans of undone runs, checked against their stores as `apply` does. Changes nothing. Throws Failure `refused` if no store accepts its
 * plan.
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
    try {
      plans.push(await checkedRun(world, each, { ...how, hint: redoHint(world, each, which.length === 1) }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'refused') throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (plans.length === 0 && first !== undefined) throw first;
  return { plans, failures };
}

/** Checks a run. Changes of conversations that were changed later are refused one by one; joint ones as a whole. */
async function checkedRun(
  world: World,
  which: RootRun,
  how: { readonly survey: SurveyOptions; readonly force: boolean; readonly hint: string },
): Promise<CheckedPlan> {
  const { disk } = world;
  const plan = planOf(world, which, () => true);
  const { kind, command } = plan.header;
  if (command === 'unpack') throw unpackFailure(which.run);
  const stale = new Map<number, ChangeResult>();
  const hangsTogether = kindOfSite(KINDS, { kind }).coupling !== undefined || UNDONE_WHOLE.includes(command);
  if (!hangsTogether) for (const each of staleIn(disk, which)) stale.set(each.number, each);
  const name = `the redo of run ${which.run}`;
  const isFresh = ({ number }: NumberedChange) => !stale.has(number);
  const fresh = planOf(world, which, isFresh);
  const hasFresh = !fresh.changes()[Symbol.iterator]().next().done;
  if (stale.size === 0 || !hasFresh) return checkMade(world, name, plan, how);
  return withRefused(await checkMade(world, name, fresh, how), [...stale.values()]);
}

function* staleIn(disk: World['disk'], { root, run }: RootRun): Generator<ChangeResult> {
  const made = madeIn(disk, journalOf(root, run));
  for (const item of intentions(disk, journalOf(root, run))) {
    const { number, change } = item;
    const reason = change.ids.length === 0 || !made(item) ? null : staleness(disk, root, change);
    if (reason !== null) yield { number, change, state: 'refused', reason };
  }
}

function withRefused(plan: CheckedPlan, refused: readonly ChangeResult[]): CheckedPlan {
  const reportRefused = (report: ResultListener) => {
    for (const [n, each] of refused.entries()) report({ ...each, number: plan.count + n }, plan.root);
  };
  return {
    ...plan,
    preview: (report) => {
      plan.preview(report);
      reportRefused(report);
    },
    steps: (number) => (number < plan.count ? plan.steps(number) : []),
    apply: async (how) => {
      const result = await plan.apply(how);
      reportRefused(how.report);
      return result;
    },
  };
}

/** The failure for an unpack: a journal does not name the pack, and nothing is decided again. */
function unpackFailure(run: string): Failure {
  const way = sentence`Nothing was changed. ${cmd`unpack FILE`} of the same pack does it again.`;
  return new Failure('refused', `run ${run} was an unpack, which is not redone`, way);
}

/** A hint for a run that cannot be redone: it may build on an earlier run that is undone. */
function redoHint({ disk }: World, { root, run }: RootRun, isOnly: boolean): string {
  const all = runs(disk, root);
  const number = all.find(({ id }) => id === run)?.number ?? 0;
  const [first] = undoneOf(disk, all)
    .filter((each) => each.number < number)
    .sort((a, b) => a.number - b.number);
  const nothing = isOnly ? 'Nothing was changed.' : `Nothing was changed in ${root}.`;
  if (first === undefined) return `${nothing} Give its command again.`;
  return `${nothing} Redo run ${runEnd(first.id)} first, which came before it, or give its command again.`;
}

/** The Changes that a run made, as a plan for this store: a journal that was moved, copied or made by another program may name any root. */
function planOf({ disk }: World, { root, run }: RootRun, isMeant: (item: NumberedChange) => boolean): SavedPlan {
  const journal = journalOf(root, run);
  const { header } = beginningOf(disk, journal);
  const made = madeIn(disk, journal);
  const isWanted = (item: NumberedChange) => made(item) && isMeant(item);
  return { header: { ...header, root }, saved: () => null, ...intendedChanges(disk, journal, isWanted) };
}

function madeIn(disk: World['disk'], journal: Journal): (item: NumberedChange) => boolean {
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  return ({ number, refused }) => refused === null && (exceptions.get(number)?.state ?? 'raced') === 'raced';
}
