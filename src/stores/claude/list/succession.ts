import { Moved } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';
import { sessionIdOf } from '../layout/names.ts';
import type { SessionFile } from '../read/session-file.ts';
import { continuedIn, holdsTalk } from './continued.ts';
import { lastWindow } from './windows.ts';

/** Where the session is that goes on with another: held with something said, a stub, not in the folder, or in the archive. */
export type Succession = 'held' | 'stub' | 'missing' | 'archived';

/** The picker lists the successor in place of a session, if it is in the folder and something was said in it. */
export function successionOf(
  { sourceAt, exists, site, name }: Scope,
  { part, continuedIn }: SessionFile,
): Succession | null {
  const next = continuedIn();
  if (next === null || sourceAt === undefined) return null;
  if (sessionIdOf(`${next}.jsonl`) === null) return 'missing';
  const source = sourceAt(`${folderOf(part.path)}${next}.jsonl`);
  if (source !== null) return ofOther(() => holdsTalk(source), true) ? 'held' : 'stub';
  return exists?.(`${site.root}/archive/${name}/${next}.jsonl`) === true ? 'archived' : 'missing';
}

/** Ids of the sessions of its folder that go on in this one. Reads the last 64 KiB of each. */
export function predecessorsOf({ units, sourceAt }: Scope, id: string, path: string): string[] {
  const folder = folderOf(path);
  return [...(units ?? [])].flatMap(([other, parts]) => {
    const own = `${folder}${other}.jsonl`;
    if (other === id || !parts.some((part) => part.path === own)) return [];
    const source = sourceAt?.(own) ?? null;
    if (source === null) return [];
    const next = ofOther(() => continuedIn(lastWindow(source)), null);
    return next === id ? [other] : [];
  });
}

/** Reads another session; one that is being written meanwhile answers `moving`. */
function ofOther<T>(read: () => T, moving: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Moved) return moving;
    throw error;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
