import { aboutFile, type Finding } from '../../model/finding.ts';
import { errorCode } from '../disk/error-code.ts';
import { sortIn } from '../disk/file-sort.ts';

/** The finding for a file or folder that a system error keeps from being read. */
export function readFinding(
  error: unknown,
  where: { readonly path: string; readonly id: string | null },
  what: 'file' | 'folder',
): Finding {
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return aboutFile('ST009', where.id, where.path, 'vanished while it was looked at');
  if (code === 'EFBIG') return aboutFile('ST008', where.id, where.path, 'is larger than 2 GiB');
  return aboutFile(what === 'file' ? 'ST001' : 'ST002', where.id, where.path, `cannot be read: ${readingWords(error)}`);
}

/** Why something cannot be read, in words that can follow a colon. */
export function readingWords(error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFILE') return `it is ${sortIn(error)}`;
  return WORDS[code] ?? (code === '' ? String(error) : `the system says ${code}`);
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the device reports an error',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
  ENOMEM: 'it does not fit into the free memory',
  ESTALE: 'the network file system lost it',
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is below something that is not a folder',
  EISDIR: 'it is a folder',
};
