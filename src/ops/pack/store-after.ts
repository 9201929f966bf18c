import { join } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { orNull } from '../../io/disk/error-code.ts';
import { digestSource } from '../../io/disk/file-source.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import { addCounts, NO_COUNTS } from '../../model/change-report.ts';
import { addToCount } from '../../model/collections.ts';
import { cmd, type Sentence, sentence, sentenceText } from '../../model/command.ts';
import { type Counts, DUE_WITHIN_DAYS, type View } from '../../model/conversation.ts';
import { ruleOf } from '../../model/finding.ts';
import { KIND_TABLE, type KindName, programOf } from '../../model/kinds.ts';
import type { Part } from '../../model/part.ts';
import type { Change } from '../../model/plan.ts';
import { isDamage } from '../../model/rules/row.ts';
import { unitsAfter } from '../../stores/engine/change/draft.ts';
import type { Site } from '../../stores/kind.ts';
import { shortenedTitle } from '../change/decide-unit.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { goneFolderOf } from '../sites/given.ts';
import { titleOf } from '../survey/judge-unit.ts';
import { HEAL_IN_MEMORY, isHealedToRead } from '../survey/readable.ts';
import { survey } from '../survey/survey.ts';
import type { EventOf } from '../survey/survey-event.ts';
import { everythingAt, withSelection } from '../survey/survey-options.ts';
import type { PackedUnit } from './packed-stores.ts';
import type { PlacingChange } from './place-units.ts';

/** Counts by `keyInStore`. */
export type CountsByUnit = ReadonlyMap<string, Counts>;

interface UnpackedUnit {
  readonly counts: Counts;
  readonly codes: readonly string[];
  readonly title: string | null;
}

export interface StoreAfterUnpack {
  readonly units: ReadonlyMap<string, UnpackedUnit>;
  readonly remarks: readonly Sentence[];
}

export function keyInStore(scope: string, id: string): string {
  return JSON.stringify([scope, id]);
}

/** Counts of the older copies that an unpack adds to. */
export async function countsThere(
  disk: ReadDisk,
  kinds: ReadContext['kinds'],
  site: Site,
  { changes, now }: { readonly changes: readonly PlacingChange[]; readonly now: number },
): Promise<CountsByUnit> {
  const there = changes.flatMap(({ placed }) => placed.filter(({ isThere }) => isThere));
  const keys = new Set(there.map(({ unit: { scope, id } }) => keyInStore(scope, id)));
  const counts = new Map<string, Counts>();
  if (keys.size === 0) return counts;
  const ids = new Set(there.map(({ unit }) => unit.id));
  for await (const event of survey(
    { disk, kinds, sites: [site] },
    withSelection(everythingAt(now), { hasId: (id) => ids.has(id) }),
  )) {
    if (event.type !== 'document') continue;
    const key = keyInStore(event.scope, event.document.id);
    if (keys.has(key)) counts.set(key, sumOf(event.document.conversations));
  }
  return counts;
}

export async function lookAhead(
  disk: ReadDisk,
  kinds: ReadContext['kinds'],
  site: Site,
  { changes, now, home }: { readonly changes: readonly Change[]; readonly now: number; readonly home: string | null },
): Promise<StoreAfterUnpack> {
  const ids = new Set(changes.flatMap((change) => change.ids));
  const planned = plannedDisk(disk, site.root, { changes: () => changes });
  const units = new Map<string, UnpackedUnit>();
  const gone = new Map<string, number>();
  const due = { atStart: 0, soon: 0 };
  const options = withSelection(everythingAt(now), { hasId: (id) => ids.has(id) });
  for await (const event of survey({ disk: planned, kinds, sites: [site] }, options)) {
    if (event.type !== 'document') continue;
    units.set(keyInStore(event.scope, event.document.id), unpackedUnit(event));
    const goesWithin = (days: number) =>
      event.document.conversations.some(({ daysLeft }) => daysLeft != null && daysLeft <= days);
    if (goesWithin(0)) due.atStart++;
    else if (goesWithin(DUE_WITHIN_DAYS)) due.soon++;
    const folder = goneFolderOf(disk, event.document.conversations.find((view) => view.cwd != null) ?? {});
    if (folder !== null) addToCount(gone, folder, 1);
  }
  const remarks = goneRemarks(site.kind, gone, (folder) => likelyHere(disk, folder, home));
  return { units, remarks: [...remarks, ...dueRemarks(site.kind, due)] };
}

function unpackedUnit({ document }: EventOf<'document'>): UnpackedUnit {
  const codes = new Set<string>();
  for (const { code } of document.findings()) if (isDamage(ruleOf(code))) codes.add(code);
  return { counts: sumOf(document.conversations), codes: [...codes].sort(), title: shortenedTitle(titleOf(document)) };
}

function sumOf(views: readonly View[]): Counts {
  return views
    .map(({ messages, bytes }) => ({ ...NO_COUNTS, conversations: 1, messages: messages ?? 0, bytes }))
    .reduce(addCounts, NO_COUNTS);
}

/** Remarks on conversations that are soon deleted: files keep their times, from which a retention counts. */
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

/** The folder of that name below the home of the person who unpacks, since homes differ between machines. */
function likelyHere(disk: ReadDisk, folder: string, home: string | null): string | null {
  const [, below] = HOME.exec(folder) ?? [];
  const here = below === undefined || home === null ? null : join(home, below.replaceAll('\\', '/'));
  return here !== null && orNull(() => disk.lstat(here)) !== null ? here : null;
}

const HOME = /^(?:(?:\/var)?\/home|\/Users|[A-Za-z]:[\\/]Users)[\\/][^\\/]+[\\/](.+)$/;

const MAX_FOLDERS_NAMED = 3;

/** Remarks on missing folders. A few are named one by one; of more, those with a folder here, and the others together. */
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

/** Packed conversations, by `keyInStore`, whose files here equal those of the pack once they are healed. */
export async function equalOnceHealed(
  disk: ReadDisk,
  kinds: ReadContext['kinds'],
  site: Site,
  { units, now }: { readonly units: readonly PackedUnit[]; readonly now: number },
): Promise<ReadonlySet<string>> {
  const equal = new Set<string>();
  const packed = new Map(units.map((unit) => [keyInStore(unit.scope, unit.id), unit]));
  if (packed.size === 0 || !isHealedToRead(kindOfSite(kinds, site))) return equal;
  const ids = new Set(units.map(({ id }) => id));
  const options = withSelection(everythingAt(now), { hasId: (id) => ids.has(id) });
  for await (const event of survey({ disk, kinds, sites: [site] }, options)) {
    if (event.type !== 'document') continue;
    const key = keyInStore(event.scope, event.document.id);
    const unit = packed.get(key);
    if (unit !== undefined && isEqualHealed(kinds, event, unit)) equal.add(key);
  }
  return equal;
}

function isEqualHealed(kinds: ReadContext['kinds'], event: EventOf<'document'>, unit: PackedUnit): boolean {
  const { site, opened, document } = event;
  const { layout } = kindOfSite(kinds, site);
  const { outcome } = opened.decide(document, HEAL_IN_MEMORY, []);
  if (outcome.state !== 'changed') return false;
  const after = unitsAfter(event.parts, outcome.steps, (path, type) => layout.place(site, path, type));
  const files = new Map(after?.units.get(document.id)?.map((part) => [part.path, part]));
  const isEqual = unit.files.every(([path, { was }]) => digestAfter(files.get(path)) === was);
  after?.release();
  return isEqual;
}

function digestAfter(part: Part | undefined): string | null {
  if (part === undefined) return null;
  if (part.bytes !== null) return digestOf(part.bytes);
  return part.source == null ? null : digestSource(part.source);
}
