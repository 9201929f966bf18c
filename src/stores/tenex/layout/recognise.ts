import type { Given, Site, Surroundings } from '../../kind.ts';
import { baseName, folderOf } from '../../path.ts';

/**
 * The stores of the repository's working copies; outside of one, the nearest upward. `.tenex` in the home is not a project's: later
 * versions keep their settings and all projects there.
 */
export function tenexHomes({ home, cwd, worktrees }: Pick<Surroundings, 'home' | 'cwd' | 'worktrees'>): string[][] {
  const of = (folders: readonly string[]) => folders.filter((path) => path !== home).map((path) => below(path));
  const upward = of(upFrom(cwd)).map((path) => [path]);
  return worktrees.length === 0 ? upward : [of(worktrees), ...upward];
}

/** Where later versions keep their settings and all projects. */
export function laterHomes({ home, env }: Pick<Surroundings, 'home' | 'env'>): string[] {
  return [env['TENEX_BASE_DIR'] || (home === null ? '' : below(home))].filter((path) => path !== '');
}

function upFrom(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== folderOf(at); all.push(at)) at = folderOf(at);
  return all;
}

function below(folder: string): string {
  return folder.endsWith('/') ? `${folder}.tenex` : `${folder}/.tenex`;
}

/** The TENEX site that a path belongs to, known from names and a file's first bytes; null when it is none. */
export function recogniseTenex(given: Given): Site | null {
  if (isHomeOfOthers(given)) return null;
  return given.type === 'folder'
    ? (folderSite(given.path, given.names, given.above) ?? aroundBare(given))
    : fileSite(given);
}

/** The home of a person: stores of other programs are beside the `.tenex` of later versions, and each of them is meant. */
function isHomeOfOthers({ path, names, inside }: Given): boolean {
  if (!names.includes('.tenex')) return false;
  return names.includes('.fnord') || inside?.(`${path}/.claude`).includes('projects') === true;
}

type Above = Given['above'];

function site(root: string, shape: 'store' | 'folder' | 'file', file: string | null = null): Site {
  return { kind: 'tenex', root, shape, scope: null, file };
}

function folderSite(path: string, names: readonly string[], above: Above): Site | null {
  if (isStore(path)) return site(path, 'store');
  if (names.includes('.tenex')) return site(`${path === '/' ? '' : path}/.tenex`, 'store');
  if (baseName(path) === 'conversations' && isStore(folderOf(path))) return site(folderOf(path), 'store');
  return (baseName(path) === 'archive' ? aroundArchive(above) : null) ?? bareSite(path, names);
}

/** The store that an `archive` belongs to: it is not a store of its own. */
function aroundArchive([parent, ...above]: Above): Site | null {
  const around = parent === undefined ? null : folderSite(parent.path, parent.names, above);
  return around !== null && parent?.path === conversationsOf(around) ? around : null;
}

/** A folder around conversations that no `.tenex` names: the store is those alone. */
function aroundBare({ path, names, inside }: Given): Site | null {
  const conversations = `${path === '/' ? '' : path}/conversations`;
  return names.includes('conversations') ? bareSite(conversations, inside?.(conversations) ?? []) : null;
}

function bareSite(path: string, names: readonly string[]): Site | null {
  return isConversations(path, names) ? site(path, 'folder') : null;
}

/** `.tenex` of a project, or what later versions keep of a project below the `.tenex` of a home. */
function isStore(path: string): boolean {
  return baseName(path) === '.tenex' || /\/\.tenex\/projects\/[^/]+$/.test(path);
}

/** A folder of conversations that was taken out of its store. */
function isConversations(path: string, names: readonly string[]): boolean {
  const named = baseName(path) === 'conversations' || names.includes('archive');
  return names.some((name) => ID_FILE.test(name)) || (named && names.includes('metadata.json'));
}

const ID_FILE = /^[0-9a-f]{64}\.json$/;

function conversationsOf({ root, shape }: Site): string {
  return shape === 'store' ? `${root}/conversations` : root;
}

function fileSite(given: Given): Site | null {
  const { path, above } = given;
  const [folder] = above;
  const around = folder === undefined ? null : folderSite(folder.path, folder.names, above.slice(1));
  // A store is also known by a folder in it; a file of the project around it is none of its own.
  if (around === null || !path.startsWith(`${around.root}/`)) return loneFile(given);
  const file = path.slice(around.root.length + 1);
  const folders = [conversationsOf(around), `${conversationsOf(around)}/archive`];
  if (file === 'conversation.db') return around;
  if (!folders.includes(folderOf(path))) return null;
  return baseName(path) === 'metadata.json' && folderOf(path) === folders[0] ? around : { ...around, file };
}

function loneFile({ path, head }: Given): Site | null {
  if (!path.endsWith('.json') || !looksLikeConversation(head)) return null;
  return site(folderOf(path), 'file', baseName(path));
}

/** Do the first bytes of a file look like a conversation of any era: by keys that only TENEX writes together. */
function looksLikeConversation(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (!/^\s*\{/.test(text.replace(/^\xef\xbb\xbf/, ''))) return false;
  if (!hasKey(text, 'history')) return LATER.some((key) => hasKey(text, key));
  // Others keep a list of messages; here they are those of an agent's context.
  return !hasKey(text, 'messages') || hasKey(text, 'agentContexts');
}

const LATER = ['activeRal', 'nextRalNumber', 'agentTodos'];

function hasKey(text: string, key: string): boolean {
  return new RegExp(`"${key}"\\s*:`).test(text);
}
