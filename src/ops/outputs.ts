import { dirname, extname, join, resolve } from 'node:path';
import { errorCode, isDevice, sortOf } from '../io/disk/error-code.ts';
import { statOf } from '../io/disk/stat-of.ts';
import type { Stat } from '../io/disk.ts';
import { hasSameBytes, makeUserFolders, type UserFilePlace, userFile } from '../io/user-file.ts';
import { readingWords } from '../io/walk/look-at-name.ts';
import { isConvoOutput, isMarkedRedacted, type OutputKind } from '../model/convo-output.ts';
import { Failure } from '../model/failure.ts';
import { isAtOrBelow } from '../model/path.ts';
import type { HostEnvironment } from '../stores/kind.ts';
import type { ReadContext } from './reading.ts';
import { storeAround, truePath } from './sites/store-around.ts';
import { pathFromArgument } from './user-files.ts';

/** Files that a command reads and writes beside its stores. No path has two meanings, and nothing is written into a store of any kind. */
export interface Outputs {
  /** Makes an input path absolute. */
  reads(typed: string): string;
  /**
   * A file to write. Throws Failure `refused` for a path in a store, or a file that convo did not write unless forced;
   * `usage` for a path that is not a file, or has another meaning in this command.
   */
  file(typed: string, kind: OutputKind): OutputFile;
  /**
   * An output folder, absolute and without links; may be missing. `below`: names to be written in it; `elsewhere`: the
   * way out. Throws Failure like `file`.
   */
  folder(typed: string, how?: { readonly below?: readonly string[]; readonly elsewhere?: string }): string;
  /**
   * Files in a folder, with names that no program uses. One check for all with the same ending, because it inspects
   * everything around. Throws Failure like `file`.
   */
  filesIn(typed: string, kind: OutputKind): (file: string) => OutputFile;
}

export interface OutputFile extends UserFilePlace {
  /** True if the present file is such an output. False for no file, and if forced. */
  readonly isOwn: boolean;
  /** True if nothing shows who wrote the file: it may stay, but must not be replaced. */
  readonly isKept?: boolean;
  readonly isRedacted: boolean;
}

export interface OutputsOptions {
  readonly cwd: string;
  readonly around: Omit<HostEnvironment, 'worktrees'> | null;
  readonly force: boolean;
  /** A file that reports are appended to, as GitHub's step summary; null for none. */
  readonly added: string | null;
}

export function refuseUnredacted({ name, isRedacted }: Pick<OutputFile, 'name' | 'isRedacted'>): void {
  if (!isRedacted) return;
  const hint = 'Give --redact again, name another folder, or --force.';
  throw new Failure('refused', `${name} is redacted, and what would replace it is not`, hint);
}

/** Makes the folder of a file, and those above. Throws Failure like `userFile`. */
export function makeFolderOf({ path }: UserFilePlace): void {
  makeUserFolders(dirname(path), new Set());
}

export function outputsOf(reading: ReadContext, { cwd, around, force, added }: OutputsOptions): Outputs {
  const { disk } = reading;
  const named = new Set<string>();
  const claim = (typed: string): { readonly path: string; readonly name: string } => {
    const name = pathFromArgument(cwd, typed);
    const path = orUnreachable(name, () => truePath(disk, name));
    const isTaken = [...named].some((other) => isAtOrBelow(path, other) || isAtOrBelow(other, path));
    if (isTaken) throw new Failure('usage', `${typed} is named for two things`, 'Give each a path of its own.');
    named.add(path);
    return { path, name };
  };
  const refuse = (name: string, why: string | null, hint = 'Name a path outside of every store.'): void => {
    if (why !== null) throw new Failure('refused', `${name} ${why}`, hint);
  };
  return {
    reads: (typed) => claim(typed).name,
    folder: (typed, { below = [], elsewhere } = {}) => {
      const { path, name } = claim(typed);
      refuse(name, storeAround(reading, around, { path, type: 'folder' }), elsewhere);
      for (const inner of below.map((each) => join(path, each))) {
        const link = statOf(disk, inner)?.type === 'link' ? 'is a link, and nothing is written through one here' : null;
        refuse(inner, link ?? storeAround(reading, around, { path: inner, type: 'folder' }), elsewhere);
      }
      return path;
    },
    file: (typed, kind) => {
      const { path, name } = claim(typed);
      const found = foundFile(reading, { path, name, kind });
      refuse(name, storeAround(reading, around, { path, type: 'file', isOwn: found.isOwn }));
      requireFile(typed, name, found.was);
      const isAdded = kind === 'report' && added !== null && resolve(cwd, added) === name;
      if (!isAdded && !force) requireOwn(name, kind, found);
      return { path, name, was: found.was, isOwn: found.isOwn, isRedacted: found.isRedacted, isAdded };
    },
    filesIn: (typed, kind) => {
      const folder = claim(typed);
      const names = new Set<string>();
      return (file) => {
        const path = join(folder.path, file);
        const name = join(folder.name, file);
        const found = foundFile(reading, { path, name, kind });
        if (found.was?.type === 'link') refuse(name, 'is a link, and nothing is written through one here');
        const { isOwn, isRedacted } = found;
        const alike = `${extname(file)} ${isOwn}`;
        if (!names.has(alike)) refuse(name, storeAround(reading, around, { path, type: 'file', isOwn }));
        names.add(alike);
        requireFile(file, name, found.was);
        const isKept = kind === 'lines' && !force && !found.isEmpty;
        if (!force && !isKept) requireOwn(name, kind, found);
        return { path, name, was: found.was, isOwn, isRedacted, isKept };
      };
    },
  };
}

interface FoundFile extends Pick<OutputFile, 'was' | 'isOwn' | 'isRedacted'> {
  readonly isEmpty: boolean;
}

function foundFile(
  reading: ReadContext,
  { path, name, kind }: { path: string; name: string; kind: OutputKind },
): FoundFile {
  const was = orUnreachable(name, () => statOf(reading.disk, path));
  const head = was?.type === 'file' ? headOf(reading, path) : '';
  const isOwn = isConvoOutput(kind, head);
  return { was, isOwn, isRedacted: isOwn && isMarkedRedacted(head), isEmpty: head === '' };
}

function requireOwn(name: string, kind: OutputKind, { isOwn, isEmpty }: FoundFile): void {
  if (isOwn || isEmpty) return;
  const what = `${name} exists already and is not a ${kind} of convo`;
  throw new Failure('refused', what, 'Name another file, or --force.');
}

const HEAD_BYTES = 4096;

function headOf({ disk }: ReadContext, path: string): string {
  try {
    return Buffer.from(disk.read(path, HEAD_BYTES)).toString('utf8');
  } catch (error) {
    throw new Failure('failed', `${path} cannot be read: ${readingWords(error)}`, 'Name another file.', {
      cause: error,
    });
  }
}

function requireFile(typed: string, name: string, was: Stat | null): void {
  const isFolder = was?.type === 'folder' || /(?:^|\/)\.{0,2}$/.test(typed);
  if (isFolder) throw new Failure('usage', `${name} is a folder, not a file`, 'Name another file.');
  if (was?.type === 'other' && !isDevice(was))
    throw new Failure('usage', `${name} is ${sortOf(was)}`, 'Name another file.');
}

/** Streams of a process, which may be pipes. */
const STREAM = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

function orUnreachable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT')
      throw new Failure('failed', `${path} cannot be reached: ${readingWords(error)}`, 'Name another path.', {
        cause: error,
      });
    throw STREAM.test(path)
      ? new Failure('usage', `${path} is a pipe here, not a file`, 'Without a file it goes to stdout.')
      : new Failure('usage', `${path} is a link that leads nowhere`, 'Name what it should lead to.');
  }
}

export function openOutput(place: OutputFile): WrittenFile {
  return userFile(place);
}

export type WrittenFile = ReturnType<typeof userFile>;

/** Writes a file whole or not at all; returns the number of bytes. */
export async function writeInPieces(place: OutputFile, chunks: Iterable<string | Uint8Array>): Promise<number> {
  if (place.isKept === true) return sameAs(place, chunks);
  const file = openOutput(place);
  try {
    for (const chunk of chunks) file.write(chunk);
    return await file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function sameAs(place: OutputFile, chunks: Iterable<string | Uint8Array>): number {
  if (hasSameBytes(place, chunks)) return place.was?.size ?? 0;
  const message = `${place.name} exists already, and is not what would be written now`;
  throw new Failure('refused', message, 'Name another folder, or --force.');
}
