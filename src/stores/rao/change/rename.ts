import { refused } from '../../decided.ts';
import type { AskFor, Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import { archiveNamesPath, isReached, namesPath } from '../layout/layout.ts';
import { countsOf, joined, missing } from './folders.ts';

/** Gives a conversation another name. Only the table of names has it, and that is changed when the scope is closed. */
export function rename({ id, active, archived, scope }: RaoDocument, { title }: AskFor<'rename'>): Piece | Left {
  const folder = active ?? archived;
  if (folder === null) return missing();
  if (!isReached(id)) return refused({ codes: [], reason: 'has a number that Rao does not open' });
  const counts = countsOf(folder);
  const path = active === null ? archiveNamesPath(scope.site) : namesPath(scope.site);
  return joined({
    path,
    steps: [],
    before: counts,
    after: counts,
    notes: [`its name becomes ${JSON.stringify(title)}`],
  });
}
