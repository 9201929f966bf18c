import { activeTime, isQuietSince, type TimedFile, type View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { isInRange, isUnlimited, type TimeRange } from '../../model/search.ts';
import type { DayOf } from '../../model/time.ts';
import type { DayRange } from '../../ops/stats.ts';
import { isoText } from '../../report/time.ts';
import { flag, type Values } from '../flag.ts';
import { dayOfMoment, moment, spanAt } from './moment.ts';

export const OLDER_THAN = 'only conversations in which nothing was said since then: 90d, 12h, 2026-01-31';

/** Flags of reading commands that select by time. `since`: words on that time; `zone`: words on the zone of days. */
export function timeFlags(since: string, zone = ' (UTC)') {
  return {
    since: flag('--since <time>', `${since}: 3d, 2w, yesterday, 2026-01-31 or ISO${zone}`, moment),
    until: flag('--until <time>', 'only up to then, it included', moment),
    olderThan: flag('--older-than <time>', OLDER_THAN, moment),
  } as const;
}

/** Meaning of the flags for a verb that takes whole conversations. */
export const LISTED_IN_TIME = 'only conversations that `list` has with it';

export type TimeFlags = Values<ReturnType<typeof timeFlags>>;

/** Throws Failure `usage` for a time that ends before it begins. */
export function rangeAt({ since, until, olderThan }: Partial<TimeFlags>, now: number): TimeRange {
  const from = since === undefined ? null : spanAt(since, now).from;
  const to = until === undefined ? null : spanAt(until, now).to;
  const quietSince = olderThan === undefined ? null : spanAt(olderThan, now).from;
  if (from !== null && to !== null && to < from) throw endsBefore('--until');
  if (from !== null && quietSince !== null && quietSince < from) throw endsBefore('--older-than');
  return { since: from, until: to };
}

/** The range in whole days of a zone. Throws Failure `usage` for a time that ends before it begins. */
export function daysAt(times: Partial<TimeFlags>, now: number, dayOf: DayOf): DayRange {
  rangeAt(times, now);
  const { since, until } = times;
  return {
    since: since === undefined ? null : dayOfMoment(since, 'from', now, dayOf),
    until: until === undefined ? null : dayOfMoment(until, 'to', now, dayOf),
  };
}

/** Unquoted words for the range. */
export function rangeWords({ since, until }: TimeRange): string[] {
  const ends = [['--since', since] as const, ['--until', until] as const];
  return ends.flatMap(([name, time]) => (time === null ? [] : [name, isoText(time) ?? '']));
}

function endsBefore(flagName: string): Failure {
  return new Failure('usage', `${flagName} is before --since: no time is between them`);
}

/** Returns a test for conversations by the time of their last message. `now` in Unix seconds; null for any time. */
export function timeTest(times: Partial<TimeFlags>, now: number): ((view: View) => boolean) | null {
  const tests: ((view: View) => boolean)[] = [];
  const range = rangeAt(times, now);
  if (!isUnlimited(range))
    tests.push((view) => {
      const time = activeTime(view);
      return time !== null && isInRange(time, range);
    });
  const isQuiet = quietTest(times, now);
  if (isQuiet !== undefined) tests.push((view) => isQuiet([view]));
  return tests.length === 0 ? null : (view) => tests.every((test) => test(view));
}

/** Returns a test for files of one id without later messages, as for `archive` and `delete`; undefined for any. */
export function quietTest(
  { olderThan }: Partial<TimeFlags>,
  now: number,
): ((files: readonly TimedFile[]) => boolean) | undefined {
  if (olderThan === undefined) return undefined;
  const quietSince = spanAt(olderThan, now).from;
  return (files) => files.every((file) => isQuietSince(file, quietSince));
}
