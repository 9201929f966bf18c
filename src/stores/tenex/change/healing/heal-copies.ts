import type { Content, Step } from '../../../../model/plan.ts';
import type { Refusal } from '../../../decided.ts';
import type { TenexDocument } from '../../document.ts';
import type { Opened } from '../../opened.ts';
import type { Copies } from '../copies.ts';
import { countsOf, countsOfAll } from '../counts.ts';
import { refuseFile } from '../movable.ts';
import { chooseCopy, type Enough } from './choose-copy.ts';
import { type Edit, editFile, type Settled } from './edit-files.ts';

/**
 * Leaves one of two copies, healed, where it belongs. What is kept is in its place before a copy goes, so that after every step
 * each event still lies where TENEX looks for it.
 */
export function healCopies(document: TenexDocument, copies: Copies, edit: Edit, lossy: boolean): Settled | Refusal {
  for (const opened of [copies.active, copies.archived]) {
    const refusal = refuseFile(opened);
    if (refusal !== null) return refusal;
  }
  const choice = chooseCopy(copies, document, { edit, lossy });
  if ('reason' in choice) return choice;
  const { keep, drop, to } = choice;
  const one = editFile(keep, edit);
  if ('reason' in one) return one;
  return {
    path: drop.part.path,
    steps: keep.state === to ? [...one.steps, gone(drop)] : [replaced(choice, one), gone(keep)],
    codes: ['TX310', ...one.codes],
    notes: [choice.note, ...one.notes],
    before: countsOfAll([copies.active, copies.archived]),
    after: countsOf(one.left.document, one.left.document?.bytes.length ?? 0),
    left: { ...one.left, lies: to },
  };
}

function gone({ part }: Opened): Step {
  return { do: 'remove', what: 'file', path: part.path, was: part.print() };
}

/** The copy that lies in the right place becomes the other one: no path is named twice in one Change. */
function replaced({ keep, drop }: Enough, { steps }: Settled): Step {
  const [put] = steps;
  const edits = put?.do === 'put' && put.content.from === 'edits' ? put.content.edits : [];
  const content: Content = { from: 'copy', path: keep.part.path, was: keep.part.print(), edits };
  return { do: 'put', path: drop.part.path, was: drop.part.print(), content };
}
