import { basename } from 'node:path';
import { attempt } from '../io/disk/error-code.ts';
import { fileSource, windowsOf } from '../io/disk/file-source.ts';
import { realAt, statOf } from '../io/disk/seen-file.ts';
import type { ReadDisk } from '../io/disk.ts';
import { glob } from '../io/walk/glob.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { nearest } from '../model/nearest.ts';
import { Moved } from '../model/part.ts';
import { isWindowsPath, rebased } from '../model/path.ts';
import { kindOfSite, type Reading } from './reading.ts';
import { folderGone } from './sites/given.ts';
import { type SurveyEvent, type SurveyOptions, survey } from './survey/survey.ts';
import { typedPath } from './user-files.ts';

/** Both paths of a move as typed. */
interface Typed {
  readonly cwd: string;
  readonly from: string;
  readonly to: string;
  readonly force: boolean;
}

/**
 * The two paths as programs know them: absolute, in NFC, the new one without links; equal where only the folder of the sessions is to
 * get its name. Throws Failure `usage` when another old folder is still there, or the new one is not.
 */
export function rehomePaths(disk: ReadDisk, { cwd, from, to, force }: Typed): { from: string; to: string } {
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

/** A path of Windows stays as it is written: it is not below the working directory. */
function asTyped(cwd: string, path: string): string {
  return isWindowsPath(path) ? path.replace(/(?<=[^:\\/])[\\/]+$/, '') : typedPath(cwd, path);
}

/** The two folders of a rehome. */
interface Rehomed {
  readonly from: string;
  readonly to: string;
}

/** The Failure of a rehome of a folder that no conversation names; null where one names the new folder: all may have followed. */
export async function nothingFollows(
  reading: Reading,
  options: SurveyOptions,
  moved: Rehomed,
): Promise<Failure | null> {
  const folders = await namedFolders(reading, options);
  if (names(folders, moved.from) || names(folders, moved.to)) return null;
  const like = alike(moved.from, folders);
  const others = [...folders].filter((folder) => !like.includes(folder)).sort();
  const shown = [...like, ...others].slice(0, SHOWN);
  const more = folders.size > shown.length ? ` and ${folders.size - shown.length} more` : '';
  return new Failure(
    'no-match',
    `no conversation names ${moved.from}, or a folder below it`,
    folders.size === 0
      ? 'None of them names a folder.'
      : `${like.length > 0 ? `Did you mean ${like[0]}? ` : ''}The folders that are named: ${shown.join(', ')}${more}.`,
  );
}

/** Says of a rehome that changed nothing that only the new folder is named, with the folder that is most like the old one. */
export async function alreadyThere(
  reading: Reading,
  options: SurveyOptions,
  moved: Rehomed,
): Promise<readonly string[]> {
  const folders = await namedFolders(reading, options);
  if (names(folders, moved.from)) return [];
  const others = new Set([...folders].filter((folder) => rebased(folder, { from: moved.to, to: '' }) === null));
  const [like] = alike(moved.from, others);
  const meant = like === undefined ? '' : ` (did you mean ${like}?)`;
  return [`no conversation names ${moved.from}${meant}; ${moved.to} is named already`];
}

/** Does a conversation name a folder, or one below it. */
function names(folders: ReadonlySet<string>, from: string): boolean {
  return [...folders].some((folder) => rebased(folder, { from, to: '' }) !== null);
}

/**
 * The folder that may have moved to this one: named by conversations that follow their folder, gone, and of a name like its own. Null
 * where there is none, where this one is no folder, and where conversations name it already.
 */
export async function movedFrom(reading: Reading, options: SurveyOptions, folder: string): Promise<string | null> {
  if (statOf(reading.disk, folder)?.type !== 'folder') return null;
  const folders = [...(await namedFolders(reading, options, true))];
  if (folders.some((each) => rebased(each, { from: folder, to: '' }) !== null)) return null;
  const gone = folders.filter((cwd) => folderGone(reading.disk, { cwd }) !== null);
  const byName = new Map(gone.map((each) => [nameOf(each), each]));
  const own = nameOf(folder);
  const [near] = nearest(own, new Set(byName.keys()));
  return byName.get(own) ?? byName.get(near ?? '') ?? null;
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

const SHOWN = 5;
/** Characters at the end: paths mostly begin alike. */
const END = 40;

function alike(path: string, folders: ReadonlySet<string>): string[] {
  const ends = nearest(path.slice(-END), new Set(Array.from(folders, (each) => each.slice(-END))));
  return ends.flatMap((end) => [...folders].filter((each) => each.endsWith(end) && each.slice(-END) === end));
}

async function namedFolders(
  { disk, kinds, sites }: Reading,
  options: SurveyOptions,
  following = false,
): Promise<Set<string>> {
  const folders = new Set<string>();
  for await (const event of survey(disk, kinds, sites, options))
    if (!following || event.type === 'seen' || KIND_TABLE[event.site.kind].byFolder)
      for (const folder of foldersIn(event)) folders.add(folder);
  return folders;
}

/** Working directories that conversations name first, and project folders that settings name. */
function foldersIn(event: SurveyEvent): string[] {
  if (event.type === 'seen') return Array.from(event.session.folders?.() ?? [], ({ path }) => path);
  return event.type === 'document' ? event.document.conversations.flatMap(({ cwd }) => cwd ?? []) : [];
}

/** Bytes of the window before that are looked at once more: a path may be cut. */
const OVERLAP = 8192;

/** The files of some stores that name a folder, or one below it, and that `rehome` does not write: absolute, each once. */
export async function stillNamed(
  { disk, kinds, sites }: Reading,
  moved: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const found = new Set<string>();
  for (const site of sites) {
    const traces = await kindOfSite(kinds, site).traces?.();
    if (traces === undefined) continue;
    const scopes = [moved.from, moved.to].map((path) => traces.scopeOf(path, []));
    const named = asPath(moved.from);
    for (const pattern of traces.naming(basename(site.root), scopes))
      for (const path of (await glob(pattern, site.root)).paths)
        if (attempt(() => holds(disk, path, named)) === true) found.add(path);
  }
  return [...found];
}

function asPath(path: string): RegExp {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // JSON doubles the separators of Windows.
  const plain = isWindowsPath(path)
    ? path
        .split(/[\\/]+/)
        .map(escaped)
        .join('[\\\\/]+')
        .replace(/^[A-Za-z](?=:)/, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    : escaped(path);
  return new RegExp(`(?<![\\p{L}\\p{N}_.~/-])${plain}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'u');
}

function holds(disk: Reading['disk'], path: string, named: RegExp): boolean {
  const stat = statOf(disk, path);
  if (stat?.type !== 'file') return false;
  let before = '';
  for (const bytes of windowsOf(fileSource(disk, path, stat, () => new Moved(path)))) {
    const text = before + Buffer.from(bytes).toString();
    if (named.test(text)) return true;
    before = text.slice(-OVERLAP);
  }
  return false;
}
