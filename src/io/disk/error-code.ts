import { causeOf } from '../../model/system-cause.ts';
import { sortIn } from './file-sort.ts';

/** `ENOENT` and the like; null for other errors. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** Null when it fails. */
export function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}

/** Null when it fails with one of these codes. */
export function unless<T>(codes: readonly string[], call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** False when it fails with one of these codes. */
export function succeeds(codes: readonly string[], call: () => void): boolean {
  return (
    unless(codes, () => {
      call();
      return true;
    }) === true
  );
}

/** The journal or the whole disk is in trouble: the run stops. */
export class DiskTrouble extends Error {
  override readonly name = 'DiskTrouble';
}

/** Every further file would meet this error too. */
export function isWide(error: unknown): boolean {
  return error instanceof DiskTrouble || ['ENOSPC', 'EDQUOT', 'EROFS', 'ENXIO'].includes(errorCode(error) ?? '');
}

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
