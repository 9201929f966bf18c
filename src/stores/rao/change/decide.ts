import type { Edit } from '../../../codecs/edit.ts';
import { changeMembers, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { isObject, lexemeOf, type Member, members, sourceOf, textOf, type Value } from '../../../codecs/json/value.ts';
import { CSV, parseTable, type TableRow, TSV } from '../../../codecs/table/table.ts';
import { NO_COUNTS } from '../../../model/change-report.ts';
import { addAll } from '../../../model/collections.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  type AskFor,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  type UnitChange,
  type UnitDecision,
  unchanged,
} from '../../decision.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { harmInMemory, putBackInMemory } from '../../engine/change/put-back.ts';
import { deleteShelved, inTheWay, type Shelves, shelve } from '../../engine/change/shelving.ts';
import { NO_EDITS, removed, type UnitEdits } from '../../engine/change/steps.ts';
import { decideBy } from '../../engine/change/verbs.ts';
import type { Verbs } from '../../kind.ts';
import type { BaseFacts } from '../checks/facts.ts';
import type { RaoDocument } from '../document.ts';
import {
  archivedFolder,
  archiveNamesPath,
  conversationFolder,
  isReached,
  NAMES_FILE,
  numberOf,
} from '../layout/layout.ts';
import type { RaoFolder } from '../read/folder.ts';
import { headerLine } from '../read/tables/companion-table.ts';
import { asLogical } from '../read/tables/type-convert.ts';
import { newIdsOf, nextNumber, plantedFiles, remoteRows, renumberedFolder, repairedCopy } from './copy.ts';
import {
  changedWithNames,
  decisionOf,
  editedFrom,
  editFolders,
  folderRefusal,
  inFiles,
  NO_REPAIR,
  noFolder,
  quotedShort,
  type RaoPass,
  raoCounts,
  repairFolder,
  topOf,
} from './folders.ts';
import { forkRao } from './fork.ts';
import { healRao } from './heal.ts';
import { healNames } from './heal-names.ts';
import { updateNames } from './name-updates.ts';
import { putBackRao, raoHarmOf } from './put-back.ts';

export const decideRao = decideBy<RaoDocument>({
  heal: healRao,
  migrate: migrateRao,
  fork: forkRao,
  archive: archiveRao,
  restore: restoreRao,
  delete: deleteRao,
  rename: renameRao,
  rehome: staysAt,
  tag: refused({ reason: 'cannot be tagged: Rao stores no tags' }),
});

export const raoVerbs: Verbs<RaoDocument, { readonly facts: BaseFacts }> = {
  decide: decideRao,
  close: ({ facts }, ask, decided, sawAll) => closeRao(facts, ask, decided, sawAll),
  putBack: putBackInMemory(putBackRao),
  harmOf: harmInMemory(raoHarmOf),
};

export function closeRao(
  facts: BaseFacts,
  ask: Ask,
  decided: readonly UnitDecision[],
  sawAll: boolean,
): SharedChange | NotChanged {
  if (ask.verb === 'heal') return healNames(facts, ask, sawAll);
  const pieces = decided.flatMap(({ id, outcome }) => (outcome.state === 'changed' ? [{ id, piece: outcome }] : []));
  if (ask.verb === 'migrate' || ask.verb === 'tag' || ask.verb === 'rehome' || pieces.length === 0) return unchanged();
  return updateNames(facts, ask, pieces);
}

/** Refuses a rehome if files name paths below the moved folder: Rao keeps the paths of attached files and images as sent. */
function staysAt({ active, unit }: RaoDocument, { moved: { from } }: AskFor<'rehome'>): NotChanged {
  const naming = unit.parts.filter(({ bytes }) => bytes !== null && Buffer.from(bytes).includes(`${from}/`));
  if (active === null || naming.length === 0) return unchanged();
  const names = naming.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
  const reason = `names files below ${from} in ${names}; they stay, because Rao keeps the paths that were sent`;
  return refused({ reason });
}

/** Renames a conversation. Only the table of names has a title; it changes when the scope is closed. */
function renameRao({ id, active, archived, scope }: RaoDocument, { title }: AskFor<'rename'>): UnitChange | NotChanged {
  const folder = active ?? archived;
  if (folder === null) return noFolder();
  if (!isReached(id)) return refused({ reason: 'has a number that Rao does not open' });
  const counts = raoCounts(folder);
  const path = active === null ? archiveNamesPath(scope.site) : NAMES_FILE;
  return changedWithNames({
    path,
    steps: [],
    before: counts,
    after: counts,
    notes: [`its name becomes ${JSON.stringify(title)}`],
  });
}

export function archiveRao(document: RaoDocument): UnitChange | NotChanged {
  return shelve(shelvesOf(document), 'archive', moveFolder);
}

export function restoreRao(
  document: RaoDocument,
  ask: AskFor<'restore'>,
  soFar: readonly UnitDecision[],
): UnitChange | NotChanged {
  const { id, active, archived } = document;
  if (archived !== null && ask.as !== null && ask.as !== id) return restoreAs(document, archived, ask.as, soFar);
  const number = numberOf(id);
  const isTaken = active !== null || (number !== null && isUsed(document, number, soFar));
  if (archived !== null && isTaken) return numberInUse(document, String(number ?? 'it was'), soFar, ' again');
  return shelve(shelvesOf(document), 'restore', moveFolder);
}

function shelvesOf({ id, scope, active, archived }: RaoDocument): Shelves<RaoFolder> {
  return {
    active,
    archived,
    whole: ({ path, self }) => ({ ...self, path }),
    place: (side) => (side === 'active' ? conversationFolder(scope.site, id) : archivedFolder(scope.site, id)),
    missing: noFolder(),
    inTheWay: (_, other) => inTheWay(['RA314'], other),
  };
}

function moveFolder(folder: RaoFolder, steps: readonly Step[]): UnitChange | NotChanged {
  const refusal = folderRefusal(folder);
  if (refusal !== null) return refusal;
  const counts = raoCounts(folder);
  const { error } = folder.log();
  const notes =
    folder.state === 'archived' && error !== null ? [`conversation_log.json ${error}, so Rao will not open it`] : [];
  return changedWithNames({ path: folder.path, steps, before: counts, after: counts, notes });
}

function isUsed({ id, tables }: RaoDocument, number: number, soFar: readonly UnitDecision[]): boolean {
  const others = soFar.some(
    ({ id: other, outcome }) =>
      outcome.state === 'changed' && other !== id && numberOf(outcome.newId ?? other) === number,
  );
  return tables.numbers().active.has(number) || others;
}

function numberInUse({ tables }: RaoDocument, as: string, soFar: readonly UnitDecision[], again = ''): Refusal {
  const reason = `cannot come back as ${as}: that number is in use${again} (--as ${nextNumber(tables.numbers(), soFar)} is free)`;
  return refused({ codes: ['RA314'], reason, unsafe: true });
}

/** Restores under another number: a new folder with that number inside; the old one goes into the journal. */
function restoreAs(
  document: RaoDocument,
  archived: RaoFolder,
  as: string,
  soFar: readonly UnitDecision[],
): UnitChange | NotChanged {
  const refusal = folderRefusal(archived) ?? unusableRefusal(document, as, soFar);
  if (refusal !== null) return refusal;
  const copy = repairedCopy(document, archived, [(each) => renumberedFolder(each, Number(as))]);
  if (isRefusal(copy)) return copy;
  const files = plantedFiles(archived, copy.changes);
  if (isRefusal(files)) return files;
  const { path, self } = archived;
  return changedWithNames({
    path,
    steps: [{ do: 'plant', path: conversationFolder(document.scope.site, as), files }, removed({ ...self, path })],
    before: raoCounts(archived),
    after: copy.counts,
    notes: [],
    newId: as,
  });
}

function unusableRefusal(document: RaoDocument, as: string, soFar: readonly UnitDecision[]): Refusal | null {
  const { scope, tables } = document;
  const number = numberOf(as);
  if (!/^[1-9]\d{0,9}$/.test(as) || number === null)
    return refused({ reason: `cannot come back as ${as}: that is not a number of a conversation` });
  if (scope.site.file !== null)
    return refused({
      reason: 'cannot get another number when it is given alone: give the folder that holds all conversations',
    });
  const { active, archived } = tables.numbers();
  const isPlanned = newIdsOf(soFar).includes(as);
  return active.has(number) || archived.has(number) || isPlanned ? numberInUse(document, as, soFar) : null;
}

/** Moves the active folder into the journal, or else the archived one. Files that Rao uploaded stay with the provider and are counted. */
export function deleteRao(document: RaoDocument): UnitChange | NotChanged {
  return deleteShelved(shelvesOf(document), (folder, steps, stays) => {
    const refusal = folderRefusal(folder);
    if (refusal !== null) return refusal;
    const uploaded = remoteRows(folder).length;
    const remote = `${uploaded} of its attachments ${uploaded === 1 ? 'stays' : 'stay'} with the provider: Rao's own delete would remove them there as well`;
    const notes = [...(uploaded === 0 ? [] : [remote]), ...stays];
    return changedWithNames({ path: folder.path, steps, before: raoCounts(folder), after: NO_COUNTS, notes });
  });
}

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

/** Migrations, one for each older shape (docs/formats/rao.md, "Legacy"). */
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

/** Adds the conversation to two-column history rows. A history without rows stays, because Rao begins it so. */
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
