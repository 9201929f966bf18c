import { elements, isObject } from '../../../../codecs/json/value.ts';
import { addCounts, NO_COUNTS } from '../../../../model/change-report.ts';
import type { Counts } from '../../../../model/conversation.ts';
import type { Step } from '../../../../model/plan.ts';
import type { Decoded } from '../../decode/decoded.ts';
import type { TenexDocument } from '../../document.ts';
import type { Opened } from '../../opened.ts';
import { countsOf } from '../counts.ts';
import { refuseFile } from '../movable.ts';
import type { Refusal } from '../passes/pass.ts';
import type { Passed } from '../passes/run-passes.ts';
import type { Left } from './heal-fact.ts';

/** What a verb does to the conversation files of one id. */
export interface Edited {
  /** The file the person knows it by; null when nothing is done. */
  readonly path: string | null;
  readonly steps: readonly Step[];
  readonly codes: readonly string[];
  readonly notes: readonly string[];
  readonly before: Counts;
  readonly after: Counts;
  /** How its files lie afterwards. */
  readonly left: Left;
}

/** What is done to one decoded file. */
export type Edit = (document: Decoded) => Passed | Refusal;

/** Edits every file of an id in the same way; one that is refused refuses all. */
export function editFiles(document: TenexDocument, edit: Edit): Edited | Refusal {
  const files = [document.active, document.archived].filter((each) => each !== null);
  const edited: Edited[] = [];
  for (const opened of files) {
    const one = editFile(opened, edit);
    if ('reason' in one) return one;
    edited.push(one);
  }
  const all = edited.reduce(together, leftAlone(document));
  // The owner reads the active copy of two.
  return { ...all, left: { ...all.left, ...edited[0]?.left, lies: all.left.lies } };
}

/** A file that can be read, with what is done to it; nothing is done through a link. */
export function editFile(opened: Opened, edit: Edit): Edited | Refusal {
  const { part, state } = opened;
  const decoded = opened.decoded();
  const refusal = refuseFile(opened);
  if (decoded === null) return refusal ?? { codes: [], reason: 'cannot be read' };
  const passed = edit(decoded);
  if ('reason' in passed) return passed;
  const left: Left = { lies: state, document: passed.document, savedAt: part.mtime };
  if (passed.edits.length === 0) return { ...NOTHING, left };
  if (refusal !== null) return refusal;
  const { path } = part;
  const step: Step = { do: 'put', path, was: part.print(), content: { from: 'edits', edits: passed.edits } };
  const before = withObjects(countsOf(decoded, part.size), decoded);
  const after = withObjects(countsOf(passed.document, passed.document.bytes.length), passed.document);
  // What is torn off is not counted before either: half an event is none.
  if (before.messages !== after.messages) return { codes: passed.codes, reason: miscounted(before, after) };
  return { path, steps: [step], codes: passed.codes, notes: passed.notes, before, after, left };
}

/** Counts with the events of June 2025, which are objects: TENEX does not count them any more. */
export function withObjects(counts: Counts, { history }: Decoded): Counts {
  const objects = history === null ? 0 : elements(history).filter((each) => isObject(each)).length;
  return { ...counts, messages: counts.messages + objects };
}

function miscounted(before: Counts, after: Counts): string {
  return `would go from ${before.messages} to ${after.messages} events: a fault of convo, so nothing is changed`;
}

/** An id as it lies. */
export function leftAlone({ active, archived, unit, scope }: TenexDocument): Edited {
  const one = active ?? archived;
  const rests = unit.parts.length > 0 || scope.hidden === true;
  const lies = active !== null && archived !== null ? 'both' : (one?.state ?? (rests ? 'rests' : null));
  const loads = one?.decoded() ?? null;
  return { ...NOTHING, left: { lies, document: loads, savedAt: one?.part.mtime ?? 0 } };
}

const NOTHING: Omit<Edited, 'left'> = {
  path: null,
  steps: [],
  codes: [],
  notes: [],
  before: NO_COUNTS,
  after: NO_COUNTS,
};

function together(a: Edited, b: Edited): Edited {
  return {
    path: a.path ?? b.path,
    steps: [...a.steps, ...b.steps],
    codes: [...new Set([...a.codes, ...b.codes])],
    notes: [...a.notes, ...b.notes],
    before: addCounts(a.before, b.before),
    after: addCounts(a.after, b.after),
    left: a.left,
  };
}
