import type { Counts } from '../../../model/conversation.ts';
import { faultOfConvo, type Refusal } from '../../decided.ts';
import { withEdits } from '../../engine/steps.ts';
import { changeEach, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/unit-edits.ts';
import type { FnordDocument } from '../read/document.ts';
import type { OpenedFnord, Read } from '../read/opened.ts';
import { fnordCounts } from '../read/summary.ts';
import { LINK, type RepairedFnord, readDecoded } from './run-passes.ts';

/** Edits the active and the archived file of a unit in the same way; one that is refused refuses both. */
export function editFnordFiles(
  { active, archived }: FnordDocument,
  edit: (read: Read, opened: OpenedFnord) => RepairedFnord | Refusal,
): UnitEdits | Refusal {
  const files = [active, archived].filter((opened) => opened !== null);
  const all = changeEach(files, (opened) => editFile(opened, edit));
  return 'reason' in all ? all : joinUnitEdits(all);
}

function editFile(
  opened: OpenedFnord,
  edit: (read: Read, opened: OpenedFnord) => RepairedFnord | Refusal,
): UnitEdits | Refusal {
  const { part } = opened;
  const read = readDecoded(opened);
  if ('reason' in read) return read;
  const passed = edit(read, opened);
  if ('reason' in passed || passed.edits.length === 0) return 'reason' in passed ? passed : NOTHING;
  if (part.type === 'link') return LINK;
  const before = fnordCounts(read.document);
  const { after } = passed;
  if (!sameContent(before, after)) return { codes: passed.codes, reason: miscounted(before, after) };
  const steps = [withEdits(part, passed.edits)];
  return { path: part.path, steps, codes: passed.codes, notes: passed.notes, before, after };
}

/** What is lost is no longer counted before either: half a message is none. So only the bytes may differ. */
function sameContent(before: Counts, after: Counts): boolean {
  const keys = ['messages', 'toolCalls', 'tasks', 'memories'] as const;
  return keys.every((key) => before[key] === after[key]);
}

function miscounted(before: Counts, after: Counts): string {
  const show = ({ messages, toolCalls, tasks, memories }: Counts) =>
    `${messages} messages, ${toolCalls} tool calls, ${tasks} tasks and ${memories} memories`;
  return faultOfConvo(show(before), show(after));
}
