import { digestOf } from '../../io/disk/digest.ts';
import type { ReadDisk } from '../../io/disk.ts';
import { type PackedFile, writeTar } from '../../io/tar.ts';
import { userFile } from '../../io/user-file.ts';
import { Failure } from '../../model/failure.ts';
import type { OutputFile } from '../outputs.ts';

/** The name of the manifest in a pack, which `sha256sum -c` and `convo verify --against` read. */
export const PACK_MANIFEST = 'MANIFEST';

export interface WrittenPack {
  readonly bytes: number;
  /** Files that a program appended to meanwhile, absolute. */
  readonly grown: readonly string[];
}

interface Packer {
  interrupted(): boolean;
  yieldNow(): Promise<void>;
}

/**
 * Writes a pack, its manifest first: it is there whole or not at all, and for its user alone. Throws Failure: `failed` for a file
 * that is another one than was read before, `interrupted`, and as `userFile` does.
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

/** As old as the newest file, so that nothing in a pack says when it was packed. */
function manifestFile(files: readonly PackedFile[], manifest: string): PackedFile {
  const from = Buffer.from(manifest);
  const newest = files.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0);
  const mtimeMs = Math.floor(newest / 1000) * 1000;
  return { path: PACK_MANIFEST, from, size: from.length, mode: 0o600, mtimeMs, digest: digestOf(from) };
}
