import { basename, dirname } from 'node:path';
import { readReasonOf } from '../io/disk/error-code.ts';
import { fileSource, windowsOf } from '../io/disk/file-source.ts';
import { isEmptyFolder, realAt, statOf } from '../io/disk/stat-of.ts';
import type { ReadDisk } from '../io/disk.ts';
import { glob } from '../io/walk/glob.ts';
import type { ReportItem } from '../model/change-report.ts';
import { projectKey } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { nearestWords } from '../model/nearest.ts';
import { FileReplaced } from '../model/part.ts';
import { isWindowsPath, lastName, rebasedPath } from '../model/path.ts';
import { escapedPattern } from '../model/pattern.ts';
import { kindOfSite, type ReadContext } from './reading.ts';
import { goneFolderOf } from './sites/given.ts';
import { survey } from './survey/survey.ts';
import type { SurveyEvent } from './survey/survey-event.ts';
import type { SurveyOptions } from './survey/survey-options.ts';
import { pathFromArgument } from './user-files.ts';

interface TypedFolders {
  readonly cwd: string;
  readonly from: string;
  readonly to: string;
  readonly force: boolean;
}

/**
 * The folders as programs know them: absolute, NFC, the new one without links; equal if only the sessions' folder gets its name. Throws
 * Failure `usage` if another old folder still exists, or the new one does not.
 */
export function rehomePaths(disk: ReadDisk, { cwd, from, to, force }: TypedFolders): { from: string; to: string } {
  const [old, wanted] = [from, to].map((path) => asTyped(cwd, path)) as [string, string];
  if (old === '/' || wanted === '/') throw new Failure('usage', 'the root of the disk is not a project folder');
  const real = isWindowsPath(wanted) ? null : realAt(disk, wanted);
  if (real === null && !force)
    throw new Failure('usage', `${wanted} does not exist`, 'Move the folder first, or give --force.');
  const goal = (real ?? wanted).normalize('NFC');
  if (goal === old.normalize('NFC')) return { from: goal, to: goal };
  if (!isWindowsPath(old) && realAt(disk, old) !== null && !force)
    throw new Failure('usage', `${old} still exists`, 'Move the folder first, or give --force.');
  return { from: old.normalize('NFC'), to: goal };
}

function asTyped(cwd: string, path: string): string {
  return isWindowsPath(path) ? path.replace(/(?<=[^:\\/])[\\/]+$/, '') : pathFromArgument(cwd, path);
}

interface Rehomed {
  readonly from: string;
  readonly to: string;
}

/** The Failure if no conversation names the old folder; null if one names the new folder: all may have followed. */
export async function nothingToRehome(
  reading: ReadContext,
  options: SurveyOptions,
  moved: Rehomed,
): Promise<Failure | null> {
  const folders = await namedFolders(reading, options);
  if (names(folders, moved.from) || names(folders, moved.to)) return null;
  const like = similarFolders(moved.from, folders);
  const others = [...folders].filter((folder) => !like.includes(folder)).sort();
  const listed = [...like, ...others].slice(0, MAX_FOLDERS_SHOWN);
  const more = folders.size > listed.length ? ` and ${folders.size - listed.length} more` : '';
  return new Failure(
    'no-match',
    `no conversation names ${moved.from}, or a folder below it`,
    folders.size === 0
      ? 'None of them names a folder.'
      : `${like.length > 0 ? `Did you mean ${like[0]}? ` : ''}The folders that are named: ${listed.join(', ')}${more}.`,
  );
}

/** Sentences saying that only the new folder is named, with the most similar old one. */
export async function alreadyThere(
  reading: ReadContext,
  options: SurveyOptions,
  moved: Rehomed,
): Promise<readonly string[]> {
  const folders = await namedFolders(reading, options);
  if (names(folders, moved.from)) return [];
  const others = new Set([...folders].filter((folder) => rebasedPath(folder, { from: moved.to, to: '' }) === null));
  const [like] = similarFolders(moved.from, others);
  const meant = like === undefined ? '' : ` (did you mean ${like}?)`;
  return [`no conversation names ${moved.from}${meant}; ${moved.to} is named already`];
}

function names(folders: ReadonlySet<string>, from: string): boolean {
  return [...folders].some((folder) => rebasedPath(folder, { from, to: '' }) !== null);
}

/**
 * The missing folder that conversations name and that may have become this one: of its name, or of a similar one. Null for none, for a
 * missing new folder, or one that conversations name already.
 */
export async function earlierFolder(
  reading: ReadContext,
  options: SurveyOptions,
  folder: string,
): Promise<string | null> {
  if (statOf(reading.disk, folder)?.type !== 'folder') return null;
  const folders = [...(await namedFolders(reading, options, true))];
  if (folders.some((each) => rebasedPath(each, { from: folder, to: '' }) !== null)) return null;
  const gone = folders.filter((cwd) => goneFolderOf(reading.disk, { cwd }) !== null);
  const own = lastName(folder);
  const moved = gone.find((each) => lastName(each) === own);
  if (moved !== undefined || own.length < MIN_SIMILAR_LENGTH) return moved ?? null;
  const byName = new Map(gone.map((each) => [lastName(each), each]));
  const [near] = nearestWords(own, byName.keys());
  return byName.get(near ?? '') ?? null;
}

/** The one existing folder with the name of a missing one that conversations name; null for none or several. */
export async function laterFolder(reading: ReadContext, options: SurveyOptions, gone: string): Promise<string | null> {
  const named = [...(await namedFolders(reading, options))].filter((each) => lastName(each) === lastName(gone));
  const [there = null, ...others] = named.filter((cwd) => goneFolderOf(reading.disk, { cwd }) === null);
  return others.length === 0 ? there : null;
}

/** A shorter name with one slip is another name. */
const MIN_SIMILAR_LENGTH = 4;

const MAX_FOLDERS_SHOWN = 5;
/** Number of compared characters at the end, since paths begin alike. */
const COMPARED_CHARACTERS = 40;

function similarFolders(path: string, folders: ReadonlySet<string>): string[] {
  const ends = nearestWords(
    path.slice(-COMPARED_CHARACTERS),
    new Set(Array.from(folders, (each) => each.slice(-COMPARED_CHARACTERS))),
  );
  return ends.flatMap((end) =>
    [...folders].filter((each) => each.endsWith(end) && each.slice(-COMPARED_CHARACTERS) === end),
  );
}

async function namedFolders(
  { disk, kinds, sites }: ReadContext,
  options: SurveyOptions,
  following = false,
): Promise<Set<string>> {
  const folders = new Set<string>();
  for await (const event of survey({ disk, kinds, sites }, options))
    if (!following || event.type === 'scope-end' || KIND_TABLE[event.site.kind].byFolder)
      for (const folder of foldersIn(event)) folders.add(folder);
  return folders;
}

function foldersIn(event: SurveyEvent): string[] {
  if (event.type === 'scope-end') return Array.from(event.opened.folders?.() ?? [], ({ path }) => path);
  return event.type === 'document' ? event.document.conversations.flatMap(({ cwd }) => cwd ?? []) : [];
}

/** Characters that two windows share, since a path may be cut. */
const OVERLAP = 8192;

/** Files that were looked through for a folder: absolute paths, each once. */
export interface NamingFiles {
  readonly naming: readonly string[];
  readonly unreadablePaths: readonly { readonly path: string; readonly reason: string }[];
}

/** Files that name the folder or one below it, and that `rehome` does not write. */
export async function stillNamed({ disk, kinds, sites }: ReadContext, moved: Rehomed): Promise<NamingFiles> {
  const naming = new Set<string>();
  const unreadable = new Map<string, string>();
  const named = asPath(moved.from);
  for (const { pattern, root } of await namingPatterns({ disk, kinds, sites }, moved)) {
    const { paths, unreadablePaths: folders } = await glob(pattern, root);
    for (const { path, reason } of folders) unreadable.set(path, `could not be read: ${reason}`);
    for (const path of paths) {
      const search = searchFile(disk, path, named);
      if (search === true) naming.add(path);
      else if (search !== false) unreadable.set(path, search);
    }
  }
  return { naming: [...naming], unreadablePaths: Array.from(unreadable, ([path, reason]) => ({ path, reason })) };
}

/** Patterns of files that may name one of the folders, below a root. */
async function namingPatterns(
  { kinds, sites }: ReadContext,
  moved: Rehomed,
): Promise<{ readonly pattern: string; readonly root: string }[]> {
  const patterns: { readonly pattern: string; readonly root: string }[] = [];
  for (const site of sites) {
    const traces = await kindOfSite(kinds, site).traces?.();
    if (traces === undefined) continue;
    const scopes = [moved.from, moved.to].map((path) => traces.scopeOf(path, []));
    for (const pattern of traces.naming(basename(site.root), scopes)) patterns.push({ pattern, root: site.root });
  }
  return patterns;
}

/** Whether a file has a match, or the reason why it could not be read. */
function searchFile(disk: ReadDisk, path: string, named: RegExp): boolean | string {
  try {
    return fileContains(disk, path, named);
  } catch (error) {
    return readReasonOf(error);
  }
}

export interface LeftConversations {
  /** In a project folder that moved, begun in another folder. */
  readonly behind: readonly ReportItem[];
  /** Of other projects, though a record of theirs names the folder. */
  readonly naming: readonly ReportItem[];
  readonly unreadablePaths: NamingFiles['unreadablePaths'];
}

/** Conversations among these that the move left as they are. */
export function leftByMove(disk: ReadDisk, items: readonly ReportItem[], folder: string): LeftConversations {
  const changed = items.filter(({ state, project }) => state === 'changed' && project !== null);
  const moved = new Set(changed.map(projectKey));
  const withOwnFiles = new Set(changed.filter(({ id }) => id !== null).map(projectKey));
  const unchanged = items.filter(
    ({ state, kind, id }) => state === 'unchanged' && id !== null && KIND_TABLE[kind].byFolder,
  );
  const named = new RegExp(`"cwd"\\s*:\\s*"${patternOf(folder)}["/\\\\]`, 'u');
  const others = unchanged.filter((item) => !moved.has(projectKey(item)));
  const searches = others.map((item) => ({ item, search: searchFile(disk, item.path, named) }));
  return {
    // Where a mark says the folder of a project, all of its conversations go along.
    behind: unchanged.filter((item) => withOwnFiles.has(projectKey(item))),
    naming: searches.flatMap(({ item, search }) => (search === true ? [item] : [])),
    unreadablePaths: searches.flatMap(({ item: { path }, search }) =>
      typeof search === 'string' ? [{ path, reason: search }] : [],
    ),
  };
}

/** The folders that the move emptied, absolute: each the topmost one below its store's own that has no file. */
export function emptiedFolders(disk: ReadDisk, items: readonly ReportItem[]): string[] {
  const found = new Set<string>();
  for (const { state, root, path, kind } of items) {
    let folder = dirname(path);
    if (state !== 'changed' || !KIND_TABLE[kind].byFolder || !isEmptyFolder(disk, folder)) continue;
    for (let above = dirname(folder); dirname(above) !== root && holdsOnly(disk, above); above = dirname(above))
      folder = above;
    found.add(folder);
  }
  return [...found].sort();
}

function holdsOnly(disk: ReadDisk, folder: string): boolean {
  return disk.list(folder).length === 1;
}

function asPath(path: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_.~/-])${patternOf(path)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'u');
}

/** Matches a path as it is written in JSON, which doubles the separators of Windows. */
function patternOf(path: string): string {
  return isWindowsPath(path)
    ? path
        .split(/[\\/]+/)
        .map(escapedPattern)
        .join('[\\\\/]+')
        .replace(/^[A-Za-z](?=:)/, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    : escapedPattern(path);
}

/** `named` looks at one character before its match, and at two behind it. */
function fileContains(disk: ReadDisk, path: string, named: RegExp): boolean {
  const stat = statOf(disk, path);
  if (stat?.type !== 'file') return false;
  const decoder = new TextDecoder();
  const pattern = new RegExp(named, 'gu');
  let before = '';
  let read = 0;
  for (const bytes of windowsOf(fileSource(disk, path, stat, () => new FileReplaced(path)))) {
    const isFirst = read === 0;
    read += bytes.length;
    const isLast = read >= stat.size;
    const text = before + decoder.decode(bytes, { stream: !isLast });
    // At an edge the characters around a match are unknown; there the window before or the next one decides.
    for (const { index, 0: match } of text.matchAll(pattern))
      if ((isFirst || index >= 2) && (isLast || index + match.length + 4 <= text.length)) return true;
    before = text.slice(-OVERLAP);
  }
  return false;
}
