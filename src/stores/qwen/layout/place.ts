import { baseName } from '../../../model/path.ts';
import { checkpointPlace, FOLDER, FOREIGN, partAt, sharedAt } from '../../engine/layout.ts';
import type { EntryType, Part, Place, Site } from '../../kind.ts';
import { isSessionName, sideNameOf, stemOf } from './names.ts';

export const PROJECTS = 'projects';
export const CHATS = 'chats';
/** A folder for each project, by a hash: logs and checkpoints. */
export const TMP = 'tmp';
const SUBAGENTS = 'subagents';
/** Roles of a subagent's transcript and of the file beside it. */
export const AGENT = 'agent';
const AGENT_SIDE = 'agent-side';
/** In `chats`: the program's own, and convo's. */
export const ARCHIVE = 'archive';

/** The place of a path in a home (docs/formats/qwen.md, "Files"). */
export function placeQwen(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  const place = site.shape === 'folder' ? inChats('', names, type) : inHome(names, type);
  if (site.file === null || place.type !== 'part') return place;
  return place.id === idOf(baseName(site.file)) ? place : FOREIGN;
}

function inHome([first, project, chats, ...rest]: readonly string[], type: EntryType): Place {
  if (first === 'sessions' && chats === undefined) return inSessions(project);
  if (first === TMP) return ofHash(project, [chats, ...rest], type);
  if (first !== PROJECTS) return FOREIGN;
  if (project === undefined) return FOLDER;
  if (chats === undefined) return type === 'folder' ? { type: 'folder', scope: project } : FOREIGN;
  if (chats === SUBAGENTS) return ofAgents(project, rest, type);
  if (chats !== CHATS) return FOREIGN;
  return rest.length === 0 ? { type: 'folder', scope: project } : inChats(project, rest, type);
}

/** In a folder that is named by a hash of the project's. */
function ofHash(hash: string | undefined, [name, ...below]: readonly (string | undefined)[], type: EntryType): Place {
  if (hash === undefined || name === undefined) return type === 'folder' ? FOLDER : FOREIGN;
  return checkpointPlace(hash, [name, ...below.flatMap((each) => each ?? [])], type) ?? FOREIGN;
}

/** In a folder for each session: transcripts of its subagents, and a file beside each. */
function ofAgents(scope: string, [session, name, ...below]: readonly string[], type: EntryType): Place {
  if (name === undefined) return type === 'folder' ? { type: 'folder', scope } : FOREIGN;
  if (session === undefined || below.length > 0 || type === 'folder') return FOREIGN;
  if (name.endsWith('.meta.json')) return partAt(scope, session, AGENT_SIDE, 'name');
  return name.endsWith('.jsonl') ? partAt(scope, session, AGENT, type === 'other' ? 'name' : 'lines') : FOREIGN;
}

export function isOfAgent({ role }: Pick<Part, 'role'>): boolean {
  return role === AGENT || role === AGENT_SIDE;
}

/** A file for each running program. */
function inSessions(name: string | undefined): Place {
  if (name === undefined) return FOLDER;
  return /^\d+\.json$/.test(name) ? sharedAt(null, 'running', 'whole') : FOREIGN;
}

function inChats(scope: string, [first = '', ...rest]: readonly string[], type: EntryType): Place {
  if (first === ARCHIVE) {
    if (rest.length === 0) return type === 'folder' ? { type: 'folder', scope } : FOREIGN;
    return rest.length === 1 ? fileAt(scope, rest[0] ?? '', type, 'archived-') : FOREIGN;
  }
  return rest.length === 0 ? fileAt(scope, first, type, '') : FOREIGN;
}

function fileAt(scope: string, name: string, type: EntryType, archived: 'archived-' | ''): Place {
  if (type === 'folder') return FOREIGN;
  const side = sideNameOf(name);
  if (side?.ending === 'runtime.json') return partAt(scope, side.id, `${archived}runtime`, 'whole');
  if (side !== null) return partAt(scope, side.id, `${archived}side`, 'name');
  if (!name.endsWith('.jsonl')) return FOREIGN;
  const role = isSessionName(name) ? `${archived}session` : 'misnamed';
  return partAt(scope, idOf(name), role, type === 'other' ? 'name' : 'lines');
}

function idOf(name: string): string {
  return sideNameOf(name)?.id ?? stemOf(name);
}
