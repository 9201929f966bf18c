import type { Edit } from '../../../codecs/edit.ts';
import { removeElements, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { isArray, isObject, type Value } from '../../../codecs/json/value.ts';
import { changeTable } from '../../../codecs/table/table.ts';
import { addCounts } from '../../../model/change-report.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  type UnitDecision,
} from '../../decision.ts';
import { countOf, countOfEntries } from '../../words.ts';
import type { RaoDocument } from '../document.ts';
import { conversationFolder, numberOf } from '../layout/layout.ts';
import { referenceIn, textIn } from '../read/field.ts';
import { DIFF_SECTIONS, type RaoFolder } from '../read/folder.ts';
import type { LogMessage } from '../read/log.ts';
import { type HistoryRow, numberIn } from '../read/tables/companion-table.ts';
import { raoTranscript } from '../read/transcript.ts';
import { nextNumber, plantedFiles, removedByFork, renumberedFolder, repairedCopy } from './copy.ts';
import { changedWithNames, type FolderRepair, folderRefusal, noFolder, raoCounts } from './folders.ts';

/**
 * Copies a conversation under the next free number, cut where asked (docs/formats/rao.md, "Move and renumber"). Files that Rao would change
 * for both are not copied. Numbers and image paths inside follow.
 */
export function forkRao(
  document: RaoDocument,
  ask: AskFor<'fork'>,
  soFar: readonly UnitDecision[],
): UnitChange | NotChanged {
  const { scope, tables, active, archived } = document;
  const folder = active ?? archived;
  if (folder === null) return noFolder();
  const refusal = folderRefusal(folder);
  if (refusal !== null) return refusal;
  const { error } = folder.log();
  if (error !== null)
    return refused({ reason: `conversation_log.json ${error}, so Rao cannot read it: heal it first`, healFirst: true });
  if (scope.site.file !== null)
    return refused({
      reason: 'cannot find a free number when it is given alone: give the folder that holds all conversations',
    });
  const number = nextNumber(tables.numbers(), soFar);
  const { at, carry } = ask;
  const shortening = at === null ? [] : [(copy: RaoFolder) => shortenedAt(copy, at)];
  const made = repairedCopy(document, folder, [
    ...shortening,
    (copy) => removedByFork(copy, carry),
    (copy) => renumberedFolder(copy, number),
  ]);
  if (isRefusal(made)) return made;
  const files = plantedFiles(folder, made.changes);
  if (isRefusal(files)) return files;
  const before = raoCounts(folder);
  return changedWithNames({
    path: folder.path,
    steps: [{ do: 'plant', path: conversationFolder(scope.site, String(number)), files }],
    before,
    after: addCounts(before, made.counts),
    notes: made.notes,
    newId: String(number),
  });
}

/**
 * Cuts a copy before message `at`, numbered as in `show --all`, by the rules of Rao's revert (docs/formats/rao.md,
 * "Revert"). Files outside the folder stay.
 */
function shortenedAt(folder: RaoFolder, at: string): FolderRepair | Refusal {
  const places = Array.from(raoTranscript(folder).messages, ({ index, at: pointer }) => ({ index, pointer }));
  if (!/^\d{1,9}$/.test(at) || Number(at) > places.length)
    return refused({ reason: `has ${countOfEntries(places.length)}: give a number from 0 to ${places.length}` });
  const target = places.find(({ index }) => index === Number(at));
  if (target === undefined) return { edits: new Map(), notes: [] };
  if (!isArray(folder.log().file?.root)) return refused({ codes: ['RA008'], reason: 'has no list of messages to cut' });
  const messages = folder.log().messages();
  const doubt = doubtIn(messages);
  if (doubt !== null) return doubt;
  const first = messages[Number(target.pointer.split('/')[1])]?.id;
  if (first?.type !== 'number')
    return refused({ codes: ['RA103'], reason: `has no id for message ${at}: heal it first` });
  const { edits, notes } = keepBefore(folder, first.number);
  const isLeft = ({ pointer }: { pointer: string }) => {
    const message = messages[Number(pointer.split('/')[1])];
    return message !== undefined && !isBefore(message, first.number);
  };
  return {
    edits,
    notes: [`leaves out ${places.filter(isLeft).length} of ${countOf(places.length, 'message')}`, ...notes],
  };
}

/** A refusal if ids are doubtful: Rao cuts by ids, so that such a message is on neither side. */
function doubtIn(messages: readonly LogMessage[]): Refusal | null {
  const numbers = messages.flatMap(({ id }) => (id.type === 'number' ? [id.number] : []));
  if (new Set(numbers).size < numbers.length)
    return refused({
      codes: ['RA107'],
      reason: 'has an id twice, so that nothing says what came before: heal it first',
    });
  const isOdd = messages.some(({ id }) => id.type !== 'number' && id.type !== 'none');
  return isOdd ? refused({ codes: ['RA105'], reason: 'has ids that are no numbers: heal it first' }) : null;
}

function keepBefore(folder: RaoFolder, id: number): FolderRepair {
  const messages = folder.log().messages();
  const before = messages.filter((message) => isBefore(message, id));
  const unknown = messages.filter((message) => message.id.type === 'none' && !isBefore(message, id)).length;
  const questions = before.filter(({ isQuestion, id: own }) => isQuestion && own.type === 'number');
  const edits = new Map<string, readonly Edit[]>([
    ['conversation_log.json', logShortened(folder, new Set(before))],
    ['summaries.json', summaryEdits(folder, questions.length)],
    ['file_changes.json', changeEdits(folder, id)],
    ['conversation_diffs.json', diffEdits(folder, id)],
    ['message_buttons.csv', buttonEdits(folder, id)],
    ['script_history.tsv', historyShortened(folder, id)],
  ]);
  const notes =
    unknown === 0 ? [] : [`leaves ${unknown} of its messages out because they have no id, as a revert does`];
  return { edits, notes };
}

function isBefore({ id, role }: LogMessage, firstGone: number): boolean {
  return (id.type === 'number' && id.number < firstGone) || role === 'developer';
}

function logShortened(folder: RaoFolder, remaining: ReadonlySet<LogMessage>): Edit[] {
  const top = folder.log().file?.root ?? null;
  const messages = folder.log().messages();
  const gone = messages.flatMap((message) => (remaining.has(message) ? [] : message.value));
  return isArray(top) && gone.length > 0 ? removeElements(top, gone) : [];
}

function summaryEdits(folder: RaoFolder, questions: number): Edit[] {
  const summaries = folder.summaries();
  const gone = (summaries?.entries ?? []).flatMap(({ name, key }) => (Number(name) > questions ? key : []));
  return removeMembersOf(summaries?.list ?? null, gone, summaries?.entries.length === gone.length);
}

function diffEdits(folder: RaoFolder, id: number): Edit[] {
  const diffs = folder.diffs();
  if (diffs === null) return [];
  return DIFF_SECTIONS.flatMap((section) => {
    const all = diffs.entries.filter((each) => each.section === section);
    // Rao drops those under a non-numeric key as well.
    const gone = all.flatMap(({ name, key }) => (Number(name) < id ? [] : key));
    return removeMembersOf(diffs.sections[section], gone, gone.length === all.length);
  });
}

/** Removes members. If all go, an empty list replaces the object, as Rao writes it. */
function removeMembersOf(object: Value | null, keys: readonly Value[], all: boolean): Edit[] {
  if (!isObject(object) || keys.length === 0) return [];
  return all ? [replaceValue(object, '[]')] : removeMembers(object, keys);
}

function changeEdits(folder: RaoFolder, id: number): Edit[] {
  const changes = folder.changes();
  const gone = (changes?.entries ?? []).filter((change) => {
    const at = referenceIn(change, 'conversation_id');
    return at.type === 'number' && at.number >= id;
  });
  return isArray(changes?.list) && gone.length > 0 ? removeElements(changes.list, gone) : [];
}

function buttonEdits(folder: RaoFolder, id: number): Edit[] {
  const buttons = folder.buttons();
  if (buttons === null) return [];
  const gone = buttons.rows.filter((row) => (numberIn(row, 'message_id') ?? 0) >= id);
  return changeTable(buttons.table, { remove: gone.map(({ row }) => row) });
}

/** Removes history rows made at or after message `id` and renumbers the rest. Rao means to, but fails if no row would be left. */
function historyShortened(folder: RaoFolder, id: number): Edit[] {
  const history = folder.history();
  if (history === null) return [];
  const made = madeAt(folder);
  const isGone = ({ filename }: HistoryRow) => (made.get(filename) ?? Number.NEGATIVE_INFINITY) >= id;
  const gone = history.rows.filter(isGone);
  if (gone.length === 0) return [];
  const remaining = history.rows.filter((row) => !isGone(row));
  const ranked = remaining.sort((a, b) => Number(a.order?.text) - Number(b.order?.text));
  const replace = ranked.flatMap(({ order: field }, at) =>
    field === null || field.text === String(at + 1) ? [] : [{ field, source: String(at + 1) }],
  );
  return changeTable(history.table, { remove: gone.map(({ row }) => row), replace });
}

function madeAt(folder: RaoFolder): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const change of folder.changes()?.entries ?? []) {
    const path = textIn(change, 'file_path');
    const at = referenceIn(change, 'conversation_id');
    if (textIn(change, 'action') !== 'create' || path === null || at.type !== 'number') continue;
    const index = referenceIn(change, 'conversation_index');
    if (index.type !== 'number' || index.number !== numberOf(folder.id)) continue;
    made.set(path, Math.min(at.number, made.get(path) ?? Number.POSITIVE_INFINITY));
  }
  return made;
}
