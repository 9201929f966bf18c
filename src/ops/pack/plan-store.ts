import { unless } from '../../io/disk/error-code.ts';
import type { World } from '../../io/world.ts';
import { addCounts, NO_COUNTS, type StepView } from '../../model/change-report.ts';
import { cmd } from '../../model/command.ts';
import type { Counts } from '../../model/conversation.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { type Sentence, sentence } from '../../model/sentence.ts';
import type { Site } from '../../stores/kind.ts';
import { itemOf, type Ledger, newLedger } from '../change/ledger.ts';
import { stepViews } from '../change/step-views.ts';
import type { Reading } from '../reading.ts';
import { locatePath } from '../survey/locate.ts';
import { type Ahead, keyOf, lookAhead } from './look-ahead.ts';
import type { PackedStore } from './packed-stores.ts';
import { packedUnits } from './packed-units.ts';
import { type Placed, placeUnits } from './place-units.ts';
import { type TargetAsk, targetOf } from './unpack-target.ts';

/** The plan for one store, or folder. */
export interface PlannedStore {
  readonly site: Site;
  readonly header: PlanHeader;
  readonly changes: readonly Change[];
  readonly ledger: Ledger;
  /** Sentences for the whole of it. */
  readonly remarks: readonly Sentence[];
}

/** How a store is planned. */
interface PlanAsk extends TargetAsk {
  readonly file: string;
  readonly now: number;
  readonly dryRun: boolean;
}

/** Decides which files of a packed store go into its target. Throws Failure. */
export async function planStore(
  world: World,
  kinds: Reading['kinds'],
  store: PackedStore,
  ask: PlanAsk,
): Promise<PlannedStore> {
  const { disk } = world;
  const { file, now, dryRun } = ask;
  const { kind } = store;
  const target = await targetOf({ disk, kinds }, store, ask);
  const entries = await kind.entries?.();
  const parts = packedUnits(store, entries, file);
  const { changes, left } = await placeUnits(world, kinds, { kind, target, entries, now, ...parts });
  const ahead = await lookAhead(world, kinds, target, { changes: changes.map(({ change }) => change), now });
  const ledger = newLedger('unpack');
  const { site, isNew } = target;
  for (const { change, placed } of changes) {
    const steps = dryRun ? stepViews(change.steps, (path) => textAt(disk, site, path)) : [];
    ledger.changes.push(placed.map((each, n) => enter(ledger, site, each, { ahead, steps: n === 0 ? steps : [] })));
  }
  for (const each of left) enter(ledger, site, each, { ahead, steps: [] });
  const header = { plan: 1, command: 'unpack', kind: kind.name, madeAt: now } as const;
  return {
    site,
    header: isNew ? { ...header, root: site.root, newRoot: true } : { ...header, root: disk.realpath(site.root) },
    changes: changes.map(({ change, placed }) => ({
      ...change,
      counts: { before: NO_COUNTS, after: sum(placed, ahead) },
    })),
    ledger,
    remarks: [...ahead.remarks, ...kind.remarks({ verb: 'restore', as: null, now }, changes.length)],
  };
}

function enter(
  ledger: Ledger,
  site: Site,
  { unit, state, reason, notes: own }: Placed,
  { ahead, steps }: { readonly ahead: Ahead; readonly steps: readonly StepView[] },
): number {
  const seen = state === 'changed' ? ahead.units.get(keyOf(unit.scope, unit.id)) : undefined;
  const codes = seen?.codes ?? [];
  const notes = codes.length === 0 ? own : [...own, sentence`${cmd`verify`} will report ${codes.join(', ')} of it`];
  if (state === 'refused') ledger.markUnsafe();
  const item = itemOf(site, unit.scope, unit.id, unit.path, {
    state,
    codes: [],
    ...(reason === null ? {} : { reason }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(steps.length === 0 ? {} : { steps }),
  });
  return ledger.enter(item, { before: NO_COUNTS, after: seen?.counts ?? NO_COUNTS });
}

function sum(placed: readonly Placed[], { units }: Ahead): Counts {
  const counts = placed.map(({ unit: { scope, id } }) => units.get(keyOf(scope, id))?.counts ?? NO_COUNTS);
  return counts.reduce(addCounts, NO_COUNTS);
}

/** A file of the store as it is; null for none. */
function textAt(disk: World['disk'], site: Site, path: string): Uint8Array | null {
  return unless(['ENOENT', 'ENOTDIR'], () => disk.read(locatePath(site, path)));
}
