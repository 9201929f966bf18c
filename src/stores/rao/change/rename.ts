import { refused } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { archiveNamesPath, isReached, namesPath } from '../layout/layout.ts';
import { changedWithNames, noFolder, raoCounts } from './folders.ts';

/** Gives a conversation another name. Only the table of names has it, and that is changed when the scope is closed. */
export function renameRao({ id, active, archived, scope }: RaoDocument, { title }: AskFor<'rename'>): Piece | Left {
  const folder = active ?? archived;
  if (folder === null) return noFolder();
  if (!isReached(id)) return refused({ codes: [], reason: 'has a number that Rao does not open' });
  const counts = raoCounts(folder);
  const path = active === null ? archiveNamesPath(scope.site) : namesPath(scope.site);
  return changedWithNames({
    path,
    steps: [],
    before: counts,
    after: counts,
    notes: [`its name becomes ${JSON.stringify(title)}`],
  });
}
