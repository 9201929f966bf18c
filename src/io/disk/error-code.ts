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
