import { join } from 'node:path';
import { pathTurnover } from '../../model/check-change.ts';
import type { Sentence } from '../../model/command.ts';
import { orNull } from '../disk/error-code.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { statOf } from '../disk/stat-of.ts';
import type { NumberedChange } from '../journal/intentions.ts';
import { type OwnerLocks, withOwnerLocks } from '../owner-lock.ts';
import { NEITHER_PLACE } from '../steps/move-file.ts';
import { NOT_AS_LEFT, type RunContext, type StepState, type StepWork } from '../steps/work.ts';
import { stepStates, worksOf } from '../steps/work-of.ts';
import { type ChangeEnd, changeEndOf, DONE } from './result.ts';

/** Makes one Change, all or nothing. Continues an earlier attempt. */
export async function applyChange(context: RunContext, item: NumberedChange, locks: OwnerLocks): Promise<ChangeEnd> {
  try {
    if (item.refused !== null) throw new NotAsPlanned(item.refused);
    const works = worksOf(context, item);
    const from = context.first ? FROM_START : pickUp(locks, item, works);
    await syncFolders(context, works.slice(0, from.start));
    if (from.start === works.length) return DONE;
    return await applySteps(locks, item, works, from);
  } catch (error) {
    // An earlier attempt may have left it halfway, which cannot be verified now.
    return changeEndOf(error, { unclean: !context.first && !(error instanceof NotAsPlanned) });
  }
}

function clearLeft(locks: OwnerLocks, { change, number }: NumberedChange, works: readonly StepWork[]): void {
  for (const lock of change.locks) locks.clear(lock, number);
  for (const work of works) work.sweep();
}

async function syncFolders(context: RunContext, works: readonly StepWork[]): Promise<void> {
  for (const { folders } of works)
    for (const folder of folders) if (statOf(context.disk, folder) !== null) await context.sync(folder);
}

interface StartPoint {
  readonly start: number;
  readonly isBegun: boolean;
}

const FROM_START: StartPoint = { start: 0, isBegun: false };

/** Where to continue. Steps are durable in order: the last visible one implies the earlier ones. */
function pickUp(locks: OwnerLocks, item: NumberedChange, works: readonly StepWork[]): StartPoint {
  clearLeft(locks, item, works);
  const { steps } = item.change;
  const states = stepStates(item.change, works);
  const last = states.findLastIndex(
    // A file in neither place was presumably not moved by us.
    (progress, n) => ['after', 'begun'].includes(progress) || (progress === 'missing' && steps[n]?.do === 'put'),
  );
  const isBegun = states[last] === 'begun';
  return { start: isBegun ? last : last + 1, isBegun };
}

async function applySteps(
  locks: OwnerLocks,
  item: NumberedChange,
  works: readonly StepWork[],
  { start, isBegun }: StartPoint,
): Promise<ChangeEnd> {
  try {
    // The program's lock covers only the last look and the change, not the build.
    await works[start]?.prepare();
  } catch (error) {
    // A half-made step would look like the last finished one.
    return rollBack(works, start, isBegun, error);
  }
  try {
    return await withOwnerLocks(locks, item, () => makeSteps(works, start));
  } catch (error) {
    if (start === 0 && !isBegun) return rollBack(works, 0, false, error);
    // An earlier attempt left it halfway; without the lock it can neither be finished nor reverted.
    return changeEndOf(error, { unclean: true });
  }
}

async function makeSteps(works: readonly StepWork[], start: number): Promise<ChangeEnd> {
  let raced: string | null = null;
  for (const [n, work] of works.entries()) {
    if (n < start) continue;
    let isCrossed = false;
    try {
      if (n > start) await work.prepare();
      isCrossed = true;
      raced = (await work.commit()) ?? raced;
    } catch (error) {
      return rollBack(works, n, isCrossed, error);
    }
  }
  return raced === null ? DONE : { ...DONE, state: 'raced', reason: raced };
}

/** Rolls back steps. After NotAsPlanned nothing of the step was made; after other errors the disk is asked. */
async function rollBack(
  works: readonly StepWork[],
  at: number,
  isCrossed: boolean,
  error: unknown,
): Promise<ChangeEnd> {
  try {
    const work = works[at];
    if (isCrossed && !(error instanceof NotAsPlanned)) await work?.reverse();
    work?.discard();
    for (const earlier of works.slice(0, at).reverse()) {
      await earlier.reverse();
      earlier.discard();
    }
    return changeEndOf(error);
  } catch {
    return changeEndOf(error, { unclean: true });
  }
}

/** Undoes one Change, all or nothing. Continues an earlier attempt. Refuses if anything differs from the run's result. */
export async function revertChange(context: RunContext, item: NumberedChange, locks: OwnerLocks): Promise<ChangeEnd> {
  try {
    const works = worksOf(context, item);
    clearLeft(locks, item, works);
    return await withOwnerLocks(locks, item, () => revertSteps(context, item, works));
  } catch (error) {
    return changeEndOf(error, { unclean: !(error instanceof NotAsPlanned) && mayBeHalfWay(context, item) });
  }
}

/** False if all steps agree and no lock exists: no attempt left it halfway. */
function mayBeHalfWay(context: RunContext, item: NumberedChange): boolean {
  const { disk, journal } = context;
  const isWhole = orNull(() => {
    const states = stepStates(item.change, worksOf(context, item));
    const isLocked = item.change.locks.some(({ path }) => statOf(disk, join(journal.root, path)) !== null);
    return !isLocked && ['before', 'after'].some((all) => states.every((each) => each === all));
  });
  return isWhole !== true;
}

async function revertSteps(context: RunContext, item: NumberedChange, works: readonly StepWork[]): Promise<ChangeEnd> {
  const states = stepStates(item.change, works);
  if (states.includes('missing')) throw new NotAsPlanned(missingReason(item, states));
  const { undos, stuck } = undosUnderSaves(works, states);
  if (stuck !== null) throw notAsLeft(context, item, stuck);
  const back = works.filter((_, n) => states[n] === 'before');
  await syncFolders(context, back);
  let raced: string | null = null;
  for (const [n, work] of [...works.entries()].reverse()) {
    try {
      if (states[n] === 'before') work.discard();
      else {
        const reverse = undos.get(n) ?? (() => work.reverse(works.length === 1 ? states[n] : undefined));
        raced = (await reverse()) ?? raced;
      }
    } catch (error) {
      return remake(works, states, n, error);
    }
  }
  const made = { ...DONE, savedPaths: pathsOfSteps(item, undos.keys()) };
  return raced === null ? made : { ...made, state: 'raced', reason: raced };
}

/** The file of each step, from the root. */
export function pathsOfSteps({ change }: Pick<NumberedChange, 'change'>, numbers: Iterable<number>): string[] {
  return Array.from(numbers, (n) => pathOfStep(change, n));
}

function pathOfStep({ path, steps }: NumberedChange['change'], n: number): string {
  const step = steps[n];
  return step === undefined ? path : (pathTurnover(step).fills ?? pathTurnover(step).empties ?? path);
}

/** Why a step's original is missing; the journal keeps none of a move. */
export function missingReason({ change }: NumberedChange, states: readonly StepState[]): Sentence {
  return change.steps[states.indexOf('missing')]?.do === 'move'
    ? NEITHER_PLACE
    : 'cannot be undone: the original is missing from the journal';
}

/** Explains a changed Change and where its original is; `n` is the stuck step. */
export function notAsLeft({ disk, journal }: RunContext, { number, change }: NumberedChange, n: number): NotAsPlanned {
  const step = change.steps[n];
  const path = pathOfStep(change, n);
  // The removing step has the original of a file that was moved with edits.
  const source = step?.do === 'put' && step.content.from === 'copy' ? step.content.path : null;
  const taker = change.steps.findIndex((each) => each.do === 'remove' && each.path === source);
  const places = [n, taker].map((at) => join(journal.originalsFolder, `${number}.${at}`));
  const originalPath = places.find((place) => statOf(disk, place) !== null) ?? null;
  const where = originalPath === null ? '' : `; the original is kept as ${originalPath}`;
  return new NotAsPlanned(`${NOT_AS_LEFT}${where}`, { path, originalPath });
}

interface UndosUnderSaves {
  readonly undos: ReadonlyMap<number, () => Promise<string | null>>;
  /** First step that cannot be separated from later saves; null if none. */
  readonly stuck: number | null;
}

export function undosUnderSaves(works: readonly StepWork[], states: readonly StepState[]): UndosUnderSaves {
  const undos = new Map<number, () => Promise<string | null>>();
  for (const [n, work] of works.entries()) {
    if (states[n] !== 'not-as-planned') continue;
    const undo = work.undoUnderSaves?.() ?? null;
    if (undo === null) return { undos, stuck: n };
    undos.set(n, undo);
  }
  return { undos, stuck: null };
}

async function remake(
  works: readonly StepWork[],
  states: readonly StepState[],
  from: number,
  error: unknown,
): Promise<ChangeEnd> {
  // A refused step changed nothing; later saves stay.
  const first = error instanceof NotAsPlanned ? from + 1 : from;
  try {
    for (const [n, work] of works.entries()) {
      if (n < first || states[n] === 'before' || work.state() === 'after') continue;
      await work.prepare();
      await work.commit();
    }
    return changeEndOf(error);
  } catch {
    return changeEndOf(error, { unclean: true });
  }
}
