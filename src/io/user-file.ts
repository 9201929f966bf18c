import fs, { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Failure } from '../model/failure.ts';
import { attempt, errorCode, succeeds } from './disk/error-code.ts';
import { isDevice } from './disk/file-sort.ts';
import { reasonOf } from './disk/reason-of.ts';
import { partBeside } from './disk/temp-name.ts';
import type { Stat } from './disk.ts';

/** Where a file of the user's choice is written, as it was looked at before. */
export interface UserFilePlace {
  /** Absolute, and without links. */
  readonly path: string;
  /** As messages name it. */
  readonly name: string;
  /** The file that is there; null for none. */
  readonly was: Stat | null;
  /** It is to be added to, as GitHub wants for a step summary. */
  readonly isAdded?: boolean;
}

/** A file that is being written. It is there whole, or what was there stays as it was. */
export interface UserFile {
  write(what: string | Uint8Array): void;
  /** Puts everything on the disk, and answers how many bytes; it is not under its name yet. */
  settle(): number;
  /** Makes it visible under its name. */
  publish(): void;
  /** Puts everything on the disk under its name, and answers how many bytes. */
  finish(): Promise<number>;
  /** Leaves what was there. */
  abandon(): void;
}

/** Characters held back before they are written: a text up to this size is written by `write-file-atomic`. */
const HELD = 1 << 20;

/** How a file is written. */
interface UserFileOptions {
  /** Only its user may read it, whatever was there before. */
  readonly isPrivate?: boolean;
  /** Written in pieces from the beginning. */
  readonly isLarge?: boolean;
}

/**
 * Opens a file of the user's choice. A device such as /dev/stderr is written to directly. Each call throws Failure: `failed` when the disk refuses, `refused` where the path does not
 * lead any more where it did when it was looked at.
 */
export function userFile(place: UserFilePlace, { isPrivate = false, isLarge = false }: UserFileOptions = {}): UserFile {
  const isDirect = place.isAdded === true || isDevice(place.was);
  const isAtomic = !isDirect && !isPrivate && !isLarge && Buffer.byteLength(basename(place.path)) <= LONGEST_NAME;
  const trying = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw error instanceof Failure ? error : writeFailure(place.name, error);
    }
  };
  const part = openedLater(() => (isDirect ? direct(place) : beside(place, isPrivate)));
  // A place that cannot be written to is refused before the work begins.
  trying(() => (isAtomic ? requireWritable(place) : part.open()));
  const abandon = (): void => {
    attempt(part.close);
    attempt(part.drop);
  };
  const orAbandon = <T>(work: () => T): T => {
    try {
      return trying(work);
    } catch (error) {
      abandon();
      throw error;
    }
  };
  let held = '';
  const flush = (): void => {
    const text = held;
    held = '';
    writeAll(part.open().file, Buffer.from(text));
  };
  const settle = (): number =>
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
      if (typeof what === 'string') held += what;
      // What is held comes before bytes that were given after it.
      if (typeof what !== 'string' || held.length >= HELD) orAbandon(flush);
      if (typeof what !== 'string') orAbandon(() => writeAll(part.open().file, what));
    },
    settle,
    publish,
    finish: async () => {
      if (isAtomic && !part.isBegun()) {
        const { sync } = (await import('write-file-atomic')).default;
        return trying(() => writeAtomic(sync, place, Buffer.from(held)));
      }
      const size = settle();
      publish();
      return size;
    },
    abandon,
  };
}

/** A file that is opened when it is first written to, and closed once. */
function openedLater(begin: () => Opened) {
  let opened: Opened | null = null;
  let isOpen = true;
  return {
    isBegun: () => opened !== null,
    open: (): Opened => {
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

/** Bytes of a name that still leave room for the digits that `write-file-atomic` puts behind it. */
const LONGEST_NAME = 240;

/** A place that `write-file-atomic` would only find at the end to be one that cannot be written to. */
function requireWritable(place: UserFilePlace): void {
  requireSame(place, { exact: true });
  fs.accessSync(dirname(place.path), constants.W_OK);
}

/** Answers how many bytes. The file stays what it was until all of them are on the disk. */
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

/** The library takes a write that came short for a whole one: a disk without room says so here, before anything is replaced. */
function reserve(part: string, size: number): void {
  const file = fs.openSync(part, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    writeAll(file, Buffer.alloc(size));
  } finally {
    fs.closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(file, bytes, at);
}

/** Writes a file of the user's choice, whole or not at all. Throws Failure as `userFile` does. */
export async function writeUserFile(place: UserFilePlace, text: string): Promise<void> {
  const file = userFile(place);
  file.write(text);
  await file.finish();
}

/** Whether a file has these bytes and no others. Throws Failure as `userFile` does. */
export function holdsAlready({ path, name }: UserFilePlace, chunks: Iterable<string | Uint8Array>): boolean {
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

/**
 * Makes a folder of the user's choice, and those on the way; `made` gets those that were not there. Throws Failure: `failed` when the
 * disk refuses, `refused` where a link is on the way.
 */
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

/** Not recursive: Node says of a disk that is read only that the folder above does not exist. */
function makeFolder(folder: string, made: Set<string>): void {
  try {
    fs.mkdirSync(folder);
    syncNames(dirname(folder));
    made.add(folder);
  } catch (error) {
    // Another convo has made it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** An open file, and what becomes of it. */
interface Opened {
  readonly file: number;
  publish(): void;
  drop(): void;
}

function direct(place: UserFilePlace): Opened {
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

/** Beside its name, until it is whole. */
function beside(place: UserFilePlace, isPrivate: boolean): Opened {
  const { path, was } = place;
  const part = partBeside(path, '.convo-part');
  requireSame(place, { exact: true });
  // A file left there by an interrupted run is not written into: it may be a link, or others may read it.
  fs.rmSync(part, { force: true });
  const file = fs.openSync(part, 'wx', isPrivate ? 0o600 : 0o666);
  if (was !== null && !isPrivate) applyAttributes(file, was);
  const own = fs.fstatSync(file);
  const isOurs = () => isSame(fs.lstatSync(part, { throwIfNoEntry: false }), own);
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

/** Makes the names in a folder durable: what was reported as written is there after a power cut. */
function syncNames(folder: string): void {
  const file = fs.openSync(folder, constants.O_RDONLY);
  try {
    // Some network file systems cannot sync a folder and say so.
    succeeds(['EINVAL', 'ENOTSUP'], () => fs.fsyncSync(file));
  } finally {
    fs.closeSync(file);
  }
}

/** As what it replaces: as open, and of the same user where that is allowed. */
function applyAttributes(file: number, { mode, uid, gid }: Stat): void {
  const stats = fs.fstatSync(file);
  if (stats.uid !== uid || stats.gid !== gid) attempt(() => fs.fchownSync(file, uid, gid));
  fs.fchmodSync(file, mode & 0o777);
}

/** Throws Failure `refused` where a link or another file has taken the place of what was looked at; `exact`: or where it was written to. */
function requireSame({ path, name, was }: UserFilePlace, { exact }: { readonly exact: boolean }): void {
  const now = fs.lstatSync(path, { throwIfNoEntry: false });
  const isStill =
    now === undefined || (!now.isSymbolicLink() && isSame(now, was) && !(exact && now.mtimeMs !== was?.mtimeMs));
  if (!isStill) throw elsewhere(name);
  requireReal(dirname(path), name);
}

/** Throws Failure `refused` where a link is on the way to a folder. */
function requireReal(folder: string, name: string): void {
  if (fs.realpathSync.native(folder) !== folder) throw elsewhere(name);
}

function elsewhere(name: string): Failure {
  const hint = 'Nothing was written there: it is, or is behind, a link or a file that has appeared since.';
  return new Failure('refused', `${name} does not lead where it did when the command began`, hint);
}

function isSame(a: Pick<Stat, 'dev' | 'ino'> | undefined, b: Pick<Stat, 'dev' | 'ino'> | null): boolean {
  return a !== undefined && b !== null && a.dev === b.dev && a.ino === b.ino;
}

function writeFailure(path: string, error: unknown): Failure {
  const reason = errorCode(error) === 'ENOENT' ? 'cannot be written: its folder does not exist' : reasonOf(error);
  return new Failure('failed', `${path} ${reason}`, 'Name another path.', { cause: error });
}
