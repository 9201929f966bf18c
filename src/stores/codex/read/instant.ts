import { member } from '../../../codecs/json/value.ts';
import { fieldText } from './meta.ts';
import type { Entry } from './record.ts';
import { integer } from './shape.ts';

/** Has an item of a paginated thread a time, its own or that of its line: one without is not shown. */
export function hasTime({ value, payload }: Pick<Entry, 'value' | 'payload'>): boolean {
  return integer(member(payload, 'started_at_ms')) || isInstant(fieldText(value, 'timestamp') ?? '');
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\u2212-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Is a text a time as the program takes it (RFC 3339). */
function isInstant(text: string): boolean {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return false;
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
