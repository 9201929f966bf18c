import type { Intended } from '../journal/intended.ts';
import type { OwnerLocks } from '../owner-lock.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

/** Calls `use` with all of a Change's owner locks held. */
export async function withOwnerLocks(
  locks: OwnerLocks,
  number: number,
  { change }: Intended,
  use: () => Promise<Outcome>,
): Promise<Outcome> {
  const releases: (() => void)[] = [];
  let outcome: Outcome | null = null;
  try {
    for (const lock of change.locks) releases.push(await locks.take(lock, number));
    outcome = await use();
  } finally {
    for (const release of releases.reverse()) {
      try {
        release();
      } catch (error) {
        outcome = { ...(outcome ?? outcomeOf(error, true)), unclean: true };
      }
    }
  }
  return outcome;
}
