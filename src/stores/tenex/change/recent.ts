import type { Ask } from '../../kind.ts';
import type { Owed } from './owed.ts';

/** Seconds within which a save makes it likely that TENEX still holds the conversation. */
const RECENT = 300;

/** A warning when some of these were saved a moment ago: a TENEX that runs would undo the change with its next save. */
export function recentNotes(decided: readonly Pick<Owed, 'savedAt'>[], { now }: Pick<Ask, 'now'>): string[] {
  const count = decided.filter(({ savedAt }) => savedAt !== null && now - savedAt <= RECENT).length;
  if (count === 0) return [];
  const some = count === 1 ? 'one of these was' : `${count} of these were`;
  const who = decided.length === 1 ? 'was' : some;
  return [
    `${who} saved within the last ${RECENT / 60} minutes: a TENEX that still runs overwrites this with its next save`,
  ];
}
