import type { EntryType, Place } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { FOLDER, FOREIGN, forFile, partAt, sitesOf } from '../../engine/layout.ts';
import type { CandidatePath, HostEnvironment, Scope, Site } from '../../kind.ts';

/** The program's name for a session, `<time>_<id>.jsonl`; the id has no slash and at most 200 characters. */
const SESSION = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z_([A-Za-z0-9][A-Za-z0-9._-]{0,199})\.jsonl$/;

/** Id and time in a file's name; null for another name, though the program accepts any that ends in `.jsonl`. */
export function parsedName(name: string): { readonly id: string; readonly time: string } | null {
  const [, day, hours, minutes, seconds, millis, id] = SESSION.exec(name) ?? [];
  return id === undefined ? null : { id, time: `${day}T${hours}:${minutes}:${seconds}.${millis}Z` };
}

export function sessionName(id: string, time: string): string {
  return `${time.replace(/[:.]/g, '-')}_${id}.jsonl`;
}

/** The program's name for the project folder of a working folder, below `sessions`. */
export function projectName(folder: string): string {
  return `--${folder.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

export const SESSIONS = 'sessions';
export const ARCHIVE = 'archive';

/** The role of a path for Pi (docs/formats/pi.md, "Files"). */
export function placePi(site: Site, path: string, type: EntryType): Place {
  const names = path.split('/');
  const place = site.shape === 'home' ? inHome(names, type) : inFolder('', names, type);
  return forFile(site, place, idOf);
}

function inHome([first, project, ...rest]: readonly string[], type: EntryType): Place {
  if (first !== SESSIONS && first !== ARCHIVE) return FOREIGN;
  if (project === undefined) return FOLDER;
  // A setting may name `sessions` itself, which then has no project folders.
  if (rest.length === 0)
    return type === 'folder' ? { type: 'folder', scope: project } : fileAt('', project, type, first === ARCHIVE);
  return rest.length === 1 ? fileAt(project, rest[0] ?? '', type, first === ARCHIVE) : FOREIGN;
}

function inFolder(scope: string, [first = '', ...rest]: readonly string[], type: EntryType): Place {
  if (rest.length === 0 && first === ARCHIVE && type === 'folder') return { type: 'folder', scope };
  if (rest.length === 0) return fileAt(scope, first, type, false);
  return first === ARCHIVE && rest.length === 1 ? fileAt(scope, rest[0] ?? '', type, true) : FOREIGN;
}

function fileAt(scope: string, name: string, type: EntryType, isArchived: boolean): Place {
  if (type === 'folder' || !name.endsWith('.jsonl')) return FOREIGN;
  return partAt(scope, idOf(name), isArchived ? 'archived-session' : 'session', type === 'other' ? 'name' : 'lines');
}

/** True for a session beside the folders of projects, where the program does not look. */
export function isLoose(
  { site, namesAt, sourceAt }: Pick<Scope, 'site' | 'namesAt' | 'sourceAt'>,
  path: string,
): boolean {
  const [first, ...rest] = path.split('/');
  if (site.shape !== 'home' || first !== SESSIONS || rest.length !== 1) return false;
  if (namesAt?.(SESSIONS).some(isProjectName) !== true) return false;
  const settings = sourceAt?.('settings.json') ?? null;
  // Settings may name `sessions` itself.
  return settings === null || sessionFolderIn(settings.slice(0, settings.size)) === '';
}

function isProjectName(name: string): boolean {
  return /^--.*--$/.test(name);
}

function idOf(name: string): string {
  return parsedName(name)?.id ?? name.replace(/\.jsonl$/, '');
}

/**
 * Folders that may hold sessions; the program uses the first.
 * - the agent folder: `$PI_CODING_AGENT_DIR`, else `.pi/agent` in the home;
 * - each folder that `$PI_CODING_AGENT_SESSION_DIR` or settings name, relative to the working folder or the agent folder.
 */
export function piHomes({
  home,
  env,
  cwd,
  read,
}: Pick<HostEnvironment, 'home' | 'env'> & Partial<HostEnvironment>): string[][] {
  const { PI_CODING_AGENT_DIR: own, PI_CODING_AGENT_SESSION_DIR: sessions } = env;
  const inHome = (path: string) => (home === null ? path : path.replace(/^~(?=\/|$)/, home));
  const agent = inHome(own || (home === null ? '' : `${home}/.pi/agent`));
  const settings = [cwd === undefined ? '' : `${cwd}/.pi`, agent].map((folder) =>
    folder === '' ? '' : sessionFolderIn(read?.(`${folder}/settings.json`) ?? null),
  );
  const all = [agent, ...[sessions ?? '', ...settings].map(inHome)].filter((path) => path !== '');
  return [[...new Set(all.map((path) => path.normalize('NFC')))]];
}

/** Empty if settings name no folder, or are no JSON, which the program ignores. */
function sessionFolderIn(settings: Uint8Array | null): string {
  if (settings === null) return '';
  try {
    const folder: unknown = JSON.parse(Buffer.from(settings).toString())?.sessionDir;
    return typeof folder === 'string' ? folder : '';
  } catch {
    return '';
  }
}

export function recognisePi(candidate: CandidatePath): Site | null {
  const { path, type, names } = candidate;
  if (type === 'folder' && isHome(candidate, path, names)) return site(path, 'home');
  const home = candidate.above.find((each) => isHome(candidate, each.path, each.names));
  return (home === undefined ? null : siteWithin(home.path, path, type)) ?? withoutHome(candidate);
}

function withoutHome({ path, type, names, head, inside }: CandidatePath): Site | null {
  if (type === 'folder') {
    // A home may have only archived sessions.
    const archived = names.includes('.convo') ? (inside?.(`${path}/${ARCHIVE}`) ?? []) : [];
    return [...names, ...archived].some((name) => parsedName(name) !== null) ? site(path, 'folder') : null;
  }
  const isSession = path.endsWith('.jsonl') && (parsedName(baseName(path)) !== null || isHeader(head));
  return isSession ? site(folderOf(path), 'folder', null, baseName(path)) : null;
}

const site = sitesOf('pi');

/** True for a home by its name, or by project folders in its `sessions`: other programs have such a folder, too. */
function isHome({ inside = () => [] }: CandidatePath, home: string, names: readonly string[]): boolean {
  if (home.endsWith('/.pi/agent')) return true;
  return [SESSIONS, ARCHIVE].some((name) => names.includes(name) && inside(`${home}/${name}`).some(isProjectName));
}

function siteWithin(home: string, path: string, type: CandidatePath['type']): Site | null {
  const below = path.slice(home.length + 1);
  const [first = '', project = null] = below.split('/');
  if (first !== SESSIONS && first !== ARCHIVE) return null;
  if (type === 'folder') return site(home, 'home', project);
  return path.endsWith('.jsonl') ? site(home, 'home', project, below) : null;
}

function isHeader(head: Uint8Array): boolean {
  return /^\s*\{"type":"session",/.test(Buffer.from(head.subarray(0, 64)).toString('latin1'));
}
