import { basename, dirname, join, resolve } from 'node:path';
import { nullOn, orNull } from '../../io/disk/error-code.ts';
import { realAt } from '../../io/disk/stat-of.ts';
import type { Name, ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { Failure, nullOnFailure } from '../../model/failure.ts';
import { foldersAbove, isAtOrBelow } from '../../model/path.ts';
import type { HostEnvironment, Kind, Site } from '../../stores/kind.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { pathsFor } from '../resolve-ids.ts';
import { askedKinds, emptiedPlaces, findSites, recogniseAt, type SitesOptions } from './find-sites.ts';
import { candidateIfReadable, existsAt, notConversationFailure, rememberingNames, settingsReader } from './given.ts';

type StoreAround = Omit<HostEnvironment, 'worktrees'>;

/** Most folders searched in a store, and most names read in each. */
const MAX_ENTRIES = 500;

/**
 * `path` is absolute, without links; it need not exist. `isOwn`: convo wrote the file, so only its folder, not its bytes, may make it part
 * of a store.
 */
export interface GivenPath {
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly isOwn?: boolean;
}

/**
 * A predicate for a path in a store, or at a place for one: `is in the fnord store /home/ann/.fnord`. Null for other paths. Checks the
 * contents of each folder above, so that names, links and mounts do not matter. `around`: places of stores that may not exist yet.
 */
export function storeAround(
  { disk: plainDisk, kinds, sites }: ReadContext,
  around: StoreAround | null,
  place: GivenPath,
): string | null {
  const disk = rememberingNames(plainDisk, Number.POSITIVE_INFINITY);
  const { path, isOwn = false } = place;
  const made = [place, madeFirst(disk, place)];
  const known = new Map<string, string>();
  for (const [root, words] of knownPlaces(disk, kinds, sites, around))
    for (const folder of storeFolders(disk, root)) known.set(digestOf(disk, folder), words);
  for (let at = isOwn ? dirname(path) : path; ; at = dirname(at)) {
    const words = known.get(digestOf(disk, at)) ?? whatIs(disk, kinds, at, made);
    if (words !== null || dirname(at) === at) return words;
  }
}

function madeFirst(disk: ReadDisk, place: GivenPath): GivenPath {
  const above = dirname(place.path);
  if (above === place.path || orNull(() => disk.stat(above)) !== null) return place;
  return madeFirst(disk, { path: above, type: 'folder' });
}

function whatIs(disk: ReadDisk, kinds: readonly Kind[], folder: string, made: readonly GivenPath[]): string | null {
  if (basename(folder).toLowerCase() === JOURNAL) return `is in ${folder}, where convo keeps what it replaced`;
  const candidate = candidateIfReadable(disk, folder);
  if (candidate === null) return null;
  for (const kind of kinds) {
    const site = kind.layout.recognise(candidate);
    if (site !== null && made.some((each) => siteContains(disk, kind, site, each))) return inStore(site);
  }
  return null;
}

function inStore({ kind, root }: Pick<Site, 'kind' | 'root'>): string {
  return `is in the ${kind} store ${root}`;
}

/** Paths that belong to a store even if missing, each with a predicate for files in them. */
function* knownPlaces(
  disk: ReadDisk,
  kinds: readonly Kind[],
  sites: readonly Site[],
  around: StoreAround | null,
): Generator<[string, string]> {
  for (const site of sites) if (site.file === null) yield [site.root, inStore(site)];
  if (around === null) return;
  for (const { name, layout } of kinds) {
    for (const root of layout.homes({ ...around, worktrees: [], read: settingsReader(disk) }).flat())
      yield [resolve(around.cwd, root), inStore({ kind: name, root })];
    for (const path of layout.otherData?.(around) ?? [])
      yield [resolve(around.cwd, path), `is where ${name} keeps its own`];
  }
}

/** A folder and those below it, up to a limit: each may be mounted elsewhere. */
function storeFolders(disk: ReadDisk, root: string): string[] {
  const all = [root];
  for (const folder of all)
    for (const { name, type } of all.length > MAX_ENTRIES ? [] : namesIn(disk, folder))
      if (type === 'folder' && name !== null) all.push(join(folder, name));
  return all;
}

function digestOf(disk: ReadDisk, path: string): string {
  const stat = orNull(() => disk.stat(path));
  return stat === null ? (orNull(() => truePath(disk, path)) ?? path) : `${stat.dev}:${stat.ino}`;
}

/**
 * True for a path within a store. A program's home is entirely its own; of another store only its folder and conversation folders count,
 * because unrelated programs have folders `projects` and `conversations`, too.
 */
function siteContains(disk: ReadDisk, kind: Kind, found: Site, { path, type }: GivenPath): boolean {
  if (found.shape === 'file') return path === join(found.root, found.file ?? '');
  const site = { ...found, scope: null, file: null };
  if (!isAtOrBelow(path, site.root)) return false;
  const name = path.slice(site.root.length + 1);
  const place = name === '' ? null : kind.layout.place(site, name, type);
  // The program reads all files of this folder that have such a name.
  if (place?.type === 'part' && basename(dirname(path)) === kind.layout.readsAllIn) return true;
  if (isHome(disk, kind, site)) return true;
  if (!holdsConversation(disk, kind, site, '')) return false;
  if (!name.includes('/') || place?.type === 'part' || holdsConversation(disk, kind, site, dirname(name))) return true;
  return foldersAbove(name).some((at) => {
    const above = kind.layout.place(site, at, 'folder');
    const isProject = above.type === 'folder' && above.scope !== undefined;
    return above.type === 'part' || holdsConversation(disk, kind, site, at, isProject ? MAX_ENTRIES : 1);
  });
}

/** True for a folder that only this program has, by its name or its settings beside conversations. */
function isHome(disk: ReadDisk, kind: Kind, site: Site): boolean {
  const usual = kind.layout.homes(NO_HOST).flat();
  if (usual.some((path) => basename(path) === basename(site.root))) return true;
  const { settings } = kind.layout;
  const hasSettings = settings !== undefined && namesIn(disk, site.root).some(({ name }) => name === settings);
  return site.shape === 'home' && hasSettings && holdsConversation(disk, kind, site, '');
}

const NO_HOST: HostEnvironment = { home: '/home', cwd: '/cwd', platform: 'linux', env: {}, worktrees: [] };

function holdsConversation(disk: ReadDisk, kind: Kind, site: Site, folder: string, max = MAX_ENTRIES): boolean {
  for (const path of partsBelow(disk, kind, site, folder, max))
    if (isRecognised(disk, kind, join(site.root, path))) return true;
  return false;
}

function* partsBelow(disk: ReadDisk, kind: Kind, site: Site, top: string, max: number): Generator<string> {
  const folders = [top];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined && looked++ < max; folder = folders.pop())
    for (const { name, type } of namesIn(disk, join(site.root, folder)).slice(0, MAX_ENTRIES)) {
      const path = join(folder, name ?? '\ufffd');
      const place = kind.layout.place(site, path, type);
      if (place.type === 'folder' && type === 'folder') folders.push(path);
      if (place.type === 'part') yield path;
    }
}

function namesIn(disk: ReadDisk, path: string): Name[] {
  return orNull(() => disk.list(path)) ?? [];
}

function isRecognised(disk: ReadDisk, kind: Kind, path: string): boolean {
  const candidate = candidateIfReadable(disk, path);
  return candidate !== null && kind.layout.recognise(candidate) !== null;
}

/**
 * The path on disk: absolute, without links, in listed case. Its missing part stays as given. Throws the disk's error
 * for a closed folder, ENOENT for a dangling link.
 */
export function truePath(disk: ReadDisk, path: string): string {
  const real = nullOn(['ENOENT', 'ENOTDIR'], () => disk.realpath(path));
  const folder = dirname(path);
  if (real === null && nullOn(['ENOENT', 'ENOTDIR'], () => disk.lstat(path)) !== null) disk.realpath(path);
  if (real === null && folder !== path) return join(truePath(disk, folder), basename(path));
  return inListedCase(disk, real ?? path);
}

/** A path with each name in the case of its folder's list: on a disk that ignores case, other cases lead to one file. */
function inListedCase(disk: ReadDisk, path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  const above = inListedCase(disk, folder);
  const name = basename(path);
  if (isOnlyCase(disk, above, name)) return join(above, name);
  const names = namesIn(disk, above).flatMap((each) => each.name ?? []);
  const listed = names.includes(name) ? name : names.find((each) => fold(each) === fold(name));
  return join(above, listed ?? name);
}

/** True if only another case of the name exists. Lists a folder only if needed: it may be long. */
function isOnlyCase(disk: ReadDisk, folder: string, name: string): boolean {
  const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  // A disk may distinguish case, but not spellings of an accented letter.
  if (other === name || !/^[ -~]+$/.test(name)) return false;
  return orNull(() => nullOn(['ENOENT'], () => disk.lstat(join(folder, other))) === null) ?? false;
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

export interface JournalRoots {
  readonly roots: readonly string[];
  spell(root: string): string;
}

/**
 * Roots with journals of some stores, each once. A path whose last conversation a run removed is found by the nearest
 * journal above. Throws Failure like `findSites`.
 */
export async function journalRoots(
  options: SitesOptions,
  disk: ReadDisk,
  kinds: readonly Kind[],
): Promise<JournalRoots> {
  const rootGroups = options.roots.length === 0 ? [[]] : options.roots.map((root) => [root]);
  const found = new Map<string, string>();
  for (const some of rootGroups)
    for (const root of await rootsAt({ ...options, roots: some }, disk, kinds)) {
      const real = disk.realpath(root);
      if (!found.has(real)) found.set(real, root);
    }
  return { roots: [...found.keys()], spell: (root) => found.get(root) ?? root };
}

async function rootsAt(options: SitesOptions, disk: ReadDisk, kinds: readonly Kind[]): Promise<string[]> {
  if (options.roots.length === 0) {
    const emptied = await emptiedPlaces(disk, kinds, options);
    const allowEmpty = options.allowEmpty === true || emptied.length > 0;
    const { sites } = await findSites({ ...options, allowEmpty }, disk, kinds);
    return [...sites.map(({ root }) => root), ...emptied];
  }
  try {
    const { sites } = await findSites(options, disk, kinds);
    return sites.map(({ root }) => root);
  } catch (error) {
    const [root] = options.roots;
    if (root === undefined || !(error instanceof Failure)) throw error;
    const journalled = journalAbove(disk, resolve(options.around.cwd, root));
    if (journalled === null) throw error;
    return [journalled];
  }
}

function journalAbove(disk: ReadDisk, path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (existsAt(disk, join(at, JOURNAL, 'runs'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Roots for words that are all paths of conversations outside the usual places; null for other words. Throws Failure like `findSites`. */
export async function rootsOfPaths(
  options: SitesOptions,
  plainDisk: ReadDisk,
  kinds: readonly Kind[],
  words: readonly string[],
): Promise<string[] | null> {
  const disk = rememberingNames(plainDisk);
  const requested = askedKinds(kinds, options);
  const sites = words.map((word) => siteOfWord(disk, requested, word, options.around.cwd));
  if (sites.length === 0 || sites.includes(null)) return null;
  const usual = (await findSites({ ...options, allowEmpty: true }, disk, kinds)).sites.map(({ root }) =>
    realAt(disk, root),
  );
  const others = sites.flatMap((site) => (site === null || usual.includes(realAt(disk, site.root)) ? [] : [site]));
  return others.length < sites.length ? null : [...new Set(others.map((site) => rootOf(disk, requested, site)))];
}

function siteOfWord(disk: ReadDisk, kinds: readonly Kind[], word: string, cwd: string): Site | null {
  // A word without a dot may be an id.
  const other = () => (word.includes('.') ? notConversationFailure(disk, kinds, resolve(cwd, word)) : null);
  let site: Site | null;
  try {
    site = siteOf(disk, kinds, pathsFor(word, cwd));
  } catch (error) {
    throw other() ?? error;
  }
  const failure = site === null ? other() : null;
  if (failure !== null) throw failure;
  return site;
}

function siteOf(disk: ReadDisk, kinds: readonly Kind[], paths: readonly string[]): Site | null {
  const path = paths.find((each) => existsAt(disk, each));
  for (let at = path ?? '/'; at !== dirname(at); at = dirname(at)) {
    const site = recogniseAt(disk, kinds, at);
    if (site !== null && path?.startsWith(`${site.root}/`)) return site;
  }
  return null;
}

/** The root of the store; for a file that no store reads, and in a folder of several kinds, the file. */
function rootOf(disk: ReadDisk, kinds: readonly Kind[], { kind, root, file }: Site): string {
  if (file === null) return root;
  const store = nullOnFailure(() => recogniseAt(disk, kinds, root));
  const isOfStore = store?.root === root && store.kind === kind;
  const isRead = isOfStore && kindOfSite(kinds, store).layout.place(store, file, 'file').type === 'part';
  return isRead ? root : `${root}/${file}`;
}
