import { join } from 'node:path';
import { nullOn } from '../../io/disk/error-code.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import type { World } from '../../io/world.ts';
import { addCounts, type ChangeReport, NO_COUNTS, type StepView } from '../../model/change-report.ts';
import { addToCount } from '../../model/collections.ts';
import { cmd, type Sentence, sentence, sentenceText } from '../../model/command.ts';
import { type Counts, DUE_WITHIN_DAYS, type View } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { ruleOf } from '../../model/finding.ts';
import { KIND_NAMES, KIND_TABLE, type KindName, programOf } from '../../model/kinds.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import { isDamage } from '../../model/rules/row.ts';
import { PACK_MANIFEST } from '../../model/seal.ts';
import type { Site } from '../../stores/kind.ts';
import { carryOutChanges, stopUnbegun } from '../change/carry-out.ts';
import { joinReports } from '../change/change.ts';
import { runRemarks } from '../change/decide-options.ts';
import { type Ledger, newLedger } from '../change/ledger.ts';
import { partLocked, withLockStop } from '../change/refuse-owner.ts';
import { itemOf } from '../change/report-items.ts';
import { stepViews } from '../change/step-views.ts';
import { shortenedTitle } from '../change/unit-outcome.ts';
import type { ReadContext } from '../reading.ts';
import { existsAt } from '../sites/given.ts';
import { titleOf } from '../survey/judge-unit.ts';
import { locatePath } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { everythingAt, withSelection } from '../survey/survey-options.ts';
import { type ReadPack, readPack } from './pack-file.ts';
import { type PackedStore, packedStores, packedUnits, packFolder, refuseOtherFiles } from './packed-stores.ts';
import { type PlacedUnit, placeUnits, refuseLongNames, stepFor } from './place-units.ts';
import { type Target, type TargetAsk, targetOf } from './unpack-target.ts';

export interface UnpackAsk extends TargetAsk {
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
  /** Called with everything decided and nothing written, and why stores are left; throws to decline. */
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
  ask: UnpackAsk,
): Promise<ChangeReport> {
  const pack = await readPack(world.disk, ask.file, ask.pause);
  const chosen = chosenStores(packedStores(pack, kinds), ask);
  const planned: PlannedStore[] = [];
  if (ask.output === null) for (const store of chosen) planned.push(await planStore(world, kinds, store, ask));
  else {
    await refuseOtherFiles(world.disk, chosen, ask.file);
    refuseLongNames(world.disk, ask.output, pack);
    planned.push(planFolder(pack, chosen, { ...ask, output: ask.output }));
  }
  const report = (run: string | null) => reportOf(planned, { run, dryRun: ask.dryRun });
  const due = planned.filter(({ changes }) => changes.length > 0);
  if (due.length === 0) return report(null);
  const stores = due.map((planned) => ({ ...planned.site, planned, isNew: planned.header.newRoot === true }));
  const { force, dryRun } = ask;
  const { free, locked, whyLocked } = await partLocked(world, stores, { kinds, force, dryRun });
  if (dryRun) return withLockStop(report(null), whyLocked);
  for (const { store, failure } of locked) stopUnbegun(store.planned.ledger, failure);
  await ask.agree(report(null), whyLocked);
  let run: string | null = null;
  for (const { planned: each } of free)
    run = (await carriedOut(world, each, { run: ask.run, others: run !== null })) ?? run;
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

function chosenStores(
  stores: readonly PackedStore[],
  { ofKinds, root, output, file }: UnpackAsk,
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

/** All of a pack, or some of its stores, into a folder, with the manifest, as tar would; one Change. */
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

interface PlanAsk extends TargetAsk {
  readonly file: string;
  readonly now: number;
  readonly dryRun: boolean;
}

async function planStore(
  world: World,
  kinds: ReadContext['kinds'],
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
  const ahead = await lookAhead(world, kinds, target, {
    ...{ changes: changes.map(({ change }) => change), now },
    home: ask.around.home,
  });
  const ledger = newLedger('unpack');
  const { site, isNew } = target;
  for (const { change, placed } of changes) {
    const steps = dryRun ? stepViews(change.steps, (path) => textAt(disk, site, path)) : [];
    ledger.changes.push(
      placed.map((each, n) => enterPlaced(ledger, site, each, { ahead, steps: n === 0 ? steps : [] })),
    );
  }
  for (const each of left) enterPlaced(ledger, site, each, { ahead, steps: [] });
  const header = { plan: 1, command: 'unpack', kind: kind.name, madeAt: now } as const;
  return {
    site,
    header: isNew ? { ...header, root: site.root, newRoot: true } : { ...header, root: disk.realpath(site.root) },
    changes: changes.map(({ change, placed }) => ({
      ...change,
      counts: { before: NO_COUNTS, after: sum(placed, ahead) },
    })),
    ledger,
    remarks: [...ahead.remarks, ...runRemarks(kind, { verb: 'restore', as: null, now }, changes.length)],
  };
}

function enterPlaced(
  ledger: Ledger,
  site: Site,
  { unit, state, reason, notes: own }: PlacedUnit,
  { ahead, steps }: { readonly ahead: StoreAfterUnpack; readonly steps: readonly StepView[] },
): number {
  const seen = state === 'changed' ? ahead.units.get(keyOf(unit.scope, unit.id)) : undefined;
  const codes = seen?.codes ?? [];
  const notes = codes.length === 0 ? own : [...own, sentence`${cmd`verify`} will report ${codes.join(', ')} of it`];
  if (state === 'refused') ledger.markUnsafe();
  const item = itemOf(site, unit.scope, unit.id, unit.path, {
    state,
    codes: [],
    ...(seen?.title ? { title: seen.title } : {}),
    ...(reason === null ? {} : { reason }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(steps.length === 0 ? {} : { steps }),
  });
  return ledger.enter(item, { before: NO_COUNTS, after: seen?.counts ?? NO_COUNTS });
}

function sum(placed: readonly PlacedUnit[], { units }: StoreAfterUnpack): Counts {
  const counts = placed.map(({ unit: { scope, id } }) => units.get(keyOf(scope, id))?.counts ?? NO_COUNTS);
  return counts.reduce(addCounts, NO_COUNTS);
}

function textAt(disk: World['disk'], site: Site, path: string): Uint8Array | null {
  return nullOn(['ENOENT', 'ENOTDIR'], () => disk.read(locatePath(site, path)));
}

interface UnpackedUnit {
  readonly counts: Counts;
  readonly codes: readonly string[];
  readonly title: string | null;
}

interface StoreAfterUnpack {
  readonly units: ReadonlyMap<string, UnpackedUnit>;
  readonly remarks: readonly Sentence[];
}

function keyOf(scope: string, id: string): string {
  return JSON.stringify([scope, id]);
}

async function lookAhead(
  { disk }: World,
  kinds: ReadContext['kinds'],
  { site }: Target,
  { changes, now, home }: { readonly changes: readonly Change[]; readonly now: number; readonly home: string | null },
): Promise<StoreAfterUnpack> {
  const ids = new Set(changes.flatMap((change) => change.ids));
  const planned = plannedDisk(disk, site.root, { changes: () => changes });
  const units = new Map<string, UnpackedUnit>();
  const gone = new Map<string, number>();
  const due = { atStart: 0, soon: 0 };
  const options = withSelection(everythingAt(now), { hasId: (id) => ids.has(id) });
  for await (const event of survey(planned, kinds, [site], options)) {
    if (event.type !== 'document') continue;
    units.set(keyOf(event.scope, event.document.id), unpackedUnit(event));
    const goesWithin = (days: number) =>
      event.document.conversations.some(({ daysLeft }) => daysLeft != null && daysLeft <= days);
    if (goesWithin(0)) due.atStart++;
    else if (goesWithin(DUE_WITHIN_DAYS)) due.soon++;
    const cwd = event.document.conversations.find((view) => view.cwd != null)?.cwd ?? null;
    if (cwd !== null && !existsAt(disk, cwd)) addToCount(gone, cwd, 1);
  }
  const remarks = goneRemarks(site.kind, gone, (folder) => likelyHere(disk, folder, home));
  return { units, remarks: [...remarks, ...dueRemarks(site.kind, due)] };
}

function unpackedUnit({ document }: EventOf<'document'>): UnpackedUnit {
  const codes = new Set<string>();
  for (const { code } of document.findings()) if (isDamage(ruleOf(code))) codes.add(code);
  const counts = document.conversations.map(countsOf).reduce(addCounts, NO_COUNTS);
  return { counts, codes: [...codes].sort(), title: shortenedTitle(titleOf(document)) };
}

function countsOf({ messages, bytes }: View): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes };
}

/** Files keep their times, from which a retention counts. */
function dueRemarks(
  kind: KindName,
  { atStart, soon }: { readonly atStart: number; readonly soon: number },
): readonly Sentence[] {
  const when = [
    ...(atStart > 0 ? [`${atStart} of these at its next start`] : []),
    ...(soon > 0 ? [`${soon} ${atStart > 0 ? 'more' : 'of these'} within ${DUE_WITHIN_DAYS} days`] : []),
  ].join(', and ');
  if (when === '') return [];
  const them = atStart + soon === 1 ? 'it' : 'them';
  const unless = KIND_TABLE[kind].deletes?.unless ?? '';
  return [
    sentence`${programOf(kind)} deletes ${when}: ${unless} in its settings.json first, or ${cmd`archive`} ${them}`,
  ];
}

/** The folder of that name below the home of the person who unpacks: another machine names homes otherwise. */
function likelyHere(disk: World['disk'], folder: string, home: string | null): string | null {
  const [, below] = HOME.exec(folder) ?? [];
  const here = below === undefined || home === null ? null : join(home, below.replaceAll('\\', '/'));
  return here !== null && existsAt(disk, here) ? here : null;
}

const HOME = /^(?:(?:\/var)?\/home|\/Users|[A-Za-z]:[\\/]Users)[\\/][^\\/]+[\\/](.+)$/;

const MAX_FOLDERS_NAMED = 3;

/** A few one by one; of more, those that have a folder here, and the others together. */
function goneRemarks(
  kind: KindName,
  gone: ReadonlyMap<string, number>,
  hereFor: (folder: string) => string | null,
): string[] {
  const all = [...gone].map(([folder, count]) => ({ folder, count, here: hereFor(folder) }));
  const found = all.filter(({ here }) => here !== null && KIND_TABLE[kind].byFolder);
  const alone = all.length <= MAX_FOLDERS_NAMED ? all : found.slice(0, MAX_FOLDERS_NAMED);
  const rest = all.filter((each) => !alone.includes(each));
  const remarks = alone.map(({ folder, count, here }) => remarkOn(kind, folder, count, here));
  return rest.length === 0 ? remarks : [...remarks, togetherRemark(kind, rest)];
}

function togetherRemark(kind: KindName, rest: readonly { readonly folder: string; readonly count: number }[]): string {
  const owned = rest.reduce((sum, { count }) => sum + count, 0);
  const names = rest.slice(0, MAX_FOLDERS_NAMED).map(({ folder }) => folder);
  const more = rest.length > MAX_FOLDERS_NAMED ? ` and ${rest.length - MAX_FOLDERS_NAMED} more` : '';
  const way = KIND_TABLE[kind].byFolder ? sentenceText(sentence`: ${cmd`rehome OLD NEW`} lets them follow one`) : '';
  return `${rest.length} folders that ${owned} conversations of ${kind} are about are not here, ${names.join(', ')}${more}${way}`;
}

function remarkOn(kind: KindName, folder: string, count: number, here: string | null): string {
  const whose = count === 1 ? 'one conversation is about' : `${count} conversations are about`;
  const way = KIND_TABLE[kind].byFolder
    ? sentenceText(
        here === null
          ? sentence`: ${cmd`rehome ${folder} NEW`} lets them follow it to a folder NEW`
          : sentence`: ${cmd`rehome ${folder} ${here}`} moves them there`,
      )
    : '';
  return `there is no ${folder} here, which ${whose}${way}`;
}
