import { baseName } from '../../../model/path.ts';
import { FOLDER, FOREIGN, partAt } from '../../engine/layout.ts';
import type { EntryType, Place, Site } from '../../kind.ts';
import { namedIn } from './names.ts';

export const SESSIONS = 'sessions';
/** Convo's own, beside the program's. */
export const ARCHIVE = 'archive';

/** The role of a path for Pi (docs/formats/pi.md, "Files"). */
export function placePi(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  const place = site.shape === 'home' ? inHome(names, type) : inFolder('', names, type);
  if (site.file === null || place.type !== 'part') return place;
  return place.id === idOf(baseName(site.file)) ? place : FOREIGN;
}

function inHome([first, project, ...rest]: readonly string[], type: EntryType): Place {
  if (first !== SESSIONS && first !== ARCHIVE) return FOREIGN;
  if (project === undefined) return FOLDER;
  // A setting may name `sessions` itself: then there are no project folders in it.
  if (rest.length === 0)
    return type === 'folder' ? { type: 'folder', scope: project } : fileAt('', project, type, first === ARCHIVE);
  return rest.length === 1 ? fileAt(project, rest[0] ?? '', type, first === ARCHIVE) : FOREIGN;
}

function inFolder(scope: string, [first = '', ...rest]: readonly string[], type: EntryType): Place {
  if (rest.length === 0 && first === ARCHIVE && type === 'folder') return { type: 'folder', scope };
  if (rest.length === 0) return fileAt(scope, first, type, false);
  return first === ARCHIVE && rest.length === 1 ? fileAt(scope, rest[0] ?? '', type, true) : FOREIGN;
}

function fileAt(scope: string, name: string, type: EntryType, isArchived: boolean): Place {
  if (type === 'folder' || !name.endsWith('.jsonl')) return FOREIGN;
  return partAt(scope, idOf(name), isArchived ? 'archived-session' : 'session', type === 'other' ? 'name' : 'lines');
}

function idOf(name: string): string {
  return namedIn(name)?.id ?? name.replace(/\.jsonl$/, '');
}
