import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Finding } from '../../../src/model/finding.ts';
import { fnord } from '../../../src/stores/fnord/index.ts';
import type { Document, EntryType, Given, Part, Place, Scope, Site } from '../../../src/stores/kind.ts';

/** What a fixture says of the disk that git does not keep; times in whole Unix seconds. */
export interface Disk {
  readonly now?: number;
  /** Permission bits of every file; 0600 unless said otherwise. */
  readonly mode?: number;
  /** Modification time of every file and folder. */
  readonly mtime?: number;
  /** Paths to show as links. */
  readonly links?: readonly string[];
}

/** A site read whole: its documents in order, and all its findings. */
export interface Opened {
  readonly site: Site;
  readonly documents: ReadonlyMap<string, readonly Document[]>;
  readonly findings: readonly Finding[];
}

/** Reads a small site as the walker would, without its care for what can go wrong. */
export function openSite(path: string, disk: Disk = {}): Opened {
  const site = fnord.recognise(givenOf(path));
  if (site === null) throw new Error(`${path} is not recognised`);
  const places = [...walk(site, '', disk)];
  const scopes = new Set(places.map(({ place }) => ('scope' in place ? place.scope : null)));
  const documents = new Map<string, readonly Document[]>();
  const findings: Finding[] = [];
  for (const name of [...scopes].sort()) {
    const mine = places.filter(({ place }) => 'scope' in place && place.scope === name);
    const shared = mine.filter(({ place }) => place.is === 'shared').map(({ part }) => part);
    const scope: Scope = { name: name ?? '', site, shared, now: disk.now ?? 1_800_000_000 };
    const session = fnord.begin(scope);
    const units = new Map<string, Part[]>();
    for (const { place, part } of mine)
      if (place.is === 'part') units.set(place.id, [...(units.get(place.id) ?? []), part]);
    const opened = [...units].map(([id, parts]) => session.open({ id, parts }));
    for (const document of opened) findings.push(...document.findings());
    findings.push(...session.findings());
    if (name !== null) documents.set(name, opened);
  }
  return { site, documents, findings };
}

/** What a path looks like from outside. */
function givenOf(path: string): Given {
  const type = lstatSync(path).isDirectory() ? 'folder' : 'file';
  const above: { path: string; names: string[] }[] = [];
  for (let at = dirname(path); above.length < 4 && at !== dirname(at); at = dirname(at))
    above.push({ path: at, names: readdirSync(at).sort() });
  const names = type === 'folder' ? readdirSync(path).sort() : [];
  const head = type === 'file' ? readFileSync(path).subarray(0, 65536) : new Uint8Array(0);
  return { path, type, names, head, above };
}

interface Placed {
  readonly place: Place;
  readonly part: Part;
}

function* walk(site: Site, folder: string, disk: Disk): Generator<Placed> {
  const entries = readdirSync(join(site.root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (basename(path) === '.keep') continue;
    const type = typeOf(entry, path, disk);
    const place = fnord.place(site, path, type);
    if (place.is === 'folder') yield* walk(site, path, disk);
    else if (place.is !== 'foreign') yield { place, part: partOf(site, path, type, place, disk) };
  }
}

function typeOf(entry: Dirent, path: string, { links = [] }: Disk): EntryType {
  if (links.includes(path)) return 'link';
  return entry.isDirectory() ? 'folder' : 'file';
}

function partOf(site: Site, path: string, type: EntryType, place: Place, disk: Disk): Part {
  const whole = 'load' in place && place.load === 'whole' && type !== 'folder';
  const bytes = whole ? readFileSync(join(site.root, path)) : null;
  const role = 'role' in place ? place.role : '';
  return filePart(path, bytes, { role, type, mode: disk.mode ?? 0o600, mtime: disk.mtime ?? 1_790_000_000 });
}

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
    print: () =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ...more,
  };
}

/** One conversation file by itself, as `id.json` of a bare folder. */
export function openBytes(bytes: Uint8Array, id = 'one'): Document {
  const site: Site = { kind: 'fnord', root: '/store', shape: 'folder', scope: 'lantern', file: null };
  const session = fnord.begin({ name: 'lantern', site, shared: [], now: 1_800_000_000 });
  return session.open({ id, parts: [filePart(`${id}.json`, bytes)] });
}
