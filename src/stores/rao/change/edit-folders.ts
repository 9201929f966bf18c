import type { Counts } from '../../../model/conversation.ts';
import type { Step } from '../../../model/plan.ts';
import { count } from '../../count.ts';
import { piece, type Refusal, refused } from '../../decided.ts';
import { isChanged, stepsOf } from '../../engine/draft.ts';
import { type Edited, NOTHING, together } from '../../engine/edited.ts';
import type { Left, Piece } from '../../kind.ts';
import type { RaoDocument } from '../document.ts';
import type { Folder } from '../folder.ts';
import { countsOf } from './counts.ts';
import { filesOf, judged, openedAs } from './judge-files.ts';
import { type Files, LOG } from './passes/files.ts';
import type { Judgement } from './passes/pass.ts';
import type { Repaired } from './run-passes.ts';

/** Changes the active and the archived folder of a unit in the same way; one that is refused refuses both. */
export function editFolders(
  document: RaoDocument,
  edit: (folder: Folder, judgement: Judgement) => Edited | Refusal,
): Edited | Refusal {
  let all = NOTHING;
  for (const folder of document.folders) {
    if (folder.self.type !== 'folder') continue;
    const one = edit(folder, judged(document, folder));
    if ('reason' in one) return one;
    all = together(all, one);
  }
  return all;
}

/** What passes came to, as steps and counts; `lossy`: that messages may go is known and told. */
export function editedFrom(document: RaoDocument, folder: Folder, passed: Repaired, lossy: boolean): Edited | Refusal {
  const { draft, codes, notes } = passed;
  if (!isChanged(draft)) return NOTHING;
  const read = filesOf(document, folder);
  const steps = stepsOf(draft, read, LOG);
  if (steps.some((step) => isThroughLink(step, read)))
    return { codes, reason: 'holds a link, and nothing is changed through a link', unsafe: true };
  const before = countsOf(folder);
  const after = countsOf(openedAs(document, draft.files));
  if (!lossy && (before.messages > after.messages || before.toolCalls > after.toolCalls))
    return { codes, reason: miscounted(before, after) };
  return { path: folder.path, steps, codes, notes: [...notes, ...foundNotes(before, after)], before, after };
}

function isThroughLink(step: Step, { parts }: Files): boolean {
  const path = step.do === 'move' ? step.from : step.path;
  return parts.find((part) => part.path === path)?.type !== 'file';
}

/** What stood behind a fault was not counted before. */
function foundNotes(before: Counts, after: Counts): string[] {
  const more = after.messages - before.messages;
  return more > 0 ? [`${count(more, 'message')} can be read again`] : [];
}

function miscounted(before: Counts, after: Counts): string {
  const shown = ({ messages, toolCalls }: Counts) => `${messages} messages and ${toolCalls} tool calls`;
  return `would go from ${shown(before)} to ${shown(after)}: a fault of convo, so nothing is changed`;
}

/** What was edited as a decision. */
export function decisionOf(edited: Edited | Refusal, otherwise: Left): Piece | Left {
  if ('reason' in edited) return refused(edited);
  const { path } = edited;
  return path === null ? otherwise : piece({ ...edited, path });
}
