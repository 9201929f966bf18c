import type { Counts } from '../../../model/conversation.ts';
import type { Step } from '../../../model/plan.ts';
import { count } from '../../count.ts';
import { type Edited, NOTHING, together } from '../../edited.ts';
import type { Outcome } from '../../kind.ts';
import type { Refusal } from '../../outcome.ts';
import type { RaoDocument } from '../document.ts';
import type { Folder } from '../folder.ts';
import { countsOf } from './counts.ts';
import { isChanged, stepsOf } from './draft.ts';
import { filesOf, judged, openedAs } from './judge-files.ts';
import type { Files } from './passes/files.ts';
import type { Judgement, Passed } from './run-passes.ts';

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
export function editedFrom(document: RaoDocument, folder: Folder, passed: Passed, lossy: boolean): Edited | Refusal {
  const { draft, codes, notes } = passed;
  if (!isChanged(draft)) return NOTHING;
  const read = filesOf(document, folder);
  const steps = stepsOf(draft, read);
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

/** The outcome of what was edited: one Change, whole. */
export function outcomeOf({ unit }: RaoDocument, edited: Edited | Refusal, unchanged: Outcome): Outcome {
  if ('reason' in edited) return { state: 'refused', ...edited };
  const { path, steps, codes, notes, before, after } = edited;
  if (path === null) return unchanged;
  const counts = { before, after };
  // Rao writes its files in place, and would write through a kept link.
  const change = {
    kind: 'rao',
    project: null,
    ids: [unit.id],
    path,
    codes,
    steps,
    locks: [],
    keep: 'copy',
    counts,
  } as const;
  return { state: 'changed', change, before, after, notes };
}
