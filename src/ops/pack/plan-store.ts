import { unless } from '../../io/disk/error-code.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import type { World } from '../../io/world.ts';
import { addCounts, NO_COUNTS, type StepView } from '../../model/change-report.ts';
import { addToCount } from '../../model/collections.ts';
import { cmd, type Sentence, sentence, sentenceText } from '../../model/command.ts';
import { type Counts, SOON, type View } from '../../model/conversation.ts';
import { ruleOf } from '../../model/findings.ts';
import { KIND_TABLE, type KindName, programOf } from '../../model/kinds.ts';
import type { Change, PlanHeader } from '../../model/plan.ts';
import type { Site } from '../../stores/kind.ts';
import { itemOf, type Ledger, newLedger } from '../change/ledger.ts';
import { stepViews } from '../change/step-views.ts';
import type { Reading } from '../reading.ts';
import { existsAt } from '../sites/given.ts';
import { locatePath } from '../survey/locate.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { type PackedStore, packedUnits } from './packed-stores.ts';
import { type Placed, placeUnits } from './place-units.ts';
import { type Target, type TargetAsk, targetOf } from './unpack-target.ts';

export interface PlannedStore {
  readonly site: Site;
  readonly header: PlanHeader;
  readonly changes: readonly Change[];
  readonly ledger: Ledger;
  /** Remarks on all of it. */
  readonly remarks: readonly Sentence[];
}

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
    remarks: [...ahead.remarks, ...(kind.remarks?.({ verb: 'restore', as: null, now }, changes.length) ?? [])],
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

/** Placed conversations as the store will hold them. */
interface Ahead {
  /** By scope and id, as `keyOf` joins them. */
  readonly units: ReadonlyMap<string, { readonly counts: Counts; readonly codes: readonly string[] }>;
  /** Differences between this machine and the conversations. */
  readonly remarks: readonly Sentence[];
}

function keyOf(scope: string, id: string): string {
  return JSON.stringify([scope, id]);
}

/** Reads a store as it will be once some Changes are made: only the conversations that they bring. */
async function lookAhead(
  { disk }: World,
  kinds: Reading['kinds'],
  { site }: Target,
  { changes, now }: { readonly changes: readonly Change[]; readonly now: number },
): Promise<Ahead> {
  const ids = new Set(changes.flatMap((change) => change.ids));
  const planned = plannedDisk(disk, site.root, { changes: () => changes });
  const units = new Map<string, { counts: Counts; codes: readonly string[] }>();
  const gone = new Map<string, number>();
  let due = 0;
  for await (const event of survey(planned, kinds, [site], { now, wants: (id) => ids.has(id) })) {
    if (event.type !== 'document') continue;
    units.set(keyOf(event.scope, event.document.id), seen(event));
    if (event.document.conversations.some(({ daysLeft }) => daysLeft != null && daysLeft <= SOON)) due++;
    const cwd = event.document.conversations.find((view) => view.cwd != null)?.cwd ?? null;
    if (cwd !== null && !existsAt(disk, cwd)) addToCount(gone, cwd, 1);
  }
  const remarks = [...gone].map(([folder, count]) => remarkOn(site.kind, folder, count));
  return { units, remarks: due === 0 ? remarks : [...remarks, dueRemark(site.kind, due)] };
}

function seen({ document }: EventOf<'document'>): { counts: Counts; codes: readonly string[] } {
  const codes = new Set<string>();
  for (const { code } of document.findings()) if (ruleOf(code).severity !== 'info') codes.add(code);
  const counts = document.conversations.map(countsOf).reduce(addCounts, NO_COUNTS);
  return { counts, codes: [...codes].sort() };
}

function countsOf({ messages, bytes }: View): Counts {
  return { ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes };
}

/** Files keep their times, from which a retention counts. */
function dueRemark(kind: KindName, count: number): Sentence {
  const [which, them] = count === 1 ? ['one conversation', 'it'] : [`${count} conversations`, 'them'];
  const unless = KIND_TABLE[kind].deletes?.unless ?? '';
  return sentence`${programOf(kind)} deletes ${which} of these within ${SOON} days: ${unless} in its settings.json first, or ${cmd`archive`} ${them}`;
}

function remarkOn(kind: KindName, folder: string, count: number): string {
  const whose = count === 1 ? 'one conversation is about' : `${count} conversations are about`;
  const way = KIND_TABLE[kind].byFolder
    ? sentenceText(sentence`: ${cmd`rehome ${folder} NEW`} lets them follow it to a folder NEW`)
    : '';
  return `there is no ${folder} here, which ${whose}${way}`;
}
