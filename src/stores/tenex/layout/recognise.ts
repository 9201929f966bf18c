import { baseName, folderOf } from '../../../model/path.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';

/**
 * The stores of the repository's working copies; outside a repository, the nearest upward. A home's `.tenex` is not a
 * project's: later versions keep settings and all projects there.
 */
export function tenexHomes({ home, cwd, worktrees }: Pick<HostEnvironment, 'home' | 'cwd' | 'worktrees'>): string[][] {
  const of = (folders: readonly string[]) => folders.filter((path) => path !== home).map((path) => tenexBelow(path));
  const upward = of(upFrom(cwd)).map((path) => [path]);
  return worktrees.length === 0 ? upward : [of(worktrees), ...upward];
}

/** Later versions keep their settings and all projects here. */
export function laterHomes({ home, env }: Pick<HostEnvironment, 'home' | 'env'>): string[] {
  return [env['TENEX_BASE_DIR'] || (home === null ? '' : tenexBelow(home))].filter((path) => path !== '');
}

function upFrom(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== folderOf(at); all.push(at)) at = folderOf(at);
  return all;
}

function tenexBelow(folder: string): string {
  return folder.endsWith('/') ? `${folder}.tenex` : `${folder}/.tenex`;
}

/** The TENEX site of a path, recognised by names and a file's first bytes. */
export function recogniseTenex(given: CandidatePath): Site | null {
  if (isHomeOfOthers(given)) return null;
  return given.type === 'folder'
    ? (folderSite(given.path, given.names, given.above) ?? aroundBare(given))
    : fileSite(given);
}

/** A person's home: other programs' stores are beside the `.tenex` of later versions, and all are meant. */
function isHomeOfOthers({ path, names, inside }: CandidatePath): boolean {
  if (!names.includes('.tenex')) return false;
  return names.includes('.fnord') || inside?.(`${path}/.claude`).includes('projects') === true;
}

type NamesAbove = CandidatePath['above'];

function site(root: string, shape: 'store' | 'folder' | 'file', file: string | null = null): Site {
  return { kind: 'tenex', root, shape, scope: null, file };
}

function folderSite(path: string, names: readonly string[], above: NamesAbove): Site | null {
  if (isStore(path)) return site(path, 'store');
  if (names.includes('.tenex')) return site(`${path === '/' ? '' : path}/.tenex`, 'store');
  if (baseName(path) === 'conversations' && isStore(folderOf(path))) return site(folderOf(path), 'store');
  return (baseName(path) === 'archive' ? aroundArchive(above) : null) ?? bareSite(path, names);
}

function aroundArchive([parent, ...above]: NamesAbove): Site | null {
  const around = parent === undefined ? null : folderSite(parent.path, parent.names, above);
  return around !== null && parent?.path === conversationsOf(around) ? around : null;
}

/** A folder around conversations without `.tenex`: those alone are the store. */
function aroundBare({ path, names, inside }: CandidatePath): Site | null {
  const conversations = `${path === '/' ? '' : path}/conversations`;
  return names.includes('conversations') ? bareSite(conversations, inside?.(conversations) ?? []) : null;
}

function bareSite(path: string, names: readonly string[]): Site | null {
  return isConversations(path, names) ? site(path, 'folder') : null;
}

/** A project's `.tenex`, or a later version's project folder in a home's `.tenex`. */
function isStore(path: string): boolean {
  return baseName(path) === '.tenex' || /\/\.tenex\/projects\/[^/]+$/.test(path);
}

function isConversations(path: string, names: readonly string[]): boolean {
  const named = baseName(path) === 'conversations' || names.includes('archive');
  return names.some((name) => ID_FILE.test(name)) || (named && names.includes('metadata.json'));
}

const ID_FILE = /^[0-9a-f]{64}\.json$/;

function conversationsOf({ root, shape }: Site): string {
  return shape === 'store' ? `${root}/conversations` : root;
}

function fileSite(given: CandidatePath): Site | null {
  const { path, above } = given;
  const [folder] = above;
  const around = folder === undefined ? null : folderSite(folder.path, folder.names, above.slice(1));
  // A folder can prove its store. A file of the project around it does not belong to it.
  if (around === null || !path.startsWith(`${around.root}/`)) return loneFile(given);
  const file = path.slice(around.root.length + 1);
  const folders = [conversationsOf(around), `${conversationsOf(around)}/archive`];
  if (file === 'conversation.db') return around;
  if (!folders.includes(folderOf(path))) return null;
  return baseName(path) === 'metadata.json' && folderOf(path) === folders[0] ? around : { ...around, file };
}

function loneFile({ path, head }: CandidatePath): Site | null {
  if (!path.endsWith('.json') || !looksLikeConversation(head)) return null;
  return site(folderOf(path), 'file', baseName(path));
}

/** True if the head has keys that only TENEX writes together. */
function looksLikeConversation(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (!/^\s*\{/.test(text.replace(/^\xef\xbb\xbf/, ''))) return false;
  if (!hasKey(text, 'history')) return LATER.some((key) => hasKey(text, key));
  // Other programs have a list of messages; here it belongs to an agent's context.
  return !hasKey(text, 'messages') || hasKey(text, 'agentContexts');
}

const LATER = ['activeRal', 'nextRalNumber', 'agentTodos'];

function hasKey(text: string, key: string): boolean {
  return new RegExp(`"${key}"\\s*:`).test(text);
}
