import { NotAsPlanned } from '../../io/disk/not-as-planned.ts';
import { beginningOf, intentions, intentionsBackwards, type NumberedChange } from '../../io/journal/intentions.ts';
import { isMarked, journalOf } from '../../io/journal/journal.ts';
import { exceptionsOf, toUndo } from '../../io/journal/marker.ts';
import { linesOf } from '../../io/journal/plan-lines.ts';
import { lockInTheWay } from '../../io/owner-lock.ts';
import { missingReason, notAsLeft, pathsOfSteps, undosUnderSaves } from '../../io/run/apply-change.ts';
import { laterRunsCheck } from '../../io/run/later-runs.ts';
import type { ChangeResult } from '../../io/run/result.ts';
import { NOT_AS_LEFT } from '../../io/steps/work.ts';
import { runContext, stepStates, worksOf } from '../../io/steps/work-of.ts';
import type { World } from '../../io/world.ts';
import { cmd, type Sentence, sentence } from '../../model/command.ts';
import type { PlanHeader } from '../../model/plan.ts';
import type { RootRun } from './run-report.ts';

/** True if the verb undoes the run: undo, or finishing a cut undo. */
export function undoesRun({ disk }: World, verb: 'undo' | 'finish', { root, run }: RootRun): boolean {
  return verb === 'undo' || isMarked(disk, journalOf(root, run), 'is-undoing');
}

export function countChanges({ disk }: World, which: readonly RootRun[]): number {
  let count = 0;
  for (const { root, run } of which) {
    const journal = journalOf(root, run);
    const isDue =
      isMarked(disk, journal, 'is-undoing') || isMarked(disk, journal, 'is-done') ? toUndo(disk, journal) : null;
    let number = -1;
    for (const _ of linesOf(disk, journal.plan)) if (number++ >= 0 && isDue?.(number - 1) !== false) count++;
  }
  return count;
}

/** True if these runs changed more than `max` conversations. Reads no further; cut runs do not count. */
export function hasMoreIds({ disk }: World, which: readonly RootRun[], max: number): boolean {
  let count = 0;
  for (const { root, run } of which) {
    const journal = journalOf(root, run);
    if (isCutRun(disk, journal)) continue;
    for (const { change } of intentions(disk, journal)) {
      count += Math.max(1, change.ids.length);
      if (count > max) return true;
    }
  }
  return false;
}

function isCutRun(disk: World['disk'], journal: ReturnType<typeof journalOf>): boolean {
  const isUndoing = isMarked(disk, journal, 'is-undoing') && !isMarked(disk, journal, 'is-undone');
  return isUndoing || !isMarked(disk, journal, 'is-done');
}

/** The results that undoing or finishing a run would have now. */
export function* previewRun(world: World, which: PreviewedRun): Generator<ChangeResult> {
  const prevented = which.verb === 'undo' ? preventedResults(world, which) : null;
  yield* prevented ?? previewChanges(world, which);
}

/** Results of an undo of joint Changes, which are undone as a whole or not at all; null if nothing prevents it. */
export function preventedResults(world: World, which: RootRun): readonly ChangeResult[] | null {
  const journal = journalOf(which.root, which.run);
  // A cut undo has begun already, and continues.
  if (isMarked(world.disk, journal, 'is-undoing') && !isMarked(world.disk, journal, 'is-undone')) return null;
  const { header } = beginningOf(world.disk, journal);
  if (!UNDONE_WHOLE.includes(header.command)) return null;
  const results = [...previewChanges(world, { ...which, verb: 'undo' })];
  const first = results.find(({ state }) => state === 'refused');
  if (first === undefined) return null;
  const { changed = null } = first;
  const reason = sentence`${changed?.path ?? first.change.path} ${changed === null ? (first.reason ?? '') : NOT_AS_LEFT}`;
  const heldBack = sentence`is left as it is, because ${reason}`;
  return results.map((each) => {
    if (each === first) return { ...each, reason: sentence`${each.reason ?? ''}${movedBack(header)}` };
    return each.state === 'refused' ? each : { ...each, state: 'refused', reason: heldBack, isHeldBack: true };
  });
}

/** Sentence on the other way back for a moved project: the verb again, on the present state. */
function movedBack({ request }: PlanHeader): Sentence {
  const { from = '', to = '' } = request?.flags.moved ?? {};
  return from === '' ? '' : sentence`; ${cmd`rehome ${to} ${from}`} moves all of it back as it is now`;
}

/** Verbs that move sessions and their typed prompts together. */
export const UNDONE_WHOLE: readonly string[] = ['rehome'];

/** Results of Changes; an item whose lock is held is refused. */
function* previewChanges(world: World, which: PreviewedRun): Generator<ChangeResult> {
  const { root, run } = which;
  const journal = journalOf(root, run);
  // A cut run clears its own locks first; those of a whole run belong to others.
  const isWhole = isMarked(world.disk, journal, 'is-done') && !isMarked(world.disk, journal, 'is-undoing');
  for (const result of changeResults(world, which)) {
    const lock = isWhole && result.state === 'done' ? lockInTheWay(world, root, result.change.locks) : null;
    yield lock === null ? result : { ...result, state: 'refused', reason: lock };
  }
}

interface PreviewedRun extends RootRun {
  readonly verb: 'undo' | 'finish';
}

/** Effects of undoing or finishing a run now, in order, without Changes that would have none. Reads only. */
function* changeResults(world: World, { root, run, verb }: PreviewedRun): Generator<ChangeResult> {
  const { disk, putBack, harmOf } = world;
  const journal = journalOf(root, run);
  const back = undoesRun(world, verb, { root, run });
  const exceptions = exceptionsOf(disk, journal, 'is-done');
  const isDue = toUndo(disk, journal);
  const context = { ...runContext(disk, journal), putBack, harmOf };
  const refusalOf = back ? laterRunsCheck(world, { root, run }) : () => null;
  for (const item of back ? intentionsBackwards(disk, journal) : intentions(disk, journal)) {
    if (back ? !isDue(item.number) : (exceptions.get(item.number)?.state ?? 'raced') !== 'raced') continue;
    let savedPaths: readonly string[] = [];
    const result = resultOf(item, back, () => {
      const refusal = refusalOf(item);
      if (refusal !== null) throw refusal;
      const works = worksOf(context, item);
      const states = stepStates(item.change, works);
      if (!back || states.includes('missing')) return states;
      const { undos, stuck } = undosUnderSaves(works, states);
      if (stuck !== null) throw notAsLeft(context, item, stuck);
      savedPaths = pathsOfSteps(item, undos.keys());
      return states.map((progress) => (progress === 'not-as-planned' ? 'after' : progress));
    });
    if (result !== null) yield { ...result, savedPaths };
  }
}

function resultOf(
  item: NumberedChange,
  back: boolean,
  statesNow: () => ReturnType<typeof stepStates>,
): ChangeResult | null {
  const { change, number, refused } = item;
  if (!back && refused !== null) return { number, change, state: 'refused', reason: refused };
  try {
    const states = statesNow();
    if (states.every((progress) => progress === (back ? 'before' : 'after'))) return null;
    if (back && states.includes('missing'))
      return { number, change, state: 'refused', reason: missingReason(item, states) };
    if (!states.includes('not-as-planned')) return { number, change, state: 'done', reason: null };
    return { number, change, state: 'refused', reason: 'was changed meanwhile' };
  } catch (error) {
    if (!(error instanceof NotAsPlanned)) throw error;
    const { reason, changed } = error;
    return { number, change, state: 'refused', reason, changed };
  }
}
