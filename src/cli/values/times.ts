import { activeTime, isQuietSince, type View } from '../../model/conversation.ts';
import { isInRange, isUnlimited, type TimeRange } from '../../model/search.ts';
import { flag, type Values } from '../flag.ts';
import { moment, spanAt } from './moment.ts';

export const OLDER_THAN = 'only conversations in which nothing was said since then: 90d, 12h, 2026-01-31';

/** The flags of reading commands that choose by a time. `since` says which time. */
export function timeFlags(since: string) {
  return {
    since: flag('--since <time>', `${since}: 3d, 2w, yesterday, 2026-01-31 or ISO (UTC)`, moment),
    until: flag('--until <time>', 'only up to then, it included', moment),
    olderThan: flag('--older-than <time>', OLDER_THAN, moment),
  } as const;
}

export type TimeFlags = Values<ReturnType<typeof timeFlags>>;

export function rangeAt({ since, until }: Partial<TimeFlags>, now: number): TimeRange {
  return {
    since: since === undefined ? null : spanAt(since, now).from,
    until: until === undefined ? null : spanAt(until, now).to,
  };
}

/** Whether a conversation is in a time, by when something was said in it last. `now` in Unix seconds; null for any time. */
export function timeTest(
  { since, until, olderThan }: Partial<TimeFlags>,
  now: number,
): ((view: View) => boolean) | null {
  const tests: ((view: View) => boolean)[] = [];
  const range = rangeAt({ since, until }, now);
  if (!isUnlimited(range))
    tests.push((view) => {
      const time = activeTime(view);
      return time !== null && isInRange(time, range);
    });
  const then = olderThan === undefined ? null : spanAt(olderThan, now).from;
  if (then !== null) tests.push((view) => isQuietSince(view, then));
  return tests.length === 0 ? null : (view) => tests.every((test) => test(view));
}
