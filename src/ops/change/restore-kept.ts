import { basename, join } from 'node:path';
import { digestFile } from '../../io/disk/digest.ts';
import { nullOn } from '../../io/disk/error-code.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { plannedDisk } from '../../io/planned-disk.ts';
import type { World } from '../../io/world.ts';
import { type ChangeReport, NO_COUNTS } from '../../model/change-report.ts';
import { cmd, type Sentence, sentence } from '../../model/command.ts';
import type { Counts } from '../../model/conversation.ts';
import { Failure } from '../../model/failure.ts';
import { KIND_TABLE } from '../../model/kinds.ts';
import type { LostConversation } from '../../model/lost.ts';
import { nearestWords } from '../../model/nearest.ts';
import type { Change, FileRange, Step } from '../../model/plan.ts';
import { LIST_LOST } from '../../model/rules/row.ts';
import type { Kind, Site } from '../../stores/kind.ts';
import { type Comparison, compareWithCopy, growthNotes, putOf, WITH_MORE } from '../grown-file.ts';
import { filesNote, isLeftover, manifestOf, nameBeforeAside, originalPath } from '../keep.ts';
import { tracesOf } from '../lost.ts';
import { kindOfSite, type ReadContext } from '../reading.ts';
import { existsAt, readOrFail } from '../sites/given.ts';
import { titleOf } from '../survey/judge-unit.ts';
import { survey } from '../survey/survey.ts';
import { silentRun } from '../survey/survey-options.ts';
import { carryOutChanges, keepMethod } from './carry-out.ts';
import { shortenedTitle } from './decide-unit.ts';
import { itemOf, newLedger } from './ledger.ts';
import { partLocked, withLockStop } from './refuse-owner.ts';

/** `from`: the folder that was given to `keep`, absolute. `now` is in whole Unix seconds. */
export interface RestoreKeptOptions {
  readonly from: string;
  readonly id: string;
  /** Places of programs whose store is gone: it is made anew. */
  readonly vacant: readonly Site[];
  readonly run: string;
  readonly now: number;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/**
 * Brings a kept conversation and its companions back to its project, as one run. Files must match the manifest; files
 * that are there stay, and one that a copy begins with is replaced by it. Throws Failure for an unknown id, or one in several projects.
 */
export async function restoreKept(
  world: World,
  reading: ReadContext,
  wanted: RestoreKeptOptions,
): Promise<ChangeReport> {
  const kept = await keptConversation(world, reading, wanted);
  const { site, kind } = kept;
  const manifest = manifestOf(world.disk, wanted.from);
  const { disk } = world;
  const { steps, found } = stepsFor(kept, { disk, from: wanted.from, manifest });
  const change = changeFor(kept, steps);
  const ledger = newLedger('restore');
  if (steps.length === 0) {
    const more = found.some(({ type }) => type === 'longer') ? { reason: WITH_MORE } : {};
    ledger.enter(itemOf(site, kept.project, kept.id, change.path, { state: 'unchanged', codes: [], ...more }));
    return ledger.report({ run: null, dryRun: wanted.dryRun });
  }
  const { kinds } = reading;
  const { force, dryRun } = wanted;
  const isNew = !existsAt(disk, site.root);
  const { whyLocked } = await partLocked(world, [{ ...site, isNew }], { kinds, force, dryRun });
  const planned = plannedDisk(disk, site.root, { changes: () => [change] });
  const { counts: after, isDue, title } = await inspectRestored(planned, kind, site, change, wanted.now);
  const { counts: before } = await inspectRestored(disk, kind, site, change, wanted.now);
  const counts = { before, after: { ...after, conversations: 1 } };
  const notes = [
    ...restoredNotes(wanted, kept, steps.length, manifest),
    ...growthNotes(found),
    ...(found.some(({ type }) => type === 'absent') ? ['only its user can read and write it, as the copy'] : []),
    ...(isDue ? [dueNote(kept.id)] : ageNotes(kind)),
  ];
  const item = itemOf(site, kept.project, kept.id, change.path, {
    state: 'changed',
    codes: [],
    ...(title === null ? {} : { title }),
    notes,
  });
  ledger.changes.push([ledger.enter(item, counts)]);
  if (dryRun) return withLockStop(ledger.report({ run: null, dryRun }), whyLocked);
  const place = isNew ? { root: site.root, newRoot: true as const } : { root: disk.realpath(site.root) };
  const header = { plan: 1, command: 'restore', kind: kind.name, ...place, madeAt: wanted.now } as const;
  const run = await carryOutChanges(world, header, [{ ...change, counts }], { run: wanted.run, ledger });
  return ledger.report({ run, dryRun: false });
}

function restoredNotes(
  { from }: RestoreKeptOptions,
  { project, files }: KeptConversation,
  brought: number,
  manifest: ReadonlyMap<string, string>,
) {
  const unknown = files.filter(({ name }) => !manifest.has(name)).length;
  const there = files.length - brought;
  return [
    `${filesNote(brought)} from ${join(from, project)}`,
    ...(there > 0 ? [`${filesNote(there)} there already, with the bytes of the copy`] : []),
    ...(unknown > 0 ? [`SHA256SUMS has no hash of ${unknown} of them, so nothing was compared`] : []),
  ];
}

/** Lost conversations that a folder's manifest has copies of. Throws Failure for an invalid manifest. */
export async function lostWithCopy(
  reading: ReadContext,
  lost: readonly LostConversation[],
  from: string,
): Promise<LostConversation[]> {
  const names = [...manifestOf(reading.disk, from).keys()];
  const copied = new Set<string>();
  for (const site of reading.sites.filter(isHome)) {
    const { layout } = kindOfSite(reading.kinds, site);
    const itself = (await tracesOf(reading, site))?.roles.itself ?? [];
    for (const name of names) {
      const place = layout.place(site, originalPath(site, name), 'file');
      if (place.type === 'part' && itself.includes(place.role)) copied.add(join(site.root, place.id));
    }
  }
  return lost.filter(({ root, id }) => copied.has(join(root, id)));
}

function dueNote(id: string): string {
  return `the program deletes it at its next start: \`convo verify ${id}\` says why, and what prevents that`;
}

function ageNotes({ name }: Kind): string[] {
  const retention = KIND_TABLE[name].deletes?.by === 'file' ? ', and the retention counts from it' : '';
  return [`its time is that of the restore${retention}`];
}

interface KeptConversation {
  readonly site: Site;
  readonly kind: Kind;
  readonly id: string;
  readonly project: string;
  /** The conversation itself last. */
  readonly files: readonly CopiedFile[];
}

interface CopiedFile {
  /** Path below the folder of copies. */
  readonly name: string;
  /** Path below the root of the home. */
  readonly path: string;
}

async function keptConversation(
  { disk }: World,
  { kinds, sites }: ReadContext,
  { from, id, vacant }: RestoreKeptOptions,
): Promise<KeptConversation> {
  refuseWithoutCopies(sites.filter(isHome).concat(vacant), disk, from);
  const here = copiesOf(disk, kinds, sites.filter(isHome), { from, id });
  const found = [...here.found.values()];
  if (found.length === 0)
    for (const each of copiesOf(disk, kinds, vacant, { from, id }).found.values())
      if (each.files.some(await sessionTest(each))) found.push(each);
  const [first, second] = found;
  if (first === undefined) throw new Failure('no-match', `${from} holds no copy of ${id}`, noCopyHint(id, here.others));
  const isIt = await sessionTest(first);
  const rank = (file: CopiedFile): number[] => [isIt(file) ? 1 : 0, disk.stat(join(from, file.name)).size];
  const files = [...markOf(disk, first, from), ...first.files.toSorted((a, b) => compareLists(rank(a), rank(b)))];
  if (second === undefined) return { ...first, files };
  const named = found.map((each) => `${each.project}/${each.id}`).join('\n');
  throw new Failure(
    'usage',
    `${found.length} copies in ${from} begin with ${id}`,
    `Give more of one of them:\n${named}`,
  );
}

/** Returns a test for files that are the conversation itself, and not beside it. */
async function sessionTest({ kind, site }: KeptConversation): Promise<(file: CopiedFile) => boolean> {
  const itself = (await kind.traces?.())?.roles.itself ?? [];
  return ({ path }) => {
    const place = kind.layout.place(site, path, 'file');
    return place.type === 'part' && itself.includes(place.role);
  };
}

/** The copy of the file that says which folder the project is about, if the project has none. */
function markOf(disk: ReadDisk, { site, project }: KeptConversation, from: string): CopiedFile[] {
  const mark = KIND_TABLE[site.kind].deletes?.mark;
  if (mark == null) return [];
  const name = `${project}/${mark}`;
  const path = originalPath(site, name);
  return existsAt(disk, join(from, name)) && !existsAt(disk, join(site.root, path)) ? [{ name, path }] : [];
}

/** Copies of the wanted conversation, by home and project. `others`: ids of all others in the folder. */
function copiesOf(
  disk: World['disk'],
  kinds: ReadContext['kinds'],
  homes: readonly Site[],
  { from, id }: Pick<RestoreKeptOptions, 'from' | 'id'>,
) {
  const { copies, instead } = copiesNamed(disk, from, id);
  const found = new Map<string, KeptConversation & { readonly files: CopiedFile[] }>();
  const others = new Set<string>();
  for (const site of homes) {
    const kind = kindOfSite(kinds, site);
    const isWanted = wantedIn(kind, site, { id, instead });
    for (const { name, as } of copies) {
      const path = originalPath(site, as);
      const each = idAt(kind, site, path);
      if (each === null) continue;
      if (isWanted(each)) addCopy(found, { site, kind, id: each, project: name.split('/')[0] ?? '' }, { name, path });
      else others.add(each);
    }
  }
  return { found, others };
}

/** A test for ids of a home. `instead`: path of the copy in whose place an older one comes back; null for any conversation. */
function wantedIn(
  kind: Kind,
  site: Site,
  { id, instead }: { readonly id: string; readonly instead: string | null },
): (each: string) => boolean {
  if (instead === null) return (each) => id !== '' && each.startsWith(id);
  const named = idAt(kind, site, originalPath(site, instead));
  return (each) => each === named;
}

function idAt({ layout }: Kind, site: Site, path: string): string | null {
  const place = layout.place(site, path, 'file');
  return place.type === 'part' ? place.id : null;
}

function addCopy(
  found: Map<string, KeptConversation & { readonly files: CopiedFile[] }>,
  conversation: Omit<KeptConversation, 'files'>,
  file: CopiedFile,
): void {
  const key = JSON.stringify([conversation.site.root, conversation.project, conversation.id]);
  const entry = found.get(key) ?? { ...conversation, files: [] };
  entry.files.push(file);
  found.set(key, entry);
}

const MAX_COPIES_NAMED = 4;

/** A sentence on a missing copy. `others`: ids of conversations that the folder has copies of. */
function noCopyHint(id: string, others: ReadonlySet<string>): Sentence {
  const elsewhere = sentence`${LIST_LOST} names conversations that are gone, and where there is a copy.`;
  if (others.size === 0) return sentence`Name the folder that was given to keep. ${elsewhere}`;
  const near = nearestWords(id, others);
  if (near.length > 0) return sentence`Did you mean ${near.join(', ')}? ${elsewhere}`;
  const named = [...others].slice(0, MAX_COPIES_NAMED).join(', ');
  const more = others.size - MAX_COPIES_NAMED;
  return sentence`It has copies of ${named}${more > 0 ? `, and of ${more} more` : ''}. ${elsewhere}`;
}

/**
 * Copies to look through; `as`: the name that each comes back under. The name of an older copy that was set aside means its
 * conversation, with this copy in place of the last one; `instead`: the name of that one; null for any other id.
 */
function copiesNamed(disk: World['disk'], from: string, id: string) {
  const all = filesBelow(disk, from, '');
  const earlier = nameBeforeAside(id) === null ? undefined : all.find((each) => basename(each) === id);
  const instead = earlier === undefined ? null : nameBeforeAside(earlier);
  const others = all.filter((each) => each !== instead && each !== earlier && !isLeftover(disk, from, each));
  const copies = others.map((name) => ({ name, as: name }));
  if (earlier !== undefined && instead !== null) copies.push({ name: earlier, as: instead });
  return { copies, instead };
}

function isHome({ kind, shape }: Site): boolean {
  return KIND_TABLE[kind].deletes !== null && shape === 'home';
}

/** Throws Failure without a home of a program that deletes conversations, or without a folder of copies. */
function refuseWithoutCopies(homes: readonly Site[], disk: World['disk'], from: string): void {
  if (homes.length === 0)
    throw new Failure(
      'usage',
      'there is no store to restore to of a program that deletes conversations',
      'Name one with --root.',
    );
  if (readOrFail(from, () => nullOn(['ENOENT', 'ENOTDIR'], () => disk.list(from))) === null)
    throw new Failure('usage', `${from} is not a folder`, 'Name the folder that was given to keep.');
}

function compareLists([a = 0, b = 0]: readonly number[], [c = 0, d = 0]: readonly number[]): number {
  return a - c || b - d;
}

function filesBelow(disk: World['disk'], top: string, name: string): string[] {
  const entries = nullOn(['ENOENT', 'ENOTDIR'], () => disk.list(join(top, name))) ?? [];
  return entries.flatMap((each) => {
    if (each.name === null) return [];
    const path = name === '' ? each.name : `${name}/${each.name}`;
    if (each.type === 'folder') return filesBelow(disk, top, path);
    return each.type === 'file' ? [path] : [];
  });
}

interface Copies {
  readonly disk: World['disk'];
  readonly from: string;
  readonly manifest: ReadonlyMap<string, string>;
}

function changeFor({ kind, id, project, files }: KeptConversation, steps: readonly Step[]): Change {
  const { path = '' } = files.at(-1) ?? {};
  return { kind: kind.name, project, ids: [id], path, codes: [], steps, locks: [], keep: keepMethod(kind) };
}

/**
 * Steps that restore a copy. Companions come first, so that a session is never without them. A file that is the beginning of its copy is
 * replaced.
 */
function stepsFor({ site, id, files }: KeptConversation, copies: Copies): RestoreSteps {
  const steps: Step[] = [];
  const found: Comparison[] = [];
  for (const { name, path } of files) {
    const at = join(site.root, path);
    const range = rangeOf(copies, name);
    const each = compareWithCopy(copies.disk, at, range);
    if (each.type === 'other') throw otherFailure(id, at, each.why, range);
    found.push(each);
    const put = putOf(path, each, range);
    if (put === null) continue;
    requireIntact(copies, name, range);
    steps.push(put);
  }
  return { steps, found };
}

function otherFailure(id: string, at: string, why: string, { file }: FileRange): Failure {
  const way = sentence`${cmd`diff ${id} ${file}`} compares a session with its copy. Delete or archive the one that is there first, if the copy is to take its place.`;
  return new Failure('refused', `${at} ${why}`, way);
}

interface RestoreSteps {
  readonly steps: readonly Step[];
  readonly found: readonly Comparison[];
}

/** All of a copy, private to its user. */
function rangeOf({ disk, from }: Copies, name: string): FileRange {
  const file = join(from, name);
  const { size, mtimeMs } = disk.stat(file);
  return { file, at: 0, size, was: digestFile(disk, file), mode: 0o600, mtimeMs };
}

function requireIntact({ manifest }: Copies, name: string, { file, was }: FileRange): void {
  if ((manifest.get(name) ?? was) === was) return;
  throw new Failure(
    'refused',
    `${file} is not what SHA256SUMS says`,
    'The copy was changed after it was made, or `convo keep` was cut off: it enters what it copied when it is run again.',
  );
}

async function inspectRestored(disk: ReadDisk, kind: Kind, site: Site, change: Change, now: number) {
  const [id = ''] = change.ids;
  const select = { projects: [change.project ?? ''], hasId: (each: string) => each === id, filter: null };
  let [counts, isDue]: [Counts, boolean] = [NO_COUNTS, false];
  let title: string | null = null;
  for await (const event of survey({ disk, kinds: [kind], sites: [site] }, { select, run: silentRun(now) })) {
    if (event.type !== 'document') continue;
    const view = event.document.conversations.find(({ path }) => path === change.path);
    if (view === undefined) continue;
    title = shortenedTitle(titleOf(event.document));
    counts = { ...counts, conversations: 1, messages: view.messages ?? 0, bytes: view.bytes };
    // A restored file has a new time, from which a retention by file time counts.
    isDue = KIND_TABLE[kind.name].deletes?.by === 'content' && (view.daysLeft ?? 1) <= 0;
  }
  return { counts, isDue, title };
}
