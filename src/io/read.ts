import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Source } from '../codecs/lines/source.ts';
import { type Finding, fileFinding } from '../model/finding.ts';
import { FileReplaced, type Part } from '../model/part.ts';
import { digestFile, digestFolder, digestOf } from './disk/digest.ts';
import { orNull } from './disk/error-code.ts';
import { digestSource, edgedSource, sourceOfFile } from './disk/file-source.ts';
import { LeftForLater, MAX_READ_BYTES, type ReadBuffer } from './disk/read-file.ts';
import type { ReadDisk, Stat } from './disk.ts';
import { readFinding, type WalkEntry } from './walk/look-at-name.ts';

export interface PartRead {
  /** Null for a file that is gone. */
  readonly part: Part | null;
  /** Why it could not be judged. */
  readonly finding: Finding | null;
}

/** Reads bytes or attributes. Retries a changing file with pauses. Never throws for a disk error. */
export async function readPart(disk: ReadDisk, root: string, entry: WalkEntry, pause = waitBriefly): Promise<PartRead> {
  for (let tries = 1; ; tries++) {
    const loaded = readOnce(disk, root, entry, null);
    if (loaded !== null) return loaded;
    if (tries === MAX_TRIES) return unreadPart(disk, root, entry, 'ST007', 'kept changing while it was read');
    await pause();
  }
}

/** First bytes of a file, in a buffer that the next call reuses. Null on failure, which `readPart` reports. */
export function readHead(disk: ReadDisk, root: string, entry: WalkEntry, buffer: Uint8Array): Uint8Array | null {
  if (entry.target !== 'file') return null;
  const path = `${root}/${entry.path}`;
  return orNull(() => disk.head?.(path, buffer) ?? disk.read(path, buffer.length));
}

const MAX_TRIES = 5;

function waitBriefly(): Promise<void> {
  return setTimeout(20);
}

/** `readPart` without retries, in a buffer if given; null if the file changed. Throws `LeftForLater` for a file larger than the buffer. */
export function readOnce(disk: ReadDisk, root: string, entry: WalkEntry, buffer: ReadBuffer | null): PartRead | null {
  if (entry.place.load === 'lines')
    return tryLines(disk, root, entry, buffer) ?? readBetween(disk, root, entry, buffer);
  const whole = tryWhole(disk, `${root}/${entry.path}`, entry, buffer);
  if (whole === null) return readBetween(disk, root, entry, buffer);
  const { stat, bytes, after } = whole;
  if (stat.type !== 'file') return null;
  if (bytes === null) return unreadPart(disk, root, entry, 'ST008', 'is larger than 2 GiB');
  if (!isUnchanged(stat, after) || bytes.length !== after.size) return null;
  return { part: partOf(disk, root, entry, after, bytes), finding: null };
}

/** A whole file; null if unsupported or failed, which `readBetween` reports. */
function tryWhole(disk: ReadDisk, path: string, entry: WalkEntry, buffer: ReadBuffer | null) {
  if (entry.place.load !== 'whole' || entry.target !== 'file' || disk.whole === undefined) return null;
  try {
    const { stat, bytes } = disk.whole(path, buffer);
    return { stat, bytes, after: statOfEntry(disk, path, entry) };
  } catch (error) {
    unlessLeft(error);
    return null;
  }
}

/** A file of lines, for regular files only: a link has to be checked first. Null if unsupported or failed. */
function tryLines(disk: ReadDisk, root: string, entry: WalkEntry, buffer: ReadBuffer | null): PartRead | null {
  if (buffer === null || entry.type !== 'file' || disk.edges === undefined) return null;
  const path = `${root}/${entry.path}`;
  try {
    const { stat, bytes } = disk.edges(path, buffer);
    if (bytes === null) return null;
    const source = edgedSource(disk, path, stat, { buffer, bytes }, () => new FileReplaced(entry.path));
    return { part: linesPart(entry, stat, source), finding: null };
  } catch (error) {
    unlessLeft(error);
    return null;
  }
}

function unlessLeft(error: unknown): void {
  if (error instanceof LeftForLater) throw error;
}

function readBetween(disk: ReadDisk, root: string, entry: WalkEntry, buffer: ReadBuffer | null): PartRead | null {
  const path = `${root}/${entry.path}`;
  let before: Stat | null = null;
  try {
    before = statOfEntry(disk, path, entry);
    if (entry.place.load === 'name' || entry.target !== 'file')
      return { part: partOf(disk, root, entry, before, null), finding: null };
    if (before.type !== 'file') return null;
    leaveLarge(before, buffer);
    if (entry.place.load !== 'whole') return someOf(disk, root, entry, before);
    if (before.size > MAX_READ_BYTES) return unreadPart(disk, root, entry, 'ST008', 'is larger than 2 GiB');
    const bytes = disk.read(path);
    const after = statOfEntry(disk, path, entry);
    if (!isUnchanged(before, after) || bytes.length !== after.size) return null;
    return { part: partOf(disk, root, entry, after, bytes), finding: null };
  } catch (error) {
    return notRead(disk, root, entry, before, error);
  }
}

/** Reports a file that could not be read; null if it changed meanwhile. */
function notRead(disk: ReadDisk, root: string, entry: WalkEntry, before: Stat | null, error: unknown): PartRead | null {
  unlessLeft(error);
  if (error instanceof FileReplaced) return null;
  const finding = readFinding(error, whereOf(entry), 'file');
  if (finding.code !== 'ST009') return { part: partOf(disk, root, entry, before, null), finding };
  return { part: null, finding: isPassing(entry) ? null : finding };
}

function leaveLarge({ size }: Stat, buffer: ReadBuffer | null): void {
  if (buffer !== null && size > buffer.max) throw new LeftForLater();
}

/** True for an entry whose vanishing is no failure: one known by name alone, or a temporary part. */
function isPassing({ place }: WalkEntry): boolean {
  return place.load === 'name' || (place.type === 'part' && place.passing === true);
}

function someOf(disk: ReadDisk, root: string, entry: WalkEntry, stat: Stat): PartRead {
  if (entry.place.load === 'lines') return linesOf(disk, root, entry, stat);
  const bytes = disk.read(join(root, entry.path), HEAD_BYTES);
  const allBytes = bytes.length === stat.size ? bytes : null;
  return { part: { ...partOf(disk, root, entry, stat, allBytes), bytes }, finding: null };
}

function linesOf(disk: ReadDisk, root: string, entry: WalkEntry, stat: Stat): PartRead {
  const source = sourceOfFile(disk, join(root, entry.path), stat, () => new FileReplaced(entry.path));
  return { part: linesPart(entry, stat, source), finding: null };
}

/** The part that `partOf` makes, written out: a spread costs as much as reading a small file. */
function linesPart(entry: WalkEntry, stat: Stat, source: Source): Part {
  const { path, type, place } = entry;
  const { size, mtimeMs, mode } = stat;
  let digest: string | null = null;
  return {
    path,
    role: place.role,
    type,
    bytes: null,
    size,
    mtime: Math.floor(mtimeMs / 1000),
    mtimeMs,
    mode: mode & 0o7777,
    source,
    digest: () => {
      digest ??= digestSource(source);
      return digest;
    },
  };
}

const HEAD_BYTES = 4096;

function unreadPart(disk: ReadDisk, root: string, entry: WalkEntry, code: Finding['code'], detail: string): PartRead {
  const stat = orNull(() => statOfEntry(disk, join(root, entry.path), entry));
  const { path, id } = whereOf(entry);
  return { part: partOf(disk, root, entry, stat, null), finding: fileFinding(code, id, path, detail) };
}

function statOfEntry(disk: ReadDisk, path: string, { type, target }: WalkEntry): Stat {
  return type === 'link' && target !== 'link' ? disk.stat(path) : disk.lstat(path);
}

function isUnchanged(a: Stat, b: Stat): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

function whereOf({ path, place }: WalkEntry): { readonly path: string; readonly id: string | null } {
  return { path, id: place.type === 'part' ? place.id : null };
}

function partOf(disk: ReadDisk, root: string, entry: WalkEntry, stat: Stat | null, bytes: Uint8Array | null): Part {
  const { path, type, place } = entry;
  let digest: string | null = null;
  return {
    path,
    role: place.role,
    type,
    bytes,
    size: stat?.size ?? 0,
    mtime: Math.floor((stat?.mtimeMs ?? 0) / 1000),
    mtimeMs: stat?.mtimeMs ?? 0,
    mode: (stat?.mode ?? 0) & 0o7777,
    digest: () => {
      digest ??= bytes === null ? digestUnloaded(disk, join(root, path), type) : digestOf(bytes);
      return digest;
    },
  };
}

export function digestUnloaded(disk: ReadDisk, path: string, type: WalkEntry['type']): string {
  const digest = orNull(() => {
    if (type === 'folder') return digestFolder(disk, path);
    return type === 'file' ? digestFile(disk, path) : null;
  });
  return digest ?? '';
}
