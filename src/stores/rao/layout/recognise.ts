import type { Given, Site } from '../../kind.ts';
import { baseName, folderOf } from '../../path.ts';
import { idOf } from './layout.ts';
import { FILE_ROLES } from './roles.ts';

/** The Rao site that a path belongs to, known from names alone; null when it is none. */
export function recognise(given: Given): Site | null {
  return oneFolder(given) ?? (given.type === 'folder' ? folderSite(given) : fileSite(given));
}

const NAMES = 'conversation_names.csv';
/** What the owners call their base: with these, a folder `conversations` is enough. */
const BASES = ['rstudio-ai', 'erdosAi', 'emptyWindowErdosAi'];

interface Level {
  readonly path: string;
  readonly names: readonly string[];
}

/** One `conversation_N`, or something in it: at most in a folder of its own. */
function oneFolder({ path, type, names, above }: Given): Site | null {
  const levels: Level[] = type === 'folder' ? [{ path, names }, ...above] : [...above];
  const at = levels.slice(0, 3).findIndex((each) => idOf(baseName(each.path)) !== null);
  const [folder, container, outer] = levels.slice(at);
  if (at < 0 || folder === undefined || container === undefined) return null;
  const known = folder.names.some((name) => Object.hasOwn(FILE_ROLES, name));
  if (!known && !isContainer(container, outer)) return null;
  const site = siteOf(container, outer);
  return { ...site, file: folder.path.slice(site.root.length + 1) };
}

function isContainer({ path, names }: Level, outer: Level | undefined): boolean {
  const name = baseName(path);
  return name === 'conversations' || outer?.names.includes(NAMES) === true || names.includes(NAMES);
}

/** The site of a folder that holds `conversation_N` folders: an archive belongs to the folder that it is in. */
function siteOf(container: Level, outer: Level | undefined): Site {
  const isArchive = baseName(container.path) === 'archive' && outer !== undefined && holdsConversations(outer);
  return siteAt(isArchive ? outer.path : container.path);
}

function siteAt(conversations: string): Site {
  const isBase = baseName(conversations) === 'conversations';
  return site(isBase ? folderOf(conversations) : conversations, isBase ? 'base' : 'folder');
}

function site(root: string, shape: 'base' | 'folder'): Site {
  return { kind: 'rao', root, shape, scope: null, file: null };
}

function holdsConversations({ path, names }: Level): boolean {
  return baseName(path) === 'conversations' || names.some((name) => idOf(name) !== null);
}

function folderSite({ path, names, above }: Given): Site | null {
  const [outer] = above;
  if (names.some((name) => idOf(name) !== null)) return siteOf({ path, names }, outer);
  if (baseName(path) === 'conversations') return isInBase(names, outer) ? siteAt(path) : null;
  const isArchive = baseName(path) === 'archive' && outer !== undefined && holdsConversations(outer);
  if (names.includes(NAMES)) return isArchive ? siteAt(outer.path) : site(path, 'base');
  return isBase(path) && (names.length === 0 || names.includes('conversations')) ? site(path, 'base') : null;
}

/** A folder of conversations without one in it is known by what it is in. */
function isInBase(names: readonly string[], outer: Level | undefined): boolean {
  if (outer === undefined) return false;
  return outer.names.includes(NAMES) || (names.length === 0 && isBase(outer.path));
}

/** A project of fnord may have such a name too. */
function isBase(path: string): boolean {
  if (path.endsWith('/.rstudio/ai')) return true;
  return BASES.includes(baseName(path)) && baseName(folderOf(path)) !== 'projects';
}

/** The table of names, in the place of its base. */
function fileSite({ path, above }: Given): Site | null {
  const [folder] = above;
  if (baseName(path) !== NAMES || folder === undefined) return null;
  return folderSite({ ...folder, type: 'folder', head: new Uint8Array(), above: above.slice(1) });
}
