import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote, textOf } from '../../../codecs/json/value.ts';
import { refusePath } from '../../../model/check-change.ts';
import { rebasedPath } from '../../../model/path.ts';
import {
  type Ask,
  type AskFor,
  type NotChanged,
  refused,
  type SharedChange,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import { withEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Scope, Verbs } from '../../kind.ts';
import { projectRoots } from '../checks/settings.ts';
import type { FnordDocument, FnordScope } from '../document.ts';
import { lockFor } from '../layout/layout.ts';
import { forkFnord } from './fork.ts';
import { healFnord } from './heal.ts';
import { migrateFnord } from './migrate.ts';
import { archiveFnord, deleteFnord, restoreFnord } from './shelve.ts';

/** Units need nothing from the rest of the project. Only the settings name its folder. */
export const fnordVerbs: Verbs<FnordDocument, Pick<FnordScope, 'scope'>> = {
  decide: decideFnord,
  close: ({ scope }, ask) => (ask.verb === 'rehome' ? rehomeFnord(scope, ask) : unchanged()),
};

/** A unit can be found under an id that is no file name. Such a unit is never written. */
function decideFnord(document: FnordDocument, ask: Ask): UnitDecision {
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

function rehomeFnord({ shared }: Pick<Scope, 'shared'>, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const part = shared.find(({ role }) => role === 'settings');
  if (part === undefined) return unchanged();
  const roots = projectRoots(part);
  if (roots === null)
    return refused({ codes: ['FN310'], path: part.path, reason: 'cannot be read, so no root in it is rewritten' });
  const edits = roots.flatMap(({ root }) => {
    const to = rebasedPath(textOf(root), moved);
    return to === null || to === textOf(root) ? [] : [replaceValue(root, quote(to))];
  });
  if (edits.length === 0) return unchanged();
  return {
    state: 'changed',
    path: part.path,
    first: [],
    last: [withEdits(part, edits)],
    codes: [],
    locks: [lockFor(part.path)],
    notes: [`${edits.length === 1 ? 'one project has' : `${edits.length} projects have`} another root`],
  };
}
