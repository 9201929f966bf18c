import { replaceValue } from '../../../codecs/json/edits.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { textOf } from '../../../codecs/json/value.ts';
import { refused, unchanged } from '../../decided.ts';
import { withEdits } from '../../engine/steps.ts';
import type { Around, AskFor, Left, Scope } from '../../kind.ts';
import { rebased } from '../../path.ts';
import { projectRoots } from '../checks/settings.ts';
import { lockBeside } from '../layout/layout.ts';

/** The settings name the folder of each project; nothing else of fnord does. */
export function rehomeFnord({ shared }: Pick<Scope, 'shared'>, { moved }: AskFor<'rehome'>): Around | Left {
  const part = shared.find(({ role }) => role === 'settings');
  if (part === undefined) return unchanged();
  const roots = projectRoots(part);
  if (roots === null)
    return refused({ codes: ['FN310'], path: part.path, reason: 'cannot be read, so no root in it is rewritten' });
  const edits = roots.flatMap((root) => {
    const to = rebased(textOf(root), moved);
    return to === null ? [] : [replaceValue(root, quote(to))];
  });
  if (edits.length === 0) return unchanged();
  return {
    state: 'changed',
    path: part.path,
    first: [],
    last: [withEdits(part, edits)],
    codes: [],
    locks: [lockBeside(part.path)],
    notes: [`${edits.length === 1 ? 'one project has' : `${edits.length} projects have`} another root`],
  };
}
