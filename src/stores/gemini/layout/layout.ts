import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, members, textOf } from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import { once } from '../../../model/once.ts';
import type { EntryType, Part, Place } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import {
  checkpointPlace,
  FOLDER,
  FOREIGN,
  folderHash,
  forFile,
  isGivenFile,
  PROMPT_LOG,
  partAt,
  recogniseProjects,
  sharedAt,
} from '../../engine/layout.ts';
import { logsOf } from '../../engine/prompts/logged-prompts.ts';
import type { CandidatePath, HostEnvironment, PromptFile, Scope, Site } from '../../kind.ts';
import { isHomeOfGemini } from '../../projects.ts';

/** Parts of a session's file name: `session-2026-05-04T09-30-1a2b3c4d.jsonl`. */
export interface SessionName {
  /** The first eight characters of the session's id; null where the name ends otherwise. The program deletes all files with equal ones. */
  readonly short: string | null;
  /** Start of the session, an ISO time of UTC without seconds; null where the name does not say. */
  readonly started: string | null;
}

const LOGS = 'logs';
const SESSION_FOLDER = /^session-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const SESSION_LOG = /^session-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;
const SHORT_ID = /-([0-9a-f]{8})\.jsonl?$/i;
/** Name of an earlier copy of a session, as `keep` sets it aside where the next copy does not begin with it. */
const SET_ASIDE = /\.jsonl?\.[0-9a-f]{16}$/;
const STARTED = /^session-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-/;

/** Null for a name that the program does not take for a session's. A copy that was set aside has the name of its session. */
export function sessionNameOf(name: string): SessionName | null {
  if (!name.startsWith('session-') || !(/\.jsonl?$/.test(name) || isSetAside(name))) return null;
  const [, day, hour, minute] = STARTED.exec(name) ?? [];
  const started = day === undefined ? null : `${day}T${hour}:${minute}:00.000Z`;
  return { short: SHORT_ID.exec(name)?.[1]?.toLowerCase() ?? null, started };
}

/** True for a copy that `keep` set aside. */
export function isSetAside(name: string): boolean {
  return SET_ASIDE.test(name);
}

/** The name that the program gives a session; `started` is an ISO time. */
export function sessionName(started: string, id: string): string {
  return `session-${started.slice(0, 16).replaceAll(':', '-')}-${id.slice(0, 8)}.jsonl`;
}

export function stemOf(name: string): string {
  return name.replace(/\.jsonl?$/, '');
}

export const TMP = 'tmp';
const HISTORY = 'history';
export const CHATS = 'chats';
export const ARCHIVE = 'archive';
/** Folder of tool outputs that were too long to be sent, with a folder for each session. */
export const TOOL_OUTPUTS = 'tool-outputs';
const REGISTRY = 'projects.json';
export const AGENT = 'agent';
export const SESSIONS: readonly string[] = ['session', 'session-json', 'archived', 'archived-json'];
/** File with the path of the folder that a project is about. */
const MARK = '.project_root';

/** See docs/formats/gemini.md, "Files". */
export function placeGemini(site: Site, path: string, type: EntryType): Place {
  if (isGivenFile(site, path)) return sessionAt('', path, type, 'session');
  const place = site.shape === 'folder' ? inFolder(path, type) : inHome(path, type);
  return forFile(site, place, idOf);
}

function inHome(path: string, type: EntryType): Place {
  const [first = '', slug, ...rest] = path.split('/');
  if (slug === undefined) return atTop(first);
  if (first === TMP) return inProject(slug, rest, type);
  if (first === ARCHIVE) return inArchive(slug, rest, type);
  if (first !== HISTORY) return FOREIGN;
  if (rest.length === 0) return scopeFolder(slug, type);
  return rest.join('/') === MARK ? sharedAt(slug, 'history-mark', 'whole') : FOREIGN;
}

function atTop(name: string): Place {
  if (name === TMP || name === ARCHIVE || name === HISTORY) return FOLDER;
  if (name === REGISTRY) return sharedAt(null, 'registry', 'whole');
  return name === 'settings.json' ? sharedAt(null, 'settings', 'whole') : FOREIGN;
}

function inProject(slug: string, rest: readonly string[], type: EntryType): Place {
  const [first, ...below] = rest;
  if (first === undefined) return scopeFolder(slug, type);
  if (first === MARK && below.length === 0) return sharedAt(slug, 'mark', 'whole');
  if (first !== CHATS) return besideSession(slug, rest, type, '') ?? checkpointPlace(slug, rest, type) ?? FOREIGN;
  return below.length === 0 ? scopeFolder(slug, type) : fileOf(slug, below, type, 'session');
}

/** Place of an archived session, or of its companions, which are below the name of their folder. */
function inArchive(slug: string, rest: readonly string[], type: EntryType): Place {
  const [first, name, ...below] = rest;
  if (first === undefined || (first === CHATS && name === undefined)) return scopeFolder(slug, type);
  if (first === CHATS) return isUuid(name ?? '') ? ofAgents(slug, name ?? '', below, type, 'archived-') : FOREIGN;
  return besideSession(slug, rest, type, 'archived-') ?? fileOf(slug, rest, type, 'archived');
}

/** Place of a companion that the program deletes with its session, by the session's whole id; null for any other path. */
function besideSession(
  scope: string,
  [first = '', ...below]: readonly string[],
  type: EntryType,
  archived: 'archived-' | '',
): Place | null {
  if (isUuid(first)) return companionOf(scope, first, below, type, archived);
  const isLog = first === LOGS;
  if (first !== TOOL_OUTPUTS && !isLog) return null;
  const [name, ...deeper] = below;
  if (name === undefined) return scopeFolder(scope, type);
  const [, id = null] = (isLog ? SESSION_LOG : SESSION_FOLDER).exec(name) ?? [];
  if (id === null || (isLog && (deeper.length > 0 || type === 'folder'))) return FOREIGN;
  if (!isLog) return companionOf(scope, id, deeper, type, archived);
  return partAt(scope, shortOf(id), `${archived}companions`, type === 'file' ? 'lines' : 'name');
}

/** Place of a folder of one session, or of a path in it: the folder is moved and deleted whole. */
function companionOf(
  scope: string,
  session: string,
  below: readonly string[],
  type: EntryType,
  archived: 'archived-' | '',
): Place {
  const id = shortOf(session);
  if (below.length === 0) return { type: 'part', scope, id, role: `${archived}companions`, load: 'name', inside: true };
  return type === 'folder' ? FOLDER : partAt(scope, id, `${archived}companion`, type === 'file' ? 'lines' : 'name');
}

function shortOf(id: string): string {
  return id.slice(0, 8).toLowerCase();
}

function scopeFolder(slug: string, type: EntryType): Place {
  return type === 'folder' ? { type: 'folder', scope: slug } : FOREIGN;
}

/** Place in a folder of sessions that were copied out of their home. */
function inFolder(path: string, type: EntryType): Place {
  const names = path.split('/');
  return names.length === 1 && isSetAside(path)
    ? sessionPlace('', path, type, 'session')
    : fileOf('', names, type, 'session');
}

function fileOf(scope: string, [name = '', ...below]: readonly string[], type: EntryType, role: string): Place {
  if (isUuid(name)) return ofAgents(scope, name, below, type, '');
  return below.length > 0 || isSetAside(name) ? FOREIGN : sessionPlace(scope, name, type, role);
}

function sessionPlace(scope: string, name: string, type: EntryType, role: string): Place {
  const isNamed = sessionNameOf(name) !== null || (isUuid(stemOf(name)) && /\.jsonl?$/.test(name));
  return isNamed ? sessionAt(scope, name, type, role) : FOREIGN;
}

function sessionAt(scope: string, name: string, type: EntryType, role: string): Place {
  if (type === 'folder') return FOREIGN;
  const isDocument = /\.json(?:\.|$)/.test(name);
  const load = type === 'other' ? 'name' : isDocument ? 'whole' : 'lines';
  return partAt(scope, idOf(name), isDocument ? `${role}-json` : role, load);
}

/** Place in a folder named by a session's whole id: transcripts of its subagents. */
function ofAgents(
  scope: string,
  session: string,
  below: readonly string[],
  type: EntryType,
  archived: 'archived-' | '',
): Place {
  const [name = '', ...deeper] = below;
  const isAgent = name.endsWith('.jsonl') && deeper.length === 0 && type !== 'folder';
  if (!isAgent) return companionOf(scope, session, below, type, archived);
  return partAt(scope, shortOf(session), AGENT, type === 'other' ? 'name' : 'lines');
}

/** Unit of a session file. Files of the same eight characters are one unit: the program deletes them together. */
function idOf(name: string): string {
  return sessionNameOf(name)?.short ?? stemOf(name);
}

/** The program's home: `.gemini` in the folder that `$GEMINI_CLI_HOME` names, else in the user's home. */
export function geminiHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  const { GEMINI_CLI_HOME: set = '' } = env;
  const base = set === '' ? home : set;
  return base === null ? [] : [[`${base}/.gemini`.normalize('NFC')]];
}

export function recogniseGemini(candidate: CandidatePath): Site | null {
  return recogniseProjects(
    { kind: 'gemini', tops: [TMP, ARCHIVE], isHome: isHomeOfGemini, isSession, isCopy },
    candidate,
  );
}

function isCopy({ path, type, names, head }: CandidatePath): boolean {
  if (type === 'folder') return names.some(isSession);
  return (
    isSession(baseName(path)) ||
    /^\s*\{[^\n]*"projectHash"\s*:/.test(Buffer.from(head.subarray(0, 1024)).toString('latin1'))
  );
}

function isSession(name: string): boolean {
  return /^session-\d{4}-\d\d-\d\dT.*-[0-9a-f]{8}\.jsonl?$/i.test(name);
}

/** Names of projects by folder (a name may have several folders); null for a registry that cannot be read. */
function slugsIn(bytes: Uint8Array): ReadonlyMap<string, string> | null {
  const registry = wholeValue(bytes);
  if (registry === null) return null;
  const all = members(member(registry, 'projects', 'last'));
  return new Map(all.flatMap(({ key, value }) => (isString(value) ? [[textOf(key), textOf(value)] as const] : [])));
}

/** Folders by the names of their projects, from the registry of the program; null for a registry that cannot be read. */
export function registeredFolders(registry: Pick<Part, 'bytes'> | undefined): ReadonlyMap<string, string> | null {
  if (registry?.bytes == null) return new Map();
  const slugs = slugsIn(registry.bytes);
  return slugs && new Map([...slugs].map(([folder, slug]) => [slug, folder]));
}

/**
 * The projects of a working folder: by the marks; if no mark names the folder, by the registry; for projects from before 2026, by the hash
 * of the path. The program follows the registry only where no mark names another folder.
 */
export function geminiProjectsAt(
  folder: string,
  _worktrees: readonly string[],
  list: (path: string) => readonly string[],
  read: (path: string) => Uint8Array | null,
): string[] {
  const registry = read(REGISTRY);
  const slugOf = registry === null ? null : slugsIn(registry)?.get(folder);
  const hash = folderHash(folder);
  const isOf = (slug: string) => {
    const marks = markedFolders([TMP, HISTORY].map((top) => read(`${top}/${slug}/${MARK}`)));
    return marks.length === 0 ? slug === slugOf : marks.includes(folder);
  };
  return list(TMP).filter((slug) => slug === hash || isOf(slug));
}

/** Folders that marks name. A mark with NUL bytes, as a crash of the system leaves it, names none. */
function markedFolders(marks: readonly (Uint8Array | null)[]): string[] {
  return marks
    .map((bytes) =>
      Buffer.from(bytes ?? [])
        .toString()
        .trim(),
    )
    .filter((folder) => folder !== '' && !folder.includes('\0'));
}

/** The folder that the sessions of a scope are about: from the marks, else from the registry; null where neither says it. */
export function projectFolder({ name, shared, common = [] }: Scope): string | null {
  const markAs = (role: string) => shared.find((part) => part.role === role)?.bytes ?? null;
  const [mark] = markedFolders([markAs('mark'), markAs('history-mark')]);
  return mark ?? folderIn(registeredFolders(common.find(({ role }) => role === 'registry')), name);
}

function folderIn(folders: ReadonlyMap<string, string> | null, slug: string): string | null {
  return folders?.get(slug) ?? [...(folders?.values() ?? [])].find((folder) => folderHash(folder) === slug) ?? null;
}

export function geminiLogs(
  list: (path: string) => readonly string[],
  read: (path: string) => Uint8Array | null,
): PromptFile[] {
  const folders = once(() => registeredFolders({ bytes: read(REGISTRY) }));
  return list(TMP).flatMap((slug) => {
    const [mark] = markedFolders([TMP, HISTORY].map((top) => read(`${top}/${slug}/${MARK}`)));
    const folder = mark ?? folderIn(folders(), slug);
    return logsOf(`${TMP}/${slug}/${PROMPT_LOG}`, list).map((path) => ({ path, scope: slug, folder }));
  });
}
