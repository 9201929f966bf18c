import { createHash } from 'node:crypto';
import { scan } from '../../../codecs/json/scan.ts';
import { isString, member, members, root, textOf } from '../../../codecs/json/value.ts';
import type { Part, Scope } from '../../kind.ts';
import { MARK, REGISTRY, TMP } from './place.ts';

/** Folders by the names of their projects, from the registry of the program; null for a registry that cannot be read. */
export function registered(registry: Pick<Part, 'bytes'> | undefined): ReadonlyMap<string, string> | null {
  if (registry?.bytes == null) return new Map();
  const tape = scan(registry.bytes);
  if (tape.fault !== null) return null;
  const all = members(member(root(tape), 'projects', 'last'));
  return new Map(all.flatMap(({ key, value }) => (isString(value) ? [[textOf(value), textOf(key)] as const] : [])));
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
  return list(TMP).filter((slug) => slug === hashOf(folder) || (known.get(slug) ?? markOf(slug)) === folder);
}

/** The folder that the sessions of a scope are about: by the registry, and else by the marks; null where neither says it. */
export function projectFolder({ name, shared, common = [] }: Scope): string | null {
  const known = registered(common.find(({ role }) => role === 'registry'));
  const named = known?.get(name);
  if (named !== undefined) return named;
  for (const folder of known?.values() ?? []) if (hashOf(folder) === name) return folder;
  const mark = shared.find(({ role, bytes }) => /mark$/.test(role) && bytes !== null && bytes.length > 0);
  return mark?.bytes == null ? null : Buffer.from(mark.bytes).toString().trim();
}

/** What the program writes as `projectHash`, and what it named the folders of projects before 2026. */
export function hashOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}
