import { sep } from 'node:path';
import { causeOf } from '../../model/failure.ts';
import { type Finding, fileFinding } from '../../model/finding.ts';
import type { EntryType, Place } from '../../model/part.ts';
import { errorCode, orNull, sortIn, sortOf } from '../disk/error-code.ts';
import { isTempName } from '../disk/target.ts';
import type { Name, ReadDisk } from '../disk.ts';
import { JOURNAL } from '../journal/journal.ts';

export type KeptPlace = Extract<Place, { type: 'part' | 'shared' }>;

/** `path` is relative to the root; `target` is the type of a link's target inside the store, else `type`. */
export interface WalkEntry {
  readonly path: string;
  readonly type: EntryType;
  readonly target: EntryType;
  readonly place: KeptPlace;
}

export interface WalkFolder {
  readonly path: string;
  /** Scope of everything below, if known. */
  readonly scope: string | null;
  /** Unit of everything below; null if several are possible. */
  readonly id: string | null;
  /** Absolute, without links. */
  readonly real: string;
  /** Absolute paths without links: the root, and each folder outside it to which a followed link led. */
  readonly tops: readonly string[];
  /** True if it was reached through a link that a place `follows`. */
  readonly isFollowed?: boolean;
  readonly up: WalkFolder | null;
}

/** `root` is absolute. `place` decides for each path; `wants` skips whole scopes. */
export interface WalkRoute {
  readonly root: string;
  place(path: string, type: EntryType): Place;
  wants?(scope: string): boolean;
  listed?(names: number): void;
}

export interface NameLook {
  readonly entry?: WalkEntry;
  readonly finding?: Finding;
  readonly into?: WalkFolder;
  readonly hides?: boolean;
}

const NOT_LOOKED_AT: NameLook = {};

export function lookAtName(disk: ReadDisk, route: WalkRoute, folder: WalkFolder, name: Name): NameLook {
  if (name.name === null) return lookAtBytes(route, folder, name);
  if (name.name === JOURNAL) return NOT_LOOKED_AT;
  const path = pathBelow(folder, name.name);
  if (isTempName(name.name)) return { finding: fileFinding('ST402', null, path, 'was left by a run of convo') };
  if (name.type === 'link') return lookAtLink(disk, route, folder, path);
  return classify(disk, route, folder, { path, type: name.type, linked: null });
}

function lookAtBytes(route: WalkRoute, folder: WalkFolder, { raw, type }: Name): NameLook {
  const path = pathBelow(folder, Buffer.from(raw).toString());
  if (!isWanted(route, route.place(path, type))) return NOT_LOOKED_AT;
  return { finding: fileFinding('ST004', null, path, `has a name that is not UTF-8: ${escaped(raw)}`) };
}

function lookAtLink(disk: ReadDisk, route: WalkRoute, folder: WalkFolder, path: string): NameLook {
  const target = linkTarget(disk, `${route.root}/${path}`, folder.tops);
  if (target.leads === 'inside') return classify(disk, route, folder, { path, type: target.type, linked: target.real });
  const place = route.place(path, target.leads === 'outside' ? target.type : 'link');
  if (!isWanted(route, place)) return NOT_LOOKED_AT;
  if (target.leads === 'outside' && target.type === 'folder' && place.type === 'folder' && place.follows === true)
    return enterFolder(place, folder, { path, type: 'folder', linked: target.real });
  const [code, detail] = STRAYS[target.leads];
  const why = target.leads === 'closed' ? `: ${target.reason}` : '';
  const said = fileFinding(code, unitOf(place), path, `${detail}${why}`);
  const finding = target.leads === 'outside' ? { ...said, actual: target.real } : said;
  const hides = isFolder(place);
  return isKept(place) ? { finding, hides, entry: { path, type: 'link', target: 'link', place } } : { finding, hides };
}

const STRAYS = {
  outside: ['ST005', 'is a link that leads out of the store'],
  nowhere: ['ST006', 'is a link that leads nowhere'],
  closed: ['ST001', 'is a link that cannot be followed'],
} as const;

/** `path` is relative to the root; `linked`: absolute target of a link, null for no link. */
interface ResolvedName {
  readonly path: string;
  readonly type: EntryType;
  readonly linked: string | null;
}

function classify(
  disk: ReadDisk,
  route: WalkRoute,
  folder: WalkFolder,
  { path, type, linked }: ResolvedName,
): NameLook {
  const place = route.place(path, type);
  if (path.endsWith('.gz') && type === 'file' && isPackedAlone(disk, route, path, place))
    return { finding: fileFinding('ST011', null, path, 'is compressed by gzip, and convo does not read it') };
  if (!isWanted(route, place)) return NOT_LOOKED_AT;
  if (place.type === 'folder') return enterFolder(place, folder, { path, type, linked });
  if (!isKept(place)) return NOT_LOOKED_AT;
  const entry: WalkEntry = { path, type: linked === null ? type : 'link', target: type, place };
  if (place.inside === true && type === 'folder') return goInto(entry, linked, folder);
  if (type !== 'other' || !wouldLoad(route, path)) return { entry };
  const stat = orNull(() => disk.stat(`${route.root}/${path}`));
  const sort = stat === null ? 'not a file' : sortOf(stat);
  return { entry, finding: fileFinding('ST003', unitOf(place), path, `is ${sort}`) };
}

function enterFolder(
  place: Extract<Place, { type: 'folder' }>,
  folder: WalkFolder,
  { path, type, linked }: ResolvedName,
): NameLook {
  if (type !== 'folder') return { finding: fileFinding('ST003', null, path, 'is not a folder'), hides: true };
  if (linked !== null && isInside(linked, folder)) return circleFinding(path);
  const real = linked ?? realBelow(folder, path);
  const isFollowed = linked !== null && place.follows === true;
  const tops = isFollowed ? [...folder.tops, real] : folder.tops;
  return { into: { path, scope: place.scope ?? folder.scope, id: folder.id, real, tops, isFollowed, up: folder } };
}

/** A kept folder with its content. Of a unit's link to a folder only the name counts. */
function goInto(entry: WalkEntry, linked: string | null, folder: WalkFolder): NameLook {
  const { path, place } = entry;
  if (linked !== null && place.type === 'part') return { entry };
  if (linked !== null && isInside(linked, folder)) return { entry, ...circleFinding(path) };
  const id = unitOf(place) ?? folder.id;
  const real = linked ?? realBelow(folder, path);
  return { entry, into: { path, scope: place.scope, id, real, tops: folder.tops, up: folder } };
}

function circleFinding(path: string): NameLook {
  return { finding: fileFinding('ST006', null, path, 'is a link to a folder that contains it') };
}

function isFolder(place: Place): boolean {
  return place.type === 'folder' || (place.type === 'shared' && place.inside === true);
}

/** True for a compressed file whose name without `.gz` is a conversation's, if no other file has that name. */
function isPackedAlone(disk: ReadDisk, route: WalkRoute, path: string, place: Place): boolean {
  if (isKept(place) && place.load !== 'name') return false;
  const unpacked = path.slice(0, -'.gz'.length);
  const within = route.place(unpacked, 'file');
  const isPart = within.type === 'part' && within.load !== 'name' && isWanted(route, within);
  return isPart && orNull(() => disk.lstat(`${route.root}/${unpacked}`)) === null;
}

/** True if a file at this path would be loaded: a leftover may have any type; other non-files are findings. */
function wouldLoad(route: WalkRoute, path: string): boolean {
  const place = route.place(path, 'file');
  return isKept(place) && place.load !== 'name';
}

function isInside(real: string, folder: WalkFolder): boolean {
  for (let each: WalkFolder | null = folder; each !== null; each = each.up) if (each.real === real) return true;
  return false;
}

function unitOf(place: Place): string | null {
  return place.type === 'part' ? place.id : null;
}

function isKept(place: Place): place is KeptPlace {
  return place.type === 'part' || place.type === 'shared';
}

function isWanted(route: WalkRoute, place: Place): boolean {
  if (place.type === 'foreign') return false;
  const { scope = null } = place;
  return scope === null || route.wants === undefined || route.wants(scope);
}

function realBelow({ real }: WalkFolder, path: string): string {
  return `${real}/${path.slice(path.lastIndexOf('/') + 1)}`;
}

function pathBelow(folder: WalkFolder, name: string): string {
  return folder.path === '' ? name : `${folder.path}/${name}`;
}

/** A name with bytes beyond ASCII and controls as `\xE9`. */
function escaped(raw: Uint8Array): string {
  const hex = (byte: number) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return Array.from(raw, (byte) => (byte < 0x20 || byte > 0x7e ? hex(byte) : String.fromCharCode(byte))).join('');
}

/** `nowhere`: dangling or circular. `closed`: not permitted. */
type Target =
  | { readonly leads: 'inside' | 'outside'; readonly type: EntryType; readonly real: string }
  | { readonly leads: 'nowhere' }
  | { readonly leads: 'closed'; readonly reason: string };

function linkTarget(disk: ReadDisk, path: string, tops: readonly string[]): Target {
  try {
    const real = disk.realpath(path);
    const inside = tops.some((top) => real === top || real.startsWith(top.endsWith(sep) ? top : top + sep));
    return { leads: inside ? 'inside' : 'outside', type: disk.stat(real).type, real };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return { leads: 'nowhere' };
    return { leads: 'closed', reason: readingWords(error) };
  }
}

export function readFinding(
  error: unknown,
  where: { readonly path: string; readonly id: string | null },
  what: 'file' | 'folder',
): Finding {
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return fileFinding('ST009', where.id, where.path, 'vanished while it was looked at');
  if (code === 'EFBIG') return fileFinding('ST008', where.id, where.path, 'is larger than 2 GiB');
  return fileFinding(
    what === 'file' ? 'ST001' : 'ST002',
    where.id,
    where.path,
    `cannot be read: ${readingWords(error)}`,
  );
}

/** A clause on an error, which follows a colon. */
export function readingWords(error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFILE') return `it is ${sortIn(error)}`;
  // Readers see one cause for both codes, and old baselines contain it.
  const cause = causeOf(code === 'EPERM' ? 'EACCES' : code);
  return cause ?? (code === '' ? String(error) : `the system says ${code}`);
}
