import { refusePath } from '../../../model/plan-path.ts';
import { refused, unchanged } from '../../decided.ts';
import type { Ask, Left, Piece } from '../../kind.ts';
import type { FnordDocument } from '../document.ts';
import type { FnordVerbs } from '../session.ts';
import { forkFnord } from './fork.ts';
import { healFnord } from './heal.ts';
import { migrateFnord } from './migrate.ts';
import { rehomeFnord } from './rehome.ts';
import { archiveFnord, deleteFnord, restoreFnord } from './shelve.ts';

/** The functions that decide the changing verbs. Nothing of a project depends on its units once they are done; the settings name its folder. */
export const fnordVerbs: FnordVerbs = {
  decide: decideFnord,
  close: (scope, ask) => (ask.verb === 'rehome' ? rehomeFnord(scope, ask) : unchanged()),
};

/** The decision of a verb on one fnord conversation. */
function decideFnord(document: FnordDocument, ask: Ask): Piece | Left {
  const { id } = document;
  if (id.includes('/') || refusePath(id) !== null)
    return refused({ codes: [], reason: 'has an id that is not a file name' });
  switch (ask.verb) {
    case 'heal':
      return healFnord(document, ask);
    case 'migrate':
      return migrateFnord(document, ask);
    case 'fork':
      return forkFnord(document, ask);
    case 'archive':
      return archiveFnord(document);
    case 'restore':
      return restoreFnord(document);
    case 'delete':
      return deleteFnord(document);
    case 'rename':
      return refused({ codes: [], reason: 'cannot be renamed: fnord shows the first question, and stores no title' });
    case 'rehome':
      return unchanged();
    case 'tag':
      return refused({ codes: [], reason: 'cannot be tagged: fnord stores no tags' });
  }
}
