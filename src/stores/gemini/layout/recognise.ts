import type { Given, Site, Surroundings } from '../../kind.ts';
import { baseName, folderOf } from '../../path.ts';
import { isSessionId, stemOf } from './names.ts';
import { CHATS, REGISTRY, TMP } from './place.ts';

/** The home that the program takes: `.gemini` in the folder that `$GEMINI_CLI_HOME` names when it is set, else in the home. */
export function geminiHomes({ home, env }: Pick<Surroundings, 'home' | 'env'>): string[][] {
  const { GEMINI_CLI_HOME: set = '' } = env;
  const base = set === '' ? home : set;
  return base === null ? [] : [[`${base}/.gemini`.normalize('NFC')]];
}

/** The site that a path belongs to, known from names; null when it is none of Gemini CLI's. */
export function recogniseGemini(given: Given): Site | null {
  const { path, type, names, above } = given;
  if (type === 'folder' && isHome(given, path, names)) return site(path, 'home');
  const home = above.find((each) => isHome(given, each.path, each.names));
  if (home !== undefined) return within(home.path, path, type);
  if (type === 'folder') return names.some(isSession) ? site(path, 'folder') : null;
  return isSession(baseName(path)) ? site(folderOf(path), 'folder', null, baseName(path)) : null;
}

function site(root: string, shape: string, scope: string | null = null, file: string | null = null): Site {
  return { kind: 'gemini', root, shape, scope, file };
}

function within(home: string, path: string, type: Given['type']): Site | null {
  const below = path.slice(home.length + 1);
  const [first = '', slug = null] = below.split('/');
  if (first !== TMP && first !== 'archive') return null;
  if (type === 'file') return isSession(baseName(path)) ? site(home, 'home', slug, below) : null;
  return site(home, 'home', slug);
}

/** By its own name, or by what is in the folders of its projects. */
function isHome({ inside = () => [] }: Given, home: string, names: readonly string[]): boolean {
  if (!names.includes(TMP)) return baseName(home) === '.gemini' && names.includes(REGISTRY);
  if (baseName(home) === '.gemini' || names.includes(REGISTRY)) return true;
  return inside(`${home}/${TMP}`)
    .slice(0, MOST)
    .some((slug) => inside(`${home}/${TMP}/${slug}/${CHATS}`).some((name) => isSession(name) || isLoose(name)));
}

/** Folders of projects that are looked into at most. */
const MOST = 50;

function isSession(name: string): boolean {
  return /^session-\d{4}-\d\d-\d\dT.*-[0-9a-f]{8}\.jsonl?$/i.test(name);
}

/** Called by its id alone. */
function isLoose(name: string): boolean {
  return name.endsWith('.jsonl') && isSessionId(stemOf(name));
}
