import type { World } from '../../io/world.ts';
import { addCounts, type ChangeReport, NO_COUNTS } from '../../model/change-report.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_NAMES } from '../../model/kinds.ts';
import type { Change } from '../../model/plan.ts';
import type { Site } from '../../stores/kind.ts';
import { carryOutChanges, stopUnbegun } from '../change/carry-out.ts';
import { joinReports } from '../change/change.ts';
import { itemOf, newLedger } from '../change/ledger.ts';
import { refuseOwner } from '../change/refuse-owner.ts';
import type { Reading } from '../reading.ts';
import { type PackedStore, packedStores, packFolder, refuseOtherFiles } from './packed-stores.ts';
import { refuseLongNames, stepFor } from './place-units.ts';
import { type PlannedStore, planStore } from './plan-store.ts';
import { type ReadPack, readPack } from './read-pack.ts';
import type { TargetAsk } from './unpack-target.ts';
import { PACK_MANIFEST } from './write-pack.ts';

export interface UnpackAsk extends TargetAsk {
  /** The pack, absolute. */
  readonly file: string;
  /** A plain folder for all of it, empty or to be made, absolute and without links; null for stores. */
  readonly output: string | null;
  /** Only the stores of this kind; null for all. */
  readonly kind: string | null;
  readonly run: string;
  /** Whole Unix seconds. */
  readonly now: number;
  readonly dryRun: boolean;
  readonly force: boolean;
  /** Asked when all is decided and nothing is written; throws to decline. */
  agree(report: ChangeReport): Promise<void>;
  /** Awaited now and then while the pack is read; throws to end it. */
  pause(): Promise<void>;
}

/**
 * Unpacks conversations into stores of their kinds, or into one folder, as one run. Overwrites nothing, and first
 * checks every byte against the manifest. Throws Failure, with nothing written, for an invalid pack or a missing store.
 */
export async function unpack(world: World, { kinds }: Pick<Reading, 'kinds'>, ask: UnpackAsk): Promise<ChangeReport> {
  const pack = await readPack(world.disk, ask.file, ask.pause);
  const stores = chosenStores(packedStores(pack, kinds), ask);
  const planned: PlannedStore[] = [];
  if (ask.output === null) for (const store of stores) planned.push(await planStore(world, kinds, store, ask));
  else {
    await refuseOtherFiles(world.disk, stores, ask.file);
    refuseLongNames(world.disk, ask.output, pack);
    planned.push(planFolder(pack, stores, { ...ask, output: ask.output }));
  }
  const report = (run: string | null) => reportOf(planned, { run, dryRun: ask.dryRun });
  const due = planned.filter(({ changes }) => changes.length > 0);
  if (ask.dryRun || due.length === 0) return report(null);
  if (!ask.force)
    refuseOwner(
      world,
      kinds,
      due.flatMap(({ site, header }) => (header.newRoot ? [] : [site])),
    );
  await ask.agree(report(null));
  let run: string | null = null;
  for (const each of due) run = (await carriedOut(world, each, { run: ask.run, others: run !== null })) ?? run;
  return report(run);
}

/** Carries out the plan for one store. After a change of another store, a failure becomes part of the report. */
async function carriedOut(
  world: World,
  { header, changes, ledger }: PlannedStore,
  { run, others }: { readonly run: string; readonly others: boolean },
): Promise<string | null> {
  try {
    return await carryOutChanges(world, header, changes, { run, ledger });
  } catch (error) {
    if (!others) throw error;
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

function chosenStores(stores: readonly PackedStore[], { kind, root, output, file }: UnpackAsk): readonly PackedStore[] {
  const chosen = stores.filter((store) => kind === null || store.kind.name === kind);
  if (chosen.length === 0) {
    const there = stores.length === 0 ? 'nothing' : stores.map(({ name }) => name).join(', ');
    throw new Failure('no-match', `${file} holds no ${kind ?? ''} store`, `It holds ${there}.`);
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

/** All of a pack, or some of its stores, in a folder of its own, with the manifest: as a tar takes it out, and as one Change. */
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
  return { site, header, changes: [change], ledger, remarks: [] };
}
