import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { statOf } from '../disk/seen-file.ts';
import type { Numbered } from '../journal/intentions.ts';
import { type OwnerLocks, withOwnerLocks } from '../owner-lock.ts';
import type { RunContext, Work } from '../steps/work.ts';
import { progressOf, worksOf } from '../steps/work-of.ts';
import { DONE, type Outcome, outcomeOf } from './result.ts';

/** Makes one Change, all or nothing. Continues an earlier attempt. */
export async function applyChange(context: RunContext, item: Numbered, locks: OwnerLocks): Promise<Outcome> {
  try {
    if (item.refused !== null) throw new NotAsPlanned(item.refused);
    const works = worksOf(context, item);
    const from = context.first ? BEGINNING : pickUp(locks, item, works);
    await settle(context, works.slice(0, from.start));
    if (from.start === works.length) return DONE;
    return await forward(locks, item, works, from);
  } catch (error) {
    // An earlier attempt may have left it halfway, unverifiable now.
    return outcomeOf(error, { unclean: !context.first && !(error instanceof NotAsPlanned) });
  }
}

/** Clears leftovers of a killed holder: locks and temporary files. */
export function clearLeft(locks: OwnerLocks, { change, number }: Numbered, works: readonly Work[]): void {
  for (const lock of change.locks) locks.clear(lock, number);
  for (const work of works) work.sweep();
}

/** Syncs the last renames of an attempt that died. */
export async function settle(context: RunContext, works: readonly Work[]): Promise<void> {
  for (const { folders } of works)
    for (const folder of folders) if (statOf(context.disk, folder) !== null) await context.sync(folder);
}

/** Step to continue with, and whether it is halfway. */
interface Point {
  readonly start: number;
  readonly isBegun: boolean;
}

const BEGINNING: Point = { start: 0, isBegun: false };

// Steps are durable in order: the last visible one implies the others.
function pickUp(locks: OwnerLocks, item: Numbered, works: readonly Work[]): Point {
  clearLeft(locks, item, works);
  const { steps } = item.change;
  const standing = progressOf(item.change, works);
  const last = standing.findLastIndex(
    // A file in neither place was presumably not moved by us.
    (progress, n) => ['after', 'begun'].includes(progress) || (progress === 'missing' && steps[n]?.do === 'put'),
  );
  const isBegun = standing[last] === 'begun';
  return { start: isBegun ? last : last + 1, isBegun };
}

async function forward(
  locks: OwnerLocks,
  item: Numbered,
  works: readonly Work[],
  { start, isBegun }: Point,
): Promise<Outcome> {
  try {
    // The program's lock covers only the last look and the change, not the build.
    await works[start]?.prepare();
  } catch (error) {
    // Left halfway alone, it would pass for the last step.
    return takeBack(works, start, isBegun, error);
  }
  try {
    return await withOwnerLocks(locks, item, () => makeSteps(works, start));
  } catch (error) {
    if (start === 0 && !isBegun) return takeBack(works, 0, false, error);
    // Halfway since an earlier attempt; without the lock it can go neither way.
    return outcomeOf(error, { unclean: true });
  }
}

async function makeSteps(works: readonly Work[], start: number): Promise<Outcome> {
  let raced: string | null = null;
  for (const [n, work] of works.entries()) {
    if (n < start) continue;
    let isCrossed = false;
    try {
      if (n > start) await work.prepare();
      isCrossed = true;
      raced = (await work.commit()) ?? raced;
    } catch (error) {
      return takeBack(works, n, isCrossed, error);
    }
  }
  return raced === null ? DONE : { ...DONE, state: 'raced', reason: raced };
}

/** NotAsPlanned leaves nothing made. After other errors the disk decides. */
async function takeBack(works: readonly Work[], at: number, isCrossed: boolean, error: unknown): Promise<Outcome> {
  try {
    const work = works[at];
    if (isCrossed && !(error instanceof NotAsPlanned)) await work?.reverse();
    work?.discard();
    for (const earlier of works.slice(0, at).reverse()) {
      await earlier.reverse();
      earlier.discard();
    }
    return outcomeOf(error);
  } catch {
    return outcomeOf(error, { unclean: true });
  }
}
