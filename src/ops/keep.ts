import { basename, join } from 'node:path';
import { digestFile } from '../io/disk/digest.ts';
import { errorCode, nullOn, readReasonOf, reasonOf } from '../io/disk/error-code.ts';
import { statOf } from '../io/disk/stat-of.ts';
import { firstLink } from '../io/disk/target.ts';
import { COPYING, copyOut } from '../io/disk/write-file.ts';
import { writeUserFile } from '../io/user-file.ts';
import { readingWords } from '../io/walk/look-at-name.ts';
import type { World } from '../io/world.ts';
import { type ChangeReport, NO_COUNTS, type ReportItem } from '../model/change-report.ts';
import { addAll, byKey } from '../model/collections.ts';
import type { Counts, View } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { KIND_TABLE } from '../model/kinds.ts';
import { isAtOrBelow, isOfConversation, relativeBelow } from '../model/path.ts';
import { parsedSumLine, sumLine } from '../model/seal.ts';
import type { Site } from '../stores/kind.ts';
import { countOf } from '../stores/words.ts';
import { itemOf, type Ledger, newLedger } from './change/ledger.ts';
import { noneUnread } from './change/unread-files.ts';
import { kindOfSite, type ReadContext } from './reading.ts';
import { existsAt } from './sites/given.ts';
import { locatePath } from './survey/locate.ts';
import { survey } from './survey/survey.ts';
import type { EventOf } from './survey/survey-event.ts';
import type { SurveyOptions } from './survey/survey-options.ts';

/**
 * `folder` is absolute, without links, and in no store. `days`: restricts to conversations that their program deletes within so many days;
 * null for all.
 */
export interface KeepOptions extends SurveyOptions {
  readonly folder: string;
  readonly days: number | null;
  readonly dryRun: boolean;
}

/** The manifest, as `sha256sum -c` reads it. */
export const MANIFEST = 'SHA256SUMS';

/**
 * Copies conversations that their program will soon delete to a folder, with their companions. Each file is verified
 * and listed in a manifest. Existing copies are neither repeated nor lost. Throws Failure.
 */
export async function keep(world: World, reading: ReadContext, options: KeepOptions): Promise<ChangeReport> {
  const manifest = manifestOf(world.disk, options.folder);
  const place = join(options.folder, MANIFEST);
  const odd = [...manifest.keys()].find((name) => !name.includes('/'));
  if (odd !== undefined)
    throw new Failure('refused', `${place} was not written by keep: it names ${odd}`, 'Name another folder.');
  const ledger = newLedger('keep');
  const before = manifestText(manifest);
  try {
    await keepAll(world, reading, options, manifest, ledger);
  } finally {
    const text = manifestText(manifest);
    if (text !== before) await writeUserFile({ path: place, name: place, was: statOf(world.disk, place) }, text);
  }
  return ledger.report({ run: null, dryRun: options.dryRun });
}

async function keepAll(
  world: World,
  reading: ReadContext,
  options: KeepOptions,
  manifest: Map<string, string>,
  ledger: Ledger,
): Promise<void> {
  const units: KeptUnit[] = [];
  try {
    for await (const unit of keptUnits(world, reading, options, manifest, ledger)) units.push(unit);
  } finally {
    for (const { item, after } of units.sort(firstDeletedFirst)) {
      if (item.state === 'refused') ledger.markUnsafe();
      ledger.enter(item, item.state === 'changed' ? { before: NO_COUNTS, after } : undefined);
    }
  }
}

async function* keptUnits(
  world: World,
  { kinds, sites }: ReadContext,
  options: KeepOptions,
  manifest: Map<string, string>,
  ledger: Ledger,
): AsyncGenerator<KeptUnit> {
  const unread = noneUnread();
  const deleting = sites.filter(({ kind }) => KIND_TABLE[kind].deletes !== null);
  for await (const event of survey({ disk: world.disk, kinds, sites: deleting }, options)) {
    // An unreadable session file is reported when it is copied.
    if (event.type === 'finding' && event.finding.id === null) unread.enter(event, ledger);
    if (event.type !== 'document') continue;
    const itself = (await kindOfSite(kinds, event.site).traces?.())?.roles.itself ?? [];
    const unit = await keepDue(world, dueUnit(event, itself, options), options, manifest);
    if (unit !== null) yield unit;
  }
}

interface KeptUnit {
  readonly item: ReportItem;
  readonly after: Counts;
  /** Infinity if it is not deleted by age. */
  readonly daysLeft: number;
}

function firstDeletedFirst(a: KeptUnit, b: KeptUnit): number {
  return a.daysLeft === b.daysLeft ? 0 : a.daysLeft - b.daysLeft;
}

/** A due conversation with its files: its own, and those beside it. */
interface DueUnit extends EventOf<'document'> {
  readonly views: readonly View[];
}

function dueUnit(event: EventOf<'document'>, itself: readonly string[], { days }: KeepOptions): DueUnit {
  const views = event.document.conversations.filter((each) => isDue(each, days));
  const isBeside = (role: string) => !itself.includes(role) && !role.startsWith('archived');
  const parts = event.parts.filter(
    ({ type, path, role }) =>
      type === 'file' && (isBeside(role) || views.some((each) => isOfConversation(path, each.path))),
  );
  return { ...event, views, parts };
}

async function keepDue(
  world: World,
  due: DueUnit,
  options: KeepOptions,
  manifest: Map<string, string>,
): Promise<KeptUnit | null> {
  const { views } = due;
  const view = views.find(({ title }) => title !== null) ?? views[0];
  if (view === undefined) return null;
  const item = await keepOne(world, due, view, options, manifest);
  const messages = views.reduce((max, each) => Math.max(max, each.messages ?? 0), 0);
  const bytes = views.reduce((sum, each) => sum + each.bytes, 0);
  const daysLeft = views.reduce((min, each) => Math.min(min, each.daysLeft ?? min), Number.POSITIVE_INFINITY);
  return { item, after: { ...NO_COUNTS, conversations: 1, messages, bytes }, daysLeft };
}

/** True for a due conversation. For a bare folder of sessions the time of deletion is unknown. */
function isDue({ state, daysLeft, bytes }: View, days: number | null): boolean {
  if (state !== 'active' || daysLeft === undefined || bytes === 0) return false;
  return days === null || (daysLeft !== null && daysLeft <= days);
}

async function keepOne(
  world: World,
  { site, scope, document, parts }: EventOf<'document'>,
  view: View,
  { folder, dryRun }: KeepOptions,
  manifest: Map<string, string>,
): Promise<ReportItem> {
  const item = (what: Pick<ReportItem, 'state' | 'reason' | 'notes'>) =>
    itemOf(site, scope, document.id, view.path, { codes: [], title: view.title ?? '', ...what });
  let copied = 0;
  const asides: string[] = [];
  try {
    for (const path of [...markPaths(world, site, scope), ...parts.map((part) => part.path)]) {
      const name = copyName(site, path);
      const link = firstLink(world.disk, folder, `${name}/`);
      if (link !== null)
        return item({
          state: 'refused',
          reason: `is not copied: ${link} is a link, and nothing is written through one`,
        });
      const copy = { from: locatePath(site, path), folder, name };
      if (isKept(world, copy, manifest.get(name))) continue;
      copied++;
      const old = oldCopy(world, copy, manifest.get(name));
      addAll(asides, asideNotes(folder, old));
      if (!dryRun) await keepFile(world, copy, manifest, old);
    }
  } catch (error) {
    return item({ state: 'failed', reason: `is not copied: ${whyNotKept(error, folder)}` });
  }
  return item(
    copied === 0
      ? { state: 'unchanged' }
      : { state: 'changed', notes: [...dueNotes(view), filesNote(copied), ...asides] },
  );
}

/** The file of a project that says which folder it is about; none for kinds without. */
function markPaths({ disk }: World, site: Site, scope: string): string[] {
  const mark = KIND_TABLE[site.kind].deletes?.mark;
  if (mark == null || site.shape !== 'home') return [];
  const path = originalPath(site, join(scope, mark));
  return existsAt(disk, locatePath(site, path)) ? [path] : [];
}

/** Name of a file's copy: its path without the home's folder that holds the projects; a bare folder of sessions keeps its name. */
export function copyName({ kind, root }: Pick<Site, 'kind' | 'root'>, path: string): string {
  return relativeBelow(path, KIND_TABLE[kind].deletes?.folder ?? '') ?? join(basename(root), path);
}

/** Path of a file below the root of a home, by the name of its copy. */
export function originalPath({ kind }: Site, name: string): string {
  return join(KIND_TABLE[kind].deletes?.folder ?? '', name);
}

/** The refused path: a folder above, the copy, or the conversation. Throws Failure if no copy can be made. */
function whyNotKept(error: unknown, folder: string): string {
  if (errorCode(error) === null) return reasonOf(error);
  const at = error instanceof Error && 'path' in error ? error.path : null;
  if (at !== null && !isAtOrBelow(`${at}`, folder)) return `${at} ${readReasonOf(error)}`;
  // Such a file system, like /proc, creates no folders: the folder to make is missing.
  const isUnmade = at === folder && errorCode(error) === 'ENOENT';
  const reason = `${at ?? folder} ${isUnmade ? 'cannot be made: the folder above it takes no new one' : reasonOf(error)}`;
  if (at === folder) throw new Failure('failed', reason, 'Name another folder.', { cause: error });
  return reason;
}

function dueNotes({ daysLeft = null }: View): string[] {
  if (daysLeft === null) return [];
  return [daysLeft > 0 ? `${countOf(daysLeft, 'day')} left` : 'the program deletes it at its next start'];
}

export function filesNote(count: number): string {
  return count === 1 ? 'one file' : `${count} files`;
}

/** True for a file with a copy, if both match the manifest: size and time alone would hide damage. */
function isKept({ disk }: World, { from, folder, name }: Copy, digest: string | undefined): boolean {
  if (digest === undefined) return false;
  const to = join(folder, name);
  const there = nullOn(['ENOENT', 'ENOTDIR'], () => disk.stat(to));
  if (there?.size !== disk.stat(from).size) return false;
  return digestFile(disk, to) === digest && digestFile(disk, from) === digest;
}

interface Copy {
  readonly from: string;
  readonly folder: string;
  /** Path relative to the folder. */
  readonly name: string;
}

/** `aside`: new name of an older copy that the new one does not extend; null without one. */
interface OldCopy {
  readonly digest: string;
  readonly aside: string | null;
  /** True if it differs from the manifest. */
  readonly isChanged: boolean;
}

function oldCopy({ disk }: World, { from, folder, name }: Copy, noted: string | undefined): OldCopy | null {
  const to = join(folder, name);
  const old = nullOn(['ENOENT', 'ENOTDIR'], () => disk.stat(to));
  if (old === null) return null;
  const digest = digestFile(disk, to);
  const goesOn = digest === digestFile(disk, from, old.size);
  return { digest, aside: goesOn ? null : asideName(name, digest), isChanged: noted !== undefined && noted !== digest };
}

function asideNotes(folder: string, old: OldCopy | null): string[] {
  if (old === null) return [];
  const { aside, isChanged } = old;
  if (aside === null) return isChanged ? ['the copy of before was changed since, and is made anew'] : [];
  const which = isChanged ? 'was changed since' : 'is not its beginning';
  return [`the copy of before ${which}, and stays as ${join(folder, aside)}`];
}

/**
 * Copies a file. An older copy that the new one does not extend stays, under a name with its hash: the program may have shortened the
 * conversation.
 */
async function keepFile(
  { disk }: World,
  { from, folder, name }: Copy,
  manifest: Map<string, string>,
  old: OldCopy | null,
): Promise<void> {
  const aside = old?.aside ?? null;
  const made = await copyOut(disk, from, join(folder, name), aside === null ? null : join(folder, aside));
  if (old !== null && aside !== null) manifest.set(aside, old.digest);
  manifest.set(name, made);
}

function asideName(name: string, digest: string): string {
  return `${name}.${digest.slice(0, DIGEST_DIGITS)}`;
}

const DIGEST_DIGITS = 16;

const ASIDE = /^(.+)\.[0-9a-f]{16}$/s;

/** For the name of an older copy of a session that was set aside, as `asideName` makes it: the session's own name; else null. */
export function nameBeforeAside(name: string): string | null {
  const [, copied = ''] = ASIDE.exec(name) ?? [];
  return /\.jsonl?$/.test(copied) ? copied : null;
}

/** True for copies set aside or unfinished, which are not part of the conversation. */
export function isLeftover(disk: World['disk'], folder: string, name: string): boolean {
  const file = basename(name);
  if (file.startsWith('.') && file.endsWith(COPYING)) return true;
  const [, copied] = ASIDE.exec(name) ?? [];
  return copied !== undefined && asideName(copied, digestFile(disk, join(folder, name))) === name;
}

/** Hashes by name in an earlier manifest. Throws Failure for an invalid one. */
export function manifestOf(disk: Pick<World['disk'], 'read'>, folder: string): Map<string, string> {
  const path = join(folder, MANIFEST);
  const bytes = manifestBytes(disk, folder);
  const manifest = new Map<string, string>();
  for (const line of bytes === null ? [] : Buffer.from(bytes).toString('utf8').split('\n')) {
    if (line === '') continue;
    const summed = parsedSumLine(line);
    if (summed === null) throw new Failure('failed', `${path} is not a manifest of sha256sum`, 'Name another folder.');
    manifest.set(summed.name, summed.digest);
  }
  return manifest;
}

function manifestBytes(disk: Pick<World['disk'], 'read'>, folder: string): Uint8Array | null {
  try {
    return nullOn(['ENOENT'], () => disk.read(join(folder, MANIFEST)));
  } catch (error) {
    const reason = errorCode(error) === 'ENOTDIR' ? 'is not a folder' : `cannot be used: ${readingWords(error)}`;
    throw new Failure('usage', `${folder} ${reason}`, 'Name another folder.', { cause: error });
  }
}

function manifestText(manifest: ReadonlyMap<string, string>): string {
  return [...manifest]
    .sort(byKey)
    .map(([name, digest]) => sumLine(name, digest))
    .join('');
}
