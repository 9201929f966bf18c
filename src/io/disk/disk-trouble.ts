import { codeOf } from './error-code.ts';

/** The journal or the whole disk is in trouble: the run stops where it is. */
export class DiskTrouble extends Error {
  override readonly name = 'DiskTrouble';
}

/** True when this error will meet every further file too. */
export function isWide(error: unknown): boolean {
  return error instanceof DiskTrouble || ['ENOSPC', 'EDQUOT', 'EROFS', 'ENXIO'].includes(codeOf(error) ?? '');
}
