import { createHash } from 'node:crypto';
import type { EntryType, LoadMode, Place } from '../../model/part.ts';
import { baseName, folderOf } from '../../model/path.ts';
import type { CandidatePath, HostEnvironment, Site } from '../kind.ts';

export const FOLDER: Place = { type: 'folder' };
export const FOREIGN: Place = { type: 'foreign' };

export function partAt(scope: string, id: string, role: string, load: LoadMode): Place {
  return { type: 'part', scope, id, role, load };
}

/** Place of a file that belongs to a whole scope; to the whole site if `scope` is null. */
export function sharedAt(scope: string | null, role: string, load: LoadMode): Place {
  return { type: 'shared', scope, role, load };
}

/** The place of a path in a site of one file: parts of other ids are foreign. */
export function forFile({ file }: Site, place: Place, idOf: (name: string) => string): Place {
  if (file === null || place.type !== 'part') return place;
  return place.id === idOf(baseName(file)) ? place : FOREIGN;
}

/** True for a file that is given by its path: it may have any name. */
export function isGivenFile({ shape, file }: Pick<Site, 'shape' | 'file'>, path: string): boolean {
  return shape === 'folder' && path === file;
}

export function ownHome(
  { home, env }: Pick<HostEnvironment, 'home' | 'env'>,
  variable: string,
  folder: string,
): string[][] {
  const set = env[variable];
  if (set !== undefined && set !== '') return [[set.normalize('NFC')]];
  return home === null ? [] : [[`${home}/${folder}`.normalize('NFC')]];
}

/** File with all that was typed in a project's sessions: questions, commands of the program and of the shell. */
export const PROMPT_LOG = 'logs.json';

/** Role of a copy of a conversation that the program makes: by `/chat save`, or before a tool changes files. */
export const CHECKPOINT = 'checkpoint';

/** Place of `checkpoint-TAG.json`, or of a file in a project's folder of checkpoints; null for any other path. */
export function checkpointPlace(
  scope: string,
  [first = '', ...below]: readonly string[],
  type: EntryType,
): Place | null {
  if (first === 'checkpoints' && below.length === 0) return type === 'folder' ? FOLDER : FOREIGN;
  const [name = '', ...deeper] = first === 'checkpoints' ? below : [first, ...below];
  const isOne = name.endsWith('.json') && (first === 'checkpoints' || name.startsWith('checkpoint-'));
  if (!isOne || deeper.length > 0) return null;
  return type === 'file' ? partAt(scope, name.slice(0, -'.json'.length), CHECKPOINT, 'whole') : FOREIGN;
}

/** The `projectHash` of Gemini CLI and Qwen Code; folders of logs or projects may be named by it. */
export function folderHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}

type SiteMaker = (root: string, shape: string, scope?: string | null, file?: string | null) => Site;

export function sitesOf(kind: Site['kind']): SiteMaker {
  return (root, shape, scope = null, file = null) => ({ kind, root, shape, scope, file });
}

interface ProjectHome {
  readonly kind: Site['kind'];
  /** Folders of a home with a folder for each project. */
  readonly tops: readonly string[];
  isHome(candidate: CandidatePath, home: string, names: readonly string[]): boolean;
  isSession(name: string): boolean;
  /** True for a folder of sessions outside of a home, and for a session in one. */
  isCopy(candidate: CandidatePath): boolean;
}

/** The site of a home, of a project or a session in it, or of sessions copied out of one. */
export function recogniseProjects(layout: ProjectHome, candidate: CandidatePath): Site | null {
  const { path, type, names, above } = candidate;
  if (type === 'folder' && layout.isHome(candidate, path, names)) return sitesOf(layout.kind)(path, 'home');
  const home = above.find((each) => layout.isHome(candidate, each.path, each.names))?.path;
  return home === undefined ? copiedSite(layout, candidate) : siteBelow(layout, home, candidate);
}

function copiedSite({ kind, isHome, isSession, isCopy }: ProjectHome, candidate: CandidatePath): Site | null {
  const { path, type } = candidate;
  if (type === 'folder') return isCopy(candidate) ? sitesOf(kind)(path, 'folder') : null;
  const isOne = (isSession(baseName(path)) || mayHaveAnyName(candidate, isHome)) && isCopy(candidate);
  return isOne ? sitesOf(kind)(folderOf(path), 'folder', null, baseName(path)) : null;
}

function siteBelow({ kind, tops, isSession }: ProjectHome, home: string, { path, type }: CandidatePath): Site | null {
  const below = path.slice(home.length + 1);
  const [top = '', project = null] = below.split('/');
  if (!tops.includes(top) || (type === 'file' && !isSession(baseName(path)))) return null;
  return sitesOf(kind)(home, 'home', project, type === 'file' ? below : null);
}

/** True for a file of lines outside of any home whose content decides, because a person gives its path. */
export function mayHaveAnyName(candidate: CandidatePath, isHome: ProjectHome['isHome']): boolean {
  const { path, above, isGiven = false } = candidate;
  return isGiven && path.endsWith('.jsonl') && !above.some((each) => isHome(candidate, each.path, each.names));
}

/**
 * Folders that the sessions of a scope name. The one for which the scope is named comes last, since sessions may have been copied from
 * others.
 */
export function foldersNamed(
  scope: string,
  folders: ReadonlySet<string>,
  nameOf: (folder: string) => string,
): readonly { readonly scope: string; readonly path: string }[] {
  const isOwn = (path: string) => Number(nameOf(path) === scope);
  return [...folders].sort((a, b) => isOwn(a) - isOwn(b)).map((path) => ({ scope, path }));
}
