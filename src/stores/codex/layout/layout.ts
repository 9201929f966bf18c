import type { EntryType, Place } from '../../../model/part.ts';
import { baseName, folderOf } from '../../../model/path.ts';
import { FOLDER, FOREIGN, forFile, mayHaveAnyName, ownHome, partAt, sitesOf } from '../../engine/layout.ts';
import { HISTORY } from '../../engine/prompts/typed-prompts.ts';
import type { CandidatePath, HostEnvironment, Site } from '../../kind.ts';

export interface RolloutName {
  readonly thread: string;
  /** The segment's own id, after a revert. */
  readonly window: string | null;
  /** As written, local and without a zone: `2025-11-04T09-30-15`. */
  readonly time: string;
  /** `time` read as UTC, in Unix seconds; the program sorts by it. */
  readonly seconds: number;
  readonly isCompressed: boolean;
}

const HEX = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUIDS = new RegExp(HEX, 'gi');
const NAME = new RegExp(
  `^rollout-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(${HEX})(?:_(${HEX}))?\\.jsonl(\\.zst)?$`,
  'i',
);

/** The name of a rollout as the program's list reads it; null for one that it ignores. */
export function rolloutNameOf(name: string): RolloutName | null {
  const [, day = '', hour, minute, second, thread = '', window, zst] = NAME.exec(name) ?? [];
  if (thread === '' || !name.startsWith('rollout-') || !/\.jsonl(?:\.zst)?$/.test(name)) return null;
  const instant = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  // JavaScript takes a day that does not exist for one of the next month; the program refuses the name.
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== day) return null;
  return {
    thread: thread.toLowerCase(),
    window: window?.toLowerCase() ?? null,
    time: `${day}T${hour}-${minute}-${second}`,
    seconds: instant / 1000,
    isCompressed: zst !== undefined,
  };
}

const COPY = new RegExp(`^rollout-(\\d{4}-\\d\\d-\\d\\d)T\\d\\d-\\d\\d-\\d\\d-(${HEX})(.+)\\.jsonl(?:\\.zst)?$`, 'is');

/** Parts of a name like `rollout-TIME-ID (conflicted copy).jsonl`, which a tool for syncing gives to a copy; null for another name. */
function copyName(name: string): { readonly id: string; readonly day: string } | null {
  const [, day = '', thread, rest] = COPY.exec(name) ?? [];
  if (thread === undefined || rolloutNameOf(name) !== null) return null;
  return { id: `${thread.toLowerCase()}${rest}`, day };
}

/** Name of a rollout that began at `time`, in milliseconds of UTC. The program writes local time; convo does not know the zone. */
export function rolloutName(time: number, thread: string): string {
  return `rollout-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}-${thread}.jsonl`;
}

/** The last id anywhere in a name, in lower case: the program also opens unlisted files by it. */
export function idInName(name: string): string | null {
  return name.match(UUIDS)?.at(-1)?.toLowerCase() ?? null;
}

/** The program's folder below `sessions` for a rollout of this time. */
export function folderFor({ time }: Pick<RolloutName, 'time'>): string {
  return time.slice(0, 10).replaceAll('-', '/');
}

/** The folder of the day in a rollout's name, or in that of a copy; null for a name without a day. */
export function folderOfName(name: string): string | null {
  const time = rolloutNameOf(name)?.time ?? copyName(name)?.day;
  return time === undefined ? null : folderFor({ time });
}

export const SESSIONS = 'sessions';
export const ARCHIVED_SESSIONS = 'archived_sessions';
/** Index of the names of threads: one line per name given. */
export const NAMES_INDEX = 'session_index.jsonl';
export const LOCKS = 'thread-writer-locks';

/** The place of a path of a home (docs/formats/codex.md, "Files"). */
export function placeCodex(site: Site, path: string, type: EntryType): Place {
  const place = site.shape === 'folder' ? inFolder(path, type) : inHome(path, type);
  return forFile(site, place, idOf);
}

function inHome(path: string, type: EntryType): Place {
  const [first = '', ...rest] = path.split('/');
  if (first === NAMES_INDEX)
    return rest.length === 0 ? { type: 'shared', scope: '', role: 'index', load: 'whole' } : FOREIGN;
  if (first !== SESSIONS && first !== ARCHIVED_SESSIONS) return FOREIGN;
  if (type === 'folder') return rest.length > 8 ? FOREIGN : FOLDER;
  return rest.length === 0 ? FOREIGN : rollout(path, type, first === ARCHIVED_SESSIONS ? 'archived' : 'rollout');
}

function inFolder(path: string, type: EntryType): Place {
  return type === 'folder' || path.includes('/') ? FOREIGN : rollout(path, type, 'rollout');
}

function rollout(path: string, type: EntryType, role: 'rollout' | 'archived'): Place {
  const name = baseName(path);
  const id = idOf(name);
  if (name.endsWith('.jsonl.zst')) return partAt('', id, `${role}-zst`, type === 'other' ? 'name' : 'whole');
  if (name.endsWith('.jsonl')) return partAt('', id, role, type === 'other' ? 'name' : 'lines');
  // The TypeScript program of spring 2025 wrote one document a session.
  return /^rollout-.*\.json$/.test(name) ? partAt('', id, 'document', 'name') : FOREIGN;
}

function idOf(name: string): string {
  return rolloutNameOf(name)?.thread ?? copyName(name)?.id ?? idInName(name) ?? name;
}

export function codexHomes(around: Pick<HostEnvironment, 'home' | 'env'>): string[][] {
  return ownHome(around, 'CODEX_HOME', '.codex');
}

/** The site that a path belongs to, known from names and a file's first bytes; null for any other path. */
export function recogniseCodex(candidate: CandidatePath): Site | null {
  const { path, type, names } = candidate;
  if (type === 'folder' && isHome(candidate, path, names)) return site(path, 'home');
  const within = belowSessions(candidate);
  if (within !== null) return within;
  if (type === 'folder') return names.some(isRollout) ? site(path, 'folder') : null;
  return isRollout(baseName(path)) || beginsRollout(candidate)
    ? site(folderOf(path), 'folder', null, baseName(path))
    : null;
}

/** True for the first record of a thread, in lines of a file under any name. */
function beginsRollout(candidate: CandidatePath): boolean {
  const first = Buffer.from(candidate.head.subarray(0, 256)).toString('latin1');
  return mayHaveAnyName(candidate, isHome) && /^\s*\{[^\n]*"type"\s*:\s*"session_meta"/.test(first);
}

const site = sitesOf('codex');

/** True for a home by its name or by the contents of `sessions`: other programs have such a folder, too. */
function isHome({ inside }: CandidatePath, home: string, names: readonly string[]): boolean {
  const active = names.includes(SESSIONS);
  const archived = names.includes(ARCHIVED_SESSIONS);
  if (baseName(home) === '.codex') return active || archived || names.includes(NAMES_INDEX) || names.includes(HISTORY);
  if (!active && !archived) return false;
  const list = inside ?? (() => []);
  return (
    (active && list(`${home}/${SESSIONS}`).some((name) => /^2\d{3}$/.test(name) || isRollout(name))) ||
    (archived && list(`${home}/${ARCHIVED_SESSIONS}`).some(isRollout))
  );
}

/** The site of a path below a home's sessions: a file alone, else the whole home. */
function belowSessions(candidate: CandidatePath): Site | null {
  const { path, type, above } = candidate;
  for (const folder of [path, ...above.map((each) => each.path)]) {
    if (![SESSIONS, ARCHIVED_SESSIONS].includes(baseName(folder))) continue;
    const home = folderOf(folder);
    const names = above.find((each) => each.path === home)?.names ?? [baseName(folder)];
    if (type === 'file' ? !isRollout(baseName(path)) : !isHome(candidate, home, names)) return null;
    return site(home, 'home', null, type === 'file' ? path.slice(home.length + 1) : null);
  }
  return null;
}

function isRollout(name: string): boolean {
  return /^rollout-.*\.jsonl(?:\.zst)?$/.test(name);
}
