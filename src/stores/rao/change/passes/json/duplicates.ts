import { duplicates } from '../../../../../codecs/json/duplicates.ts';
import { spanOf, textOf } from '../../../../../codecs/json/value.ts';
import { dropDuplicates } from '../../../../engine/duplicates.ts';
import { type FileRepair, shown } from '../repair.ts';
import { tapeOf } from './opened.ts';

/** Leaves of equal keys in one object the first, which is the one R sees. */
export function withoutDuplicates(bytes: Uint8Array): FileRepair {
  const tape = tapeOf(bytes);
  const notes = Array.from(
    duplicates(tape),
    ({ key }) => `drops the second ${shown(textOf(key))} at byte ${spanOf(key).start}, which Rao never shows`,
  );
  return { edits: dropDuplicates(tape), notes };
}
