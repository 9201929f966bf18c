import { errorCode } from '../../io/disk/error-code.ts';
import type { ReadBuffer } from '../../io/disk/read-file.ts';
import { storeView } from '../../io/disk/store-view.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { processNotes } from '../../io/processes.ts';
import { type PartRead, readHead, readOnce, readPart } from '../../io/read.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Finding } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import type { Ask } from '../../stores/decision.ts';
import type {
  DecidingScope,
  Document,
  Kind,
  ListRows,
  NameList,
  Scope,
  Site,
  StoreView,
  Unit,
} from '../../stores/kind.ts';
import { unreadFinding } from './judge-unit.ts';
import { isHealedToRead } from './readable.ts';

export type PlainScope = Omit<Scope, keyof StoreView | 'isWrittenByConvo' | 'system' | 'units'> & {
  readonly units: ReadonlyMap<string, readonly WalkEntry[]>;
};

/** A scope that can be opened in a thread, which may not know the units. */
export type OpenableScope = Omit<PlainScope, 'units'> & Pick<Scope, 'units'>;

/** `judge`: to list and judge. `words`: to read words as healed. `change`: to change. */
export type Purpose = 'judge' | 'words' | 'change';

/** Opens a scope, which may ask the disk whether a path exists. For a change, it may ask the journal whether convo wrote it. */
export async function openScope(
  disk: ReadDisk,
  kind: Pick<Kind, 'name' | 'begin'>,
  scope: OpenableScope,
  purpose: Purpose,
): Promise<DecidingScope> {
  const known = knownScope(disk, scope);
  if (purpose !== 'change') return kind.begin(known, purpose === 'words' && isHealedToRead(kind));
  const { writtenByConvo } = await import('../../io/journal/written-by-convo.ts');
  return kind.begin({ ...known, isWrittenByConvo: writtenByConvo(disk, scope.site.root) }, true);
}

/** Makes list rows without opening the scope; null for a kind that must open it. */
export async function openRows(
  disk: ReadDisk,
  kind: Pick<Kind, 'rows'>,
  scope: OpenableScope,
): Promise<ListRows | null> {
  return (await kind.rows?.(knownScope(disk, scope))) ?? null;
}

function knownScope(disk: ReadDisk, scope: OpenableScope): Scope {
  const view: StoreView = { ...storeView(disk, scope.site.root), exists: (path) => mayExist(disk, path) };
  return { ...scope, ...view, system: processNotes() };
}

export interface OpenedUnit {
  /** Null if the unit vanished since it was listed, or if convo fails on it. */
  readonly document: Document | null;
  readonly facts: unknown;
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
  /** True if the unit was read but not opened, because no match is possible. */
  readonly skipped: boolean;
}

/** A unit that was read, but not opened. */
export interface ReadUnit extends Pick<Kind, 'listed'> {
  readonly site: Site;
  readonly parts: readonly Part[];
  names(): readonly NameList[];
  isReadable(): boolean;
}

export function versionOf(parts: readonly Pick<Part, 'path' | 'size' | 'mtime'>[]): string {
  return parts.map(({ path, size, mtime }) => `${path}\0${size}\0${mtime}`).join('\0');
}

export function readUnitIn(
  {
    site,
    opened,
    kind: { listed },
  }: { readonly site: Site; readonly opened: DecidingScope; readonly kind: Pick<Kind, 'listed'> },
  id: string,
  parts: readonly Part[],
): ReadUnit {
  return {
    ...(listed === undefined ? {} : { listed }),
    site,
    parts,
    names: () => opened.namesFor?.(id) ?? [],
    isReadable: () => isReadable(opened, { id, parts }),
  };
}

function isReadable(opened: DecidingScope, unit: Unit): boolean {
  try {
    const [view, ...others] = opened.open(unit).conversations;
    return view?.readable === true && others.length === 0;
  } catch {
    return false;
  }
}

export interface FoundUnit {
  readonly id: string;
  readonly entries: readonly WalkEntry[];
  readonly elsewhere: readonly WalkEntry[];
  /** The only file of the unit, if it was just read. */
  readonly read?: Part;
}

export type IsWorthOpening = (parts: readonly Part[]) => boolean;

/**
 * Reads a unit, and opens it if `isWorthOpening` is true for its parts. Synchronous unless a file changes: a promise for each small unit would
 * cost as much as the check. Bytes in `buffer` last until the next unit is opened.
 */
export function openUnit(
  disk: ReadDisk,
  { site, opened }: { readonly site: Site; readonly opened: DecidingScope },
  found: FoundUnit,
  buffer: ReadBuffer | null,
  isWorthOpening: IsWorthOpening = () => true,
): OpenedUnit | Promise<OpenedUnit> {
  if (found.read !== undefined)
    return openedUnit(opened, found.id, { parts: [found.read], findings: [] }, [], isWorthOpening);
  buffer?.clear();
  const loaded = loadNow(disk, site, found.entries, buffer);
  const others = loaded === null ? null : loadNow(disk, site, found.elsewhere, buffer);
  return loaded === null || others === null
    ? openSlowly(disk, { site, opened }, found, isWorthOpening)
    : openedUnit(opened, found.id, loaded, others.parts, isWorthOpening);
}

async function openSlowly(
  disk: ReadDisk,
  { site, opened }: { readonly site: Site; readonly opened: DecidingScope },
  { id, entries, elsewhere }: FoundUnit,
  isWorthOpening: IsWorthOpening,
): Promise<OpenedUnit> {
  const loaded = await loadEntries(disk, site, entries);
  const { parts: others } = await loadEntries(disk, site, elsewhere);
  return openedUnit(opened, id, loaded, others, isWorthOpening);
}

function openedUnit(
  opened: DecidingScope,
  id: string,
  { parts, findings }: LoadedParts,
  others: readonly Part[],
  isWorthOpening: IsWorthOpening,
): OpenedUnit {
  const none = { document: null, facts: null, parts, findings, skipped: false };
  if (parts.length === 0) return none;
  // A unit that was not read whole is opened, so that it counts as such: also a dangling link, or a folder with the name of a file.
  const isRead = findings.length === 0 && parts.some(({ bytes, source }) => bytes !== null || source != null);
  if (isRead && !isWorthOpening(parts)) return { ...none, skipped: true };
  const unit: Unit = others.length === 0 ? { id, parts } : { id, parts, elsewhere: others };
  try {
    const document = opened.open(unit);
    return { ...none, document, facts: document.facts() };
  } catch (error) {
    return { ...none, findings: [...findings, unreadFinding(id, parts, error)] };
  }
}

interface LoadedParts {
  readonly parts: Part[];
  readonly findings: Finding[];
}

export async function loadEntries(disk: ReadDisk, { root }: Site, entries: readonly WalkEntry[]): Promise<LoadedParts> {
  const loaded: LoadedParts = { parts: [], findings: [] };
  for (const entry of entries) add(loaded, await readPart(disk, root, entry));
  return loaded;
}

/** Reads the files of a unit; null if one changed meanwhile. */
function loadNow(
  disk: ReadDisk,
  { root }: Site,
  entries: readonly WalkEntry[],
  buffer: ReadBuffer | null,
): LoadedParts | null {
  const loaded: LoadedParts = { parts: [], findings: [] };
  for (const entry of entries) {
    const read = readOnce(disk, root, entry, buffer);
    if (read === null) return null;
    add(loaded, read);
  }
  return loaded;
}

function add({ parts, findings }: LoadedParts, { part, finding }: PartRead): void {
  if (part !== null) parts.push(part);
  if (finding !== null) findings.push(finding);
}

const HEAD_BYTES = 4096;
const NO_BYTES = new Uint8Array();

/** Reads the first bytes of a file on disk, valid until the next call; null for an unreadable file. */
export function headReader(disk: ReadDisk, { root }: Site): (entry: WalkEntry) => Uint8Array | null {
  const buffer = new Uint8Array(HEAD_BYTES);
  return (entry) => readHead(disk, root, entry, buffer);
}

/** True if the first bytes of these files show that a verb has nothing to do. */
export function isSkipped(
  kind: Kind,
  ask: Ask,
  entries: readonly WalkEntry[],
  headOf: (entry: WalkEntry) => Uint8Array | null,
): boolean {
  if (kind.skips === undefined) return false;
  let isProven = false;
  for (const entry of entries) {
    const { load, role } = entry.place;
    // A file that the verb never touches is skipped unread.
    if (load !== 'whole' || kind.skips(ask, role, NO_BYTES)) continue;
    const head = headOf(entry);
    if (head === null || !kind.skips(ask, role, head)) return false;
    isProven = true;
  }
  return isProven;
}

/**
 * Skips units whose first bytes show that a verb has nothing to do. They are read from the disk only after a unit that was skipped:
 * otherwise reading the whole unit is cheaper.
 */
export class HeadSkips {
  readonly #kind: Kind;
  readonly #ask: Ask;
  readonly #onDisk: (entry: WalkEntry) => Uint8Array | null;
  #skippedLast = false;

  constructor(disk: ReadDisk, kind: Kind, site: Site, ask: Ask) {
    this.#kind = kind;
    this.#ask = ask;
    this.#onDisk = headReader(disk, site);
  }

  skipsUnread(entries: readonly WalkEntry[]): boolean {
    return this.#skippedLast && this.#decide(entries, this.#onDisk);
  }

  skipsRead(entries: readonly WalkEntry[], parts: readonly Part[]): boolean {
    const bytesOf = ({ path }: WalkEntry) => parts.find((part) => part.path === path)?.bytes?.subarray(0, HEAD_BYTES);
    return this.#decide(entries, (entry) => bytesOf(entry) ?? null);
  }

  #decide(entries: readonly WalkEntry[], headOf: (entry: WalkEntry) => Uint8Array | null): boolean {
    this.#skippedLast = isSkipped(this.#kind, this.#ask, entries, headOf);
    return this.#skippedLast;
  }
}

/** False only for a missing path: an unreadable one counts as present. */
function mayExist(disk: ReadDisk, path: string): boolean {
  try {
    disk.stat(path);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
  }
}
