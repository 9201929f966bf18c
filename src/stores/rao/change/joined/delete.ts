import { NO_COUNTS } from '../../../../model/change-report.ts';
import { refused } from '../../../decided.ts';
import type { Left, Piece } from '../../../kind.ts';
import type { RaoDocument } from '../../document.ts';
import { remoteRows } from '../copy/left-behind.ts';
import { countsOf } from '../counts.ts';
import { joined, missing, untouchable } from './outcome.ts';

/**
 * Moves a whole folder into the journal: the active one, or the archived one where no other has the number. Files that Rao uploaded
 * stay with the provider and are counted.
 */
export function remove({ active, archived }: RaoDocument): Piece | Left {
  const folder = active ?? archived;
  if (folder === null) return missing();
  const trouble = untouchable(folder);
  if (trouble !== null) return refused(trouble);
  const { path, self } = folder;
  const uploaded = remoteRows(folder).length;
  const notes = [
    ...(uploaded === 0
      ? []
      : [`${uploaded} of its attachments stay with the provider: Rao's own delete would remove them there as well`]),
    ...(active === null || archived === null ? [] : [`the archived conversation ${archived.path} stays`]),
  ];
  return joined({
    path,
    steps: [{ do: 'remove', what: 'folder', path, was: self.print() }],
    before: countsOf(folder),
    after: NO_COUNTS,
    notes,
  });
}
