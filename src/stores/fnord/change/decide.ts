import { refusePath } from '../../../model/plan-path.ts';
import { refused, unchanged } from '../../decided.ts';
import { decideBy } from '../../engine/verbs.ts';
import type { Ask, Decided } from '../../kind.ts';
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

/** A unit whose id is no file name is found on disk, and never written. */
function decideFnord(document: FnordDocument, ask: Ask): Decided {
  const { id } = document;
  if (!id.includes('/') && refusePath(id) === null) return decideNamed(document, ask);
  return { id, outcome: refused({ reason: 'has an id that is not a file name' }) };
}

const decideNamed = decideBy<FnordDocument>({
  heal: healFnord,
  migrate: migrateFnord,
  fork: forkFnord,
  archive: archiveFnord,
  restore: restoreFnord,
  delete: deleteFnord,
  rename: refused({ reason: 'cannot be renamed: fnord shows the first question, and stores no title' }),
  rehome: unchanged(),
  tag: refused({ reason: 'cannot be tagged: fnord stores no tags' }),
});
