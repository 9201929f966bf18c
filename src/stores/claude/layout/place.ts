import { isNameOfCopy, isUuid } from '../../../model/id-word.ts';
import { FOLDER, FOREIGN, partAt, sharedAt } from '../../engine/layout.ts';
import { HISTORY } from '../../engine/typed-prompts.ts';
import type { EntryType, Place, Site } from '../../kind.ts';
import { agentIdOf, sessionIdOf } from './names.ts';

/** Our own archive beside `projects`, where neither the reader nor the program's retention looks. */
export const ARCHIVE = 'archive';

/** The place of a path in a config folder (docs/formats/claude.md, "Files"). */
export function placeClaude(site: Site, path: string, type: EntryType): Place {
  const whole = anywhere(site, path, type);
  return site.file === null ? whole : forOne(site.file, whole);
}

/** When one file is asked for: its session, and its companions. */
function forOne(file: string, whole: Place): Place {
  if (whole.type !== 'part') return whole;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return whole.id === (sessionIdOf(name) ?? name) ? whole : FOREIGN;
}

const SITE_FILES: ReadonlyMap<string, Place> = new Map([
  ['settings.json', sharedAt(null, 'settings', 'whole')],
  [HISTORY, sharedAt(null, 'history', 'lines')],
]);

function anywhere(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  if (site.shape === 'folder') return inProject(names, type, '', '');
  const [first = '', folder = '', ...rest] = names;
  const own = SITE_FILES.get(first);
  if (own !== undefined) return names.length === 1 ? own : FOREIGN;
  if (first === 'sessions') return inSessions(names, type);
  if (first !== 'projects' && first !== ARCHIVE) return FOREIGN;
  const isArchive = first === ARCHIVE;
  if (names.length === 1) return isArchive ? FOLDER : { type: 'folder', follows: true };
  if (rest.length === 0) return projectFolder(site, folder, type, isArchive);
  return inProject(rest, type, folder, isArchive ? 'archived-' : '');
}

/** The program follows a project folder that is a link. */
function projectFolder({ scope }: Site, folder: string, type: EntryType, isArchive: boolean): Place {
  if ((scope !== null && folder !== scope) || type === 'file' || type === 'other') return FOREIGN;
  return isArchive ? { type: 'folder', scope: folder } : { type: 'folder', scope: folder, follows: true };
}

/** One file for each running program. */
function inSessions(names: readonly string[], type: EntryType): Place {
  if (names.length === 1) return type === 'folder' ? FOLDER : FOREIGN;
  return names.length === 2 && /^\d+\.json$/.test(names[1] ?? '') ? sharedAt(null, 'running', 'whole') : FOREIGN;
}

const PROGRAM_FILES = new Set(['.session-aliases']);

function inProject(names: readonly string[], type: EntryType, scope: string, archived: 'archived-' | ''): Place {
  const [first = '', ...rest] = names;
  if (PROGRAM_FILES.has(first) || first === '.convo') return FOREIGN;
  // A project's memory follows its sessions, and is not looked into.
  if (first === 'memory') return rest.length === 0 && archived === '' ? sharedAt(scope, 'memory', 'name') : FOREIGN;
  if (isUuid(first)) return inCompanions(first, rest, type, scope, archived);
  const id = rest.length === 0 ? sessionIdOf(first) : null;
  if (id !== null) return partAt(scope, id, `${archived}session`, type === 'file' ? 'lines' : 'name');
  return archived === '' ? besideSessions(names, type, scope) : archivedCopy(names, type, scope);
}

function archivedCopy([first = '', ...rest]: readonly string[], type: EntryType, scope: string): Place {
  const isCopy = rest.length === 0 && type !== 'folder' && isNameOfCopy(first) && isLikeSession(first);
  return isCopy ? partAt(scope, first, 'archived-misnamed', 'lines') : FOREIGN;
}

function besideSessions([first = '', ...rest]: readonly string[], type: EntryType, scope: string): Place {
  if (type === 'folder') return rest.length === 0 && isProjectName(first) ? FOLDER : FOREIGN;
  if (rest.length > 0) return isProjectName(first) ? nested(rest, scope) : FOREIGN;
  if (first === 'sessions-index.json') return sharedAt(scope, 'index', 'whole');
  return isLikeSession(first) ? partAt(scope, first, 'misnamed', 'lines') : FOREIGN;
}

/** A name that a session may have had before it was renamed or copied by hand; a 2.0 program kept subagents beside sessions. */
function isLikeSession(name: string): boolean {
  if (agentIdOf(name) !== null) return false;
  return name.includes('.jsonl') || (name.endsWith('.json') && isUuid(name.slice(0, -'.json'.length)));
}

/** A folder named for an absolute path, of Windows too. */
function isProjectName(name: string): boolean {
  return /^(?:-|[A-Za-z]--)/.test(name);
}

function nested([name = '', ...rest]: readonly string[], scope: string): Place {
  const id = rest.length === 0 ? sessionIdOf(name) : null;
  return id === null ? FOREIGN : partAt(scope, id, 'nested', 'lines');
}

function inCompanions(
  id: string,
  rest: readonly string[],
  type: EntryType,
  scope: string,
  archived: 'archived-' | '',
): Place {
  if (rest.length === 0) return { type: 'part', scope, id, role: `${archived}companions`, load: 'name', inside: true };
  if (type === 'folder') return FOLDER;
  const name = rest.at(-1) ?? '';
  if (rest[0] === 'tool-results') return partAt(scope, id, `${archived}companion`, type === 'file' ? 'lines' : 'name');
  if (rest[0] !== 'subagents' || rest.length === 1) return partAt(scope, id, `${archived}companion`, 'name');
  if (agentIdOf(name) !== null) return partAt(scope, id, `${archived}agent`, 'lines');
  return partAt(scope, id, `${archived}companion`, name.endsWith('.meta.json') ? 'whole' : 'name');
}
