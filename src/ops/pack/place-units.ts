import type { World } from '../../io/world.ts';
import { grouped } from '../../model/grouped.ts';
import type { Change, Step } from '../../model/plan.ts';
import type { Sentence } from '../../model/sentence.ts';
import type { Kind, SharedEntries } from '../../stores/kind.ts';
import { keepOf } from '../change/change-of.ts';
import { knownIds } from '../known-ids.ts';
import type { Reading } from '../reading.ts';
import { projectOf } from '../survey/locate.ts';
import { longNamesBelow } from './long-names.ts';
import { fitOf } from './look-at-target.ts';
import type { PackedShared, PackedUnit } from './packed-units.ts';
import { enteringStep, notEntered, type SharedPair, sharedPairs } from './take-in-entries.ts';
import type { Target } from './unpack-target.ts';

/** The part of a pack for one store. */
export interface Placing {
  readonly kind: Kind;
  readonly target: Target;
  readonly units: readonly PackedUnit[];
  readonly shared: readonly PackedShared[];
  readonly entries: SharedEntries | undefined;
  readonly now: number;
}

/** What becomes of one conversation of a pack. */
export interface Placed {
  readonly unit: PackedUnit;
  readonly state: 'changed' | 'unchanged' | 'refused';
  readonly reason: Sentence | null;
  readonly notes: readonly string[];
}

/** One Change, and the conversations that it brings. */
export interface PlacingChange {
  readonly change: Change;
  readonly placed: readonly Placed[];
}

/** The Changes that bring the conversations of a pack into a store, those of a scope as one where its index gets entries, and what stays out. */
export async function placeUnits(
  world: World,
  kinds: Reading['kinds'],
  placing: Placing,
): Promise<{ readonly changes: readonly PlacingChange[]; readonly left: readonly Placed[] }> {
  const { target, units, shared } = placing;
  const pairs = sharedPairs(world.disk, target, shared);
  const all = await fitting(world, kinds, placing, pairs);
  const come = all.filter(({ state }) => state === 'changed');
  const counts = grouped(units.map(({ scope, id }) => [scope, id]));
  const changes: PlacingChange[] = [];
  for (const [scope, mine] of grouped(come.map((each) => [each.unit.scope, each]))) {
    const ids = new Set(mine.map(({ unit }) => unit.id));
    const last = entering(placing, pairs, scope, { ids, all: ids.size === counts.get(scope)?.length });
    for (const placed of last.length > 0 ? [mine] : mine.map((each) => [each]))
      changes.push({ change: changeFor(placing, scope, placed, last), placed });
  }
  return { changes, left: all.filter(({ state }) => state !== 'changed') };
}

async function fitting(
  { disk }: World,
  kinds: Reading['kinds'],
  { target, units, entries, now }: Placing,
  pairs: readonly SharedPair[],
): Promise<Placed[]> {
  const { site, isNew } = target;
  const known = isNew ? [] : await knownIds({ disk, kinds, sites: [site] }, { now });
  const byId = grouped(known.map((each) => [each.id, each]));
  const whyNot = entries === undefined ? () => null : notEntered({ entries, site }, units, pairs);
  const isLong = longNamesBelow(disk, site.root);
  return units.map((unit): Placed => {
    const fit = fitOf(disk, target, unit, byId.get(unit.id) ?? [], isLong);
    if (fit.type === 'same') return { unit, state: 'unchanged', reason: fit.reason, notes: [] };
    const reason = fit.type === 'free' ? whyNot(unit) : fit.reason;
    if (fit.type === 'free' && reason === null) return { unit, state: 'changed', reason: null, notes: fit.notes };
    return { unit, state: 'refused', reason, notes: [] };
  });
}

/** The steps that enter the conversations of a scope in its shared files. */
function entering(
  { entries, target: { site } }: Placing,
  pairs: readonly SharedPair[],
  scope: string,
  wanted: Parameters<typeof enteringStep>[2],
): Step[] {
  if (entries === undefined) return [];
  const mine = pairs.filter(({ packed }) => packed.scope === scope);
  return mine.flatMap((pair) => enteringStep({ entries, site }, pair, wanted) ?? []);
}

function changeFor({ kind }: Placing, scope: string, placed: readonly Placed[], last: readonly Step[]): Change {
  const units = placed.map(({ unit }) => unit);
  const items = units.map(({ id, path }) => ({ id, path, codes: [] }));
  return {
    kind: kind.name,
    project: projectOf(scope),
    ids: units.map(({ id }) => id),
    path: units[0]?.path ?? '',
    codes: [],
    steps: [...units.flatMap(({ files }) => files.map(stepFor)), ...last],
    locks: [],
    keep: keepOf(kind),
    ...(last.length === 0 ? {} : { items }),
  };
}

/** Puts a file where nothing is, with the mode and time that it was packed with. */
export function stepFor([path, range]: PackedUnit['files'][number]): Step {
  return { do: 'put', path, was: 'absent', content: { from: 'range', ...range, edits: [] }, keepTime: true };
}
