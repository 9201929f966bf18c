import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestFolder, digestOf } from '../../src/io/disk/digest.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { EntryType, Part, Place } from '../../src/model/part.ts';
import type { CandidatePath, DecidingScope, Kind, Scope, Site } from '../../src/stores/kind.ts';
import { type Asked, beginNow, openNoted } from './asked.ts';

/** What a fixture says of the disk that git does not keep; times in whole Unix seconds. */
export interface Disk {
  readonly now?: number;
  /** Permission bits of every file; 0600 unless said otherwise. */
  readonly mode?: number;
  /** Modification time of every file and folder. */
  readonly mtime?: number;
  /** Paths to show as links. */
  readonly links?: readonly string[];
  readonly signatures?: boolean;
  /** Where the site seems to be, for kinds whose files hold absolute paths. */
  readonly root?: string;
  /** A folder could not be looked into. */
  readonly hidden?: boolean;
}

/** A site read whole: its documents in order, and all its findings. */
export interface Opened {
  readonly site: Site;
  readonly documents: ReadonlyMap<string, readonly Asked[]>;
  /** By the name of the scope; `close` may be asked. */
  readonly sessions: ReadonlyMap<string, DecidingScope>;
  readonly findings: readonly Finding[];
}

/** Reads a small site as the walker would, without its care for what can go wrong. */
export function openSite(kind: Kind, path: string, disk: Disk = {}): Opened {
  const site = kind.layout.recognise(givenOf(path));
  if (site === null) throw new Error(`${path} is not recognised`);
  const met: string[] = [];
  const places = [...walk(kind, site, '', disk, met)];
  const scopes = new Set(places.map(({ place }) => ('scope' in place ? place.scope : null)));
  const documents = new Map<string, readonly Asked[]>();
  const sessions = new Map<string, DecidingScope>();
  const findings: Finding[] = [];
  const common = places.filter(({ place }) => place.type === 'shared' && place.scope === null).map(({ part }) => part);
  for (const name of [...scopes].sort()) {
    const mine = places.filter(({ place }) => 'scope' in place && place.scope === name);
    const shared = mine.filter(({ place }) => place.type === 'shared').map(({ part }) => part);
    const units = new Map<string, Part[]>();
    for (const { place, part } of mine)
      if (place.type === 'part') units.set(place.id, [...(units.get(place.id) ?? []), part]);
    const scope: Scope = {
      name: name ?? '',
      site: { ...site, root: disk.root ?? site.root },
      shared,
      ...(name === null ? {} : { common }),
      now: disk.now ?? 1_800_000_000,
      signatures: disk.signatures ?? false,
      units,
      hasUnreadFolder: disk.hidden ?? false,
      scopes: new Set(met),
    };
    const session = beginNow(kind.name, scope);
    sessions.set(scope.name, session);
    const opened = [...units].map(([id, parts]) => openNoted(session, { id, parts }, kind.name));
    for (const document of opened) findings.push(...document.findings());
    const absent = [...session.absent()].map((id) => openNoted(session, { id, parts: [] }, kind.name));
    for (const document of absent) findings.push(...document.findings());
    findings.push(...session.findings());
    if (name !== null) documents.set(name, [...opened, ...absent]);
  }
  return { site, documents, sessions, findings };
}

/** What a path looks like from outside. */
function givenOf(path: string): CandidatePath {
  const type = lstatSync(path).isDirectory() ? 'folder' : 'file';
  const above: { path: string; names: string[] }[] = [];
  for (let at = dirname(path); above.length < 4 && at !== dirname(at); at = dirname(at))
    above.push({ path: at, names: readdirSync(at).sort() });
  const names = type === 'folder' ? readdirSync(path).sort() : [];
  const head = type === 'file' ? readFileSync(path).subarray(0, 65536) : new Uint8Array(0);
  return { path, type, names, head, above, inside };
}

/** Names inside a folder; none for what is not one. */
function inside(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

interface Placed {
  readonly place: Place;
  readonly part: Part;
}

function* walk(kind: Kind, site: Site, folder: string, disk: Disk, met: string[]): Generator<Placed> {
  const entries = readdirSync(join(site.root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (basename(path) === '.keep') continue;
    const type = typeOf(entry, path, disk);
    // As the walker does it: a link is placed by what it leads to, and a folder is not walked into through one.
    const place = kind.layout.place(site, path, entry.isDirectory() ? 'folder' : type);
    if ('scope' in place && typeof place.scope === 'string') met.push(place.scope);
    if (place.type === 'folder') yield* walk(kind, site, path, disk, met);
    else if (place.type !== 'foreign') yield { place, part: partOf(site, path, type, place, disk) };
    if ('inside' in place && type === 'folder') yield* walk(kind, site, path, disk, met);
  }
}

function typeOf(entry: Dirent, path: string, { links = [] }: Disk): EntryType {
  if (links.includes(path)) return 'link';
  return entry.isDirectory() ? 'folder' : 'file';
}

function partOf(site: Site, path: string, type: EntryType, place: Place, disk: Disk): Part {
  const load = 'load' in place && type !== 'folder' ? place.load : 'name';
  const isFolder = lstatSync(join(site.root, path)).isDirectory();
  const all = isFolder ? null : readFileSync(join(site.root, path));
  const bytes = load === 'whole' ? all : load === 'head' ? (all?.subarray(0, 4096) ?? null) : null;
  const role = 'role' in place ? place.role : '';
  const digest = () => (type === 'folder' ? digestFolder(nodeDisk(), join(site.root, path)) : digestOf(all ?? EMPTY));
  const look = { role, type, mode: disk.mode ?? 0o600, mtime: disk.mtime ?? 1_790_000_000, size: all?.length ?? 0 };
  const source = { size: look.size, slice: (at: number, length: number) => (all ?? EMPTY).subarray(at, at + length) };
  return filePart(path, bytes, { ...look, digest, ...(load === 'lines' && all !== null ? { source } : {}) });
}

const EMPTY = new Uint8Array();

/** A part made of bytes. */
export function filePart(path: string, bytes: Uint8Array | null, more: Partial<Part> = {}): Part {
  return {
    path,
    role: 'conversation',
    type: 'file',
    bytes,
    size: bytes?.length ?? 0,
    mtime: 1_790_000_000,
    mode: 0o600,
    digest: () => digestOf(bytes ?? EMPTY),
    ...more,
  };
}
