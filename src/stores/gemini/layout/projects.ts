import { wholeValue } from '../../../codecs/json/scan.ts';
import { isString, member, members, textOf } from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import type { Part } from '../../../model/part.ts';
import { folderHash, PROMPT_LOG } from '../../engine/layout.ts';
import { logsOf } from '../../engine/prompts/logged-prompts.ts';
import type { PromptFile, Scope } from '../../kind.ts';
import { HISTORY, MARK, REGISTRY, TMP } from './layout.ts';

/** Names of projects by folder (a name may have several folders); null for a registry that cannot be read. */
function slugsIn(bytes: Uint8Array): ReadonlyMap<string, string> | null {
  const registry = wholeValue(bytes);
  if (registry === null) return null;
  const all = members(member(registry, 'projects', 'last'));
  return new Map(all.flatMap(({ key, value }) => (isString(value) ? [[textOf(key), textOf(value)] as const] : [])));
}

/** Folders by the names of their projects, from the registry of the program; null for a registry that cannot be read. */
export function registeredFolders(registry: Pick<Part, 'bytes'> | undefined): ReadonlyMap<string, string> | null {
  if (registry?.bytes == null) return new Map();
  const slugs = slugsIn(registry.bytes);
  return slugs && new Map([...slugs].map(([folder, slug]) => [slug, folder]));
}

/**
 * The projects of a working folder: by the marks; if no mark names the folder, by the registry; for projects from before 2026, by the hash
 * of the path. The program follows the registry only where no mark names another folder.
 */
export function geminiProjectsAt(
  folder: string,
  _worktrees: readonly string[],
  list: (path: string) => readonly string[],
  read: (path: string) => Uint8Array | null,
): string[] {
  const registry = read(REGISTRY);
  const slugOf = registry === null ? null : slugsIn(registry)?.get(folder);
  const hash = folderHash(folder);
  const isOf = (slug: string) => {
    const marks = markedFolders([TMP, HISTORY].map((top) => read(`${top}/${slug}/${MARK}`)));
    return marks.length === 0 ? slug === slugOf : marks.includes(folder);
  };
  return list(TMP).filter((slug) => slug === hash || isOf(slug));
}

/** Folders that marks name. A mark with NUL bytes, as a crash of the system leaves it, names none. */
function markedFolders(marks: readonly (Uint8Array | null)[]): string[] {
  return marks
    .map((bytes) =>
      Buffer.from(bytes ?? [])
        .toString()
        .trim(),
    )
    .filter((folder) => folder !== '' && !folder.includes('\0'));
}

/** The folder that the sessions of a scope are about: from the marks, else from the registry; null where neither says it. */
export function projectFolder({ name, shared, common = [] }: Scope): string | null {
  const markAs = (role: string) => shared.find((part) => part.role === role)?.bytes ?? null;
  const [mark] = markedFolders([markAs('mark'), markAs('history-mark')]);
  return mark ?? folderIn(registeredFolders(common.find(({ role }) => role === 'registry')), name);
}

function folderIn(folders: ReadonlyMap<string, string> | null, slug: string): string | null {
  return folders?.get(slug) ?? [...(folders?.values() ?? [])].find((folder) => folderHash(folder) === slug) ?? null;
}

export function geminiLogs(
  list: (path: string) => readonly string[],
  read: (path: string) => Uint8Array | null,
): PromptFile[] {
  const folders = once(() => registeredFolders({ bytes: read(REGISTRY) }));
  return list(TMP).flatMap((slug) => {
    const [mark] = markedFolders([TMP, HISTORY].map((top) => read(`${top}/${slug}/${MARK}`)));
    const folder = mark ?? folderIn(folders(), slug);
    return logsOf(`${TMP}/${slug}/${PROMPT_LOG}`, list).map((path) => ({ path, scope: slug, folder }));
  });
}
