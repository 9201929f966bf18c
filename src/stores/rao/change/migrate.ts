import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { isObject, lexemeOf, type Member, members, sourceOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { CSV, parseTable, type TableRow, TSV } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import {
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type UnitChange,
  unchanged,
} from '../../decision.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { NO_EDITS, type UnitEdits } from '../../engine/change/steps.ts';
import type { RaoDocument } from '../document.ts';
import { headerLine } from '../read/tables/companion-table.ts';
import { asLogical } from '../read/tables/type-convert.ts';
import {
  decisionOf,
  editedFrom,
  editFolders,
  inFiles,
  NO_REPAIR,
  quotedShort,
  type RaoPass,
  repairFolder,
  topOf,
} from './folders.ts';

/** Migrates older files of a folder. The log never changes: Rao, too, keeps its legacy role `developer`. */
export function migrateRao(document: RaoDocument, { to, lossy }: AskFor<'migrate'>): UnitChange | NotChanged {
  if (to !== null && to !== 'rao') return refused({ reason: `cannot become ${to}: Rao has one format, rao` });
  const edited = editFolders(document, (folder, start): UnitEdits | Refusal => {
    // Erdos is later than Rao; its buttons have other columns.
    if (folder.format() === 'erdos') return NO_EDITS;
    let losing: { readonly needsLossy?: true } = {};
    const passes = migrations(lossy, () => {
      losing = { needsLossy: true };
    });
    const migrated = repairFolder(document, start, passes, { only: null, lossy });
    return isRefusal(migrated) ? { ...migrated, ...losing } : editedFrom(document, folder, migrated, lossy);
  });
  return decisionOf(edited, unchanged('has no older shape'));
}

/** One step for each older shape (docs/formats/rao.md, "Legacy"). */
function migrations(lossy: boolean, refused: () => void): readonly RaoPass[] {
  const careful = (repair: Migrated): Migrated | string => {
    if (repair.lost.length === 0 || lossy) return repair;
    refused();
    return `${repair.lost[0]}: needs --lossy`;
  };
  return [
    inFiles(['RA130', 'RA131'], ({ bytes }) => careful(withOneKey(bytes))),
    inFiles(['RA132'], ({ bytes }) => careful(withTwoColumns(bytes))),
    inFiles(['RA133'], ({ bytes }, _found, { number }) => withIndexColumn(bytes, number)),
  ];
}

interface Migrated extends FileRepair {
  readonly lost: readonly string[];
}

const AS_IT_IS: Migrated = { ...NO_REPAIR, lost: [] };

/** Moves `diffs_by_msg_id` to `diffs`. An existing diff of the message is the one Rao shows, and stays. */
function withOneKey(bytes: Uint8Array): Migrated {
  const top = topOf(bytes);
  const all = membersByKey(top);
  const older = all.get('diffs_by_msg_id');
  const diffs = all.get('diffs');
  if (top === null || older === undefined || !isObject(older.value)) return AS_IT_IS;
  if (diffs === undefined) return { edits: [replaceValue(older.key, '"diffs"')], notes: [], lost: [] };
  const newer = membersByKey(diffs.value);
  const lost = members(older.value).filter(({ key, value }) => {
    const same = newer.get(textOf(key));
    return same !== undefined && lexemeOf(same.value) !== lexemeOf(value);
  });
  const notes = lost.map(({ key }) => `drops the older diffs of message ${textOf(key)}, which Rao never shows`);
  return {
    edits: [...mergedDiffs(older.value, diffs.value, newer), ...removeMembers(top, [older.key])],
    notes,
    lost: notes,
  };
}

function mergedDiffs(older: Value, diffs: Value, newer: ReadonlyMap<string, Member>): Edit[] {
  if (!isObject(diffs)) return [replaceValue(diffs, sourceOf(older))];
  const last = members(older).flatMap(({ key, value }) => {
    const name = textOf(key);
    return newer.has(name) ? [] : [{ key: name, json: sourceOf(value) }];
  });
  return last.length === 0 ? [] : changeMembers(diffs, { last });
}

function membersByKey(object: Value | null): Map<string, Member> {
  return new Map(
    members(object)
      .toReversed()
      .map((each) => [textOf(each.key), each]),
  );
}

/** Adds the conversation to two-column history rows. A history without rows is as Rao begins it. */
function withIndexColumn(bytes: Uint8Array, number: number): FileRepair {
  const { rows } = parseTable(bytes, TSV);
  const [header, ...rest] = rows.filter(({ fields }) => fields.length === 2);
  if (header === undefined || header !== rows[0] || rest.length === 0) return NO_REPAIR;
  const add = (row: TableRow, text: string): Edit => ({ at: row.end, remove: 0, insert: Buffer.from(`\t${text}`) });
  return { edits: [add(header, 'conversation_index'), ...rest.map((row) => add(row, String(number)))], notes: [] };
}

/** Reduces rows to the message and its click, as Rao reads them: any button name is FALSE to it. */
function withTwoColumns(bytes: Uint8Array): Migrated {
  const { rows } = parseTable(bytes, CSV);
  const [header, ...rest] = rows.filter(({ fields }) => fields.length > 0);
  if (header === undefined) return AS_IT_IS;
  const columns = header.fields.map(({ text }) => text.trim());
  const lost: string[] = [];
  const edits = rest.map((row) => {
    const cell = (name: string) => row.fields[columns.indexOf(name)]?.text.trim() ?? '';
    const run = asLogical(cell('buttons_run')) === true ? 'TRUE' : 'FALSE';
    addAll(lost, lostOf(columns, cell));
    return { at: row.start, remove: row.end - row.start, insert: Buffer.from(`${cell('message_id')},${run}`) };
  });
  const { start, end } = header;
  const head = { at: start, remove: end - start, insert: Buffer.from(headerLine('message_buttons.csv')) };
  return { edits: [head, ...edits], notes: lost, lost };
}

function lostOf(columns: readonly string[], cell: (name: string) => string): string[] {
  const saysMore = (text: string): boolean => text !== '' && text !== 'NA' && asLogical(text) === null;
  const named = columns.filter((name) => name !== 'message_id' && saysMore(cell(name)));
  return named.map((name) => `drops ${name} ${quotedShort(cell(name))} of message ${cell('message_id')}`);
}
