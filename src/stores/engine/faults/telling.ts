/** Bytes of what a record says from which two that begin alike are the same. */
const TELLING = 24;

/**
 * Does the beginning of a record reach into what it says, which follows `opening`: the part before that is the same in records that
 * follow each other.
 */
export function isTelling(torn: Buffer, opening: string): boolean {
  const at = torn.indexOf(opening);
  return at >= 0 && torn.length - at > opening.length + TELLING;
}
