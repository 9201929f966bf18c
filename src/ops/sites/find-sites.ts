import { dirname, join, resolve } from 'node:path';
import { errorCode, nullOn } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { JOURNAL } from '../../io/journal/journal.ts';
import { readingWords } from '../../io/walk/look-at-name.ts';
import { worktreesOf } from '../../io/worktrees.ts';
import { addAll } from '../../model/collections.ts';
import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE, type KindName } from '../../model/kinds.ts';
import { foldersAbove, isAtOrBelow } from '../../model/path.ts';
import { PACK_MANIFEST } from '../../model/seal.ts';
import type { CandidatePath, HostEnvironment, Kind, Site } from '../../stores/kind.ts';
import { candidateAt, existsAt, notConversationFailure, rememberingNames, settingsReader, whyUnread } from './given.ts';

export interface SitesOptions {
  /** The values of `--root`, in order; empty for the usual places. */
  readonly roots: readonly string[];
  readonly rootsFrom?: string | null;
  /** Kinds to look for; empty for all. */
  readonly ofKinds: readonly KindName[];
  readonly around: Omit<HostEnvironment, 'worktrees'>;
  /** True for only the current worktree of a repository: others count only if named. */
  readonly onlyHere?: boolean;
  /** True if the lack of a store at the usual places is no failure. */
  readonly allowEmpty?: boolean;
  /** True if the failure names all usual places; otherwise it names the first of each kind. */
  readonly everyPlace?: boolean;
}

export interface Sites {
  /** The stores, each once. */
  readonly sites: readonly Site[];
  /** Usual places, and folders within reach of a pattern, that cannot be read; each means exit code 3. */
  readonly unreadablePaths: readonly UnreadablePath[];
  /** Stores at a root itself. */
  readonly named: readonly Site[];
  /** Stores found below a root. */
  readonly below: readonly Site[];
}

/**
 * Finds the stores at the roots, or else at the usual places. A root is a pattern only if nothing has exactly that name. Throws Failure for
 * a missing path, a path of no kind or of two, and if there is no store at all.
 */
export async function findSites(options: SitesOptions, plainDisk: ReadDisk, kinds: readonly Kind[]): Promise<Sites> {
  const disk = rememberingNames(plainDisk);
  const requested = askedKinds(kinds, options);
  if (requested.length === 0)
    throw new Failure(
      'usage',
      `this version reads no ${options.ofKinds.join(' or ')} stores`,
      `It reads ${kinds.map(({ name }) => name).join(', ')}.`,
    );
  if (options.roots.length === 0) {
    const { sites, unreadablePaths } = await usualSites(disk, requested, options);
    return { sites: distinctSites(disk, sites), unreadablePaths, named: [], below: [] };
  }
  const sites: Site[] = [];
  const below = new Set<Site>();
  const unreadablePaths: UnreadablePath[] = [];
  const named = new Set<Site>();
  for (const root of options.roots) {
    const found = await sitesAt(disk, requested, root, options.around.cwd).catch((error: unknown) => {
      throw inConfig(error, options.rootsFrom ?? null);
    });
    addAll(sites, found.sites);
    addAll(unreadablePaths, found.unreadablePaths);
    for (const site of found.named) named.add(site);
    for (const site of found.below) below.add(site);
  }
  const distinct = distinctSites(disk, sites);
  return {
    sites: distinct,
    unreadablePaths,
    named: distinct.filter((site) => named.has(site)),
    below: distinct.filter((site) => below.has(site)),
  };
}

function inConfig(error: unknown, file: string | null): unknown {
  if (file === null || !(error instanceof Failure) || error.code !== 'usage') return error;
  const hint = 'Change it there, or leave the file out with --no-config.';
  return new Failure(error.code, `${file}: roots: ${error.message}`, hint, { cause: error });
}

async function sitesAt(disk: ReadDisk, kinds: readonly Kind[], root: string, cwd: string): Promise<Sites> {
  if (root === '') throw new Failure('usage', 'the path given to --root is empty');
  if (root.includes('\0')) throw new Failure('usage', 'a path given to --root holds a NUL character');
  const path = resolve(cwd, root);
  if (!MAGIC.test(root) || existsAt(disk, path)) return sitesIn(disk, kinds, path);
  const found = await sitesLike(disk, kinds, root, cwd);
  if (found.sites.length > 0 || found.unreadablePaths.length > 0) return found;
  throw new Failure('usage', `${root} does not exist, and as a pattern it matches no store`, WHAT_TO_GIVE);
}

/** The store at a path, or else the stores below it. Below an emptied store, which still has its journal, none is meant. */
async function sitesIn(disk: ReadDisk, kinds: readonly Kind[], path: string): Promise<Sites> {
  const exists = existsAt(disk, path);
  const site = exists ? recogniseAt(disk, kinds, path) : null;
  const found = exists && site === null ? await sitesBelow(disk, kinds, path) : null;
  if (found !== null && found.sites.length > 0) return { ...found, named: [], below: found.sites };
  const sites = [site ?? siteAt(disk, kinds, path)];
  return { sites, unreadablePaths: [], named: sites, below: [] };
}

/** Characters that may make a path a pattern. */
const MAGIC = /[*?[{(]/;

/** Programs that append are the most used ones: their places are named first. */
function rankOf({ name }: Kind): number {
  return KIND_TABLE[name].appendsOnly ? 0 : 1;
}

interface UsualPlaces {
  readonly kind: Kind;
  /** Absolute paths. A later group counts only if no path of an earlier one exists. */
  readonly groups: readonly (readonly string[])[];
}

async function usualPlaces(
  disk: ReadDisk,
  kinds: readonly Kind[],
  { around, onlyHere = false }: Pick<SitesOptions, 'around' | 'onlyHere'>,
): Promise<UsualPlaces[]> {
  const all = (await worktreesOf(around.cwd)).flatMap(({ path, bare }) => (bare ? [] : [path]));
  const worktrees = onlyHere ? currentOf(disk, all, around.cwd) : all;
  return kinds.map((kind) => {
    // A variable may name a home relative to the working directory.
    const groups = kind.layout.homes({ ...around, worktrees, read: settingsReader(disk) });
    return { kind, groups: groups.map((group) => group.map((path) => resolve(around.cwd, path))) };
  });
}

function presentIn(disk: ReadDisk, { groups }: UsualPlaces): readonly string[] {
  const present = groups.map((group) => group.filter((path) => existsAt(disk, path)));
  return present.find((group) => group.length > 0) ?? [];
}

export function askedKinds(kinds: readonly Kind[], { ofKinds }: Pick<SitesOptions, 'ofKinds'>): readonly Kind[] {
  return ofKinds.length === 0 ? kinds : kinds.filter(({ name }) => ofKinds.includes(name));
}

/** Usual places in which only the journal of convo is left, after an undo for example. */
export async function emptiedPlaces(
  disk: ReadDisk,
  kinds: readonly Kind[],
  options: Pick<SitesOptions, 'around' | 'onlyHere' | 'ofKinds'>,
): Promise<string[]> {
  const requested = askedKinds(kinds, options);
  const places = await usualPlaces(disk, requested, options);
  return places.flatMap((each) =>
    presentIn(disk, each).filter((path) => {
      const { site, failure } = usualSiteAt(disk, each.kind, path);
      return site === null && failure === null && existsAt(disk, join(path, JOURNAL, 'runs'));
    }),
  );
}

/** `failure`: the reason why the place cannot be looked at. */
function usualSiteAt(
  disk: ReadDisk,
  kind: Kind,
  path: string,
): { readonly path: string; readonly site: Site | null; readonly failure: Failure | null } {
  try {
    return { path, site: recogniseAt(disk, [kind], path), failure: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { path, site: null, failure: error };
  }
}

/** The stores at usual places. An unreadable place, such as a link to an unmounted disk, does not hide the others. */
async function usualSites(
  disk: ReadDisk,
  kinds: readonly Kind[],
  options: SitesOptions,
): Promise<Pick<Sites, 'sites' | 'unreadablePaths'>> {
  const { around, allowEmpty = false, everyPlace = false } = options;
  const homes = await usualPlaces(disk, kinds, options);
  const found = homes.flatMap((each) => presentIn(disk, each).map((path) => usualSiteAt(disk, each.kind, path)));
  const sites = found.flatMap(({ site }) => site ?? []);
  const failed = found.flatMap(({ path, failure }) => (failure === null ? [] : [{ path, failure }]));
  const unreadablePaths = failed.map(({ path, failure }) => ({
    path,
    reason: whyUnread(disk, path) ?? failure.message,
  }));
  if (sites.length > 0 || allowEmpty) return { sites, unreadablePaths };
  const [first] = failed;
  if (first !== undefined) throw first.failure;
  // A place may be there twice: a worktree's own may also be the nearest above.
  const inUse = homes.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
  const places = new Set(inUse.flatMap(({ groups }) => (everyPlace ? groups.flat() : (groups[0] ?? []).slice(0, 1))));
  const clauses = [
    ...(around.home === null ? ['HOME is not set to a folder'] : []),
    ...(places.size === 0 ? [] : [`there is no store at ${Array.from(places, shortOf(around.home)).join(', ')}`]),
  ];
  throw new Failure(
    'no-match',
    `no conversation in scope: ${clauses.join(', and ')}`,
    everyPlace
      ? 'Say where the store is with --root PATH.'
      : 'Say where the store is with --root PATH; -v names every place.',
  );
}

function shortOf(home: string | null): (path: string) => string {
  return (path) => (home !== null && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
}

function currentOf(disk: ReadDisk, worktrees: readonly string[], folder: string): string[] {
  // The folder of a shell may be removed; then it is in no worktree.
  const real = nullOn(['ENOENT'], () => disk.realpath(folder)) ?? folder;
  const here = worktrees.filter((path) => isAtOrBelow(real, path));
  return here.sort((a, b) => b.length - a.length).slice(0, 1);
}

interface UnreadablePath {
  readonly path: string;
  readonly reason: string;
}

/** Stores at or below the matches of a pattern; other matches are skipped. */
async function sitesLike(disk: ReadDisk, kinds: readonly Kind[], pattern: string, cwd: string): Promise<Sites> {
  // Loaded on demand: it takes longer than most commands, and few use it.
  const { glob } = await import('../../io/walk/glob.ts');
  const { paths, unreadablePaths } = await glob(pattern, cwd);
  // Keyed by path: a pattern with ** matches nested folders.
  const closed = new Map(unreadablePaths.map((each) => [each.path, each]));
  const sites = new FoundSites();
  const below: Site[] = [];
  for (const path of paths) {
    const reason = whyClosed(disk, path);
    if (reason) closed.set(path, { path, reason });
    if (reason !== null) continue;
    const site = recogniseAt(disk, kinds, path);
    if (site !== null) sites.add([site]);
    if (site !== null || sites.hold(path)) continue;
    const found = await sitesBelow(disk, kinds, path);
    sites.add(found.sites);
    addAll(below, found.sites);
    for (const each of found.unreadablePaths) closed.set(each.path, each);
  }
  return { sites: sites.all, unreadablePaths: [...closed.values()], named: [], below };
}

/** Levels below a folder that are searched: `HOST/USER/.fnord`, `ORG/REPOSITORY/.tenex`. */
const DEPTH = 4;

/** Stores below a folder that is not a store itself, each once. Does not search inside stores, or emptied ones. */
async function sitesBelow(
  disk: ReadDisk,
  kinds: readonly Kind[],
  folder: string,
): Promise<Pick<Sites, 'sites' | 'unreadablePaths'>> {
  if (disk.stat(folder).type !== 'folder' || existsAt(disk, join(folder, JOURNAL)))
    return { sites: [], unreadablePaths: [] };
  const { foldersBelow } = await import('../../io/walk/glob.ts');
  const { paths, unreadablePaths } = await foldersBelow(folder, DEPTH);
  const sites = new FoundSites();
  for (const path of paths) {
    if (sites.hold(path) || whyClosed(disk, path) !== null) continue;
    const site = recogniseAt(disk, kinds, path);
    if (site !== null) sites.add([site]);
  }
  return { sites: sites.all, unreadablePaths };
}

class FoundSites {
  readonly all: Site[] = [];
  readonly #roots = new Set<string>();

  add(sites: readonly Site[]): void {
    addAll(this.all, sites);
    for (const { root } of sites) this.#roots.add(root);
  }

  hold(path: string): boolean {
    for (let at = path; ; at = dirname(at)) {
      if (this.#roots.has(at)) return true;
      if (dirname(at) === at) return false;
    }
  }
}

/** The reason why a path is unreadable. Null for a readable one; empty for a missing path, a dangling link, and neither file nor folder. */
function whyClosed(disk: ReadDisk, path: string): string | null {
  try {
    const { type } = disk.stat(path);
    if (type === 'folder') disk.list(path);
    else if (type === 'file') disk.read(path, 1);
    else return '';
    return null;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '') ? '' : readingWords(error);
  }
}

/** The sites in order, each root once under one name, without sites that a wider one covers. */
export function distinctSites(disk: ReadDisk, sites: readonly Site[]): Site[] {
  const keyOf = keys(disk);
  const first = new Map<string, Site>();
  for (const site of sites) {
    const key = keyOf(site);
    if (!first.has(key)) first.set(key, site);
  }
  return [...first.values()].filter((site) => !widerSites(site).some((each) => first.has(keyOf(each))));
}

function keys(disk: ReadDisk): (site: Site) => string {
  const known = new Map<string, string>();
  const realOf = (root: string): string => {
    const real = known.get(root) ?? nullOn(['ENOENT', 'EACCES'], () => disk.realpath(root)) ?? root;
    known.set(root, real);
    return real;
  };
  return ({ kind, shape, root, scope, file }) => JSON.stringify([kind, shape, realOf(root), scope, file]);
}

function widerSites(site: Site): Site[] {
  const all = upTo(site.scope).flatMap((scope) => upTo(site.file).map((file) => ({ ...site, scope, file })));
  return all.filter(({ scope, file }) => scope !== site.scope || file !== site.file);
}

/** A path, all scopes above it, and null: `org` holds `org/repo`. */
function upTo(path: string | null): (string | null)[] {
  return path === null ? [null] : [null, ...foldersAbove(path), path];
}

const WHAT_TO_GIVE =
  'Give a home such as ~/.claude or ~/.fnord, a project, a conversations folder or one conversation file.';

/** The site of an absolute path. Throws Failure for a missing path, or one of no kind or of two. */
export function siteAt(disk: ReadDisk, kinds: readonly Kind[], path: string): Site {
  const site = recogniseAt(disk, kinds, path);
  if (site !== null) return site;
  const other = notConversationFailure(disk, kinds, path);
  if (other !== null) throw other;
  const names = kinds.map(({ name }) => name).join(', ');
  const words = disk.stat(path).type === 'file' ? 'not a conversation file' : 'not a store';
  const hint = unpackedHint(kinds, candidateAt(disk, path)) ?? WHAT_TO_GIVE;
  throw new Failure('usage', `${path} is ${words} of a known kind (${names})`, hint);
}

/** A hint for the folder of `unpack --output`, which has a store for each kind; null for other folders. */
function unpackedHint(kinds: readonly Kind[], { path, names }: CandidatePath): Sentence | null {
  const stores = names.filter((name) => kinds.some((kind) => kind.name === name));
  const [first] = stores;
  if (first === undefined || !names.includes(PACK_MANIFEST)) return null;
  const all = stores.join(', ');
  return sentence`It was unpacked with stores of ${all}: ${cmd`list ${join(path, first)}`} shows what is in one.`;
}

/** The site of an absolute path; null for no kind. Follows links if the path itself is of no kind. Throws Failure for two kinds. */
export function recogniseAt(disk: ReadDisk, kinds: readonly Kind[], path: string): Site | null {
  const site = onlyOne(kinds, { ...candidateAt(disk, path), isGiven: true }, path);
  if (site !== null) return site;
  const real = disk.realpath(path);
  return real === path ? null : onlyOne(kinds, { ...candidateAt(disk, real), isGiven: true }, path);
}

function onlyOne(kinds: readonly Kind[], candidate: CandidatePath, path: string): Site | null {
  const sites = kinds.flatMap((kind) => kind.layout.recognise(candidate) ?? []);
  // Folders around a file identify it better than the first bytes, which may be torn.
  const known = sites.filter(({ shape }) => shape !== 'file');
  const [site = null, second] = known.length === 1 ? known : sites;
  if (second === undefined) return site;
  const names = sites.map(({ kind }) => kind).join(' or ');
  throw new Failure('usage', `${path} could be a store of ${names}`, 'Say which with --kind.');
}
