import { baseName, folderOf } from '../../../model/path.ts';
import { ownHome } from '../../engine/layout.ts';
import { HISTORY } from '../../engine/typed-prompts.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';
import { ARCHIVED_SESSIONS, INDEX, SESSIONS } from './place.ts';

/** The home that the program takes: `$CODEX_HOME` when it is set, else `.codex` in the home. */
export function codexHomes(around: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  return ownHome(around, 'CODEX_HOME', '.codex');
}

/** The site that a path belongs to, known from names and a file's first bytes; null when it is none of Codex CLI's. */
export function recogniseCodex(given: CandidatePath): Site | null {
  const { path, type, names } = given;
  if (type === 'folder' && isHome(given, path, names)) return site(path, 'home');
  const within = inHome(given);
  if (within !== null) return within;
  if (type === 'folder') return names.some(isRollout) ? site(path, 'folder') : null;
  return isRollout(baseName(path)) ? site(folderOf(path), 'folder', baseName(path)) : null;
}

function site(root: string, shape: string, file: string | null = null): Site {
  return { kind: 'codex', root, shape, scope: null, file };
}

/** By its name, or by the contents of `sessions`: other programs have such a folder, too. */
function isHome({ inside }: CandidatePath, home: string, names: readonly string[]): boolean {
  const active = names.includes(SESSIONS);
  const archived = names.includes(ARCHIVED_SESSIONS);
  if (baseName(home) === '.codex') return active || archived || names.includes(INDEX) || names.includes(HISTORY);
  if (!active && !archived) return false;
  const list = inside ?? (() => []);
  return (
    (active && list(`${home}/${SESSIONS}`).some((name) => /^2\d{3}$/.test(name) || isRollout(name))) ||
    (archived && list(`${home}/${ARCHIVED_SESSIONS}`).some(isRollout))
  );
}

/** Something below the sessions of a home: a file alone, else all of the home. */
function inHome(given: CandidatePath): Site | null {
  const { path, type, above } = given;
  for (const folder of [path, ...above.map((each) => each.path)]) {
    if (![SESSIONS, ARCHIVED_SESSIONS].includes(baseName(folder))) continue;
    const home = folderOf(folder);
    const names = above.find((each) => each.path === home)?.names ?? [baseName(folder)];
    if (type === 'file' ? !isRollout(baseName(path)) : !isHome(given, home, names)) return null;
    return site(home, 'home', type === 'file' ? path.slice(home.length + 1) : null);
  }
  return null;
}

function isRollout(name: string): boolean {
  return /^rollout-.*\.jsonl(?:\.zst)?$/.test(name);
}
