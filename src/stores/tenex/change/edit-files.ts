import { eachElement, isObject } from '../../../codecs/json/value.ts';
import type { Counts } from '../../../model/conversation.ts';
import {
  type Ask,
  faultOfConvo,
  isRefusal,
  NOT_READABLE,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  type UnitChangeInit,
  type UnitDecision,
  unchanged,
  unitChange,
} from '../../decision.ts';
import { changeEach, joinUnitEdits, NO_EDITS, type UnitEdits, withEdits } from '../../engine/change/steps.ts';
import type { TenexDocument } from '../document.ts';
import { type DecodedTenex, refuseFile, type TenexFile, tenexCounts } from '../read/decoded.ts';
import type { EventCounts } from '../read/events/event-facts.ts';
import { textMember, usableTime } from '../read/members.ts';
import { type EntryChange, type EntryFacts, type NewEntry, newEntry } from '../read/reindex.ts';
import type { EditedFileCheck } from './run-passes.ts';

export interface EditsWithResult extends UnitEdits {
  readonly result: EditedFile;
}

export type RepairFile = <T>(document: DecodedTenex, check: EditedFileCheck<T>) => T | Refusal;

export function editTenexFiles(document: TenexDocument, edit: RepairFile): EditsWithResult | Refusal {
  const files = [document.active, document.archived].filter((each) => each !== null);
  const edited = changeEach(files, (opened) => editFile(opened, edit));
  if (isRefusal(edited)) return edited;
  // Of two copies, TENEX reads the active one, which is first.
  const result = edited[0]?.result ?? NO_FILE;
  return { ...joinUnitEdits(edited), result: { ...result, state: stateOf(document) } };
}

export function editFile(opened: TenexFile, edit: RepairFile): EditsWithResult | Refusal {
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
  if (isRefusal(passed)) return passed;
  const result: EditedFile = { state, file: passed.file, savedAt: part.mtime };
  if (passed.edits.length === 0) return { ...NO_EDITS, result };
  if (refusal !== null) return refusal;
  const before = countsWithObjects(decoded, part.size);
  const { after } = passed;
  // Neither count includes half an event, which a repair may drop.
  if (before.messages !== after.messages)
    return refused({ codes: passed.codes, reason: faultOfConvo(`${before.messages}`, `${after.messages} events`) });
  const steps = [withEdits(part, passed.edits)];
  return { path: part.path, steps, codes: passed.codes, notes: passed.notes, before, after, result };
}

function countsWithObjects(decoded: DecodedTenex, bytes: number): Counts {
  return withObjects(tenexCounts(decoded, bytes), decoded);
}

/** Counts with the event objects of June 2025, which TENEX no longer counts. */
export function withObjects(counts: Counts, { history }: DecodedTenex): Counts {
  let objects = 0;
  for (const each of eachElement(history)) if (isObject(each)) objects++;
  return { ...counts, messages: counts.messages + objects };
}

function stateOf({ active, archived, unit, scope }: TenexDocument): EditedFile['state'] {
  const rests = unit.parts.length > 0 || scope.hasUnreadFolder === true;
  return active !== null && archived !== null ? 'both' : ((active ?? archived)?.state ?? (rests ? 'rests' : null));
}

const NO_FILE: Omit<EditedFile, 'state'> = { file: null, savedAt: 0 };

function leftAlone(document: TenexDocument): EditedFile {
  const one = document.active ?? document.archived;
  const decoded = one?.decoded() ?? null;
  const file = decoded === null ? null : leftOf(decoded);
  return { state: stateOf(document), file, savedAt: one?.part.mtime ?? 0 };
}

/** Edits a unit in place. The index is repaired from the result. */
export function edited(
  document: TenexDocument,
  { path, result, ...decision }: EditsWithResult,
  { now }: Pick<Ask, 'now'>,
  otherwise: string | null = null,
): UnitDecision<TenexIndexUpdate> {
  const fact = healFact(document, result);
  if (path === null) return unitDecisionFor(document, unchanged(otherwise), { fact });
  const notes = [...decision.notes, ...recentNotes([result], { now })];
  return unitDecisionFor(document, unitChange({ ...decision, path, notes }), { fact });
}

/** Refuses a unit. The index is repaired from the unedited files. */
export function refusedAsIs(document: TenexDocument, refusal: Refusal): UnitDecision<TenexIndexUpdate> {
  const fact = healFact(document, leftAlone(document));
  return unitDecisionFor(document, refusal, { fact });
}

export function changedWithIndex(
  document: TenexDocument,
  changes: readonly EntryChange[],
  decision: UnitChangeInit,
): UnitDecision<TenexIndexUpdate> {
  return unitDecisionFor(document, unitChange({ ...decision, isJoint: true }), { changes });
}

export function unitDecisionFor(
  document: TenexDocument,
  outcome: UnitChange | NotChanged,
  owed: Partial<TenexIndexUpdate> = {},
): UnitDecision<TenexIndexUpdate> {
  return { id: document.id, outcome, indexUpdate: { changes: [], fact: null, savedAt: savedAt(document), ...owed } };
}

/** Time of the last save in seconds, from the index if it has the id: a file's time may be that of a copy. */
function savedAt({ active, archived, entries }: TenexDocument): number | null {
  const times = entries.flatMap(({ updatedAt }) => updatedAt ?? []);
  const files = [active, archived].flatMap((opened) => opened?.part.mtime ?? []);
  return (times.length > 0 ? times : files).reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

/** Facts of one unit for the index: no document, no bytes. */
export interface TenexIndexUpdate {
  readonly changes: readonly EntryChange[];
  /** Seconds of TENEX's last save, if known. */
  readonly savedAt: number | null;
  /** For repairs of the index by heal and migrate; null for other verbs. */
  readonly fact: HealFact | null;
}

/** Seconds after a save in which TENEX probably still holds the conversation. */
const RECENT = 300;

/** Notes on recent saves: a running TENEX would undo the change with its next one. */
export function recentNotes(
  decided: readonly Pick<TenexIndexUpdate, 'savedAt'>[],
  { now }: Pick<Ask, 'now'>,
): string[] {
  const count = decided.filter(({ savedAt }) => savedAt !== null && now - savedAt <= RECENT).length;
  if (count === 0) return [];
  const some = count === 1 ? 'one of these was' : `${count} of these were`;
  const who = decided.length === 1 ? 'was' : some;
  return [
    `${who} saved within the last ${RECENT / 60} minutes: a TENEX that still runs overwrites this with its next save`,
  ];
}

export interface HealFact {
  readonly id: string;
  /**
   * `both`: neither copy can go yet. `rests`: temporary files alone, or a conversation that may be out of sight. Null: only the index names
   * it.
   */
  readonly state: 'active' | 'archived' | 'both' | 'rests' | null;
  /** The entry that TENEX's own save would write; null for an unreadable file. */
  readonly entry: NewEntry | null;
  /** True if `createdAt` of that entry is the value that TENEX would write. */
  readonly dated: boolean;
  /** True if the id inside is that of the file's name. Others are not entered in an index. */
  readonly named: boolean;
  /** In seconds; new entries are ordered by it. */
  readonly createdAt: number;
  /** Time of the file's last writing, in whole Unix seconds. */
  readonly savedAt: number;
}

interface EditedFile {
  readonly state: HealFact['state'];
  readonly file: LeftDocument | null;
  readonly savedAt: number;
}

interface LeftDocument {
  readonly loads: boolean;
  readonly counts: EventCounts;
  readonly id: string;
  readonly title: string;
  readonly phase: string;
}

function leftOf(document: DecodedTenex): LeftDocument {
  const text = (key: string) => textMember(document, key) ?? '';
  const loads = document.verdict().stage === 'ok';
  return { loads, counts: document.counts(), id: text('id'), title: text('title'), phase: text('phase').toLowerCase() };
}

function healFact({ id, entries }: TenexDocument, { state, file, savedAt }: EditedFile): HealFact {
  const nothing: HealFact = { id, state, entry: null, dated: false, named: false, createdAt: savedAt, savedAt };
  if (file === null || !file.loads) return nothing;
  const { events, agentCount, first, last } = file.counts;
  const createdAt = usableTime(first);
  // A time that is a text poisons the index, but is still a time.
  const otherwise = Number(typeof first === 'string' && /^[1-9]\d{0,11}$/.test(first) ? first : (last ?? savedAt));
  const facts: EntryFacts = {
    id,
    title: file.title,
    phase: file.phase,
    createdAt,
    otherwise,
    updatedAt: entries[0]?.updatedAt ?? otherwise,
    events,
    agents: agentCount,
    archived: state === 'archived',
  };
  return {
    ...nothing,
    entry: newEntry(facts),
    dated: createdAt !== null,
    named: file.id === id,
    createdAt: createdAt ?? otherwise,
  };
}
