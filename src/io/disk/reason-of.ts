import { errorCode } from './error-code.ts';
import { sortIn } from './file-sort.ts';

/** The error in words that can follow a path. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOTFILE') return `is ${sortIn(error)}`;
  if (code !== null) return WORDS[code] ?? `failed with ${code}`;
  return error instanceof Error ? error.message : String(error);
}

/** The same for what was only to be read. */
export function readReasonOf(error: unknown): string {
  return reasonOf(error).replace(/^could not be (?:read or )?written/, 'could not be read');
}

const WORDS: Record<string, string> = {
  ENOSPC: 'could not be written: the disk is full',
  EDQUOT: 'could not be written: the disk quota is used up',
  EROFS: 'could not be written: the file system is read-only',
  EIO: 'could not be read or written: the device reports an error',
  EACCES: 'could not be written: permission denied',
  EPERM: 'could not be written: not permitted',
  ENOENT: 'is gone',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'cannot be reached: it, or a name on the way to it, is a file',
  ELOOP: 'is a link that leads in a circle',
  ENOMEM: 'does not fit into the free memory',
  EXDEV: 'cannot be moved to another file system',
  ENAMETOOLONG: 'has a name that is too long for this file system',
};
