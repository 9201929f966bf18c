import type { Finding } from '../../../model/finding.ts';
import type { Part, Unit } from '../../kind.ts';
import { LOCK_STALE_AFTER } from '../layout/layout.ts';

/** Temporary files and locks that fnord left beside a conversation; `now` in whole Unix seconds. */
export function* leftoverFindings({ id, parts }: Unit, now: number): Generator<Finding> {
  const kept = parts.some(({ role }) => role === 'conversation' || role === 'archived');
  for (const part of parts) {
    const found = leftover(part, kept, now);
    if (found !== null) yield { ...found, id, path: part.path, at: null, offset: null, owner: 'reads' };
  }
}

function leftover({ role, mtime, size }: Part, kept: boolean, now: number): Pick<Finding, 'code' | 'detail'> | null {
  if (role === 'temporary' && kept) return { code: 'FN401', detail: `was left behind by a save, ${size} bytes` };
  if (role === 'temporary')
    return { code: 'FN402', detail: `is a temporary file without its conversation, ${size} bytes` };
  if (role === 'lock-rest') return { code: 'FN404', detail: 'is the rest of a lock' };
  const age = now - mtime;
  // A younger lock is held: fnord is at work right now.
  if (role === 'lock' && age > LOCK_STALE_AFTER) return { code: 'FN403', detail: `is a lock of ${age} seconds ago` };
  return null;
}
