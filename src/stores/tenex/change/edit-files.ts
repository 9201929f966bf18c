import { eachElement, isObject } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import { faultOfConvo, NOT_READABLE, piece, type Refusal, unchanged } from '../../decided.ts';
import { withEdits } from '../../engine/steps.ts';
import { changeEach, joinUnitEdits, NOTHING, type UnitEdits } from '../../engine/unit-edits.ts';
import type { Ask, UnitDecision } from '../../kind.ts';
import type { DecodedTenex } from '../read/decoded.ts';
import type { TenexDocument } from '../read/document.ts';
import { type OpenedTenex, refuseFile, tenexCounts } from '../read/opened.ts';
import { decidedFor, healFact, type LeftFile, leftOf, type Owed, recentNotes } from './outcome.ts';
import type { Look } from './run-passes.ts';

/** Edits of the files of one id, and their state afterwards. */
export interface Settled extends UnitEdits {
  readonly left: LeftFile;
}

/** Edits one decoded file and looks at the result. */
export type RepairFile = <T>(document: DecodedTenex, look: Look<T>) => T | Refusal;

/** Edits every file of an id. Refusing one refuses all. */
export function editTenexFiles(document: TenexDocument, edit: RepairFile): Settled | Refusal {
  const files = [document.active, document.archived].filter((each) => each !== null);
  const edited = changeEach(files, (opened) => editFile(opened, edit));
  if ('reason' in edited) return edited;
  // Of two copies TENEX reads the active one.
  const left = edited[0]?.left ?? NO_FILE;
  return { ...joinUnitEdits(edited), left: { ...left, place: placeOf(document) } };
}

/** Refuses unreadable files and links. */
export function editFile(opened: OpenedTenex, edit: RepairFile): Settled | Refusal {
  const { part, state } = opened;
  const decoded = opened.decoded();
  const refusal = refuseFile(opened);
  if (decoded === null) return refusal ?? NOT_READABLE;
  const passed = edit(decoded, {
    at: ({ draft: { edits }, doc, codes, notes }) => {
      const after = countsWithObjects(doc, doc.bytes.length);
      return { file: leftOf(doc), edits, codes, notes, after };
    },
  });
  if ('reason' in passed) return passed;
  const left: LeftFile = { place: state, file: passed.file, savedAt: part.mtime };
  if (passed.edits.length === 0) return { ...NOTHING, left };
  if (refusal !== null) return refusal;
  const before = countsWithObjects(decoded, part.size);
  const { after } = passed;
  // Neither count includes half an event, which a repair may drop.
  if (before.messages !== after.messages)
    return { codes: passed.codes, reason: faultOfConvo(`${before.messages}`, `${after.messages} events`) };
  const steps = [withEdits(part, passed.edits)];
  return { path: part.path, steps, codes: passed.codes, notes: passed.notes, before, after, left };
}

function countsWithObjects(decoded: DecodedTenex, bytes: number): Counts {
  return withObjects(tenexCounts(decoded, bytes), decoded);
}

/** Adds the event objects of June 2025, which TENEX no longer counts. */
export function withObjects(counts: Counts, { history }: DecodedTenex): Counts {
  let objects = 0;
  for (const each of eachElement(history)) if (isObject(each)) objects++;
  return { ...counts, messages: counts.messages + objects };
}

function placeOf({ active, archived, unit, scope }: TenexDocument): LeftFile['place'] {
  const rests = unit.parts.length > 0 || scope.hidden === true;
  return active !== null && archived !== null ? 'both' : ((active ?? archived)?.state ?? (rests ? 'rests' : null));
}

const NO_FILE: Omit<LeftFile, 'place'> = { file: null, savedAt: 0 };

function leftAlone(document: TenexDocument): LeftFile {
  const one = document.active ?? document.archived;
  const decoded = one?.decoded() ?? null;
  const file = decoded === null ? null : leftOf(decoded);
  return { place: placeOf(document), file, savedAt: one?.part.mtime ?? 0 };
}

/** Edits a unit in place. The index is repaired from the result. */
export function edited(
  document: TenexDocument,
  { path, left, ...decision }: Settled,
  { now }: Pick<Ask, 'now'>,
  otherwise: string | null = null,
): UnitDecision<Owed> {
  const fact = healFact(document, left);
  if (path === null) return decidedFor(document, unchanged(otherwise), { fact });
  const notes = [...decision.notes, ...recentNotes([left], { now })];
  return decidedFor(document, piece({ ...decision, path, notes }), { fact });
}

/** Refuses a unit. The index is repaired from the unedited files. */
export function refusedAsIs(document: TenexDocument, refusal: Refusal): UnitDecision<Owed> {
  const fact = healFact(document, leftAlone(document));
  return decidedFor(document, refusal, { fact });
}
