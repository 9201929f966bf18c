import { wholeValue } from '../../../codecs/json/scan.ts';
import { isObject, lexemeOf, typeOf } from '../../../codecs/json/value.ts';
import { isNameOfCopy, isUuid } from '../../../model/ids.ts';
import type { EntryType, Part, Place } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { FOLDER, FOREIGN, mayHaveAnyName, ownHome, partAt, sharedAt, sitesOf } from '../../engine/layout.ts';
import { HISTORY } from '../../engine/prompts/typed-prompts.ts';
import { lastValue } from '../../engine/text-at.ts';
import type { CandidatePath, HostEnvironment, Scope, Site } from '../../kind.ts';
import { isOfQwen, ownerOfProjects } from '../../projects.ts';

/** Name of a session's file: a UUID in any case; a line end may follow it, because the program's pattern allows one before its `$`. */
const SESSION = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\n?\.jsonl$/i;

export function sessionIdOf(name: string): string | null {
  return SESSION.test(name) ? name.slice(0, -'.jsonl'.length) : null;
}

export function agentIdOf(name: string): string | null {
  return /^agent-(.*)\.jsonl$/s.exec(name)?.[1] ?? null;
}

const MAX_FOLDER_CODE_POINTS = 200;

/** The project folder under `projects` of a working directory; `path` is absolute, without links, in NFC. */
export function folderName(path: string): string {
  const name = sanitised(path);
  return name.length <= MAX_FOLDER_CODE_POINTS ? name : `${name.slice(0, MAX_FOLDER_CODE_POINTS)}-${hash(path)}`;
}

/**
 * The existing folder that the reader takes for a working directory: the exact name, else, for a cut name, the first with an equal
 * beginning, since the program hashes otherwise. Null for none.
 */
export function findFolder(path: string, folders: readonly string[]): string | null {
  const name = folderName(path);
  if (folders.includes(name)) return name;
  if (sanitised(path).length <= MAX_FOLDER_CODE_POINTS) return null;
  return folders.find((each) => each.startsWith(`${name.slice(0, MAX_FOLDER_CODE_POINTS)}-`)) ?? null;
}

/** One hyphen for each code point that is not an ASCII letter or digit. */
function sanitised(path: string): string {
  return path.replace(/[^A-Za-z0-9]/gu, '-');
}

function hash(path: string): string {
  let sum = 0;
  for (const character of path) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return Math.abs(sum).toString(36);
}

/** convo's archive beside `projects`, where neither the reader nor the program's retention looks. */
export const ARCHIVE = 'archive';

/** The place of a path in a config folder (docs/formats/claude.md, "Files"). */
export function placeClaude(site: Site, path: string, type: EntryType): Place {
  const place = placeAnywhere(site, path, type);
  return site.file === null ? place : forOne(site.file, place);
}

/** For a single requested file: only its session and companions. */
function forOne(file: string, place: Place): Place {
  if (place.type !== 'part') return place;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return place.id === (sessionIdOf(name) ?? name) ? place : FOREIGN;
}

const SITE_FILES: ReadonlyMap<string, Place> = new Map([
  ['settings.json', sharedAt(null, 'settings', 'whole')],
  [HISTORY, sharedAt(null, 'history', 'lines')],
]);

function placeAnywhere(site: Site, path: string, type: EntryType): Place {
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

/** Place of a project folder, which may be a link: the program follows it. */
function projectFolder({ scope }: Site, folder: string, type: EntryType, isArchive: boolean): Place {
  if ((scope !== null && folder !== scope) || type === 'file' || type === 'other') return FOREIGN;
  return isArchive ? { type: 'folder', scope: folder } : { type: 'folder', scope: folder, follows: true };
}

function inSessions(names: readonly string[], type: EntryType): Place {
  if (names.length === 1) return type === 'folder' ? FOLDER : FOREIGN;
  return names.length === 2 && /^\d+\.json$/.test(names[1] ?? '') ? sharedAt(null, 'running', 'whole') : FOREIGN;
}

const PROGRAM_FILES = new Set(['.session-aliases']);

function inProject(names: readonly string[], type: EntryType, scope: string, archived: 'archived-' | ''): Place {
  const [first = '', ...rest] = names;
  if (PROGRAM_FILES.has(first) || first === '.convo') return FOREIGN;
  // A project's memory moves with its sessions; convo does not read it.
  if (first === 'memory') return rest.length === 0 && archived === '' ? sharedAt(scope, 'memory', 'name') : FOREIGN;
  if (isUuid(first)) return inCompanions(first, rest, type, scope, archived);
  const id = rest.length === 0 ? sessionIdOf(first) : null;
  if (id !== null) return partAt(scope, id, `${archived}session`, type === 'file' ? 'lines' : 'name');
  return archived === '' ? otherPlace(names, type, scope) : archivedCopy(names, type, scope);
}

function archivedCopy([first = '', ...rest]: readonly string[], type: EntryType, scope: string): Place {
  const isCopy = rest.length === 0 && type !== 'folder' && isNameOfCopy(first) && isLikeSession(first);
  return isCopy ? partAt(scope, first, 'archived-misnamed', 'lines') : FOREIGN;
}

function otherPlace([first = '', ...rest]: readonly string[], type: EntryType, scope: string): Place {
  if (type === 'folder') return rest.length === 0 && isProjectName(first) ? FOLDER : FOREIGN;
  if (rest.length > 0) return isProjectName(first) ? placeNested(rest, scope) : FOREIGN;
  if (first === 'sessions-index.json') return sharedAt(scope, 'index', 'whole');
  return isLikeSession(first) ? partAt(scope, first, 'misnamed', 'lines') : FOREIGN;
}

/** True for a name that a renamed or copied session may have. Version 2.0 kept subagents beside sessions; these are no sessions. */
function isLikeSession(name: string): boolean {
  if (agentIdOf(name) !== null) return false;
  return name.includes('.jsonl') || (name.endsWith('.json') && isUuid(name.slice(0, -'.json'.length)));
}

/** True for the name of a project folder: an absolute path, of Windows too. */
function isProjectName(name: string): boolean {
  return /^(?:-|[A-Za-z]--)/.test(name);
}

function placeNested([name = '', ...rest]: readonly string[], scope: string): Place {
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

export function claudeHomes(around: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  return ownHome(around, 'CLAUDE_CONFIG_DIR', '.claude');
}

export function claudeSettings({ home }: Pick<HostEnvironment, 'home'>): string[] {
  return home === null ? [] : ['.claude.json', '.claude.json.backup'].map((name) => `${home}/${name}`);
}

/** The site that a path belongs to, known from names and a file's first bytes; null for any other path. */
export function recogniseClaude(candidate: CandidatePath): Site | null {
  const { path, type, names } = candidate;
  if (isOfQwen(candidate)) return null;
  if (type === 'folder' && isHome(candidate, path, names)) return site(path, 'home');
  return inHome(candidate) ?? (type === 'folder' ? bareFolder(candidate) : loneFile(candidate));
}

const site = sitesOf('claude');

function isHome(candidate: CandidatePath, path: string, names: readonly string[]): boolean {
  if (names.includes('projects')) return ownerOfProjects(candidate, path) === 'claude';
  return baseName(path) === '.claude' && !names.includes('conversations');
}

/** The site of a path below `projects` in a config folder, or below convo's archive beside it. */
function inHome(candidate: CandidatePath): Site | null {
  const { path, type, above } = candidate;
  for (const folder of [path, ...above.map((each) => each.path)]) {
    const home = folderOf(folder);
    const names = above.find((each) => each.path === home)?.names ?? [];
    if (!['projects', 'archive'].includes(baseName(folder)) || !isHome(candidate, home, names)) continue;
    const [scope = null, ...rest] = path
      .slice(folder.length + 1)
      .split('/')
      .filter((name) => name !== '');
    if (type === 'file' && (rest.length !== 1 || sessionIdOf(rest[0] ?? '') === null)) return null;
    return site(home, 'home', scope, type === 'file' ? path.slice(home.length + 1) : null);
  }
  return null;
}

function bareFolder({ path, names }: CandidatePath): Site | null {
  return names.some((name) => sessionIdOf(name) !== null) ? site(path, 'folder') : null;
}

function loneFile(candidate: CandidatePath): Site | null {
  const { path, head } = candidate;
  const name = baseName(path);
  const isNamed = sessionIdOf(name) !== null;
  const isOne = isNamed ? isSession(head) : mayHaveAnyName(candidate, isHome) && isSurelySession(head);
  return isOne ? site(folderOf(path), 'folder', null, name) : null;
}

/** True for records of a session under any name: no other program writes both members in lines that are not Qwen Code's. */
function isSurelySession(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return /^\s*\{"/.test(text) && /"sessionId"\s*:/.test(text) && /"parentUuid"\s*:/.test(text);
}

/** True for the beginning of a session; an empty or damaged one is recognised by its name. */
function isSession(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return text.trim() === '' || /"(?:sessionId|parentUuid|type|uuid)"\s*:/.test(text) || text.includes('\0');
}

export function claudeProjectsAt(
  folder: string,
  worktrees: readonly string[],
  list: (path: string) => readonly string[],
): string[] {
  const known = (path: string) => path.normalize('NFC');
  return projectFolders(known(folder), worktrees.map(known), list('projects'));
}

/** Project folders whose name ends like the folder `name`. A hyphen matches any sign: `app` finds `my-app` too. */
export function claudeProjectsEnding(name: string, list: (path: string) => readonly string[]): string[] {
  const end = folderName(`/${name.normalize('NFC')}`);
  return list('projects').filter((each) => each.endsWith(end));
}

/**
 * Project folders whose sessions the reader lists for a working directory: its own first, then those of other worktrees of its repository,
 * by exact name, a long name by its beginning.
 */
export function projectFolders(path: string, worktrees: readonly string[], folders: readonly string[]): string[] {
  const own = findFolder(path, folders);
  const found = new Set(own === null ? [] : [own]);
  if (worktrees.length > 1)
    for (const folder of folders) if (worktrees.some((each) => isFolderOf(each, folder))) found.add(folder);
  return [...found];
}

function isFolderOf(worktree: string, folder: string): boolean {
  const name = folderName(worktree);
  return folder === name || (name.length >= MAX_FOLDER_CODE_POINTS && folder.startsWith(`${name}-`));
}

/** The program's retention in days when its settings name none. */
const DEFAULT_RETENTION_DAYS = 30;

/** Days that the program keeps sessions (`cleanupPeriodDays`). */
export function retentionDaysIn(shared: readonly Part[] = []): number {
  const settings = objectOf(shared.find(({ role }) => role === 'settings'));
  const days = lastValue(settings, 'cleanupPeriodDays');
  const number = days !== null && typeOf(days) === 'number' ? Number(lexemeOf(days)) : Number.NaN;
  return Number.isFinite(number) && number > 0 ? number : DEFAULT_RETENTION_DAYS;
}

const DAY = 86_400;

/** Days until the program deletes a file; `retentionDays`: how long it keeps one; `mtime`: Unix seconds. Zero or less if the file is due. */
export function daysLeft({ now }: Pick<Scope, 'now'>, retentionDays: number, mtime: number): number {
  return Math.min(Math.ceil((mtime + retentionDays * DAY - now) / DAY), Number.MAX_SAFE_INTEGER);
}

function objectOf(part: Part | undefined) {
  if (part?.bytes == null) return null;
  const value = wholeValue(part.bytes);
  return isObject(value) ? value : null;
}
