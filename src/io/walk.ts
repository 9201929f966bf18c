import type { Finding } from '../model/finding.ts';
import { baseName } from '../model/path.ts';
import type { ReadDisk } from './disk.ts';
import { lookAtName, readFinding, type WalkEntry, type WalkFolder, type WalkRoute } from './walk/look-at-name.ts';

/** An entry or a finding; `scope` is null if unknown. */
export type WalkEvent =
  | { readonly type: 'entry'; readonly entry: WalkEntry }
  | {
      readonly type: 'finding';
      readonly scope: string | null;
      readonly finding: Finding;
      readonly hides: boolean;
    };

const MAX_LISTED_TOGETHER = 256;

/**
 * Everything of a store that `place` knows, in fixed order: a folder's names sorted by bytes, then its folders. Unlistable folders and bad
 * links are findings. No folder is walked within itself, or twice through links. Yields short lists: a generator step per name would cost
 * as much as its stat.
 */
export function* walk(disk: ReadDisk, route: WalkRoute): Generator<readonly WalkEvent[]> {
  const top: WalkFolder = { path: '', scope: null, id: null, real: '', tops: [], up: null };
  const real = valueOrError(() => disk.realpath(route.root));
  if ('error' in real) {
    yield [unlistedFolder(top, real.error)];
    return;
  }
  const todo: WalkFolder[] = [{ ...top, real: real.value, tops: [real.value] }];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const below: WalkFolder[] = [];
    yield* walkFolder(disk, route, folder, below);
    for (const each of namedOnce(below).reverse()) todo.push(each);
  }
}

/** Drops followed links to a folder that has another name in this list: its own, or an earlier link's. */
function namedOnce(folders: readonly WalkFolder[]): WalkFolder[] {
  if (!folders.some(({ isFollowed }) => isFollowed === true)) return [...folders];
  const best = new Map<string, WalkFolder>();
  for (const folder of folders) {
    const known = best.get(folder.real);
    if (known === undefined || ownership(folder) > ownership(known)) best.set(folder.real, folder);
  }
  return folders.filter((folder) => folder.isFollowed !== true || best.get(folder.real) === folder);
}

/** Sort key: the folder itself comes before a link with its name, and that before other links. */
function ownership({ isFollowed, path, real }: WalkFolder): number {
  if (isFollowed !== true) return 2;
  return baseName(path) === baseName(real) ? 1 : 0;
}

function* walkFolder(
  disk: ReadDisk,
  route: WalkRoute,
  folder: WalkFolder,
  below: WalkFolder[],
): Generator<readonly WalkEvent[]> {
  const at = folder.path === '' ? route.root : `${route.root}/${folder.path}`;
  const names = valueOrError(() => disk.list(at));
  if ('error' in names) {
    yield [unlistedFolder(folder, names.error)];
    return;
  }
  route.listed?.(names.value.length);
  let found: WalkEvent[] = [];
  for (const name of names.value) {
    const { entry, finding, into, hides = false } = lookAtName(disk, route, folder, name);
    if (finding !== undefined) found.push({ type: 'finding', scope: scopeOf(entry, into ?? folder), finding, hides });
    if (entry !== undefined) found.push({ type: 'entry', entry });
    if (into !== undefined) below.push(into);
    if (found.length < MAX_LISTED_TOGETHER) continue;
    yield found;
    found = [];
  }
  yield found;
}

function scopeOf(entry: WalkEntry | undefined, folder: WalkFolder): string | null {
  return entry === undefined ? folder.scope : entry.place.scope;
}

function unlistedFolder({ path, scope, id }: WalkFolder, error: unknown): WalkEvent {
  return { type: 'finding', scope, finding: readFinding(error, { path, id }, 'folder'), hides: id === null };
}

function valueOrError<T>(call: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}
