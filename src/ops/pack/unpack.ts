import { join } from 'node:path';
import { nullOn } from '../../io/disk/error-code.ts';
import type { World } from '../../io/world.ts';
import { addCounts, type ChangeReport, NO_COUNTS, type StepView } from '../../model/change-report.ts';
import { cmd, type Sentence, sentence, withPlaceholders } from '../../model/command.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { HEAL } from '../../model/rules/row.ts';
import { PACK_MANIFEST } from '../../model/seal.ts';
import type { Site } from '../../stores/kind.ts';
import { carryOutChanges, stopUnbegun } from '../change/carry-out.ts';
import { joinReports } from '../change/change.ts';
import { runRemarks } from '../change/decide-options.ts';
import { itemOf, type Ledger, newLedger } from '../change/ledger.ts';
import { partLocked, withLockStop } from '../change/refuse-owner.ts';
import { stepViews } from '../change/step-views.ts';
import type { ReadContext } from '../reading.ts';
import { locatePath } from '../survey/locate.ts';
import { type ReadPack, readPack } from './pack-file.ts';
import { type PackedStore, packedStores, packedUnits, packFolder, refuseOtherFiles } from './packed-stores.ts';
import { type PlacedUnit, placeUnits, refuseLongNames, stepFor } from './place-units.ts';
import {
  type CountsByUnit,
  countsThere,
  equalOnceHealed,
  keyInStore,
  lookAhead,
  type StoreAfterUnpack,
} from './store-after.ts';
import { type TargetOptions, targetOf } from './unpack-target.ts';

export interface UnpackOptions extends TargetOptions {
  /** The pack, absolute. */
  readonly file: string;
  /** An empty or new folder for all of it, absolute and without links; null for stores. */
  readonly output: string | null;
  /** Empty for all. */
  readonly ofKinds: readonly string[];
  readonly run: string;
  /** Whole Unix seconds. */
  readonly now: number;
  readonly dryRun: boolean;
  readonly force: boolean;
  /** Called with everything decided and nothing written, and with the reasons why stores are skipped; throws to decline. */
  agree(report: ChangeReport, locked: readonly Failure[]): Promise<void>;
  /** Awaited while the pack is read; throws to stop. */
  pause(): Promise<void>;
}

/**
 * Unpacks conversations into stores of their kinds, or into one folder, as one run. Overwrites nothing, and first
 * checks every byte against the manifest. Throws Failure, with nothing written, for an invalid pack or a missing store.
 */
export async function unpack(
  world: World,
  { kinds }: Pick<ReadContext, 'kinds'>,
  options: UnpackOptions,
): Promise<ChangeReport> {
  const pack = await readPack(world.disk, options.file, options.pause);
  const chosen = chosenStores(packedStores(pack, kinds), options);
  const planned: PlannedStore[] = [];
  if (options.output === null) for (const store of chosen) planned.push(await planStore(world, kinds, store, options));
  else {
    await refuseOtherFiles(world.disk, chosen, options.file);
    refuseLongNames(world.disk, options.output, pack);
    planned.push(planFolder(pack, chosen, { ...options, output: options.output }));
  }
  const report = (run: string | null) => reportOf(planned, { run, dryRun: options.dryRun });
  const due = planned.filter(({ changes }) => changes.length > 0);
  if (due.length === 0) return report(null);
  const stores = due.map((planned) => ({ ...planned.site, planned, isNew: planned.header.newRoot === true }));
  const { force, dryRun } = options;
  const { free, locked, whyLocked } = await partLocked(world, stores, { kinds, force, dryRun });
  if (dryRun) return withLockStop(report(null), whyLocked);
  for (const { store, failure } of locked) stopUnbegun(store.planned.ledger, failure);
  await options.agree(report(null), whyLocked);
  let run: string | null = null;
  for (const { planned: each } of free)
    run = (await carriedOut(world, each, { run: options.run, isRunBegun: run !== null })) ?? run;
  return report(run);
}

/** Carries out the plan for one store. After a change of another store, a failure becomes part of the report. */
async function carriedOut(
  world: World,
  { header, changes, ledger }: PlannedStore,
  { run, isRunBegun }: { readonly run: string; readonly isRunBegun: boolean },
): Promise<string | null> {
  try {
    return await carryOutChanges(world, header, changes, { run, ledger });
  } catch (error) {
    if (!isRunBegun) throw error;
    stopUnbegun(ledger, error);
    return null;
  }
}

function reportOf(
  planned: readonly PlannedStore[],
  frame: { readonly run: string | null; readonly dryRun: boolean },
): ChangeReport {
  const reports = planned.map(({ ledger, remarks }) => {
    const { remarks: own, ...rest } = ledger.report(frame);
    return { ...rest, remarks: [...own, ...remarks] };
  });
  return joinReports(newLedger('unpack').report(frame), reports);
}

function chosenStores(
  stores: readonly PackedStore[],
  { ofKinds, root, output, file }: UnpackOptions,
): readonly PackedStore[] {
  const chosen = stores.filter((store) => ofKinds.length === 0 || ofKinds.includes(store.kind.name));
  if (chosen.length === 0) {
    const there = stores.length === 0 ? 'nothing' : stores.map(({ name }) => name).join(', ');
    throw new Failure('no-match', `${file} holds no ${ofKinds.join(' or ')} store`, `It holds ${there}.`);
  }
  if (output !== null) return chosen;
  const names = chosen.map((store) => store.kind.name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  const hint = 'Name one of them with --kind, or a folder for all with --output DIR.';
  if (twice !== undefined)
    throw new Failure('usage', `${file} holds several ${twice} stores`, 'Name a folder with --output DIR.');
  if (root !== null && chosen.length > 1)
    throw new Failure('usage', `${file} holds ${names.join(', ')} stores, and --root is for one`, hint);
  return chosen;
}

/** Plans to unpack a pack, or some of its stores, into a folder, with the manifest, as tar would; one Change. */
function planFolder(
  { files, conversations }: ReadPack,
  stores: readonly PackedStore[],
  { output, now }: { readonly output: string; readonly now: number },
): PlannedStore {
  const kind = stores[0]?.kind.name ?? KIND_NAMES[0];
  const site: Site = { kind, root: output, shape: 'folder', scope: null, file: null };
  const byName = new Map(stores.map((store) => [store.name, store]));
  const storeOf = (path: string) => byName.get(packFolder(path));
  const mine = conversations.flatMap((each) => {
    const store = storeOf(each.path);
    return store === undefined ? [] : [{ ...each, kind: store.kind.name }];
  });
  const ledger = newLedger('unpack');
  let after = NO_COUNTS;
  const numbers = mine.map(({ kind, project, id, path, messages }) => {
    const bytes = files.get(path)?.size ?? 0;
    const counts = { ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes };
    after = addCounts(after, counts);
    const item = itemOf({ ...site, kind }, project, id, path, { state: 'changed', codes: [] });
    return ledger.enter(item, { before: NO_COUNTS, after: counts });
  });
  ledger.changes.push(numbers);
  const isChosen = (path: string) => path === PACK_MANIFEST || storeOf(path) !== undefined;
  const change: Change = {
    kind,
    project: null,
    ids: mine.map(({ id }) => id),
    path: PACK_MANIFEST,
    codes: [],
    steps: [...files].filter(([path]) => isChosen(path)).map(stepFor),
    locks: [],
    keep: 'link',
    items: mine.map(({ id, path }) => ({ id, path, codes: [] })),
    counts: { before: NO_COUNTS, after },
  };
  const header = { plan: 1, command: 'unpack', kind, root: output, madeAt: now, newRoot: true } as const;
  const remarks = stores.map(({ name }) => sentence`${cmd`list ${join(output, name)}`} shows what is unpacked there`);
  return { site, header, changes: [change], ledger, remarks };
}

interface PlannedStore {
  readonly site: Site;
  readonly header: PlanHeader;
  readonly changes: readonly Change[];
  readonly ledger: Ledger;
  readonly remarks: readonly Sentence[];
}

interface StorePlanOptions extends TargetOptions {
  readonly file: string;
  readonly now: number;
  readonly dryRun: boolean;
}

async function planStore(
  world: World,
  kinds: ReadContext['kinds'],
  store: PackedStore,
  options: StorePlanOptions,
): Promise<PlannedStore> {
  const { disk } = world;
  const { file, now, dryRun } = options;
  const { kind } = store;
  const target = await targetOf({ disk, kinds }, store, options);
  const entries = await kind.entries?.();
  const parts = packedUnits(store, entries, file);
  const { changes, notPlaced } = await placeUnits(world, kinds, { kind, target, entries, now, ...parts });
  const planned = changes.map(({ change }) => change);
  const ahead = await lookAhead(disk, kinds, target.site, { changes: planned, now, home: options.around.home });
  const there = await countsThere(disk, kinds, target.site, { changes, now });
  const conflicting = notPlaced.filter(({ isOther }) => isOther).map(({ unit }) => unit);
  const healed = await equalOnceHealed(disk, kinds, target.site, { units: conflicting, now });
  const ledger = newLedger('unpack');
  const { site, isNew } = target;
  for (const { change, placed } of changes) {
    const steps = dryRun ? stepViews(change.steps, (path) => textAt(disk, site, path)) : [];
    ledger.changes.push(
      placed.map((each, n) => enterPlaced(ledger, site, each, { ahead, there, steps: n === 0 ? steps : [] })),
    );
  }
  for (const each of notPlaced) enterPlaced(ledger, site, each, { ahead, there, healed, steps: [] });
  const header = { plan: 1, command: 'unpack', kind: kind.name, madeAt: now } as const;
  return {
    site,
    header: isNew ? { ...header, root: site.root, newRoot: true } : { ...header, root: disk.realpath(site.root) },
    changes: changes.map(({ change, placed }) => ({
      ...change,
      counts: sumOfChanges(placed.map((each) => countsOf(each, ahead, there))),
    })),
    ledger,
    remarks: [...ahead.remarks, ...runRemarks(kind, { verb: 'restore', as: null, now }, changes.length)],
  };
}

/** `healed`: conversations that equal those of the pack once they are healed. */
interface EnteringOptions {
  ahead: StoreAfterUnpack;
  there: CountsByUnit;
  healed?: ReadonlySet<string>;
  steps: readonly StepView[];
}

function enterPlaced(
  ledger: Ledger,
  site: Site,
  { unit, state, reason, notes: own }: PlacedUnit,
  { ahead, there, healed, steps }: Readonly<EnteringOptions>,
): number {
  const judged = state === 'changed' ? ahead.units.get(keyInStore(unit.scope, unit.id)) : undefined;
  const codes = judged?.codes ?? [];
  const notes = codes.length === 0 ? own : [...own, sentence`${cmd`verify`} will report ${codes.join(', ')} of it`];
  if (state === 'refused') ledger.markUnsafe();
  const isHealed = healed?.has(keyInStore(unit.scope, unit.id)) === true;
  const item = itemOf(site, unit.scope, unit.id, unit.path, {
    state,
    codes: [],
    ...(judged?.title ? { title: judged.title } : {}),
    ...(reason === null ? {} : { reason: isHealed ? sentence`${reason}; healed, it is as in the pack` : reason }),
    ...(isHealed ? { next: withPlaceholders(HEAL, { ID: unit.id }) } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    ...(steps.length === 0 ? {} : { steps }),
  });
  return ledger.enter(item, state === 'changed' ? countsOf({ unit }, ahead, there) : undefined);
}

function countsOf({ unit: { scope, id } }: Pick<PlacedUnit, 'unit'>, ahead: StoreAfterUnpack, there: CountsByUnit) {
  const key = keyInStore(scope, id);
  return { before: there.get(key) ?? NO_COUNTS, after: ahead.units.get(key)?.counts ?? NO_COUNTS };
}

function sumOfChanges(all: readonly ReturnType<typeof countsOf>[]): ReturnType<typeof countsOf> {
  const sum = (side: 'before' | 'after') => all.map((each) => each[side]).reduce(addCounts, NO_COUNTS);
  return { before: sum('before'), after: sum('after') };
}

function textAt(disk: World['disk'], site: Site, path: string): Uint8Array | null {
  return nullOn(['ENOENT', 'ENOTDIR'], () => disk.read(locatePath(site, path)));
}
