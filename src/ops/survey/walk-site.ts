import type { ReadDisk } from '../../io/disk.ts';
import { collectMoreOften, optimiseLate } from '../../io/tuning.ts';
import type { WalkEntry } from '../../io/walk/look-at-name.ts';
import { type WalkEvent, walk } from '../../io/walk.ts';
import { addTo, compareText } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import type { EntryType, Place } from '../../model/part.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { isScopeWanted, type SurveyOptions, type SurveyRun, type SurveySelection } from './survey-options.ts';

const PROGRESS_STRIDE = 256;
/** Names in a folder above which memory matters. */
const LARGE_FOLDER = 1 << 15;

interface WalkHandler {
  take(walked: WalkEvent): void;
  readonly scopes?: Set<string>;
  /** Called with the number of names in the next folder. */
  readonly listed?: ((names: number) => void) | undefined;
}

export async function walkSite(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  { select, run }: SurveyOptions,
  { take, scopes, listed = () => {} }: WalkHandler,
): Promise<void> {
  let n = 0;
  let last: string | null | undefined;
  const route = {
    root: site.root,
    listed,
    place: (path: string, type: EntryType): Place => {
      const place = kind.layout.place(site, path, type);
      if (place.type === 'foreign' || place.scope === last) return place;
      last = place.scope;
      if (typeof last === 'string') scopes?.add(last);
      return place;
    },
    wants: (scope: string) =>
      kind.layout.hasOwnProjects?.(site) || isScopeWanted(select, scope) || leadsToWanted(select, scope),
  };
  for (const list of walk(disk, route)) {
    const before = n;
    n += list.length;
    if (Math.floor(n / PROGRESS_STRIDE) > Math.floor(before / PROGRESS_STRIDE)) await yieldOrStop(run);
    if (before < PROGRESS_STRIDE && n >= PROGRESS_STRIDE) optimiseLate();
    if (before < LARGE_FOLDER && n >= LARGE_FOLDER) collectMoreOften();
    for (const walked of list) take(walked);
  }
}

export async function yieldOrStop(run: Pick<SurveyRun, 'yieldNow' | 'interrupted'>): Promise<void> {
  await run.yieldNow();
  if (run.interrupted()) throw new Failure('interrupted', 'interrupted before everything was looked at');
}

/** True if a wanted project is below a scope: `org/repo` below `org`. */
function leadsToWanted({ projects }: SurveySelection, scope: string): boolean {
  return projects.some((project) => project.startsWith(`${scope}/`));
}

/** The names of one scope: shared files, and files by id; `files` counts no folders. */
export interface ScopeEntries {
  readonly name: string;
  readonly shared: WalkEntry[];
  readonly units: Map<string, WalkEntry[]>;
  readonly roles: Set<string>;
  files: number;
  readonly hasUnreadFolder: boolean;
}

/** Gathers scopes during the walk. Holds only names: files of one id are in different folders. */
interface ScopeCollector {
  add(entry: WalkEntry): void;
  /** Notes that a folder of this scope is unreadable; null if it may belong to any scope. */
  hide(scope: string | null): void;
  scopes(): ScopeEntries[];
}

export function gather(): ScopeCollector {
  const scopes = new Map<string, Omit<ScopeEntries, 'hasUnreadFolder'>>();
  const hidden = new Set<string | null>();
  const scopeNamed = (name: string): Omit<ScopeEntries, 'hasUnreadFolder'> => {
    const known = scopes.get(name);
    if (known !== undefined) return known;
    const scope = { name, shared: [], units: new Map(), roles: new Set<string>(), files: 0 };
    scopes.set(name, scope);
    return scope;
  };
  return {
    add: (entry) => {
      const { place, type } = entry;
      const scope = scopeNamed(place.scope ?? '');
      if (type !== 'folder') scope.files++;
      if (place.type === 'shared') scope.shared.push(entry);
      else {
        addTo(scope.units, place.id, entry);
        scope.roles.add(place.role);
      }
    },
    hide: (scope) => {
      hidden.add(scope);
    },
    scopes: () =>
      Array.from(scopes.values(), (scope) => ({
        ...scope,
        hasUnreadFolder: hidden.has(null) || hidden.has(scope.name),
      })).sort((a, b) => compareText(a.name, b.name)),
  };
}

export function countFiles(entries: readonly WalkEntry[]): number {
  return entries.reduce((count, { type }) => (type === 'folder' ? count : count + 1), 0);
}
