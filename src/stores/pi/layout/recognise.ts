import { baseName, folderOf } from '../../../model/path.ts';
import type { Given, Site, Surroundings } from '../../kind.ts';
import { namedIn } from './names.ts';
import { ARCHIVE, SESSIONS } from './place.ts';

/** The folder that `$PI_CODING_AGENT_DIR` names, else `.pi/agent` in the home, and that of `$PI_CODING_AGENT_SESSION_DIR`. */
export function piHomes({ home, env }: Pick<Surroundings, 'home' | 'env'>): string[][] {
  const { PI_CODING_AGENT_DIR: own, PI_CODING_AGENT_SESSION_DIR: sessions } = env;
  const all = [sessions, own || (home === null ? '' : `${home}/.pi/agent`)];
  return [all.flatMap((each) => (each ? [each.normalize('NFC')] : []))];
}

/** The site that a path belongs to, known from names and a file's first bytes; null when it is none of Pi's. */
export function recognisePi(given: Given): Site | null {
  const { path, type, names, above, head } = given;
  if (type === 'folder' && isHome(given, path, names)) return site(path, 'home');
  const home = above.find((each) => isHome(given, each.path, each.names));
  if (home !== undefined) return within(home.path, path, type);
  if (type === 'folder') {
    // All of its sessions may be archived.
    const archived = names.includes('.convo') ? (given.inside?.(`${path}/${ARCHIVE}`) ?? []) : [];
    return [...names, ...archived].some((name) => namedIn(name) !== null) ? site(path, 'folder') : null;
  }
  const isSession = path.endsWith('.jsonl') && (namedIn(baseName(path)) !== null || isHeader(head));
  return isSession ? site(folderOf(path), 'folder', null, baseName(path)) : null;
}

function site(root: string, shape: string, scope: string | null = null, file: string | null = null): Site {
  return { kind: 'pi', root, shape, scope, file };
}

/** By its name, or by project folders in its `sessions`: other programs have such a folder, too. */
function isHome({ inside = () => [] }: Given, home: string, names: readonly string[]): boolean {
  if (home.endsWith('/.pi/agent')) return true;
  return [SESSIONS, ARCHIVE].some(
    (name) => names.includes(name) && inside(`${home}/${name}`).some((project) => /^--.*--$/.test(project)),
  );
}

function within(home: string, path: string, type: Given['type']): Site | null {
  const below = path.slice(home.length + 1);
  const [first = '', project = null] = below.split('/');
  if (first !== SESSIONS && first !== ARCHIVE) return null;
  if (type === 'folder') return site(home, 'home', project);
  return path.endsWith('.jsonl') ? site(home, 'home', project, below) : null;
}

function isHeader(head: Uint8Array): boolean {
  return /^\s*\{"type":"session",/.test(Buffer.from(head.subarray(0, 64)).toString('latin1'));
}
