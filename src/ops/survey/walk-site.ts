import { growSlowly } from '../../io/disk/memory-left.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { optimiseLate } from '../../io/optimise-late.ts';
import { type Walked, walk } from '../../io/walk.ts';
import { Failure } from '../../model/failure.ts';
import type { EntryType, Kind, Place, Site } from '../../stores/kind.ts';
import type { Run, Selection } from './survey-event.ts';

/** Names between two yields. */
const STRIDE = 256;
/** So many names take memory. */
const MANY = 1 << 15;

interface Hearer {
  take(walked: Walked): void;
  /** Gets the names of scopes, also of those that hold nothing. */
  readonly scopes?: Set<string>;
  /** Called with how many names are in a folder that is walked next. */
  readonly listed?: ((names: number) => void) | undefined;
}

export async function walkSite(
  disk: ReadDisk,
  kind: Kind,
  site: Site,
  options: Selection & Run,
  { take, scopes, listed = () => {} }: Hearer,
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
      kind.layout.hasOwnProjects === true || isScopeWanted(options, scope) || leadsToWanted(options, scope),
  };
  for (const list of walk(disk, route)) {
    const before = n;
    n += list.length;
    if (Math.floor(n / STRIDE) > Math.floor(before / STRIDE)) await goOn(options);
    if (before < STRIDE && n >= STRIDE) optimiseLate();
    if (before < MANY && n >= MANY) growSlowly();
    for (const walked of list) take(walked);
  }
}

/** Lets signals in; ends the survey after one. */
export async function goOn({ yieldNow, interrupted }: Run): Promise<void> {
  await yieldNow?.();
  if (interrupted?.()) throw new Failure('interrupted', 'interrupted before everything was looked at');
}

/** No project is selected. */
export function wantsAllScopes({ projects = null }: Selection): boolean {
  return projects === null || projects.length === 0;
}

export function isScopeWanted(select: Selection, scope: string): boolean {
  return wantsAllScopes(select) || (select.projects ?? []).includes(scope);
}

/** A scope may be below the folder of another: `org/repo` below `org`. */
function leadsToWanted({ projects = null }: Selection, scope: string): boolean {
  return projects?.some((project) => project.startsWith(`${scope}/`)) ?? false;
}
