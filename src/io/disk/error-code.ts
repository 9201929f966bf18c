/** The system's error code (`ENOENT`), or null for any other error. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}

/** The answer of `call`, or null when it fails. */
export function attempt<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}

/** The answer of `call`, or null when it fails with one of these codes. */
export function unless<T>(codes: readonly string[], call: () => T): T | null {
  try {
    return call();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}

/** True when `call` goes through, false when it fails with one of these codes. */
export function succeeds(codes: readonly string[], call: () => void): boolean {
  return (
    unless(codes, () => {
      call();
      return true;
    }) === true
  );
}

/** The journal or the whole disk is in trouble: the run stops where it is. */
export class DiskTrouble extends Error {
  override readonly name = 'DiskTrouble';
}

/** True when this error will meet every further file too. */
export function isWide(error: unknown): boolean {
  return error instanceof DiskTrouble || ['ENOSPC', 'EDQUOT', 'EROFS', 'ENXIO'].includes(errorCode(error) ?? '');
}
