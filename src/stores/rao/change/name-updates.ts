import { applyEdits, type Edit } from '../../../codecs/edit.ts';
import { changeTable, type NewRow, quoteCell, rowSource, type TableRow } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import { cmd, type Sentence, sentence } from '../../../model/command.ts';
import { type Code, ruleOf } from '../../../model/finding.ts';
import type { Step } from '../../../model/plan.ts';
import {
  type Ask,
  isRefusal,
  type NotChanged,
  type Refusal,
  refused,
  type SharedChange,
  type UnitChange,
} from '../../decision.ts';
import { withEdits } from '../../engine/change/steps.ts';
import type { BaseFacts, NamesFile } from '../checks/facts.ts';
import { columnFindings, tableFindings } from '../checks/names.ts';
import { archiveNamesPath, isReached, NAMES_FILE, numberOf, raoArchive } from '../layout/layout.ts';
import { headerLine } from '../read/tables/companion-table.ts';
import { decodeNames, type NameRow, type Names, rowsOf } from '../read/tables/names.ts';
import { limitedNotes } from './folders.ts';

export type NameAsk = Extract<Ask, { readonly verb: 'fork' | 'archive' | 'restore' | 'delete' | 'rename' }>;

type TableOf = 'names' | 'archiveNames';

interface NameUpdate extends NameChange {
  readonly of: TableOf;
}

function nameUpdates(facts: BaseFacts, ask: NameAsk, id: string, piece: UnitChange): NameUpdate[] {
  const of = piece.path.startsWith(`${raoArchive(facts.scope.site)}/`) ? 'archiveNames' : 'names';
  const names = facts[of]?.names ?? null;
  const number = Number(piece.newId ?? id);
  if (ask.verb === 'rename')
    return [{ of, remove: [], put: [{ id: number, sources: [newSource(names, number, ask.title)] }] }];
  const rows = rowsOfFolder(names, id);
  if (ask.verb === 'fork') return [{ of: 'names', remove: [], put: [forkedName(facts, names, rows, number)] }];
  const gone: NameUpdate = { of, remove: rows, put: [] };
  if (ask.verb === 'delete' || names === null || rows.length === 0) return [gone];
  const sources = rows.map((row) => numberedSource(names, row, number));
  return [gone, { of: of === 'names' ? 'archiveNames' : 'names', remove: [], put: [{ id: number, sources }] }];
}

function updateOf(updates: readonly NameUpdate[], table: TableOf): NameChange {
  const mine = updates.filter(({ of }) => of === table);
  return { remove: mine.flatMap(({ remove }) => remove), put: mine.flatMap(({ put }) => put) };
}

/** The rows of a folder. Rao opens `conversation_7` for 7, so `conversation_007` has none. */
function rowsOfFolder(names: Names | null, id: string): readonly NameRow[] {
  return names !== null && isReached(id) ? rowsOf(names, Number(id)) : [];
}

function forkedName({ names: file }: BaseFacts, names: Names | null, [first]: readonly NameRow[], id: number) {
  const name = names === null || first === undefined ? 'New conversation' : first.name;
  return { id, sources: [newSource(file?.names ?? null, id, `${name} (fork)`)] };
}

interface NewName {
  readonly id: number;
  readonly sources: readonly (string | Uint8Array)[];
}

export interface NameChange {
  readonly remove: readonly NameRow[];
  readonly put: readonly NewName[];
}

/** The step that changes a names table; null for no change. `header` heads a new table. */
export function nameStep(path: string, file: NamesFile | null, change: NameChange, header: Uint8Array): Step | null {
  const names = file?.names ?? null;
  if (file === null || names === null) {
    if (change.put.length === 0) return null;
    return { do: 'put', path, was: 'absent', content: { from: 'bytes', bytes: wholeTable(header, change) } };
  }
  const edits = nameEdits(names, change);
  if (edits.length === 0) return null;
  return withEdits(file.part, edits);
}

function wholeTable(header: Uint8Array, { put }: NameChange): Buffer {
  const lines = [header, ...put.flatMap(({ sources }) => sources)];
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
}

/**
 * True for a table without rows whose header does not have two columns. R's rbind gives it the columns of the first row, so Rao writes its
 * own two (docs/formats/rao.md, "Names").
 */
function isBegunAnew({ header, rows }: Names): boolean {
  return header !== null && rows.length === 0 && header.fields.length !== 2;
}

/** Edits of a names table, whose rows must be distinguishable. Unchanged rows keep their bytes. */
export function nameEdits(names: Names, change: NameChange): Edit[] {
  const { remove, put } = change;
  if (isBegunAnew(names) && put.length > 0)
    return [{ at: 0, remove: names.table.bytes.length, insert: wholeTable(headerOf(names), change) }];
  const gone = new Set<TableRow>(remove.map(({ row }) => row));
  const insert: NewRow[] = [];
  for (const each of put) {
    const old = givingWay(names, each);
    if (old === null) continue;
    for (const { row } of old) gone.add(row);
    addAll(
      insert,
      each.sources.map((source) => ({ before: old[0]?.row ?? null, source })),
    );
  }
  return changeTable(names.table, { remove: [...gone], insert });
}

/** Rows that a new name replaces; null if they equal it already. */
function givingWay(names: Names, { id, sources }: NewName): readonly NameRow[] | null {
  const old = rowsOf(names, id);
  const isSame = (row: NameRow, at: number) =>
    Buffer.compare(rowSource(names.table, row.row), Buffer.from(sources[at] ?? '')) === 0;
  return old.length === sources.length && old.every(isSame) ? null : old;
}

export function headerOf(names: Names | null): Uint8Array {
  const header = names?.header ?? null;
  return header === null || names === null || isBegunAnew(names)
    ? Buffer.from(headerLine(NAMES_FILE))
    : rowSource(names.table, header);
}

function numberedSource({ table, places }: Names, { row, id: own }: NameRow, id: number): Uint8Array {
  if (own === id) return rowSource(table, row);
  const { start, end } = row.fields[places.id] ?? { start: row.start, end: row.start };
  const before = table.bytes.subarray(row.start, start);
  const after = table.bytes.subarray(end, row.end);
  return Buffer.concat([before, Buffer.from(String(id)), after]);
}

/** The row of a new name. Erdos splits rows at commas and line ends even in quotes, so its names get neither. */
export function newSource(names: Names | null, id: number, name: string): string {
  const plain = names?.style === 'erdos' ? name.replace(/[\s",]+/g, ' ').trim() : name;
  const fields = [String(id), quoteCell(plain)];
  const isReversed = names !== null && names.places.id === 1 && !isBegunAnew(names);
  return (isReversed ? fields.toReversed() : fields).join(',');
}

interface FolderPiece {
  readonly id: string;
  readonly piece: UnitChange;
}

/**
 * Changes the rows of all folders of a run together. A row comes before its folder and goes after it. In between Rao
 * can meet a row without a folder, which it ignores.
 */
export function updateNames(facts: BaseFacts, ask: NameAsk, pieces: readonly FolderPiece[]): SharedChange | NotChanged {
  const { verb } = ask;
  const refusal = refusalFor(facts, verb, pieces);
  if (refusal !== null) return refusal;
  const updates = pieces.flatMap(({ id, piece }) => nameUpdates(facts, ask, id, piece));
  const owner = updateOf(updates, 'names');
  const archive = updateOf(updates, 'archiveNames');
  const otherwise = readOtherwise(facts.names, owner);
  if (isRefusal(otherwise)) return otherwise;
  const { site } = facts.scope;
  const header = headerOf(facts.names?.names ?? null);
  // The table of a bare folder of conversations is out of sight, and it gets no other.
  const isVisible = facts.names !== null || site.shape === 'base';
  const tables = [
    { change: owner, step: isVisible ? nameStep(NAMES_FILE, facts.names, owner, header) : null },
    { change: archive, step: nameStep(archiveNamesPath(site), facts.archiveNames, archive, header) },
  ];
  const stepsOf = (gains: boolean): Step[] =>
    tables.flatMap(({ change, step }) => (change.put.length > 0 === gains && step !== null ? [step] : []));
  const isUnseen = !isVisible && owner.remove.length + owner.put.length > 0;
  const notes = [
    ...(verb === 'rename' ? [] : replacedNotes(facts, owner)),
    ...otherwise,
    ...(isUnseen ? ['the table of names is out of sight, and stays as it is'] : []),
    ...(verb === 'archive' ? reuseNotes(facts, pieces) : []),
  ];
  return { state: 'changed', path: NAMES_FILE, first: stepsOf(true), last: stepsOf(false), codes: [], notes };
}

function refusalFor(facts: BaseFacts, verb: NameAsk['verb'], pieces: readonly FolderPiece[]): Refusal | null {
  const archive = `${raoArchive(facts.scope.site)}/`;
  const isOfOne = verb === 'delete' || verb === 'rename';
  const isArchive = verb !== 'fork' && pieces.some(({ piece }) => !isOfOne || piece.path.startsWith(archive));
  const own = namesRefusal(facts.names);
  if (own !== null || !isArchive) return own;
  const other = namesRefusal(facts.archiveNames);
  return other === null ? unlikeTables(facts) : { ...other, codes: ['RA316'] };
}

/** A refusal if two tables have different columns, because rows move between them unchanged. */
function unlikeTables({ names, archiveNames }: BaseFacts): Refusal | null {
  const columns = (file: BaseFacts['names']) => {
    const names = file?.names ?? null;
    if (names !== null && isBegunAnew(names)) return 'conversation_id, name';
    return names?.header?.fields.map(({ text }) => text.trim()).join(', ') ?? null;
  };
  const own = columns(names);
  const other = columns(archiveNames);
  if (own === null || other === null || own === other) return null;
  const reason = `${archiveNames?.part.path} has the columns ${other} and ${names?.part.path} ${own}, so no row of one fits the other`;
  return refused({ reason });
}

function replacedNotes({ names: file }: BaseFacts, { put }: NameChange): string[] {
  const names = file?.names ?? null;
  if (names === null) return [];
  return put
    .flatMap((each) => givingWay(names, each) ?? [])
    .map(({ id, name }) => `the row of ${id}, ${JSON.stringify(name)}, was left over and gives way`);
}

/**
 * Notes on numbers that are used again. Rao numbers a new conversation after the highest one, so archiving that one frees its number
 * (docs/formats/rao.md, "Numbers").
 */
function reuseNotes({ scope, numbers }: BaseFacts, pieces: readonly { readonly id: string }[]): Sentence[] {
  // For a single given folder, the others are out of sight.
  if (scope.site.file !== null) return [];
  const gone = new Set(pieces.map(({ id }) => numberOf(id)).filter((number) => number !== null));
  const remaining = [...numbers().active].filter((number) => !gone.has(number));
  const highest = remaining.reduce((a, b) => Math.max(a, b), 0);
  const reused = [...gone].filter((number) => number > highest).sort((a, b) => a - b);
  const [next] = reused;
  if (next === undefined) return [];
  const which = reused.length === 1 ? `${next}` : `${next} to ${reused.at(-1)}`;
  return [
    sentence`Rao counts on from ${highest} now, and will give ${which} to new conversations: ${cmd`restore ${next} --as N`} brings back one whose number is taken`,
  ];
}

function namesRefusal(file: NamesFile | null): Refusal | null {
  if (file === null) return null;
  const { part, names } = file;
  if (part.type !== 'file')
    return refused({ reason: `${part.path} is a ${part.type}, and nothing is changed through it`, unsafe: true });
  if (names === null) return refused({ reason: `${part.path} cannot be read` });
  // R types rows together: a good row may be misread once others are gone.
  const finding = [...tableFindings(names)].find(({ code }) => code !== 'RA303' || names.table.open >= 0);
  if (finding !== undefined) return toMendFirst(finding.code, `${part.path} ${finding.detail}`);
  if (names.isNumberFirst) return null;
  const [wrong] = columnFindings(names);
  if (wrong !== undefined) return toMendFirst(wrong.code, `${part.path} ${wrong.detail}`);
  // R adds a row by column names, so their order does not matter.
  return names.read.ok && names.read.labelled
    ? toMendFirst('RA318', `${part.path} has labels before its numbers`)
    : null;
}

/** A refusal that names the command to mend the shared table first, which a heal of one conversation leaves alone. */
function toMendFirst(code: Code, detail: string): Refusal {
  const { healing } = ruleOf(code);
  const way =
    healing === 'manual'
      ? sentence`see ${cmd`explain ${code}`}`
      : sentence`run ${healing === 'lossy' ? cmd`heal --lossy` : cmd`heal`} first, without ids`;
  return refused({ codes: [code], reason: sentence`${detail}: ${way}` });
}

/**
 * A sentence for each remaining name that R will read differently, because it types rows together; or a refusal if R could no longer read
 * the table, and so would overwrite it.
 */
function readOtherwise(file: NamesFile | null, change: NameChange): readonly string[] | Refusal {
  const names = file?.names ?? null;
  if (file === null || names === null) return [];
  const after = decodeNames(applyEdits(names.table.bytes, nameEdits(names, change)));
  if (!after.read.ok)
    return refused({ reason: `R would not read what is left of ${file.part.path}: ${after.read.error}` });
  const touched = new Set([...change.remove, ...change.put].map(({ id }) => id));
  const notes = [...names.namesInR].flatMap(([id, inR]) => {
    const was = inR[0] ?? null;
    const current = after.namesInR.get(id)?.[0] ?? null;
    return touched.has(id) || was === current
      ? []
      : `R shows the name of ${id} as ${JSON.stringify(current ?? 'NA')} from now on, not ${JSON.stringify(was ?? 'NA')}`;
  });
  return limitedNotes(notes);
}
