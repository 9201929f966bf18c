import { createHash } from 'node:crypto';
import type { Print } from '../../../model/plan.ts';
import type { Part, Unit } from '../../kind.ts';
import { baseName, folderOf } from '../../path.ts';

/** The folder of an index entry. */
export interface EntryFolder {
  readonly path: string;
  readonly print: Print;
  /** True when it holds something that is neither file nor folder. */
  readonly odd: boolean;
}

/** The index entry of a unit, or the one kept beside its archived conversation; null when there is none. */
export function entryFolder({ parts }: Unit, which: '' | 'archived-'): EntryFolder | null {
  const inside = parts.filter(({ role }) => role.startsWith(`${which}index-`));
  const [first] = inside;
  if (first === undefined) return null;
  const odd = inside.some(({ type }) => type !== 'file' && type !== 'folder');
  return { path: folderOf(first.path), print: folderPrint(inside), odd };
}

/** The print of a folder from the prints of all that is in it; the same that model/plan means by it. */
export function folderPrint(parts: readonly Pick<Part, 'path' | 'type' | 'print'>[]): Print {
  const entries = parts.map((part) => ({ name: Buffer.from(baseName(part.path)), part }));
  const hash = createHash('sha256');
  for (const { name, part } of entries.sort((a, b) => Buffer.compare(a.name, b.name)))
    hash.update(name).update('\0').update(part.type).update('\0').update(part.print()).update('\0');
  return hash.digest('hex');
}
