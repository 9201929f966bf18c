import { join } from 'node:path';
import { checkChange, turnover } from '../../model/check-change.ts';
import { Failure } from '../../model/failure.ts';
import type { Change, Content, Digest, PlanHeader, Step } from '../../model/plan.ts';
import { digestNames } from '../disk/digest.ts';
import { digestSource } from '../disk/file-source.ts';
import { syncFolder } from '../disk/folder-sync.ts';
import { statOf } from '../disk/look.ts';
import { NotAsPlanned } from '../disk/not-as-planned.ts';
import { missingAbove } from '../disk/place.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeAll } from '../disk/write-file.ts';
import type { Name } from '../disk.ts';
import { contentSource } from '../steps/content.ts';
import type { Journal } from './journal.ts';
import { type JournalLines, ownLines } from './lines.ts';
import { encodeChange } from './plan-json.ts';
import { recordRun } from './run-order.ts';

const CHUNK = 1 << 16;

/** The input of a run. */
export interface Beginning {
  readonly header: PlanHeader;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly changes: AsyncIterable<Change> | Iterable<Change>;
  /** Called after each Change; throws to give up before anything is changed. */
  pause(): Promise<void>;
}

/**
 * Writes down all that a run is going to do, durably, under a name that does not count yet; one rename makes it a run.
 * From then on the run is finished or undone, whatever happens. Answers the lines of its Changes, which need no second check when
 * they are read back as they were written.
 */
export async function intend(disk: WriteDisk, journal: Journal, beginning: Beginning): Promise<JournalLines> {
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
  await recordRun(disk, journal.root, journal.run);
  disk.rename(part, journal.folder);
  await syncFolder(disk, join(journal.folder, '..'));
  return lines;
}

async function writePlan(
  disk: WriteDisk,
  file: number,
  journal: Journal,
  beginning: Beginning,
  lines: JournalLines,
): Promise<void> {
  const { header, startedAt, changes, pause } = beginning;
  const freeSpace = roomCount(disk, journal.root);
  let text = `${JSON.stringify({ journal: 1, run: journal.run, startedAt, header })}\n`;
  for await (const change of changes) {
    checkChange(change);
    freeSpace.add(change);
    const line = encodeIntended(disk, journal.root, change);
    lines.add(line);
    text += `${line}\n`;
    if (text.length >= CHUNK) {
      writeAll(disk, file, Buffer.from(text));
      text = '';
    }
    await pause();
  }
  writeAll(disk, file, Buffer.from(text));
  freeSpace.require();
}

function encodeIntended(disk: WriteDisk, root: string, change: Change): string {
  const becomes = change.steps.map((step) => becomesOf(disk, root, step));
  const made = new Set(change.steps.flatMap((step) => missingFor(disk, root, step)));
  const rest = JSON.stringify({ becomes, made: [...made], refused: refuseTwin(change, becomes) });
  return `{"change":${encodeChange(change)},${rest.slice(1)}`;
}

// After a crash nobody could tell whether the file that is there is the one to be emptied or the one that fills.
function refuseTwin({ steps }: Change, becomes: readonly (Digest | null)[]): string | null {
  const emptied = new Map<string, Digest>();
  for (const [n, step] of steps.entries()) {
    const { empties, fills } = turnover(step);
    const digest = step.do === 'move' ? step.was : becomes[n];
    if (fills !== null && emptied.get(fills) === digest) return 'would give way to a twin of itself';
    if (empties !== null && 'was' in step) emptied.set(empties, step.was);
  }
  return null;
}

function missingFor(disk: WriteDisk, root: string, step: Step): string[] {
  // A step that replaces a file that was read needs no folder: without one the file is gone, and the step is refused.
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
    // A source that is not what it was: the Change will be refused, and the others go on.
    if (error instanceof NotAsPlanned) return null;
    throw error;
  }
}

/** The print that a folder will have once these files are in it: their prints, by their paths below it. */
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

/** Adds up what the Changes of a run will take on the disk: new files, since all originals are kept, and one copy on the way. */
interface SpaceCount {
  add(change: Change): void;
  /** Throws Failure 'refused' when the disk has less room. */
  require(): void;
}

/** A count for a root. A file system that compresses may need less; one that does not say how much room it has refuses nothing. */
function roomCount(disk: WriteDisk, root: string): SpaceCount {
  let need = 0;
  let largest = 0;
  const sizeAt = (path: string) => statOf(disk, join(root, path))?.size ?? 0;
  return {
    add: ({ steps, keep }) => {
      for (const step of steps) need += sizeOf(step, sizeAt);
      // An original that is copied is there twice until it is replaced.
      if (keep === 'copy') for (const step of steps) largest = Math.max(largest, replacedBy(step, sizeAt));
    },
    require: () => {
      const freeSpace = disk.freeSpace?.(root) ?? null;
      if (freeSpace === null || need + largest <= freeSpace) return;
      const message = `the disk of ${root} has room for ${sizeText(freeSpace)}, and this takes ${sizeText(need + largest)}`;
      throw new Failure('refused', message, 'Nothing was changed. Make room, or name fewer conversations.');
    },
  };
}

type SizeAt = (path: string) => number;

function sizeOf(step: Step, sizeAt: SizeAt): number {
  if (step.do === 'put') return inBlocks(contentSize(step.content, step.path, sizeAt));
  if (step.do !== 'plant') return 0;
  return step.files.reduce((size, { content }) => size + inBlocks(contentSize(content, '', sizeAt)), 0);
}

/** The room of a small file on a disk is mostly the rest of its block. */
function inBlocks(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Of most file systems. Some name a larger one, and give small files less than that. */
const BLOCK = 4096;

function contentSize(content: Content, path: string, sizeAt: SizeAt): number {
  if (content.from === 'bytes') return content.bytes.length;
  const size = content.from === 'range' ? content.size : sizeAt(content.from === 'copy' ? content.path : path);
  return content.edits.reduce((sum, { insert, remove }) => sum + insert.length - remove, size);
}

function replacedBy(step: Step, sizeAt: SizeAt): number {
  return step.do === 'put' && step.was !== 'absent' ? sizeAt(step.path) : 0;
}

// To a tenth of a megabyte, whatever the size: two that are compared must not read alike.
function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
