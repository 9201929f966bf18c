import { dirname, join } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { errorCode, nullOn } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import type { World } from '../../io/world.ts';
import { grouped } from '../../model/collections.ts';
import { cmd, type Sentence, sentence } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, Step } from '../../model/plan.ts';
import type { Kind, SharedEntries } from '../../stores/kind.ts';
import { keepMethod } from '../change/carry-out.ts';
import {
  type Comparison,
  compareWithCopy,
  growthNotes,
  OTHER_BYTES,
  putOf,
  TOO_LONG,
  WITH_MORE,
} from '../grown-file.ts';
import type { ReadContext } from '../reading.ts';
import { listStoredIds, type StoredId } from '../resolve-ids.ts';
import { existsAt } from '../sites/given.ts';
import { locatePath, projectOfScope } from '../survey/locate.ts';
import { everythingAt } from '../survey/survey-options.ts';
import type { ReadPack } from './pack-file.ts';
import type { PackedShared, PackedUnit } from './packed-stores.ts';
import type { Target } from './unpack-target.ts';

export interface PlaceUnitsOptions {
  readonly kind: Kind;
  readonly target: Target;
  readonly units: readonly PackedUnit[];
  readonly shared: readonly PackedShared[];
  readonly entries: SharedEntries | undefined;
  readonly now: number;
}

export interface PlacedUnit {
  readonly unit: PackedUnit;
  readonly state: 'changed' | 'unchanged' | 'refused';
  readonly reason: Sentence | null;
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
  /** True if the store has an older copy of it. */
  readonly isThere: boolean;
  /** True if it is refused because a file has other bytes here. */
  readonly isOther: boolean;
}

export interface PlacingChange {
  readonly change: Change;
  readonly placed: readonly PlacedUnit[];
}

/** Changes that place a pack's conversations in a store, and conversations that stay out. A scope whose index gets entries has one Change. */
export async function placeUnits(
  world: World,
  kinds: ReadContext['kinds'],
  placing: PlaceUnitsOptions,
): Promise<{ readonly changes: readonly PlacingChange[]; readonly notPlaced: readonly PlacedUnit[] }> {
  const { target, units, shared } = placing;
  const pairs = sharedPairs(world.disk, target, shared);
  const all = await fittingUnits(world, kinds, placing, pairs);
  const come = all.filter(({ state }) => state === 'changed');
  const counts = grouped(units.map(({ scope, id }) => [scope, id]));
  const changes: PlacingChange[] = [];
  for (const [scope, mine] of grouped(come.map((each) => [each.unit.scope, each]))) {
    const ids = new Set(mine.map(({ unit }) => unit.id));
    const last = entriesStep(placing, pairs, scope, { ids, all: ids.size === counts.get(scope)?.length });
    for (const placed of last.length > 0 ? [mine] : mine.map((each) => [each]))
      changes.push({ change: changeFor(placing, scope, placed, last), placed });
  }
  return { changes, notPlaced: all.filter(({ state }) => state !== 'changed') };
}

async function fittingUnits(
  { disk }: World,
  kinds: ReadContext['kinds'],
  { target, units, entries, now }: PlaceUnitsOptions,
  pairs: readonly SharedPair[],
): Promise<PlacedUnit[]> {
  const { site, isNew } = target;
  const known = isNew ? [] : await listStoredIds({ disk, kinds, sites: [site] }, everythingAt(now));
  const byId = grouped(known.map((each) => [each.id, each]));
  const whyNot = entries === undefined ? () => null : notEntered({ entries, site }, units, pairs);
  const isLong = longNamesBelow(disk, site.root);
  return units.map((unit): PlacedUnit => {
    const fit = fitOf(disk, target, unit, byId.get(unit.id) ?? [], isLong);
    const reason = fit.type === 'free' ? whyNot(unit) : fit.reason;
    if (fit.type === 'free' && reason === null) return { unit, state: 'changed', reason, isOther: false, ...fit };
    const state = fit.type === 'same' ? 'unchanged' : 'refused';
    const isOther = fit.type === 'other';
    return { unit, state, reason, notes: [], steps: [], isThere: fit.type === 'same', isOther };
  });
}

function entriesStep(
  { entries, target: { site } }: PlaceUnitsOptions,
  pairs: readonly SharedPair[],
  scope: string,
  wanted: Parameters<typeof enteringStep>[2],
): Step[] {
  if (entries === undefined) return [];
  const mine = pairs.filter(({ packed }) => packed.scope === scope);
  return mine.flatMap((pair) => enteringStep({ entries, site }, pair, wanted) ?? []);
}

function changeFor(
  { kind }: PlaceUnitsOptions,
  scope: string,
  placed: readonly PlacedUnit[],
  last: readonly Step[],
): Change {
  const units = placed.map(({ unit }) => unit);
  const items = units.map(({ id, path }) => ({ id, path, codes: [] }));
  return {
    kind: kind.name,
    project: projectOfScope(scope),
    ids: units.map(({ id }) => id),
    path: units[0]?.path ?? '',
    codes: [],
    steps: [...placed.flatMap(({ steps }) => steps), ...last],
    locks: [],
    keep: keepMethod(kind),
    ...(last.length === 0 ? {} : { items }),
  };
}

export function stepFor([path, range]: PackedUnit['files'][number]): Step {
  return { do: 'put', path, was: 'absent', content: { from: 'range', ...range, edits: [] }, keepTime: true };
}

/** The place of a packed conversation here: `free`, already there, or why it is refused: `other` bytes, or another reason. */
type PlaceCheck =
  | ({ readonly type: 'free' } & Pick<PlacedUnit, 'notes' | 'steps' | 'isThere'>)
  | { readonly type: 'same' | 'other' | 'taken'; readonly reason: Sentence };

function fitOf(
  disk: ReadDisk,
  target: Target,
  unit: PackedUnit,
  known: readonly StoredId[],
  isLong: (path: string) => boolean,
): PlaceCheck {
  const { site } = target;
  const long = unit.files.find(([path]) => isLong(path));
  if (long !== undefined) return { type: 'taken', reason: `is not unpacked: ${locatePath(site, long[0])} ${TOO_LONG}` };
  const files = unit.files.map(([path, range]) => {
    const at = locatePath(site, path);
    return { path, at, range, found: compareWithCopy(disk, at, range) };
  });
  const [obstacle] = files.flatMap(({ at, found }) => takenBy(at, found) ?? []);
  if (obstacle !== undefined) return obstacle;
  const steps = files.flatMap(({ path, found, range }): Step[] => {
    const put = putOf(path, found, range);
    return put === null ? [] : [{ ...put, keepTime: true }];
  });
  if (steps.length === 0) {
    const isLonger = files.some(({ found }) => found.type === 'longer');
    return { type: 'same', reason: isLonger ? WITH_MORE : 'is there already, byte for byte' };
  }
  const here = known.find(({ scope, paths }) => scope === unit.scope && paths.length > 0);
  const isThere = here !== undefined && unit.path.endsWith('.jsonl') && here.paths.includes(unit.path);
  if (here !== undefined && !isThere) return elsewhere(disk, target, unit, here);
  const others = known.filter(({ scope, paths }) => scope !== unit.scope && paths.length > 0);
  const inOther = others.map(
    ({ paths }) => `its id is there in another project too: ${locatePath(site, paths[0] ?? '')}`,
  );
  return { type: 'free', notes: [...growthNotes(files.map(({ found }) => found)), ...inOther], steps, isThere };
}

/** The check of a unit whose id has other files here, such as in the archive: its only file may be there with all of the packed bytes. */
function elsewhere(disk: ReadDisk, { site }: Target, unit: PackedUnit, { paths }: StoredId): PlaceCheck {
  const [only, ...others] = [...unit.files.values()];
  for (const path of others.length === 0 ? paths : []) {
    const found = only === undefined ? null : compareWithCopy(disk, locatePath(site, path), only[1]).type;
    const where = `at ${locatePath(site, path)}`;
    if (found === 'same') return { type: 'same', reason: `is there already, byte for byte, ${where}` };
    if (found === 'longer') return { type: 'same', reason: `${WITH_MORE}, ${where}` };
  }
  return {
    type: 'taken',
    reason: `is not unpacked: its id is there already (${locatePath(site, paths[0] ?? '')}), with other files`,
  };
}

function takenBy(at: string, found: Comparison): PlaceCheck | null {
  if (found.type !== 'other') return null;
  const type = found.why === OTHER_BYTES ? 'other' : 'taken';
  return { type, reason: `is not unpacked: ${at} ${found.why}` };
}

interface SharedPair {
  readonly packed: PackedShared;
  readonly from: Uint8Array;
  readonly into: Uint8Array | null;
}

function sharedPairs(disk: ReadDisk, { site }: Target, shared: readonly PackedShared[]): SharedPair[] {
  return shared.map((packed) => {
    const { range, path } = packed;
    const into = nullOn(['ENOENT', 'ENOTDIR'], () => disk.read(locatePath(site, path)));
    return { packed, from: Buffer.from(disk.read(range.file, range.size, range.at)), into: into && Buffer.from(into) };
  });
}

/** Returns why a conversation cannot enter shared files, by scope and id. Reads each file once. */
function notEntered(
  { entries, site }: EntriesAtSite,
  units: readonly PackedUnit[],
  pairs: readonly SharedPair[],
): (unit: PackedUnit) => Sentence | null {
  const idsIn = grouped(units.map(({ scope, id }) => [scope, id]));
  const shared = pairs.flatMap(({ packed: { scope, role, path }, into, from }) => {
    const ids = new Set(idsIn.get(scope));
    const theirs = into && entries.entriesFor(role, into, ids);
    const ours = theirs !== null && theirs.size > 0 ? entries.entriesFor(role, from, ids) : null;
    return into === null ? [] : [{ scope, theirs, ours, path: locatePath(site, path) }];
  });
  return ({ scope, id }) => {
    for (const { theirs, ours, path } of shared.filter((each) => each.scope === scope)) {
      if (theirs === null)
        return sentence`is not unpacked: ${path} cannot be understood (${cmd`heal`} first, or --output DIR)`;
      // The packed entry of a conversation whose file was lost comes back with it.
      const there = theirs.get(id);
      if (there === undefined || there === ours?.get(id)) continue;
      const has = entries.isWholeText ? bothTexts(there, ours?.get(id)) : 'has another entry of it already';
      return `is not unpacked: ${path} ${has} (--output DIR puts it elsewhere)`;
    }
    return null;
  };
}

function bothTexts(there: string, packed = 'nothing'): string {
  return `says ${there.trim()}, and in the pack it says ${packed.trim()}`;
}

interface EntriesAtSite {
  readonly entries: SharedEntries;
  readonly site: Target['site'];
}

/**
 * The step that adds entries of conversations to a shared file; null if that has none of them. `all`: the pack has no other conversations
 * for that file.
 */
function enteringStep(
  { entries }: EntriesAtSite,
  { packed, from, into }: SharedPair,
  { ids, all }: { readonly ids: ReadonlySet<string>; readonly all: boolean },
): Step | null {
  const { path, role, range } = packed;
  if (into === null) {
    if (all) return stepFor([path, range]);
    const mine = entries.only(role, from, ids);
    if (mine === null || mine.length === 0) return null;
    return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: mine }, isPrivate: true };
  }
  const there = entries.entriesFor(role, into, ids);
  const missing = new Set([...ids].filter((id) => there?.has(id) !== true));
  const edits = missing.size === 0 ? [] : (entries.takeIn(role, { into, from }, missing) ?? []);
  return edits.length === 0 ? null : { do: 'put', path, was: digestOf(into), content: { from: 'edits', edits } };
}

const PORTABLE_NAME_BYTES = 100;
const PORTABLE_PATH_BYTES = 1024;
const TEMPORARY_NAME_BYTES = 64;

/** Returns a test for paths below a folder that are too long for its file system. Tries each name once. */
function longNamesBelow(disk: ReadDisk, folder: string): (path: string) => boolean {
  const there = nearestExisting(disk, folder);
  const known = new Map<string, boolean>();
  const isLong = (name: string): boolean => {
    if (Buffer.byteLength(name) <= PORTABLE_NAME_BYTES) return false;
    const answer = known.get(name) ?? isRefused(disk, join(there, name));
    known.set(name, answer);
    return answer;
  };
  return (path) => {
    const fullPath = join(folder, path);
    if (path.split('/').some(isLong)) return true;
    return (
      Buffer.byteLength(fullPath) + TEMPORARY_NAME_BYTES > PORTABLE_PATH_BYTES &&
      isRefused(disk, `${fullPath}${'/x'.repeat(TEMPORARY_NAME_BYTES / 2)}`)
    );
  };
}

function nearestExisting(disk: ReadDisk, folder: string): string {
  return existsAt(disk, folder) || dirname(folder) === folder ? folder : nearestExisting(disk, dirname(folder));
}

function isRefused(disk: ReadDisk, path: string): boolean {
  try {
    disk.lstat(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENAMETOOLONG';
  }
}

/** Throws if a name is too long for the file system of this folder. */
export function refuseLongNames(
  disk: ReadDisk,
  folder: string,
  { file, files }: Pick<ReadPack, 'file' | 'files'>,
): void {
  const isLong = longNamesBelow(disk, folder);
  const odd = [...files.keys()].find(isLong);
  if (odd === undefined) return;
  const what = `${file} holds ${JSON.stringify(odd)}, which ${TOO_LONG}`;
  throw new Failure('refused', what, 'Nothing was written. Name a folder on another disk, or with a shorter path.');
}
