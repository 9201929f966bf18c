import { errorCode } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { readPart } from '../../io/read.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import type { Finding } from '../../model/finding.ts';
import type { Part } from '../../model/part.ts';
import type { Document, Kind, Scope, Session, Site, Unit } from '../../stores/kind.ts';

/** What a session of a scope begins with, apart from what it may ask of the disk. */
export type PlainScope = Omit<Scope, 'exists' | 'units'> & {
  readonly units: ReadonlyMap<string, readonly WalkEntry[]>;
};

/** Opens a scope: its session may ask the disk what exists. */
export function openScope(disk: ReadDisk, kind: Kind, scope: PlainScope): Promise<Session> {
  return kind.begin({ ...scope, exists: (path) => existsAt(disk, path) });
}

/** A unit as it was read: null when all of it has vanished since it was listed. */
export interface OpenedUnit {
  readonly document: Document | null;
  readonly parts: readonly Part[];
  readonly findings: readonly Finding[];
}

/** Reads a unit and opens it; `elsewhere` is what other scopes have of its id. */
export async function openUnit(
  disk: ReadDisk,
  { site, session }: { readonly site: Site; readonly session: Session },
  id: string,
  entries: readonly WalkEntry[],
  elsewhere: readonly WalkEntry[],
): Promise<OpenedUnit> {
  const { parts, findings } = await loadEntries(disk, site, entries);
  if (parts.length === 0) return { document: null, parts, findings };
  const others = await loadEntries(disk, site, elsewhere);
  const unit: Unit = others.parts.length === 0 ? { id, parts } : { id, parts, elsewhere: others.parts };
  return { document: session.open(unit), parts, findings };
}

/** Reads some entries, with what could not be judged. */
export async function loadEntries(
  disk: ReadDisk,
  { root }: Site,
  entries: readonly WalkEntry[],
): Promise<{ readonly parts: Part[]; readonly findings: Finding[] }> {
  const parts: Part[] = [];
  const findings: Finding[] = [];
  for (const entry of entries) {
    const { part, finding } = await readPart(disk, root, entry);
    if (part !== null) parts.push(part);
    if (finding !== null) findings.push(finding);
  }
  return { parts, findings };
}

/** Bytes of the files among these. */
export function totalSize(parts: readonly Part[]): number {
  return parts.reduce((sum, { type, size }) => sum + (type === 'folder' ? 0 : size), 0);
}

/** What cannot be looked at is taken to be there. */
function existsAt(disk: ReadDisk, path: string): boolean {
  try {
    disk.stat(path);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
  }
}
