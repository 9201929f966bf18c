import { sep } from 'node:path';
import type { EntryType } from '../../model/place.ts';
import { codeOf } from '../disk/error-code.ts';
import type { ReadDisk } from '../disk.ts';
import { readingWords } from './read-finding.ts';

/** Where a link leads: `nowhere` also for one that leads in a circle, `closed` where the way may not be gone. */
export type Target =
  | { readonly leads: 'inside' | 'outside'; readonly type: EntryType; readonly real: string }
  | { readonly leads: 'nowhere' }
  | { readonly leads: 'closed'; readonly reason: string };

/** Follows a link to its end, and tells whether that lies in the folder `top`, which is given without links. */
export function linkTarget(disk: ReadDisk, path: string, top: string): Target {
  try {
    const real = disk.realpath(path);
    const inside = real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
    return { leads: inside ? 'inside' : 'outside', type: disk.stat(real).type, real };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return { leads: 'nowhere' };
    return { leads: 'closed', reason: readingWords(error) };
  }
}
