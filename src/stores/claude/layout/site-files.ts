import { isObject, kindOf, lexemeOf } from '../../../codecs/json/value.ts';
import { wholeValue } from '../../../codecs/json/whole.ts';
import type { Part, Scope } from '../../kind.ts';
import { lastValue } from '../read/last-value.ts';

/** Days after which the program deletes a session when its settings name no other number. */
const KEPT_DAYS = 30;

/** Days that the program keeps a session for (`cleanupPeriodDays`). */
export function keptDays(shared: readonly Part[] = []): number {
  const settings = objectOf(shared.find(({ role }) => role === 'settings'));
  const days = lastValue(settings, 'cleanupPeriodDays');
  const number = days !== null && kindOf(days) === 'number' ? Number(lexemeOf(days)) : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : KEPT_DAYS;
}

const DAY = 86_400;

/** Days until the program deletes a file of this time (Unix seconds), which it keeps for so many; none or fewer for one that is due. */
export function daysLeft({ now }: Pick<Scope, 'now'>, kept: number, mtime: number): number {
  return Math.min(Math.ceil((mtime + kept * DAY - now) / DAY), Number.MAX_SAFE_INTEGER);
}

function objectOf(part: Part | undefined) {
  if (part?.bytes == null) return null;
  const value = wholeValue(part.bytes);
  return isObject(value) ? value : null;
}
