import { digestOf } from '../../io/disk/digest.ts';
import { nullOn } from '../../io/disk/error-code.ts';
import { digestSource, fileSource, rangeSource } from '../../io/disk/file-source.ts';
import type { ReadDisk, Stat } from '../../io/disk.ts';
import { type PackedFile, readTar, type TarEntry, writeTar } from '../../io/tar.ts';
import { userFile } from '../../io/user-file.ts';
import { refusePath } from '../../model/check-change.ts';
import { addToCount } from '../../model/collections.ts';
import { Failure } from '../../model/failure.ts';
import { foldersAbove } from '../../model/path.ts';
import type { FileRange } from '../../model/plan.ts';
import { PACK_MANIFEST, type Seal } from '../../model/seal.ts';
import { countOf } from '../../stores/words.ts';
import type { OutputFile } from '../outputs.ts';
import { type ReadSeal, sealFrom } from '../seal/read-seal.ts';
import { readOrFail } from '../sites/given.ts';

/** A pack whose every byte matches its manifest; `file` is absolute. */
export interface ReadPack {
  readonly file: string;
  readonly conversations: ReadSeal['conversations'];
  readonly files: ReadonlyMap<string, FileRange>;
}

type YieldBetweenFiles = () => Promise<void>;

/** Reads a pack and checks each file against the manifest, holding none. Throws Failure for an invalid or damaged pack. */
export async function readPack(disk: ReadDisk, file: string, pause: YieldBetweenFiles): Promise<ReadPack> {
  const stat = statOfPack(disk, file);
  const moved = () => new Failure('refused', `${file} was changed while it was read`, NOTHING_WRITTEN);
  const entries = entriesIn(readTar(fileSource(disk, file, stat, moved), file), file);
  const manifest = entries.get(PACK_MANIFEST);
  if (manifest === undefined)
    throw new Failure(
      'usage',
      `${file} has no ${PACK_MANIFEST}: it is not a pack of convo`,
      'Name what `convo pack` wrote.',
    );
  if (manifest.size > MAX_MANIFEST_BYTES) throw refusal(file, `has a ${PACK_MANIFEST} of more than 256 MiB`);
  const range = (entry: TarEntry, was: string): FileRange => {
    const { at, size, mode, mtimeMs } = entry;
    return { file, at, size, was, mode, mtimeMs };
  };
  const sourceOf = (entry: TarEntry) => rangeSource(disk, range(entry, ''), stat);
  const seal = manifestFrom(sourceOf(manifest).slice, file);
  const files = new Map([[PACK_MANIFEST, range(manifest, digestSource(sourceOf(manifest)))]]);
  entries.delete(PACK_MANIFEST);
  for (const [path, entry] of entries) {
    if (entry.type === 'folder') continue;
    const digest = digestSource(sourceOf(entry));
    refuseUnlike(seal, path, digest, file);
    files.set(path, range(entry, digest));
    await pause();
  }
  const lost = [...seal.files.keys()].find((path) => !files.has(path));
  if (lost !== undefined) throw refusal(file, `lacks ${JSON.stringify(lost)}, which its ${PACK_MANIFEST} names`);
  return { file, conversations: seal.conversations, files };
}

function manifestFrom(read: (at: number, length: number) => Uint8Array, file: string): ReadSeal {
  try {
    return sealFrom(read, `the ${PACK_MANIFEST} in ${file}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage') throw error;
    throw new Failure('usage', error.message, PACK_AGAIN, { cause: error });
  }
}

const PACK_AGAIN = 'Nothing was written. Pack it again where it was packed.';

/** Refuses to replace a pack if conversations are only in the old one: programs may have deleted them since. */
export function refuseLoss(disk: ReadDisk, { path, name, was, isOwn }: OutputFile, { conversations }: Seal): void {
  if (was === null || !isOwn) return;
  const lost = withoutMatch(conversationsIn(disk, path, was), conversations);
  const [first] = lost;
  if (first === undefined) return;
  const others = lost.length === 1 ? '' : ` and ${countOf(lost.length - 1, 'more conversation')}`;
  throw new Failure(
    'refused',
    `${name} is a pack with ${first.id}${others}, which this one would not have`,
    'Name another file, or --force.',
  );
}

type PackedConversation = Pick<ReadSeal['conversations'][number], 'kind' | 'id' | 'path'>;

/** Conversations of `before` without a match of their path, or else of their id: an id may be in two projects, and a project may have moved. */
function withoutMatch<T extends PackedConversation>(before: readonly T[], after: readonly PackedConversation[]): T[] {
  const keyOf = ({ kind, id }: PackedConversation) => `${kind} ${id}`;
  const [pathsBefore, pathsAfter] = [before, after].map((all) => new Set(all.map(({ path }) => path)));
  const moved = new Map<string, number>();
  for (const each of after) if (!pathsBefore?.has(each.path)) addToCount(moved, keyOf(each), 1);
  return before.filter((each) => {
    if (pathsAfter?.has(each.path)) return false;
    const remaining = moved.get(keyOf(each)) ?? 0;
    moved.set(keyOf(each), remaining - 1);
    return remaining <= 0;
  });
}

/** Conversations in a pack's manifest, without checking its files; empty if it is damaged. */
function conversationsIn(disk: ReadDisk, file: string, was: Stat): ReadSeal['conversations'] {
  try {
    const moved = () => new Failure('refused', `${file} was changed while it was read`);
    for (const { path, at, size, mode, mtimeMs } of readTar(fileSource(disk, file, was, moved), file))
      if (path === PACK_MANIFEST && size <= MAX_MANIFEST_BYTES)
        return sealFrom(rangeSource(disk, { file, at, size, was: '', mode, mtimeMs }, was).slice, file).conversations;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return [];
}

function refuseUnlike(seal: ReadSeal, path: string, digest: string, file: string): void {
  const was = seal.files.get(path);
  if (was === undefined) throw refusal(file, `holds ${JSON.stringify(path)}, which its ${PACK_MANIFEST} does not name`);
  if (was !== digest)
    throw refusal(file, `holds ${JSON.stringify(path)} with another hash than its ${PACK_MANIFEST} says`);
}

const MAX_MANIFEST_BYTES = 2 ** 28;

function statOfPack(disk: ReadDisk, file: string): Stat {
  const stat = readOrFail(file, () => nullOn(['ENOENT', 'ENOTDIR'], () => disk.stat(file)));
  if (stat?.type !== 'file') {
    const message = `${file} ${stat === null ? 'does not exist' : 'is not a file'}`;
    throw new Failure('usage', message, 'Name what `convo pack` wrote.');
  }
  readOrFail(file, () => disk.read(file, 1));
  return stat;
}

/** Entries by name; each name must be safe below any folder. */
function entriesIn(all: Iterable<TarEntry>, file: string): Map<string, TarEntry> {
  const entries = new Map<string, TarEntry>();
  for (const entry of all) {
    const { path, type } = entry;
    if (type === 'folder' && (path === '' || path === '.')) continue;
    const reason = refusePath(path);
    if (reason !== null) throw refusal(file, `holds ${JSON.stringify(path)}: the name ${reason}`);
    if (entries.has(path)) throw refusal(file, `holds ${JSON.stringify(path)} twice`);
    entries.set(path, entry);
  }
  for (const path of entries.keys()) refuseBelowFile(entries, path, file);
  return entries;
}

function refuseBelowFile(entries: ReadonlyMap<string, TarEntry>, path: string, file: string): void {
  for (const folder of foldersAbove(path))
    if (entries.get(folder)?.type === 'file')
      throw refusal(file, `holds ${JSON.stringify(folder)} as a file, and files below it`);
}

const NOTHING_WRITTEN = 'Nothing was written.';

function refusal(file: string, what: string): Failure {
  return new Failure('refused', `${file} ${what}`, NOTHING_WRITTEN);
}

export interface WrittenPack {
  readonly bytes: number;
  /** Files that a program appended to meanwhile; absolute. */
  readonly grown: readonly string[];
}

interface Packer {
  interrupted(): boolean;
  yieldNow(): Promise<void>;
}

/**
 * Writes a pack, manifest first, all or nothing, private to its user. Throws Failure `failed` for a file that changed
 * since it was read, `interrupted`, and like `userFile`.
 */
export async function writePack(
  disk: ReadDisk,
  place: OutputFile,
  { files, manifest }: { readonly files: readonly PackedFile[]; readonly manifest: string },
  { interrupted, yieldNow }: Packer,
): Promise<WrittenPack> {
  const out = userFile(place, { isPrivate: true });
  try {
    const pause = async (): Promise<void> => {
      await yieldNow();
      if (interrupted()) throw new Failure('interrupted', 'interrupted: nothing was written');
    };
    const grown = await writeTar(disk, out, [manifestFile(files, manifest), ...files], pause);
    return { bytes: await out.finish(), grown };
  } catch (error) {
    out.abandon();
    throw error;
  }
}

/** The manifest as a file as old as the newest one, so that a pack does not reveal when it was made. */
function manifestFile(files: readonly PackedFile[], manifest: string): PackedFile {
  const from = Buffer.from(manifest);
  const newest = files.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0);
  const mtimeMs = Math.floor(newest / 1000) * 1000;
  return { path: PACK_MANIFEST, from, size: from.length, mode: 0o600, mtimeMs, digest: digestOf(from) };
}
