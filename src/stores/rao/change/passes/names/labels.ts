import type { Edit } from '../../../../../codecs/edit.ts';
import { decodeNames } from '../../../decode/tables/names.ts';
import type { FileRepair } from '../repair.ts';

/** Takes the label off each row, and the comma behind it. */
export function withoutLabels(bytes: Uint8Array): FileRepair {
  const { rows } = decodeNames(bytes);
  const edits = rows.flatMap(({ row: { start, fields } }): Edit[] => {
    const number = fields[1];
    return number === undefined ? [] : [{ at: start, remove: number.start - start, insert: new Uint8Array(0) }];
  });
  return { edits, notes: [] };
}
