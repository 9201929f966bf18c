import { isUuid } from '../../../model/id-word.ts';
import { baseName } from '../../../model/path.ts';
import type { CandidatePath, Site } from '../../kind.ts';
import { ARCHIVE, EVENTS, STATE } from './place.ts';

/** The site that a path belongs to, known from names; null when it is none of Copilot CLI's. */
export function recogniseCopilot(given: CandidatePath): Site | null {
  const { path, type, names, above } = given;
  if (type === 'folder' && isHome(given, path, names)) return site(path, 'home');
  const home = above.find((each) => isHome(given, each.path, each.names));
  if (home !== undefined) return within(home.path, path);
  const folder = type === 'folder' ? { path, names } : above[0];
  if (folder === undefined || !isSession(folder.names)) return null;
  const isOwn = type === 'folder' || baseName(path) === EVENTS;
  return isOwn ? site(folder.path, 'session') : null;
}

function site(root: string, shape: string, file: string | null = null): Site {
  return { kind: 'copilot', root, shape, scope: null, file };
}

/** A folder of the name alone is not enough: other programs have one. */
function isHome({ inside = () => [] }: CandidatePath, home: string, names: readonly string[]): boolean {
  if (baseName(home) === '.copilot')
    return [STATE, 'config.json', 'session-store.db'].some((name) => names.includes(name));
  if (!names.includes(STATE)) return false;
  const ids = inside(`${home}/${STATE}`).slice(0, MOST);
  return names.includes('.convo') || ids.some((id) => isSession(inside(`${home}/${STATE}/${id}`), isUuid(id)));
}

/** Sessions that are looked into at most. */
const MOST = 200;
/** The program's other files beside the events. */
const BESIDE = ['workspace.yaml', 'checkpoints', 'rewind-file-snapshots', 'session.db'];

/** An id in a folder of sessions says enough. */
function isSession(names: readonly string[], isNamed = false): boolean {
  return names.includes(EVENTS) && (isNamed || BESIDE.some((name) => names.includes(name)));
}

function within(home: string, path: string): Site | null {
  const below = path.slice(home.length + 1);
  const [first, id] = below.split('/');
  if (first !== STATE && first !== ARCHIVE) return null;
  return site(home, 'home', id === undefined ? null : `${first}/${id}/${EVENTS}`);
}
