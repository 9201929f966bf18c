import { causeOf } from '../../model/system-cause.ts';
import { errorCode } from './error-code.ts';
import { sortIn } from './file-sort.ts';

/** To follow a path. */
export function reasonOf(error: unknown): string {
  return worded(error, (code) => (code === 'EIO' ? 'read or written' : 'written'));
}

/** A clause. */
export function readReasonOf(error: unknown): string {
  return worded(error, () => 'read');
}

function worded(error: unknown, deed: (code: string) => string): string {
  const code = errorCode(error);
  if (code === 'ENOTFILE') return `is ${sortIn(error)}`;
  if (code === null) return error instanceof Error ? error.message : String(error);
  const cause = causeOf(code);
  return CLAUSES[code] ?? (cause === null ? `failed with ${code}` : `could not be ${deed(code)}: ${cause}`);
}

/** Errors that say more than that a path cannot be read or written. */
const CLAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'is gone',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'cannot be reached: it, or a name on the way to it, is a file',
  ELOOP: 'is a link that leads in a circle',
  ENOMEM: 'does not fit into the free memory',
  EXDEV: 'cannot be moved to another file system',
  ENAMETOOLONG: 'has a name that is too long for this file system',
};
