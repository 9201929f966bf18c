import type { Refusal } from '../../decided.ts';
import type { Opened } from '../opened.ts';

/** Why a file can be neither moved nor copied as it lies; null when it can. */
export function refuseFile({ part }: Opened): Refusal | null {
  if (part.type === 'link')
    return { codes: ['TX408'], reason: 'is a link, and nothing is changed through a link', unsafe: true };
  if (part.type !== 'file') return { codes: ['TX405'], reason: 'is no file' };
  return part.bytes === null ? { codes: [], reason: 'cannot be read' } : null;
}
