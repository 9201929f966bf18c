import { baseName } from '../../../model/path.ts';
import { FOLDER, FOREIGN, partAt } from '../../engine/layout.ts';
import type { EntryType, Place, Site } from '../../kind.ts';
import { idInName, rolloutNameOf } from './names.ts';

export const SESSIONS = 'sessions';
export const ARCHIVED_SESSIONS = 'archived_sessions';
/** Names of threads, appended line by line. */
export const INDEX = 'session_index.jsonl';
export const LOCKS = 'thread-writer-locks';

/** The place of a path of a home (docs/formats/codex.md, "Files"). */
export function placeCodex(site: Site, path: string, type: EntryType): Place {
  const place = site.shape === 'folder' ? inFolder(path, type) : inHome(path, type);
  if (site.file === null || place.type !== 'part') return place;
  return place.id === idOf(baseName(site.file)) ? place : FOREIGN;
}

function inHome(path: string, type: EntryType): Place {
  const [first = '', ...rest] = path.split('/');
  if (first === INDEX) return rest.length === 0 ? { type: 'shared', scope: '', role: 'index', load: 'whole' } : FOREIGN;
  if (first !== SESSIONS && first !== ARCHIVED_SESSIONS) return FOREIGN;
  if (type === 'folder') return rest.length > 8 ? FOREIGN : FOLDER;
  return rest.length === 0 ? FOREIGN : rollout(path, type, first === ARCHIVED_SESSIONS ? 'archived' : 'rollout');
}

function inFolder(path: string, type: EntryType): Place {
  return type === 'folder' || path.includes('/') ? FOREIGN : rollout(path, type, 'rollout');
}

function rollout(path: string, type: EntryType, role: 'rollout' | 'archived'): Place {
  const name = baseName(path);
  const id = idOf(name);
  if (name.endsWith('.jsonl.zst')) return partAt('', id, `${role}-zst`, type === 'other' ? 'name' : 'whole');
  if (name.endsWith('.jsonl')) return partAt('', id, role, type === 'other' ? 'name' : 'lines');
  // The TypeScript program of spring 2025 wrote one document a session.
  return /^rollout-.*\.json$/.test(name) ? partAt('', id, 'document', 'name') : FOREIGN;
}

function idOf(name: string): string {
  return rolloutNameOf(name)?.thread ?? idInName(name) ?? name;
}
