import { addTo } from '../../../model/collections.ts';
import { isUnreadable } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { sessionIdOf } from '../layout/layout.ts';
import { continuedIn, holdsTalk } from './continued.ts';
import type { ListedFile } from './listed-file.ts';
import { lastBytes } from './windows.ts';

/** Where the session is that goes on with another: held with something said, a stub, not in the folder, or in the archive. */
export type Succession = 'held' | 'stub' | 'missing' | 'archived';

/** The picker lists the successor instead, if it is in the folder and something was said in it. */
export function successionOf(
  { sourceAt, exists, site, name }: Scope,
  { part, continuedIn }: Pick<ListedFile, 'part' | 'continuedIn'>,
): Succession | null {
  const next = continuedIn();
  if (next === null || sourceAt === undefined) return null;
  if (sessionIdOf(`${next}.jsonl`) === null) return 'missing';
  const source = sourceAt(`${folderOf(part.path)}${next}.jsonl`);
  if (source !== null) return ofOther(() => holdsTalk(source), true) ? 'held' : 'stub';
  return exists?.(`${site.root}/archive/${name}/${next}.jsonl`) === true ? 'archived' : 'missing';
}

/** Answers the ids of the sessions that go on in one of the same folder. Reads the last 64 KiB of each session once. */
export function predecessorsIn(scope: Scope): (id: string, path: string) => readonly string[] {
  const known = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (id, path) => {
    const folder = folderOf(path);
    const successors = known.get(folder) ?? successorsIn(scope, folder);
    known.set(folder, successors);
    return successors.get(id) ?? [];
  };
}

function successorsIn({ units = new Map(), sourceAt }: Scope, folder: string): Map<string, string[]> {
  const successors = new Map<string, string[]>();
  for (const [id, parts] of units) {
    const path = `${folder}${id}.jsonl`;
    const source = parts.some((part) => part.path === path) ? (sourceAt?.(path) ?? null) : null;
    const next = source === null ? null : ofOther(() => continuedIn(lastBytes(source)), null);
    if (next !== null && next !== id) addTo(successors, next, id);
  }
  return successors;
}

function ofOther<T>(read: () => T, moving: T): T {
  try {
    return read();
  } catch (error) {
    if (isUnreadable(error)) return moving;
    throw error;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
