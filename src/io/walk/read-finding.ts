import { aboutFile, type Finding } from '../../model/finding.ts';
import { causeOf } from '../../model/system-cause.ts';
import { errorCode } from '../disk/error-code.ts';
import { sortIn } from '../disk/file-sort.ts';

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

/** To follow a colon. */
export function readingWords(error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFILE') return `it is ${sortIn(error)}`;
  // Readers see one cause; old baselines contain it.
  const cause = causeOf(code === 'EPERM' ? 'EACCES' : code);
  return cause ?? (code === '' ? String(error) : `the system says ${code}`);
}
