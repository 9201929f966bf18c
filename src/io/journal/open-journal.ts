import { dirname, join } from 'node:path';
import { sizeChange } from '../../codecs/edit.ts';
import { checkChange, pathTurnover } from '../../model/check-change.ts';
import { Failure, nothingChanged } from '../../model/failure.ts';
import type { Change, Content, Digest, PlanHeader, Step } from '../../model/plan.ts';
import { digestNames } from '../disk/digest.ts';
import { nullOn, reasonOf, succeeds } from '../disk/error-code.ts';
import { digestSource } from '../disk/file-source.ts';
import { removeFile, removeTree, syncFolder } from '../disk/make-folder.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { statOf } from '../disk/stat-of.ts';
import { missingAbove } from '../disk/target.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeAll, writeFile } from '../disk/write-file.ts';
import type { Name } from '../disk.ts';
import { contentSource } from '../steps/content.ts';
import { JOURNAL, type Journal } from './journal.ts';
import { encodeChange, type JournalLines, ownLines } from './plan-lines.ts';
import { appendRun, isPart, ORDER } from './run-order.ts';

/** Opens the journal of a root; true if newly made. Throws Failure if impossible. */
export function openJournal(disk: WriteDisk, root: string): boolean {
  const folder = join(root, JOURNAL);
  const stat = statOf(disk, folder);
  if (stat?.type === 'folder') return false;
  if (stat !== null) {
    throw new Failure(
      'refused',
      `${folder} is not a folder`,
      'Move it away: convo keeps its journal of changes there.',
    );
  }
  try {
    return succeeds(['EEXIST'], () => disk.mkdir(folder, 0o700));
  } catch (error) {
    throw notWritableFailure(root, error);
  }
}

/** Creates the journal, under the lock, and hides it from git. `runs` comes last: if it exists, the rest does. */
export async function createJournal(disk: WriteDisk, root: string): Promise<void> {
  const folder = join(root, JOURNAL);
  try {
    if (statOf(disk, join(folder, 'runs')) !== null) return;
    const ignore = join(folder, '.gitignore');
    removeFile(disk, ignore);
    await writeFile(disk, ignore, Buffer.from('*\n'), { mode: 0o600 });
    await syncFolder(disk, root);
    disk.mkdir(join(folder, 'runs'), 0o700);
    await syncFolder(disk, folder);
  } catch (error) {
    throw notWritableFailure(root, error);
  }
}

/** Empties a journal without runs, under the lock; its folder stays. */
export function clearUnusedJournal(disk: WriteDisk, root: string): void {
  const folder = join(root, JOURNAL);
  if (!succeeds(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(join(folder, 'runs')))) return;
  for (const name of [ORDER, '.gitignore']) removeFile(disk, join(folder, name));
}

export function removeJournalFolder(disk: WriteDisk, root: string): void {
  nullOn(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(join(root, JOURNAL)));
}

function notWritableFailure(root: string, error: unknown): Failure {
  const hint = `${nothingChanged(root)} Convo keeps its journal of changes there.`;
  return new Failure('failed', `${join(root, JOURNAL)} ${reasonOf(error)}`, hint, { cause: error });
}

/**
 * Prepares a run or its undo, under the lock: writes everything needed, ending with `begin`. First recreates the run's empty folders, which
 * a copied store may lack. Throws Failure if impossible.
 */
export async function prepareRun(
  disk: WriteDisk,
  { root, folder, originalsFolder, undone }: Journal,
  begin = async () => {},
): Promise<void> {
  try {
    removePartialRuns(disk, root);
    for (const each of [originalsFolder, undone]) if (statOf(disk, each) === null) disk.mkdir(each, 0o700);
    // A killed writer may not have synced the run's files.
    for (const each of [folder, dirname(folder)]) await syncFolder(disk, each);
    await begin();
  } catch (error) {
    throw error instanceof Failure ? error : notWritableFailure(root, error);
  }
}

/** Removes runs that were not completely written down, and half-pruned ones, under the lock. Failures are ignored. */
export function removePartialRuns(disk: WriteDisk, root: string): void {
  const folder = join(root, JOURNAL, 'runs');
  for (const entry of disk.list(folder))
    if (isPart(entry)) nullOn(NOT_REMOVABLE_CODES, () => removeTree(disk, join(folder, entry.name ?? '')));
}

/** Errors for another user's folders, or with names that are not convo's. */
const NOT_REMOVABLE_CODES: readonly string[] = ['EACCES', 'EPERM', 'ENOTEMPTY', 'EEXIST'];

const CHUNK = 1 << 16;

/** `startedAt` is in whole Unix seconds. `pause` is called after each Change, and throws to give up with nothing changed. */
interface RunBeginning {
  readonly header: PlanHeader;
  readonly startedAt: number;
  readonly changes: AsyncIterable<Change> | Iterable<Change>;
  pause(): Promise<void>;
}

/**
 * Writes all Changes of a run durably; one rename makes it count. From then on it is finished or undone. Returns the lines written, which
 * need no second check.
 */
export async function writeIntentions(
  disk: WriteDisk,
  journal: Journal,
  beginning: RunBeginning,
): Promise<JournalLines> {
  const part = `${journal.folder}.part`;
  disk.mkdir(part, 0o700);
  const file = disk.create(join(part, 'plan.ndjson'), 0o600);
  const lines = ownLines();
  try {
    await writePlan(disk, file, journal, beginning, lines);
    await disk.sync(file);
  } finally {
    disk.close(file);
  }
  disk.mkdir(join(part, 'kept'), 0o700);
  disk.mkdir(join(part, 'undone'), 0o700);
  await syncFolder(disk, part);
  await appendRun(disk, journal.root, journal.run);
  disk.rename(part, journal.folder);
  await syncFolder(disk, join(journal.folder, '..'));
  return lines;
}

async function writePlan(
  disk: WriteDisk,
  file: number,
  journal: Journal,
  beginning: RunBeginning,
  lines: JournalLines,
): Promise<void> {
  const { header, startedAt, changes, pause } = beginning;
  const needed = roomCount(disk, journal.root);
  let text = `${JSON.stringify({ journal: 1, run: journal.run, startedAt, header })}\n`;
  for await (const change of changes) {
    checkChange(change);
    needed.add(change);
    const line = encodeIntended(disk, journal.root, change);
    lines.add(line);
    text += `${line}\n`;
    if (text.length >= CHUNK) {
      writeAll(Buffer.from(text), (rest) => disk.write(file, rest));
      text = '';
    }
    await pause();
  }
  writeAll(Buffer.from(text), (rest) => disk.write(file, rest));
  needed.require();
}

function encodeIntended(disk: WriteDisk, root: string, change: Change): string {
  const becomes = change.steps.map((step) => becomesOf(disk, root, step));
  const made = new Set(change.steps.flatMap((step) => missingFor(disk, root, step)));
  const rest = JSON.stringify({ becomes, made: [...made], refused: refuseTwin(change, becomes) });
  return `{"change":${encodeChange(change)},${rest.slice(1)}`;
}

/** Refuses a move to a file of equal content: after a crash, the emptied and the filled path would look alike. */
function refuseTwin({ steps }: Change, becomes: readonly (Digest | null)[]): string | null {
  const emptied = new Map<string, Digest>();
  for (const [n, step] of steps.entries()) {
    const { empties, fills } = pathTurnover(step);
    const digest = step.do === 'move' ? step.was : becomes[n];
    if (fills !== null && emptied.get(fills) === digest) return 'would give way to a twin of itself';
    if (empties !== null && 'was' in step) emptied.set(empties, step.was);
  }
  return null;
}

function missingFor(disk: WriteDisk, root: string, step: Step): string[] {
  // A step that replaces a file makes no folder: if the folder is missing, so is the file, and the step is refused.
  if (step.do === 'remove' || (step.do === 'put' && step.was !== 'absent')) return [];
  return missingAbove(disk, root, step.do === 'move' ? step.to : step.path);
}

function becomesOf(disk: WriteDisk, root: string, step: Step): Digest | null {
  try {
    if (step.do === 'plant') {
      const digest = (content: (typeof step.files)[number]['content']) =>
        digestSource(contentSource(disk, root, content));
      return plantedDigest(new Map(step.files.map(({ path, content }) => [path, digest(content)])));
    }
    if (step.do !== 'put' || step.content.from === 'edits') return null;
    return digestSource(contentSource(disk, root, step.content));
  } catch (error) {
    // A source has changed: its Change will be refused, the others are made.
    if (error instanceof NotAsPlanned) return null;
    throw error;
  }
}

/** Digest of a planted folder, from its files' digests by relative path. */
export function plantedDigest(files: ReadonlyMap<string, Digest>, prefix = ''): Digest {
  return digestNames(namesIn(files, prefix), ({ name, type }) => {
    const path = `${prefix}${name ?? ''}`;
    return type === 'folder' ? plantedDigest(files, `${path}/`) : (files.get(path) ?? '');
  });
}

function namesIn(files: ReadonlyMap<string, Digest>, prefix: string): Name[] {
  const types = new Map<string, Name['type']>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    types.set(name, below.length > 0 ? 'folder' : 'file');
  }
  const names = [...types].map(([name, type]) => ({ name, raw: Buffer.from(name), type }));
  return names.sort((a, b) => Buffer.compare(a.raw, b.raw));
}

interface RoomCount {
  add(change: Change): void;
  /** Throws Failure 'refused' if space is short. */
  require(): void;
}

/** Adds up the space that a run needs, without compression. Without a known free space it refuses nothing. */
function roomCount(disk: WriteDisk, root: string): RoomCount {
  let need = 0;
  let largest = 0;
  const sizeAt = (path: string) => statOf(disk, join(root, path))?.size ?? 0;
  return {
    add: ({ steps, keep }) => {
      for (const step of steps) need += sizeOf(step, sizeAt);
      // A copied original takes space twice until the file is replaced.
      if (keep === 'copy') for (const step of steps) largest = Math.max(largest, replacedBy(step, sizeAt));
    },
    require: () => {
      const freeSpace = disk.freeSpace?.(root) ?? null;
      if (freeSpace === null || need + largest <= freeSpace) return;
      const message = `the disk of ${root} has room for ${sizeText(freeSpace)}, and this takes ${sizeText(need + largest)}`;
      throw new Failure('refused', message, `${nothingChanged(root)} Make room, or name fewer conversations.`);
    },
  };
}

type SizeOfPath = (path: string) => number;

function sizeOf(step: Step, sizeAt: SizeOfPath): number {
  if (step.do === 'put') return inBlocks(contentSize(step.content, step.path, sizeAt));
  if (step.do !== 'plant') return 0;
  return step.files.reduce((size, { content }) => size + inBlocks(contentSize(content, '', sizeAt)), 0);
}

/** The space of a file in whole blocks: a small one mostly has the rest of its block. */
function inBlocks(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** The usual block size. Larger ones mostly store small files more tightly. */
const BLOCK = 4096;

function contentSize(content: Content, path: string, sizeAt: SizeOfPath): number {
  if (content.from === 'bytes') return content.bytes.length;
  const size = content.from === 'range' ? content.size : sizeAt(content.from === 'copy' ? content.path : path);
  return size + sizeChange(content.edits);
}

function replacedBy(step: Step, sizeAt: SizeOfPath): number {
  return step.do === 'put' && step.was !== 'absent' ? sizeAt(step.path) : 0;
}

/** A size to a tenth of a megabyte, so that two compared sizes do not look equal. */
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
