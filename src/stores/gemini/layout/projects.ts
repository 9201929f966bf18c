import { createHash } from 'node:crypto';
import { scan } from '../../../codecs/json/scan.ts';
import { isString, member, members, root, textOf } from '../../../codecs/json/value.ts';
import type { Part, Scope } from '../../kind.ts';
import { once } from '../../once.ts';
import { MARK, REGISTRY, TMP } from './place.ts';

interface Registry {
  readonly bytes: Uint8Array;
  /** Folders by the names of their projects; null where it cannot be read. */
  readonly folders: ReadonlyMap<string, string> | null;
  /** Folders by hash. */
  readonly hashed: () => ReadonlyMap<string, string>;
}

/** The one that was read last: each project of a home is opened with it, and it names them all. */
let latest: Registry | null = null;

function registryOf(bytes: Uint8Array): Registry {
  if (latest !== null && Buffer.compare(latest.bytes, bytes) === 0) return latest;
  const folders = foldersIn(bytes);
  const hashed = once(() => new Map(Array.from(folders?.values() ?? [], (folder) => [hashOf(folder), folder])));
  latest = { bytes: bytes.slice(), folders, hashed };
  return latest;
}

function foldersIn(bytes: Uint8Array): ReadonlyMap<string, string> | null {
  const tape = scan(bytes);
  if (tape.fault !== null) return null;
  const all = members(member(root(tape), 'projects', 'last'));
  return new Map(all.flatMap(({ key, value }) => (isString(value) ? [[textOf(value), textOf(key)] as const] : [])));
}

/** Folders by the names of their projects, from the registry of the program; null for a registry that cannot be read. */
export function registered(registry: Pick<Part, 'bytes'> | undefined): ReadonlyMap<string, string> | null {
  return registry?.bytes == null ? new Map() : registryOf(registry.bytes).folders;
}

/** The projects of a working folder: by the registry, the marks, or, until 2026, the hash of it. */
export function geminiProjectsAt(
  folder: string,
  _worktrees: readonly string[],
  list: (path: string) => readonly string[],
  read: (path: string) => Uint8Array | null,
): string[] {
  const known = registered({ bytes: read(REGISTRY) }) ?? new Map<string, string>();
  const markOf = (slug: string) =>
    Buffer.from(read(`${TMP}/${slug}/${MARK}`) ?? [])
      .toString()
      .trim();
  const hash = hashOf(folder);
  return list(TMP).filter((slug) => slug === hash || (known.get(slug) ?? markOf(slug)) === folder);
}

/** The folder that the sessions of a scope are about: by the registry, and else by the marks; null where neither says it. */
export function projectFolder({ name, shared, common = [] }: Scope): string | null {
  const bytes = common.find(({ role }) => role === 'registry')?.bytes ?? null;
  const known = bytes === null ? null : registryOf(bytes);
  const named = known?.folders?.get(name) ?? known?.hashed().get(name);
  if (named !== undefined) return named;
  const mark = shared.find(({ role, bytes }) => /mark$/.test(role) && bytes !== null && bytes.length > 0);
  return mark?.bytes == null ? null : Buffer.from(mark.bytes).toString().trim();
}

/** The program's `projectHash`, and before 2026 the name of a project's folder. */
export function hashOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}
