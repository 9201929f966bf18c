import { refused, unchanged } from '../../decided.ts';
import { runningOf } from '../../engine/in-use.ts';
import { withEdits } from '../../engine/steps.ts';
import type { AskFor, NotChanged, Scope, SharedChange } from '../../kind.ts';
import { pathEdits } from './path-edits.ts';

/** The prompts that were typed in a project follow it: the program offers them again in its new folder. */
export function rehomeHistory(scope: Scope, { moved }: AskFor<'rehome'>): SharedChange | NotChanged {
  const { shared, common = [], alive = () => false } = scope;
  const part = shared.find(({ role }) => role === 'history');
  const edits = part === undefined ? [] : pathEdits(part, 'project', moved);
  if (part === undefined || edits.length === 0) return unchanged();
  // Any running program appends to it.
  const isOpen = runningOf([...shared, ...common]).some((each) => each !== null && alive(each.pid));
  if (isOpen)
    return refused({
      codes: ['CL403'],
      path: part.path,
      reason: 'is in use by a running program: end that first',
      unsafe: true,
    });
  const notes = [`${edits.length === 1 ? 'one prompt follows' : `${edits.length} prompts follow`} the folder`];
  return {
    state: 'changed',
    path: part.path,
    first: [],
    last: [{ ...withEdits(part, edits), keepTime: true }],
    codes: [],
    notes,
  };
}
