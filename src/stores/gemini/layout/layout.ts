import { isUuid } from '../../../model/ids.ts';
import type { EntryType, Place } from '../../../model/part.ts';
import { checkpointPlace, FOLDER, FOREIGN, forFile, partAt, recogniseProjects, sharedAt } from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { isHomeOfGemini } from '../../projects.ts';

/** Parts of a session's file name: `session-2026-05-04T09-30-1a2b3c4d.jsonl`. */
export interface SessionName {
  /** The first eight characters of its id: the program deletes all files that have the same. Null where the name ends otherwise. */
  readonly short: string | null;
  /** When it began, as an ISO time of UTC without seconds; null where the name does not say. */
  readonly started: string | null;
}

const SHORT_ID = /-([0-9a-f]{8})\.jsonl?$/i;
const STARTED = /^session-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-/;

/** Null for a name that the program does not take for that of a session. */
export function sessionNameOf(name: string): SessionName | null {
  if (!name.startsWith('session-') || !/\.jsonl?$/.test(name)) return null;
  const [, day, hour, minute] = STARTED.exec(name) ?? [];
  const started = day === undefined ? null : `${day}T${hour}:${minute}:00.000Z`;
  return { short: SHORT_ID.exec(name)?.[1]?.toLowerCase() ?? null, started };
}

/** The name that the program gives a session that began at an ISO time. */
export function sessionName(started: string, id: string): string {
  return `session-${started.slice(0, 16).replaceAll(':', '-')}-${id.slice(0, 8)}.jsonl`;
}

export function stemOf(name: string): string {
  return name.replace(/\.jsonl?$/, '');
}

export const TMP = 'tmp';
export const HISTORY = 'history';
export const CHATS = 'chats';
export const ARCHIVE = 'archive';
export const REGISTRY = 'projects.json';
export const AGENT = 'agent';
/** Names the folder of a project. */
export const MARK = '.project_root';

/** See docs/formats/gemini.md, "Files". */
export function placeGemini(site: Site, path: string, type: EntryType): Place {
  const place = site.shape === 'folder' ? inFolder(path, type) : inHome(path, type);
  return forFile(site, place, idOf);
}

function inHome(path: string, type: EntryType): Place {
  const [first = '', slug, ...rest] = path.split('/');
  if (slug === undefined) return atTop(first);
  if (first === TMP) return inProject(slug, rest, type);
  if (first === ARCHIVE) return rest.length === 0 ? scopeFolder(slug, type) : fileOf(slug, rest, type, 'archived');
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
  if (first !== CHATS) return checkpointPlace(slug, rest, type) ?? FOREIGN;
  return below.length === 0 ? scopeFolder(slug, type) : fileOf(slug, below, type, 'session');
}

function scopeFolder(slug: string, type: EntryType): Place {
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
  if (name === undefined) return scopeFolder(scope, type);
  if (type === 'folder' || !name.endsWith('.jsonl')) return FOREIGN;
  return partAt(scope, session.slice(0, 8).toLowerCase(), AGENT, type === 'other' ? 'name' : 'lines');
}

/** Files of the same eight characters are one to the program: it deletes them together. */
function idOf(name: string): string {
  return sessionNameOf(name)?.short ?? stemOf(name);
}

/** The home that the program takes: `.gemini` in the folder that `$GEMINI_CLI_HOME` names when it is set, else in the home. */
export function geminiHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  const { GEMINI_CLI_HOME: set = '' } = env;
  const base = set === '' ? home : set;
  return base === null ? [] : [[`${base}/.gemini`.normalize('NFC')]];
}

export function recogniseGemini(given: CandidatePath): Site | null {
  return recogniseProjects({ kind: 'gemini', tops: [TMP, ARCHIVE], isHome: isHomeOfGemini, isSession, isCopy }, given);
}

function isCopy({ type, names }: CandidatePath): boolean {
  return type === 'file' || names.some(isSession);
}

function isSession(name: string): boolean {
  return /^session-\d{4}-\d\d-\d\dT.*-[0-9a-f]{8}\.jsonl?$/i.test(name);
}
