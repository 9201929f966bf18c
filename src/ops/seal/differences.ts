import { join, relative } from 'node:path';
import { digestOf } from '../../io/disk/digest.ts';
import { orNull } from '../../io/disk/error-code.ts';
import { digestSource } from '../../io/disk/file-source.ts';
import { editedFile, seeFile } from '../../io/disk/seen-file.ts';
import { beginningOf, intentions, type NumberedChange } from '../../io/journal/intentions.ts';
import { type Journal, type JournalDisk, journalDisk, journalOf } from '../../io/journal/journal.ts';
import { runStateOf, toUndo } from '../../io/journal/marker.ts';
import { untrustedInRoot } from '../../io/journal/readable.ts';
import { rankedRuns } from '../../io/journal/run-order.ts';
import { addTo } from '../../model/collections.ts';
import type { Code, PlacedFinding } from '../../model/finding.ts';
import { isAtOrBelow } from '../../model/path.ts';
import type { Digest, Step } from '../../model/plan.ts';
import type { SealedConversation } from '../../model/seal.ts';
import type { ReadContext } from '../reading.ts';
import { locateFinding } from '../survey/locate.ts';
import type { VerifyOptions } from '../verify.ts';
import { quickCheck, type ReadSeal } from './read-seal.ts';
import { baseLike, namesBelow, recordFinder, type Sealing, sealing } from './sealing.ts';

export function* sealDifferences(
  reading: ReadContext,
  base: string,
  was: ReadSeal,
  now: Sealing,
): Generator<PlacedFinding> {
  const { sites } = reading;
  yield* now.missed();
  for (const { code, project, id, path, detail } of compareSeal(was, now, traceRuns(reading, base))) {
    const absolute = join(base, path);
    const site = sites.find(({ root }) => isAtOrBelow(absolute, root)) ?? sites[0];
    if (site === undefined) continue;
    const finding = {
      code,
      id,
      path: relative(site.root, absolute),
      at: null,
      offset: null,
      detail,
    } as const;
    yield locateFinding(site, project, finding);
  }
}

interface Difference {
  readonly code: Extract<Code, 'ST501' | 'ST502' | 'ST503' | 'ST504' | 'ST505' | 'ST506' | 'ST507' | 'ST509' | 'ST510'>;
  readonly kind: string;
  readonly project: string | null;
  readonly id: string | null;
  /** Relative to the base. */
  readonly path: string;
  readonly detail: string;
}

type SealedRecord = ReadSeal['conversations'][number];

/** Differences by conversation, then files of no conversation. */
function* compareSeal(was: ReadSeal, now: Sealing, trace: ReturnType<typeof traceRuns>): Generator<Difference> {
  const seal = now.seal();
  const then = filesByConversation(was.files, was.conversations);
  const here = filesByConversation(new Map(seal.files.map(({ path, digest }) => [path, digest])), seal.conversations);
  const recordOf = recordFinder(seal.conversations);
  const matched = new Set<SealedConversation>();
  for (const before of was.conversations) {
    const after = recordOf(before);
    if (after === undefined) {
      yield goneBy(before, runsBetween(trace, filesOf(then, before), []));
      continue;
    }
    matched.add(after);
    const same = isEqual(then.owned.get(before.path), here.owned.get(after.path));
    const sealed = then.owned.get(before.path)?.get('');
    const beginning = now.beginnings.get(after.path);
    const keepsBytes = beginning === undefined || sealed === undefined || beginning === sealed;
    const difference = compareFile(before, after, { same, keepsBytes, prefix: now.prefixes.get(after.path) ?? null });
    const runs = () => (same ? null : runsBetween(trace, filesOf(then, before), filesOf(here, after)));
    if (difference !== null) yield changedBy(difference, after, runs());
  }
  for (const after of seal.conversations)
    if (!matched.has(after)) yield { code: 'ST505', ...subjectOf(after), detail: `is new${titleOf(after)}` };
  yield* otherFiles(then, here, trace);
}

function goneBy(before: SealedRecord, runs: string | null): Difference {
  const detail = runs === null ? `is gone${titleOf(before)}` : `was taken out by ${runs}${titleOf(before)}`;
  return { code: 'ST501', ...subjectOf(before), detail };
}

function changedBy(difference: Difference, after: SealedConversation, runs: string | null): Difference {
  if (runs === null) return difference;
  return { ...difference, code: 'ST509', detail: `was changed by ${runs}, and by nothing else${titleOf(after)}` };
}

function filesOf({ owned }: Grouped, { path }: { readonly path: string }): PastFile[] {
  return [...(owned.get(path) ?? [])].map(([name, digest]) => ({ path: path + name, digest }));
}

/** Names the runs that turned the first files into the others; null if another program also wrote them. */
function runsBetween(
  trace: ReturnType<typeof traceRuns>,
  before: readonly PastFile[],
  after: readonly PastFile[],
): string | null {
  const made = before.map(trace);
  const known = new Set(made.map(({ path }) => path));
  for (const { path } of after) if (!known.has(path)) made.push(trace({ path, digest: null }));
  const digests = new Map(made.flatMap(({ path, digest }) => (digest === null ? [] : [[path, digest]])));
  const isAll = digests.size === after.length && after.every(({ path, digest }) => digests.get(path) === digest);
  return isAll ? runText([...new Set(made.flatMap(({ runs }) => runs))]) : null;
}

function runText(runs: readonly string[]): string | null {
  const last = runs.at(-1);
  if (last === undefined) return null;
  return runs.length === 1 ? `run ${last} of convo` : `the runs ${runs.slice(0, -1).join(', ')} and ${last} of convo`;
}

function countsText(before: SealedRecord, after: SealedConversation): string {
  return `${before.messages ?? 'an unknown number of'} messages then, ${after.messages ?? 'none that can be read'} now`;
}

interface Compared {
  /** All its files have the sealed bytes. */
  readonly same: boolean;
  /** Its own one begins with them, as far as that is known. */
  readonly keepsBytes: boolean;
  readonly prefix: string | null;
}

function compareFile(
  before: SealedRecord,
  after: SealedConversation,
  { same, keepsBytes, prefix }: Compared,
): Difference | null {
  const subject = subjectOf(after);
  if (same) {
    if (before.path === after.path) return null;
    return { code: 'ST506', ...subject, detail: `was moved from ${before.path}${titleOf(after)}` };
  }
  // Unreadable then and now, so only the time can be compared.
  const isAlike = before.messages === after.messages && (after.messages === null || prefix === before.history);
  if (isAlike && after.updatedAt === before.updatedAt)
    return { code: 'ST502', ...subject, detail: `was changed without a new time stamp${titleOf(after)}` };
  const counts = countsText(before, after);
  if (after.messages === null || before.messages === null || prefix !== before.history)
    return { code: 'ST503', ...subject, detail: `has another history${titleOf(after)}: ${counts}` };
  if (!keepsBytes)
    return { code: 'ST510', ...subject, detail: `has other bytes where it was sealed${titleOf(after)}: ${counts}` };
  const detail = isAlike
    ? `was saved again with the same messages${titleOf(after)}`
    : `has grown${titleOf(after)}: ${counts}`;
  return { code: 'ST504', ...subject, detail };
}

interface Grouped {
  readonly owned: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly unowned: ReadonlyMap<string, string>;
}

function filesByConversation(
  files: ReadonlyMap<string, string>,
  conversations: readonly { readonly path: string }[],
): Grouped {
  const owned = new Map(conversations.map(({ path }) => [path, new Map<string, string>()]));
  const unowned = new Map<string, string>();
  for (const [path, digest] of files) {
    let at = path;
    while (at !== '' && !owned.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    if (at === '') unowned.set(path, digest);
    else owned.get(at)?.set(path.slice(at.length), digest);
  }
  return { owned, unowned };
}

function isEqual(a: ReadonlyMap<string, string> = new Map(), b: ReadonlyMap<string, string> = new Map()): boolean {
  return a.size === b.size && [...a].every(([name, digest]) => b.get(name) === digest);
}

/** Differences of indexes, leftovers and other files, which programs rewrite while they work. */
function* otherFiles(was: Grouped, now: Grouped, trace: ReturnType<typeof traceRuns>): Generator<Difference> {
  for (const [path, digest] of was.unowned) {
    if (now.unowned.get(path) === digest) continue;
    const there = now.unowned.get(path);
    const runs = runsBetween(trace, [{ path, digest }], there === undefined ? [] : [{ path, digest: there }]);
    const [alone, by] = there === undefined ? ['is gone', 'was taken out'] : ['was changed', 'was changed'];
    const detail = runs === null ? alone : `${by} by ${runs}`;
    yield { code: 'ST507', kind: '', project: null, id: null, path, detail };
  }
}

function subjectOf({ kind, project, id, path }: SealedRecord | SealedConversation) {
  return { kind, project, id, path };
}

const TITLE = 60;

function titleOf({ title }: SealedRecord | SealedConversation): string {
  if (title === null || title === '') return '';
  const [first = ''] = title.split('\n');
  return ` (${first.length > TITLE ? `${first.slice(0, TITLE)}…` : first})`;
}

interface PastFile {
  readonly path: string;
  readonly digest: Digest | null;
}

interface TracedFile extends PastFile {
  /** Its runs, like `3 (migrate)`. */
  readonly runs: readonly string[];
}

/**
 * Follows a file through all runs that are not undone, by the journals: its bytes today, if originals are still kept.
 * Paths are relative to `base`. Journals are read on first use.
 */
function traceRuns({ disk, sites }: ReadContext, base: string): (file: PastFile) => TracedFile {
  const stores = sites.map(({ root }) => {
    let moves: StepEffects | null = null;
    const below = relative(base, root);
    return { below, moves: () => (moves ??= movesBelow(disk, root)) };
  });
  return ({ path, digest }) => {
    const store = stores.find(({ below }) => below === '' || isAtOrBelow(path, below));
    if (store === undefined) return { path, digest, runs: [] };
    const { below, moves } = store;
    const traced = followFile(moves(), { path: below === '' ? path : path.slice(below.length + 1), digest });
    return { ...traced, path: join(below, traced.path) };
  };
}

/** The file after a step at or above its path. Null if the step does not concern it. */
interface StepEffect {
  readonly run: string;
  readonly position: number;
  make(file: PastFile): PastFile | null;
}

type StepEffects = ReadonlyMap<string, readonly StepEffect[]>;

function followFile(moves: StepEffects, file: PastFile): TracedFile {
  const runs = new Set<string>();
  let now = file;
  for (let move = nextMove(moves, now.path, -1); move !== null; move = nextMove(moves, now.path, move.position)) {
    const made = move.make(now);
    if (made === null) continue;
    now = made;
    runs.add(move.run);
  }
  return { ...now, runs: [...runs] };
}

function nextMove(moves: StepEffects, path: string, after: number): StepEffect | null {
  let first: StepEffect | null = null;
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const next = (moves.get(at) ?? []).find((move) => move.position > after);
    if (next !== undefined && next.position < (first?.position ?? Number.POSITIVE_INFINITY)) first = next;
  }
  return first;
}

function movesBelow(disk: ReadContext['disk'], folder: string): StepEffects {
  const moves = new Map<string, StepEffect[]>();
  const root = orNull(() => disk.realpath(folder)) ?? folder;
  if (untrustedInRoot(disk, root, 'read') !== null) return moves;
  const pieces = journalDisk(disk);
  let position = 0;
  for (const { id, number } of orNull(() => rankedRuns(disk, root)) ?? []) {
    const journal = journalOf(root, id);
    for (const [run, item] of orNull(() => [...changesInPlace(pieces, journal, number)]) ?? [])
      for (const [path, make] of movesOf(disk, journal, item)) addTo(moves, path, { run, position: position++, make });
  }
  return moves;
}

function* changesInPlace(
  disk: JournalDisk,
  journal: Journal,
  number: number,
): Generator<readonly [string, NumberedChange]> {
  if (runStateOf(disk, journal) === 'undone') return;
  const run = `${number} (${beginningOf(disk, journal).header.command})`;
  const isInEffect = toUndo(disk, journal);
  for (const item of intentions(disk, journal)) if (item.refused === null && isInEffect(item.number)) yield [run, item];
}

function* movesOf(
  disk: ReadContext['disk'],
  journal: Journal,
  item: NumberedChange,
): Generator<[string, StepEffect['make']]> {
  for (const [index, step] of item.change.steps.entries()) {
    const originalPath = join(journal.originalsFolder, `${item.number}.${index}`);
    if (step.do === 'put')
      yield [
        step.path,
        (file) => writtenFile(file, step, () => digestAfter(disk, originalPath, step, item.becomes[index] ?? null)),
      ];
    else if (step.do === 'plant') yield* plantedEffects(step);
    else if (step.do === 'move') yield [step.from, (file) => (isMeant(step, file) ? movedFile(file, step) : null)];
    else yield [step.path, (file) => (isMeant(step, file) ? { ...file, digest: null } : null)];
  }
}

function* plantedEffects({ path, files }: Extract<Step, { do: 'plant' }>): Generator<[string, StepEffect['make']]> {
  for (const { path: name, content } of files)
    if (content.from === 'bytes') yield [`${path}/${name}`, (file) => createdFile(file, digestOf(content.bytes))];
}

function writtenFile(
  { path, digest }: PastFile,
  step: Extract<Step, { do: 'put' }>,
  becomes: () => Digest | null,
): PastFile | null {
  const made = path === step.path && (digest ?? 'absent') === step.was ? becomes() : null;
  return made === null ? null : { path, digest: made };
}

function createdFile({ path, digest }: PastFile, made: Digest): PastFile | null {
  return digest === null ? { path, digest: made } : null;
}

function movedFile({ path, digest }: PastFile, { from, to }: Extract<Step, { do: 'move' }>): PastFile {
  return { path: to + path.slice(from.length), digest };
}

function isMeant({ what, was }: Extract<Step, { do: 'move' | 'remove' }>, { digest }: PastFile): boolean {
  return digest !== null && (what === 'folder' || was === digest);
}

/** The digest that a step wrote. Null unless the original is kept unchanged. */
function digestAfter(
  disk: ReadContext['disk'],
  originalPath: string,
  { was, content }: Extract<Step, { do: 'put' }>,
  known: Digest | null,
): Digest | null {
  if (was === 'absent') return known;
  return orNull(() => {
    const original = seeFile(disk, originalPath);
    if (digestSource(original.source) !== was) return null;
    return known ?? (content.from === 'edits' ? digestSource(editedFile(original, content.edits)) : null);
  });
}

export interface SealComparison {
  see: NonNullable<VerifyOptions['see']>;
  differences(): Iterable<PlacedFinding>;
}

/** `quick`: counts and sizes only. */
export function compareWithSeal(reading: ReadContext, was: ReadSeal, quick: boolean): SealComparison {
  const { disk, sites } = reading;
  if (quick) return quickCheck(reading, was);
  const base = baseLike(disk, sites, was);
  const now = sealing(disk, namesBelow(base), was);
  return { see: now.see, differences: () => sealDifferences(reading, base, was, now) };
}
