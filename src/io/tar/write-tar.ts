import { createHash } from 'node:crypto';
import { Failure } from '../../model/failure.ts';
import { errorCode } from '../disk/error-code.ts';
import { WINDOW } from '../disk/file-source.ts';
import type { ReadDisk } from '../disk.ts';
import type { UserFile } from '../user-file.ts';
import { readingWords } from '../walk/read-finding.ts';
import { TAR_END, type TarFile, tarHead, tarPadding } from './tar-head.ts';

/** One file that goes into a tar. */
export interface PackedFile extends TarFile {
  /** Where its bytes are, absolute; or the bytes, of what was made for it. */
  readonly from: string | Uint8Array;
  /** Lower-case hex sha256 of its bytes as they were when they were looked at. */
  readonly digest: string;
}

/**
 * Writes files as a tar, a window at a time, each as it was when it was looked at: what a program appended since is left out, and
 * those that grew so are answered. `pause` is awaited between windows. Throws Failure `failed` for a file that is another one now.
 */
export async function writeTar(
  disk: ReadDisk,
  out: UserFile,
  files: Iterable<PackedFile>,
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  const grown: string[] = [];
  for (const file of files) {
    out.write(tarHead(file));
    if (typeof file.from === 'string') {
      await copyInto(disk, out, { ...file, from: file.from }, pause);
      if (disk.stat(file.from).size > file.size) grown.push(file.from);
    } else out.write(file.from);
    out.write(tarPadding(file.size));
  }
  out.write(TAR_END);
  return grown;
}

async function copyInto(
  disk: ReadDisk,
  out: UserFile,
  { from, size, digest }: PackedFile & { readonly from: string },
  pause: () => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    const bytes = readAt(disk, from, Math.min(WINDOW, size - at), at);
    if (bytes.length === 0) break;
    hash.update(bytes);
    out.write(bytes);
    at += bytes.length;
    await pause();
  }
  if (hash.digest('hex') !== digest)
    throw new Failure('failed', `${from} changed while it was packed`, 'Nothing was written. Run it again.');
}

function readAt(disk: ReadDisk, path: string, length: number, at: number): Uint8Array {
  try {
    return disk.read(path, length, at);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    throw new Failure('failed', `${path} cannot be read: ${readingWords(error)}`, 'Nothing was written.', {
      cause: error,
    });
  }
}
