import { applyEdits } from '../../../../codecs/edit.ts';
import type { Refusal } from '../../../decided.ts';
import { decodeNames } from '../../decode/tables/names.ts';
import type { NamesFile } from '../../facts.ts';
import { limited } from '../passes/repair.ts';
import { type NameChange, nameEdits } from './name-step.ts';

/**
 * What R makes of the rows that stay, which it types together: a sentence for each name that it will show otherwise. A refusal when
 * it would not read the table any more, and so overwrite it.
 */
export function seenOtherwise(file: NamesFile | null, change: NameChange): readonly string[] | Refusal {
  const names = file?.names ?? null;
  if (file === null || names === null) return [];
  const after = decodeNames(applyEdits(names.table.bytes, nameEdits(names, change)));
  if (!after.read.ok)
    return { codes: [], reason: `R would not read what is left of ${file.part.path}: ${after.read.error}` };
  const touched = new Set([...change.remove, ...change.put].map(({ id }) => id));
  const notes = [...names.shown].flatMap(([id, shown]) => {
    const [was, is] = [shown[0] ?? null, after.shown.get(id)?.[0] ?? null];
    return touched.has(id) || was === is
      ? []
      : `R shows the name of ${id} as ${JSON.stringify(is ?? 'NA')} from now on, not ${JSON.stringify(was ?? 'NA')}`;
  });
  return limited(notes);
}
