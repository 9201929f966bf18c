/** Bytes of a record's content after which equal beginnings mean equal records. */
const TELLING = 24;

/** True if a torn record reaches into its content behind `opening`. Consecutive records share the part before. */
export function isTelling(torn: Buffer, opening: string): boolean {
  const at = torn.indexOf(opening);
  return at >= 0 && torn.length - at > opening.length + TELLING;
}
