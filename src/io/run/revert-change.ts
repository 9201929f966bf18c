import { join } from 'node:path';
import { attempt } from '../disk/error-code.ts';
import { statOf } from '../disk/look.ts';
import type { Numbered } from '../journal/intentions.ts';
import { type OwnerLocks, withOwnerLocks } from '../owner-lock.ts';
import type { RunContext, StepState, Work } from '../steps/work.ts';
import { progressOf, worksOf } from '../steps/work-of.ts';
import { clearLeft, settle } from './apply-change.ts';
import { NotAsPlanned } from './not-as-planned.ts';
import { DONE, type Outcome, outcomeOf } from './result.ts';

/**
 * Undoes one Change, all of it or nothing; goes on where an earlier attempt stopped. Refused when anything of it is no longer
 * as the run left it.
 */
export async function revertChange(context: RunContext, item: Numbered, locks: OwnerLocks): Promise<Outcome> {
  try {
    const works = worksOf(context, item);
    clearLeft(locks, item, works);
    return await withOwnerLocks(locks, item, () => backward(context, item, works));
  } catch (error) {
    return outcomeOf(error, { unclean: !(error instanceof NotAsPlanned) && mayBeHalfWay(context, item) });
  }
}

/** False where every step is as the run left it, or none is, and no lock is there: then no attempt has left anything half-way. */
function mayBeHalfWay(context: RunContext, item: Numbered): boolean {
  const { disk, journal } = context;
  const isSettled = attempt(() => {
    const standing = progressOf(item.change, worksOf(context, item));
    const isLocked = item.change.locks.some(({ path }) => statOf(disk, join(journal.root, path)) !== null);
    return !isLocked && ['before', 'after'].some((all) => standing.every((each) => each === all));
  });
  return isSettled !== true;
}

async function backward(context: RunContext, item: Numbered, works: readonly Work[]): Promise<Outcome> {
  const standing = progressOf(item.change, works);
  if (standing.includes('missing')) throw new NotAsPlanned(MISSING);
  const amends = amendments(works, standing);
  if (amends === null) throw new NotAsPlanned(notAsLeft(context, item.number, standing));
  const back = works.filter((_, n) => standing[n] === 'before');
  await settle(context, back);
  let raced: string | null = null;
  for (const [n, work] of [...works.entries()].reverse()) {
    try {
      if (standing[n] === 'before') work.discard();
      else {
        const reverse = amends.get(n) ?? (() => work.reverse(works.length === 1 ? standing[n] : undefined));
        raced = (await reverse()) ?? raced;
      }
    } catch (error) {
      return redo(works, standing, n, error);
    }
  }
  return raced === null ? DONE : { ...DONE, state: 'raced', reason: raced };
}

/** Why a Change stays as it is when what it replaced cannot be put back. */
export const MISSING = 'cannot be undone: the original is missing from the journal';

/** Why a Change stays that was changed since, and where what it replaced can be had. */
export function notAsLeft({ disk, journal }: RunContext, number: number, standing: readonly StepState[]): string {
  const at = standing.map((state, n) => (state === 'foreign' ? join(journal.kept, `${number}.${n}`) : null));
  const kept = at.find((path) => path !== null && statOf(disk, path) !== null) ?? null;
  return `is no longer as the run left it${kept === null ? '' : `; the original is kept as ${kept}`}`;
}

/**
 * How to undo the steps whose file was saved again since, by their number; null when one of them cannot be separated from
 * what was done since.
 */
export function amendments(
  works: readonly Work[],
  standing: readonly StepState[],
): ReadonlyMap<number, () => Promise<string | null>> | null {
  const amends = new Map<number, () => Promise<string | null>>();
  for (const [n, work] of works.entries()) {
    if (standing[n] !== 'foreign') continue;
    const amend = work.amend?.() ?? null;
    if (amend === null) return null;
    amends.set(n, amend);
  }
  return amends;
}

async function redo(
  works: readonly Work[],
  standing: readonly StepState[],
  from: number,
  error: unknown,
): Promise<Outcome> {
  // A step that refuses has left nothing of it undone, and what was saved over it meanwhile stays.
  const first = error instanceof NotAsPlanned ? from + 1 : from;
  try {
    for (const [n, work] of works.entries()) {
      if (n < first || standing[n] === 'before' || work.look() === 'after') continue;
      await work.prepare();
      await work.commit();
    }
    return outcomeOf(error);
  } catch {
    return outcomeOf(error, { unclean: true });
  }
}
