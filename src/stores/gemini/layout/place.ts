import { isUuid } from '../../../model/id-word.ts';
import { baseName } from '../../../model/path.ts';
import { checkpointPlace, FOLDER, FOREIGN, partAt, sharedAt } from '../../engine/layout.ts';
import type { EntryType, Place, Site } from '../../kind.ts';
import { sessionNameOf, stemOf } from './names.ts';

export const TMP = 'tmp';
export const HISTORY = 'history';
export const CHATS = 'chats';
/** Convo's archive, with a folder per project. */
export const ARCHIVE = 'archive';
export const REGISTRY = 'projects.json';
/** The role of a subagent's transcript. */
export const AGENT = 'agent';
/** Names the folder of a project. */
export const MARK = '.project_root';

/** See docs/formats/gemini.md, "Files". */
export function placeGemini(site: Site, path: string, type: EntryType): Place {
  const place = site.shape === 'folder' ? inFolder(path, type) : inHome(path, type);
  if (site.file === null || place.type !== 'part') return place;
  return place.id === idOf(baseName(site.file)) ? place : FOREIGN;
}

function inHome(path: string, type: EntryType): Place {
  const [first = '', slug, ...rest] = path.split('/');
  if (slug === undefined) return atTop(first);
  if (first === TMP) return inProject(slug, rest, type);
  if (first === ARCHIVE) return rest.length === 0 ? folderOf(slug, type) : fileOf(slug, rest, type, 'archived');
  if (first !== HISTORY) return FOREIGN;
  if (rest.length === 0) return folderOf(slug, type);
  return rest.join('/') === MARK ? sharedAt(slug, 'history-mark', 'whole') : FOREIGN;
}

function atTop(name: string): Place {
  if (name === TMP || name === ARCHIVE || name === HISTORY) return FOLDER;
  if (name === REGISTRY) return sharedAt(null, 'registry', 'whole');
  return name === 'settings.json' ? sharedAt(null, 'settings', 'whole') : FOREIGN;
}

function inProject(slug: string, rest: readonly string[], type: EntryType): Place {
  const [first, ...below] = rest;
  if (first === undefined) return folderOf(slug, type);
  if (first === MARK && below.length === 0) return sharedAt(slug, 'mark', 'whole');
  if (first !== CHATS) return checkpointPlace(slug, rest, type) ?? FOREIGN;
  return below.length === 0 ? folderOf(slug, type) : fileOf(slug, below, type, 'session');
}

function folderOf(slug: string, type: EntryType): Place {
  return type === 'folder' ? { type: 'folder', scope: slug } : FOREIGN;
}

/** Sessions copied out of their home. */
function inFolder(path: string, type: EntryType): Place {
  return fileOf('', path.split('/'), type, 'session');
}

function fileOf(scope: string, [name = '', ...below]: readonly string[], type: EntryType, role: string): Place {
  if (isUuid(name) && below.length < 2) return ofAgents(scope, name, below[0], type);
  const isNamed = sessionNameOf(name) !== null || (isUuid(stemOf(name)) && /\.jsonl?$/.test(name));
  if (below.length > 0 || !isNamed || type === 'folder') return FOREIGN;
  const load = type === 'other' ? 'name' : name.endsWith('.json') ? 'whole' : 'lines';
  return partAt(scope, idOf(name), name.endsWith('.json') ? `${role}-json` : role, load);
}

/** In a folder of the whole id: transcripts of the subagents of a session. */
function ofAgents(scope: string, session: string, name: string | undefined, type: EntryType): Place {
  if (name === undefined) return folderOf(scope, type);
  if (type === 'folder' || !name.endsWith('.jsonl')) return FOREIGN;
  return partAt(scope, session.slice(0, 8).toLowerCase(), AGENT, type === 'other' ? 'name' : 'lines');
}

/** Files of the same eight characters are one to the program: it deletes them together. */
function idOf(name: string): string {
  return sessionNameOf(name)?.short ?? stemOf(name);
}
