import { statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import type { Numbered } from '../journal/intentions.ts';
import { type OwnerLocks, withOwnerLocks } from '../owner-lock.ts';
import type { RunContext, Work } from '../steps/work.ts';
import { progressOf, worksOf } from '../steps/work-of.ts';
import { DONE, type Outcome, outcomeOf } from './result.ts';

/** Carries out one Change, all of it or nothing; goes on where an earlier attempt stopped. */
export async function applyChange(context: RunContext, item: Numbered, locks: OwnerLocks): Promise<Outcome> {
  try {
    if (item.refused !== null) throw new NotAsPlanned(item.refused);
    const works = worksOf(context, item);
    const from = context.first ? BEGINNING : pickUp(locks, item, works);
    await settle(context, works.slice(0, from.start));
    if (from.start === works.length) return DONE;
    return await forward(locks, item, works, from);
  } catch (error) {
    // An earlier attempt may have left it half-way, and we could not find out.
    return outcomeOf(error, { unclean: !context.first && !(error instanceof NotAsPlanned) });
  }
}

/** Clears what a killed holder left, in the program's locks and beside the files. */
export function clearLeft(locks: OwnerLocks, { change, number }: Numbered, works: readonly Work[]): void {
  for (const lock of change.locks) locks.clear(lock, number);
  for (const work of works) work.sweep();
}

/** Syncs what an earlier attempt may have renamed last before it died. */
export async function settle(context: RunContext, works: readonly Work[]): Promise<void> {
  for (const { folders } of works)
    for (const folder of folders) if (statOf(context.disk, folder) !== null) await context.sync(folder);
}

/** The step to go on with, and whether an earlier attempt left it half-way. */
interface Point {
  readonly start: number;
  readonly isBegun: boolean;
}

const BEGINNING: Point = { start: 0, isBegun: false };

// Each step was durable before the next began, so the last one that shows has all others behind it.
function pickUp(locks: OwnerLocks, item: Numbered, works: readonly Work[]): Point {
  clearLeft(locks, item, works);
  const { steps } = item.change;
  const standing = progressOf(item.change, works);
  const last = standing.findLastIndex(
    // A file that is in neither place was not moved by us, as far as anyone knows.
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
    // The program's lock is held for the last look and the change alone, not while the new file is built.
    await works[start]?.prepare();
  } catch (error) {
    // Left half-way with none of the others behind it, it would be taken for the last of them.
    return takeBack(works, start, isBegun, error);
  }
  try {
    return await withOwnerLocks(locks, item, () => makeSteps(works, start));
  } catch (error) {
    if (start === 0 && !isBegun) return takeBack(works, 0, false, error);
    // Half-way since an earlier attempt, and without the lock it can go neither on nor back.
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

/** A step that answers with a NotAsPlanned has left nothing made; after any other error the disk has to show it. */
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
