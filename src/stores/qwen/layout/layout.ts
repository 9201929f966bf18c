import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, textOf } from '../../../codecs/json/value.ts';
import type { EntryType, Part, Place } from '../../../model/part.ts';
import {
  checkpointPlace,
  FOLDER,
  FOREIGN,
  folderHash,
  forFile,
  partAt,
  recogniseProjects,
  sharedAt,
} from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { isHomeOfQwen, isOfQwen } from '../../projects.ts';

const SESSION = /^[0-9a-f-]{32,36}\.jsonl$/;
const SIDECAR_NAME = /^([0-9a-f-]{32,36})\.(runtime\.json|worktree\.json|pr\.json|ledger\.jsonl)$/;

export function isSessionName(name: string): boolean {
  return SESSION.test(name) && !SIDECAR_NAME.test(name);
}

/** Id of the session and ending, from the name of a file beside it; null for another file. */
function sideNameOf(name: string): { readonly id: string; readonly ending: string } | null {
  const [, id, ending] = SIDECAR_NAME.exec(name) ?? [];
  return id === undefined || ending === undefined ? null : { id, ending };
}

export function stemOf(name: string): string {
  return name.replace(/\.jsonl$/, '');
}

/** The program's name for the project folder of a working folder, below `projects`. */
export function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-');
}

export const PROJECTS = 'projects';
export const CHATS = 'chats';
/** Folder with logs and checkpoints, in a folder per project named by a hash. */
export const TMP = 'tmp';
const SUBAGENTS = 'subagents';
export const AGENT = 'agent';
const AGENT_SIDE = 'agent-side';
/** Roles of files with one conversation each. */
export const SESSIONS: readonly string[] = ['session', 'archived-session', 'misnamed'];
/** Folder below `chats` for archived sessions, of the program and of convo. */
export const ARCHIVE = 'archive';

/** The place of a path in a home (docs/formats/qwen.md, "Files"). */
export function placeQwen(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  const place = site.shape === 'folder' ? inChats('', names, type) : inHome(names, type);
  return forFile(site, place, idOf);
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

function ofHash(hash: string | undefined, [name, ...below]: readonly (string | undefined)[], type: EntryType): Place {
  if (hash === undefined || name === undefined) return type === 'folder' ? FOLDER : FOREIGN;
  return checkpointPlace(hash, [name, ...below.flatMap((each) => each ?? [])], type) ?? FOREIGN;
}

/** Place in a session's folder of subagent transcripts, with a file beside each. */
function ofAgents(scope: string, [session, name, ...below]: readonly string[], type: EntryType): Place {
  if (name === undefined) return type === 'folder' ? { type: 'folder', scope } : FOREIGN;
  if (session === undefined || below.length > 0 || type === 'folder') return FOREIGN;
  if (name.endsWith('.meta.json')) return partAt(scope, session, AGENT_SIDE, 'name');
  return name.endsWith('.jsonl') ? partAt(scope, session, AGENT, type === 'other' ? 'name' : 'lines') : FOREIGN;
}

export function isOfAgent({ role }: Pick<Part, 'role'>): boolean {
  return role === AGENT || role === AGENT_SIDE;
}

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

/** The program's home: the folder that `$QWEN_RUNTIME_DIR` names, else `$QWEN_HOME`, else `.qwen` in the user's home. */
export function qwenHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  const { QWEN_RUNTIME_DIR: runtime, QWEN_HOME: own } = env;
  const set = runtime || own || (home === null ? '' : `${home}/.qwen`);
  return set === '' ? [] : [[set.normalize('NFC')]];
}

export function recogniseQwen(candidate: CandidatePath): Site | null {
  const [isHome, isSession, isCopy] = [isHomeOfQwen, isSessionName, isOfQwen];
  return recogniseProjects({ kind: 'qwen', tops: [PROJECTS], isHome, isSession, isCopy }, candidate);
}

/** File with one record for each session that ended. */
export const USAGE_FILE = 'usage_record.jsonl';

/** Matches a folder without scanning records, since each hashed folder needs one pass. */
const PROJECT = /"project"\s*:\s*("(?:[^"\\]|\\.)*")/g;

export function foldersUsed(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  const text = Buffer.from(bytes ?? []).toString();
  const named = new Set(Array.from(text.matchAll(PROJECT), ([, json = '']) => json));
  const folders = Array.from(named, (json) => wholeValue(Buffer.from(json))).filter(isString);
  return new Map(folders.map(textOf).map((folder) => [folderHash(folder), folder]));
}
