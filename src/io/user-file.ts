import fs, { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Failure } from '../model/failure.ts';
import { errorCode, isDevice, orNull, reasonOf, succeeds } from './disk/error-code.ts';
import { partialPath } from './disk/target.ts';
import { writeAll } from './disk/write-file.ts';
import type { Stat } from './disk.ts';

export interface UserFilePlace {
  /** Absolute, without links. */
  readonly path: string;
  readonly name: string;
  /** The existing file; null if none. */
  readonly was: Stat | null;
  /** Text is appended, as GitHub's step summary needs. */
  readonly isAdded?: boolean;
}

/** A file that is written whole, or the old one stays. */
export interface UserFile {
  write(what: string | Uint8Array): void;
  /** Syncs the data, still without its name. Returns the number of bytes. */
  sync(): number;
  publish(): void;
  /** Syncs and renames. Returns the number of bytes. */
  finish(): Promise<number>;
  abandon(): void;
}

/** Characters kept in memory: shorter texts are written by `write-file-atomic`. */
const MAX_BUFFERED_CHARACTERS = 1 << 20;

interface UserFileOptions {
  /** True for a private file, even if the old one was not. */
  readonly isPrivate?: boolean;
  readonly isLarge?: boolean;
}

/**
 * A user's file. Devices such as /dev/stderr are written directly. Calls throw Failure: `failed` for a disk error, `refused` if the path
 * leads elsewhere than when seen.
 */
export function userFile(place: UserFilePlace, { isPrivate = false, isLarge = false }: UserFileOptions = {}): UserFile {
  const isDirect = place.isAdded === true || isDevice(place.was);
  const isAtomic = !isDirect && !isPrivate && !isLarge && Buffer.byteLength(basename(place.path)) <= MAX_NAME_BYTES;
  const trying = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof Failure ? error : writeFailure(place.name, error);
    }
  };
  const part = openedLater(() => (isDirect ? openInPlace(place) : openPart(place, isPrivate)));
  // Refuses an unwritable place before the work begins.
  trying(() => (isAtomic ? requireWritable(place) : part.open()));
  const abandon = (): void => {
    orNull(part.close);
    orNull(part.drop);
  };
  const orAbandon = <T>(work: () => T): T => {
    try {
      return trying(work);
    } catch (error) {
      abandon();
      throw error;
    }
  };
  let buffered = '';
  const flush = (): void => {
    const text = buffered;
    buffered = '';
    writeWhole(part.open().file, Buffer.from(text));
  };
  const sync = (): number =>
    orAbandon(() => {
      flush();
      const { file } = part.open();
      if (!isDirect) fs.fsyncSync(file);
      const { size } = fs.fstatSync(file);
      part.close();
      return size;
    });
  const publish = (): void => orAbandon(() => part.open().publish());
  return {
    write: (what) => {
      if (typeof what === 'string') buffered += what;
      // Text in memory is written before later bytes.
      if (typeof what !== 'string' || buffered.length >= MAX_BUFFERED_CHARACTERS) orAbandon(flush);
      if (typeof what !== 'string') orAbandon(() => writeWhole(part.open().file, what));
    },
    sync,
    publish,
    finish: async () => {
      if (isAtomic && !part.isBegun()) {
        const { sync } = (await import('write-file-atomic')).default;
        return trying(() => writeAtomic(sync, place, Buffer.from(buffered)));
      }
      const size = sync();
      publish();
      return size;
    },
    abandon,
  };
}

function openedLater(begin: () => OpenedOutput) {
  let opened: OpenedOutput | null = null;
  let isOpen = true;
  return {
    isBegun: () => opened !== null,
    open: (): OpenedOutput => {
      opened ??= begin();
      return opened;
    },
    close: (): void => {
      if (isOpen && opened !== null) fs.closeSync(opened.file);
      isOpen = false;
    },
    drop: (): void => opened?.drop(),
  };
}

/** Longest name: `write-file-atomic` appends digits to it. */
const MAX_NAME_BYTES = 240;

/** Throws for a changed place or an unwritable folder: `write-file-atomic` would notice only at the end. */
function requireWritable(place: UserFilePlace): void {
  requireSame(place, { exact: true });
  fs.accessSync(dirname(place.path), constants.W_OK);
}

/** Writes the file; the old one stays until all bytes are synced. Returns their number. */
function writeAtomic(write: WriteAtomic, place: UserFilePlace, bytes: Buffer): number {
  requireSame(place, { exact: true });
  write(place.path, bytes, {
    ...(place.was === null ? {} : { mode: place.was.mode & 0o777 }),
    tmpfileCreated: (part) => {
      reserve(part, bytes.length);
      requireSame(place, { exact: true });
    },
  });
  syncNames(dirname(place.path));
  return bytes.length;
}

type WriteAtomic = typeof import('write-file-atomic').sync;

/** Reserves the space: the library ignores short writes, so a full disk must show before the rename. */
function reserve(part: string, size: number): void {
  const file = fs.openSync(part, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    writeWhole(file, Buffer.alloc(size));
  } finally {
    fs.closeSync(file);
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  writeAll(bytes, (rest) => fs.writeSync(file, rest));
}

/** Writes a file whole or not at all. Throws Failure as `userFile`. */
export async function writeUserFile(place: UserFilePlace, text: string): Promise<void> {
  const file = userFile(place);
  file.write(text);
  await file.finish();
}

/** True if the file has exactly these bytes. Throws Failure as `userFile`. */
export function hasSameBytes({ path, name }: UserFilePlace, chunks: Iterable<string | Uint8Array>): boolean {
  let file: number | null = null;
  try {
    file = fs.openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    for (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      const there = Buffer.alloc(bytes.length);
      for (let at = 0, read = 1; at < there.length && read > 0; at += read)
        read = fs.readSync(file, there, at, there.length - at, null);
      if (!there.equals(bytes)) return false;
    }
    return fs.readSync(file, Buffer.alloc(1)) === 0;
  } catch (error) {
    throw error instanceof Failure ? error : writeFailure(name, error);
  } finally {
    if (file !== null) fs.closeSync(file);
  }
}

/** Makes the missing folders; `made` collects them. Throws Failure: `failed` for a disk error, `refused` for a link in the path. */
export function makeUserFolders(folder: string, made: Set<string>): void {
  try {
    if (fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      makeUserFolders(dirname(folder), made);
      makeFolder(folder, made);
    }
    requireReal(folder, folder);
  } catch (error) {
    throw error instanceof Failure ? error : writeFailure(folder, error);
  }
}

/** Makes a folder. Not recursive: on a read-only disk Node would report a missing parent. */
function makeFolder(folder: string, made: Set<string>): void {
  try {
    fs.mkdirSync(folder);
    syncNames(dirname(folder));
    made.add(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

interface OpenedOutput {
  readonly file: number;
  publish(): void;
  drop(): void;
}

function openInPlace(place: UserFilePlace): OpenedOutput {
  const { isAdded = false } = place;
  const how = isAdded ? constants.O_APPEND | constants.O_CREAT : 0;
  requireSame(place, { exact: false });
  const file = fs.openSync(place.path, constants.O_WRONLY | constants.O_NOFOLLOW | how, 0o666);
  if (isAdded && fs.fstatSync(file).nlink > 1) {
    fs.closeSync(file);
    throw new Failure('refused', `${place.name} has another name too (a hard link)`, 'What is added would be in both.');
  }
  return { file, publish: () => {}, drop: () => {} };
}

function openPart(place: UserFilePlace, isPrivate: boolean): OpenedOutput {
  const { path, was } = place;
  const part = partialPath(path, '.convo-part');
  requireSame(place, { exact: true });
  // The file of an interrupted run may be a link or readable by others, so it is not reused.
  fs.rmSync(part, { force: true });
  const file = fs.openSync(part, 'wx', isPrivate ? 0o600 : 0o666);
  if (was !== null && !isPrivate) applyAttributes(file, was);
  const own = fs.fstatSync(file);
  const isOurs = () => isSameInode(fs.lstatSync(part, { throwIfNoEntry: false }), own);
  return {
    file,
    publish: () => {
      requireSame(place, { exact: true });
      if (!isOurs()) throw new Failure('refused', `${place.name} is being written by another convo`, null);
      fs.renameSync(part, path);
      syncNames(dirname(path));
    },
    drop: () => {
      if (isOurs()) fs.unlinkSync(part);
    },
  };
}

function syncNames(folder: string): void {
  const file = fs.openSync(folder, constants.O_RDONLY);
  try {
    // Some network file systems cannot sync folders.
    succeeds(['EINVAL', 'ENOTSUP'], () => fs.fsyncSync(file));
  } finally {
    fs.closeSync(file);
  }
}

function applyAttributes(file: number, { mode, uid, gid }: Stat): void {
  const stats = fs.fstatSync(file);
  if (stats.uid !== uid || stats.gid !== gid) orNull(() => fs.fchownSync(file, uid, gid));
  fs.fchmodSync(file, mode & 0o777);
}

/** Throws Failure `refused` if the path was replaced; `exact`: or modified. */
function requireSame({ path, name, was }: UserFilePlace, { exact }: { readonly exact: boolean }): void {
  const now = fs.lstatSync(path, { throwIfNoEntry: false });
  const isStill =
    now === undefined || (!now.isSymbolicLink() && isSameInode(now, was) && !(exact && now.mtimeMs !== was?.mtimeMs));
  if (!isStill) throw movedFailure(name);
  requireReal(dirname(path), name);
}

function requireReal(folder: string, name: string): void {
  if (fs.realpathSync.native(folder) !== folder) throw movedFailure(name);
}

function movedFailure(name: string): Failure {
  const hint = 'Nothing was written there: it is, or is behind, a link or a file that has appeared since.';
  return new Failure('refused', `${name} does not lead where it did when the command began`, hint);
}

function isSameInode(a: Pick<Stat, 'dev' | 'ino'> | undefined, b: Pick<Stat, 'dev' | 'ino'> | null): boolean {
  return a !== undefined && b !== null && a.dev === b.dev && a.ino === b.ino;
}

function writeFailure(path: string, error: unknown): Failure {
  const reason = errorCode(error) === 'ENOENT' ? 'cannot be written: its folder does not exist' : reasonOf(error);
  return new Failure('failed', `${path} ${reason}`, 'Name another path.', { cause: error });
}
