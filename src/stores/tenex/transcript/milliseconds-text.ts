import type { Value } from '../../../codecs/json/value.ts';
import { numberAt } from '../read/members.ts';

/** The farthest time that a date holds. */
const FARTHEST = 8.64e15;

/** A member that counts milliseconds as a date and time; empty for what is none. */
export function millisecondsText(object: Value, key: string): string {
  const time = numberAt(object, key);
  if (time === null || Math.abs(time) > FARTHEST) return '';
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
