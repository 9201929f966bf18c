import { causeOf } from '../../model/failure.ts';

export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** The result of `call`; null for an error of a disk, or of data. Throws errors of convo's own code. */
export function orNull<T>(call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (isCodingError(error)) throw error;
    return null;
  }
}

/** True for an error in convo's code. Those that Node throws for an argument have a code. */
function isCodingError(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);
}

export function nullOn<T>(codes: readonly string[], call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

export function succeeds(codes: readonly string[], call: () => void): boolean {
  return (
    nullOn(codes, () => {
      call();
      return true;
    }) === true
  );
}

/** Thrown if the journal, or the whole disk, accepts nothing more or is unsafe: the run stops. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
}

export function stopsRun(error: unknown): boolean {
  return error instanceof DiskError || ['ENOSPC', 'EDQUOT', 'EROFS', 'ENXIO'].includes(errorCode(error) ?? '');
}

/** A clause on an error, which follows a path. */
export function reasonOf(error: unknown): string {
  return worded(error, (code) => (code === 'EIO' ? 'read or written' : 'written'));
}

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

/** Clauses for errors that mean more than that a path cannot be read or written. */
const CLAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'is gone',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'cannot be reached: it, or a name on the way to it, is a file',
  ELOOP: 'is a link that leads in a circle',
  ENOMEM: 'does not fit into the free memory',
  EXDEV: 'cannot be moved to another file system',
  ENAMETOOLONG: 'has a name that is too long for this file system',
};

interface WithMode {
  readonly mode: number;
}

/** A character device, such as a terminal or /dev/null. */
export function isDevice(stat: WithMode | null): boolean {
  return stat !== null && (stat.mode & FORMAT) === DEVICE;
}

export function sortOf({ mode }: WithMode): string {
  const sort = SORTS.get(mode & FORMAT);
  return sort === undefined ? 'not a file' : `${sort}, not a file`;
}

export function notAFile(path: string, stat: WithMode): Error {
  const sort = sortOf(stat);
  return Object.assign(new Error(`ENOTFILE: is ${sort}, read '${path}'`), { code: 'ENOTFILE', path, sort });
}

export function sortIn(error: unknown): string {
  return error instanceof Error && 'sort' in error ? String(error.sort) : 'not a file';
}

/** The type bits of a mode (POSIX, sys/stat.h). */
const FORMAT = 0o170000;
const DEVICE = 0o020000;

const SORTS: ReadonlyMap<number, string> = new Map([
  [0o010000, 'a named pipe (FIFO)'],
  [DEVICE, 'a device'],
  [0o060000, 'a device'],
  [0o140000, 'a socket'],
]);
