import { baseName } from '../../../model/path.ts';
import { FOLDER, FOREIGN, partAt } from '../../engine/layout.ts';
import type { EntryType, LoadMode, Place, Site } from '../../kind.ts';

export const STATE = 'session-state';
/** Convo's own, beside the program's. */
export const ARCHIVE = 'archive';
export const EVENTS = 'events.jsonl';
export const WORKSPACE = 'workspace.yaml';
const BACKUP = /^events\.jsonl\.backup-before-recovery-[0-9a-f]+$/;
const LOCK = /^inuse\.(\d+)\.lock$/;

/** The process that a file says has the session open; null for any other file. */
export function pidIn(name: string): number | null {
  const [, pid] = LOCK.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** The place of a path (docs/formats/copilot.md, "Files"). */
export function placeCopilot(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (site.shape === 'session') return inSession(baseName(site.root), names, type, '');
  const [first, id, ...rest] = names;
  if (first !== STATE && first !== ARCHIVE) return FOREIGN;
  if (id === undefined) return FOLDER;
  if (site.file !== null && site.file.split('/')[1] !== id) return FOREIGN;
  const archived = first === ARCHIVE ? 'archived-' : '';
  if (rest.length > 0) return inSession(id, rest, type, archived);
  // A name with a dot is no id: the program's locks are in such a folder.
  if (type === 'file' || type === 'other' || id.startsWith('.')) return FOREIGN;
  return { ...partAt('', id, `${archived}folder`, 'name'), inside: true } as Place;
}

/** Every file in a session's folder has a role, since it moves with it. */
function inSession(id: string, [name = '', ...rest]: readonly string[], type: EntryType, archived: string): Place {
  if (name === '.convo') return FOREIGN;
  if (type === 'folder') return { ...partAt('', id, `${archived}side`, 'name'), inside: true } as Place;
  const [role, load] = rest.length === 0 ? fileRole(name, type) : (['side', 'name'] as const);
  return partAt('', id, `${archived}${role}`, load);
}

function fileRole(name: string, type: EntryType): readonly [role: string, load: LoadMode] {
  if (name === EVENTS) return ['events', type === 'other' ? 'name' : 'lines'];
  if (name === WORKSPACE) return ['workspace', 'whole'];
  if (BACKUP.test(name)) return ['backup', 'lines'];
  return [pidIn(name) === null ? 'side' : 'lock', 'name'];
}
