import { withOneKey } from './json/older.ts';
import { inFiles, type RaoPass } from './pass.ts';
import type { FileRepair } from './repair.ts';
import { withIndexColumn, withTwoColumns } from './tables/older.ts';

/** The step from each older shape to the one Rao writes now (docs/formats/rao.md, "Legacy"). */
export function migrations(lossy: boolean): readonly RaoPass[] {
  const careful = <T extends FileRepair & { readonly lost: readonly string[] }>(repair: T): T | string =>
    repair.lost.length === 0 || lossy ? repair : `${repair.lost[0]}: needs --lossy`;
  return [
    inFiles(['RA130', 'RA131'], ({ bytes }) => careful(withOneKey(bytes))),
    inFiles(['RA132'], ({ bytes }) => careful(withTwoColumns(bytes))),
    inFiles(['RA133'], ({ bytes }, _found, { number }) => withIndexColumn(bytes, number)),
  ];
}
