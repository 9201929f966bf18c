import { firstWhere } from '../../../codecs/bytes.ts';
import type { Edit } from '../../../codecs/edit.ts';
import { replaceValue } from '../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isString,
  isText,
  type Member,
  member,
  members,
  quote,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { CSV, changeTable, type NewField, type NewRow, parseTable } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/collections.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { fieldOf } from '../read/field.ts';
import { COMMAND_CALLS, EDIT_CALLS } from '../read/log.ts';
import {
  bytesOf,
  CONVERSATION_LOG,
  type Files,
  type FolderRepair,
  inFolder,
  joinRepairs,
  limitedNotes,
  NO_REPAIR,
  nameInFolder,
  quotedShort,
  type RaoPass,
  topOf,
} from './folders.ts';
import { type MovedIds, withoutDoubles } from './log/doubles.ts';
import { claimedIds, editsFile, functionCallOf, type LogItem, PLOTS, wholeNumber } from './log/entries.ts';
import { rowId } from './tables.ts';

export const renumberPass: RaoPass = inFolder(['RA107'], (files): FolderRepair | string => {
  const top = topOf(bytesOf(files, CONVERSATION_LOG));
  if (!isArray(top)) return `${CONVERSATION_LOG} is not a list of messages`;
  const log = withoutDoubles(top, claimedIds(files));
  if (typeof log === 'string') return `${CONVERSATION_LOG} ${log}`;
  const companions = followingEdits(files, log.moved);
  if (typeof companions === 'string') return companions;
  const plots = plotsOf(files, log.moved);
  if (typeof plots === 'string') return plots;
  const edits = new Map([...companions, [CONVERSATION_LOG, [...log.edits, ...plots.edits]] as const]);
  return { edits, moved: plots.names, notes: limitedNotes(log.notes).map((note) => `${CONVERSATION_LOG} ${note}`) };
});

const FOLLOWERS: Readonly<Record<string, (bytes: Uint8Array, moved: MovedIds) => FileRepair | string>> = {
  'conversation_diffs.json': diffsFollowed,
  'code_links.json': linksFollowed,
  'message_buttons.csv': buttonsFollowed,
  'file_changes.json': changesFollowed,
  'summaries.json': (bytes, moved) => summariesStay(bytes, moved) ?? NO_REPAIR,
};

function followingEdits(files: Files, moved: MovedIds): Map<string, readonly Edit[]> | string {
  const edits = new Map<string, readonly Edit[]>();
  for (const [name, follow] of Object.entries(FOLLOWERS)) {
    const bytes = bytesOf(files, name);
    const done = bytes === null ? null : follow(bytes, moved);
    if (typeof done === 'string') return `${name} ${done}`;
    if (done !== null) edits.set(name, done.edits);
  }
  return edits;
}

function plotsOf(files: Files, moved: MovedIds): { names: Map<string, string>; edits: Edit[] } | string {
  const names = new Map<string, string>();
  const edits: Edit[] = [];
  for (const part of files.parts) {
    const name = nameInFolder(files, part);
    if (!PLOTS.test(name)) continue;
    const done = plotsFollowed(name.slice('plots/'.length), part.bytes, moved);
    if (typeof done === 'string') return done;
    addAll(edits, done.edits);
    if (done.to !== null) names.set(name, `plots/${done.to}`);
  }
  return { names, edits };
}

/** Gives Erdos' links the new ids of their answers. Returns a sentence if two had the id. */
function linksFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair | string {
  return keysFollowed(members(topOf(bytes)), 'code links', moved, ({ kind }) => kind === 'text');
}

/** Gives diffs the new ids of their edits. Returns a sentence if two had the id. */
function diffsFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair | string {
  const top = topOf(bytes);
  const diffs = ['diffs', 'diffs_by_msg_id'].flatMap((name) => members(member(top, name)));
  return keysFollowed(diffs, 'diffs', moved, editsFile);
}

/**
 * Checks that summaries stay right, which are numbered by questions in id order (docs/formats/rao.md, "Files"). Those of the first stretch
 * do; returns a sentence for a later one.
 */
function summariesStay(bytes: Uint8Array, { entries, stretches, raised }: MovedIds): string | null {
  if (raised.every((by) => by === 0)) return null;
  const questions = entries.filter(
    ({ kind }, at) => kind === 'question' && (raised[stretches[at] ?? 0] ?? 0) === 0,
  ).length;
  const summaries = member(topOf(bytes), 'summaries');
  const beyond = members(summaries).find(({ key }) => Number(textOf(key)) > questions);
  return beyond === undefined
    ? null
    : `has a summary of question ${textOf(beyond.key)}, and it is not certain which that was`;
}

/** Gives buttons the new ids of their calls. Rao shows a row's buttons for all calls of its id, so each call gets a row. */
function buttonsFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair {
  const table = parseTable(bytes, CSV);
  const rows = table.rows.slice(1);
  // A call whose new id has a row already has its buttons.
  const existingIds = new Set(rows.map(rowId));
  const replace: NewField[] = [];
  const insert: NewRow[] = [];
  for (const row of rows) {
    const old = rowId(row);
    const [field] = row.fields;
    if (field === undefined || old === null) continue;
    const [first, ...others] = meantMessages(moved, Number(old), hasButtons).ids.map(String);
    const rest = Buffer.from(table.bytes.subarray(field.end, row.end)).toString();
    if (first !== undefined && !existingIds.has(first)) replace.push({ field, source: first });
    for (const id of others.filter((each) => !existingIds.has(each)))
      insert.push({ before: table.rows[row.index + 1] ?? null, source: `${id}${rest}` });
  }
  return { edits: changeTable(table, { replace, insert }), notes: [] };
}

function hasButtons({ calls }: LogItem): boolean {
  return calls !== null && (EDIT_CALLS.includes(calls) || COMMAND_CALLS.has(calls));
}

/** Renames entries stored under a message id. Returns a sentence if two fitting messages had the id. */
function keysFollowed(
  entries: readonly Member[],
  noun: string,
  moved: MovedIds,
  fits: (entry: LogItem) => boolean,
): FileRepair | string {
  const edits: Edit[] = [];
  for (const entry of entries) {
    const old = textOf(entry.key);
    const [id, ...others] = meantMessages(moved, Number(old), fits).ids;
    if (others.length > 0) return `has ${noun} of message ${old}, and two messages had that id`;
    if (id !== undefined && String(id) !== old) addAll(edits, renamedKey(entry, String(id)));
  }
  return { edits, notes: [] };
}

/** Edits that rename the key of an entry, also where the entry repeats it. */
function renamedKey({ key, value }: Member, id: string): Edit[] {
  const own = member(value, 'message_id');
  const edits = [replaceValue(key, quote(id))];
  if (isText(own, textOf(key))) edits.push(replaceValue(own, quote(id)));
  return edits;
}

interface NumberedPlaces {
  readonly places: readonly number[];
  readonly ids: readonly number[];
}

/** Messages that gave up `id` and fit, with their new ids. */
function meantMessages(
  { entries, ids, places }: MovedIds,
  id: number,
  fits: (entry: LogItem) => boolean,
): NumberedPlaces {
  const all = (places.get(id) ?? []).filter((at) => {
    const entry = entries[at];
    return entry !== undefined && fits(entry);
  });
  return { places: all, ids: all.flatMap((at) => ids[at] ?? []) };
}

/**
 * Moves file changes with their stretch: `conversation_id` is Rao's message counter (docs/formats/rao.md, "Files"). Returns a sentence if
 * the stretch is uncertain.
 */
function changesFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair | string {
  const list = member(topOf(bytes), 'changes');
  // Without a raised stretch the counter never went back.
  if (list === null || moved.raised.every((by) => by === 0)) return { edits: [], notes: [] };
  const clues = cluesIn(moved);
  const repairs: FileRepair[] = [];
  for (const change of elements(list)) {
    const repair = changeFollowed(change, clues, moved);
    if (typeof repair === 'string') return repair;
    repairs.push(repair);
  }
  return joinRepairs(repairs);
}

interface NumberClues {
  /** For each file, the stretches of the calls that name it, with the least id of such a call. */
  readonly editing: ReadonlyMap<string, readonly NumberBound[]>;
  /** Ids at which stretches begin, in order. */
  readonly lower: readonly NumberBound[];
  /** Ids at which stretches end, in order. */
  readonly upper: readonly NumberBound[];
}

interface NumberBound {
  readonly id: number;
  readonly stretch: number;
  readonly sum: number;
}

function cluesIn({ entries, stretches }: MovedIds): NumberClues {
  const editing = new Map<string, Map<number, number>>();
  const least = new Map<number, number>();
  const most = new Map<number, number>();
  for (const [at, entry] of entries.entries()) {
    const [stretch = 0, { id }] = [stretches[at], entry];
    if (id === null) continue;
    keepBound(least, stretch, id, Math.min);
    keepBound(most, stretch, id, Math.max);
    const file = fileOfCall(entry);
    if (file === null) continue;
    const known = editing.get(file) ?? new Map<number, number>();
    editing.set(file, known);
    keepBound(known, stretch, id, Math.min);
  }
  return {
    editing: new Map([...editing].map(([file, ids]) => [file, summedBounds(ids)])),
    lower: summedBounds(least),
    upper: summedBounds(most),
  };
}

function keepBound(
  ids: Map<number, number>,
  stretch: number,
  id: number,
  which: (a: number, b: number) => number,
): void {
  ids.set(stretch, which(ids.get(stretch) ?? id, id));
}

function summedBounds(ids: ReadonlyMap<number, number>): NumberBound[] {
  let sum = 0;
  return [...ids]
    .sort(([, a], [, b]) => a - b)
    .map(([stretch, id]) => {
      sum += stretch;
      return { id, stretch, sum };
    });
}

function changeFollowed(change: Value, clues: NumberClues, { raised }: MovedIds): FileRepair | string {
  const counter = fieldOf(change, 'conversation_id');
  const counted = wholeNumber(counter);
  if (counter === null || counted === null) return { edits: [], notes: [] };
  const path = fieldOf(change, 'file_path');
  const file = isString(path) ? textOf(path) : '';
  const likely = likelyStretch(clues, counted, file);
  if (likely === 'several')
    return `has a change of ${quotedShort(file)} that may belong to either of two messages ${counted}`;
  const by = likely === null ? 0 : (raised[likely] ?? 0);
  return { edits: by === 0 ? [] : [replaceValue(counter, String(counted + by))], notes: [] };
}

/** The stretch with an earlier edit of this file, or else the one around the number. */
function likelyStretch(
  { editing, lower, upper }: NumberClues,
  counted: number,
  file: string,
): number | 'several' | null {
  const [first, second] = editing.get(file) ?? [];
  if (second !== undefined && second.id <= counted) return 'several';
  if (first !== undefined && first.id <= counted) return first.stretch;
  const begun = upTo(lower, counted);
  const over = upTo(upper, counted - 1);
  if (begun - over > 1) return 'several';
  // All but one of the begun stretches are over: the sums differ by that one.
  return begun === over ? null : (lower[begun - 1]?.sum ?? 0) - (upper[over - 1]?.sum ?? 0);
}

function upTo(bounds: readonly NumberBound[], id: number): number {
  return firstWhere(bounds.length, (place) => (bounds[place]?.id ?? id) > id);
}

function fileOfCall({ value }: LogItem): string | null {
  const text = fieldOf(functionCallOf(value), 'arguments');
  const top = isString(text) ? topOf(Buffer.from(textOf(text))) : null;
  const name = member(top, 'filename');
  return isString(name) ? textOf(name) : null;
}

interface PlotsMoved {
  readonly to: string | null;
  readonly edits: readonly Edit[];
}

/**
 * Renames `plots_N.json` if its call (docs/formats/rao.md, "Files") gets another id; `to` is null if not. Returns a sentence if two calls
 * had the id and the plots do not show which drew them.
 */
function plotsFollowed(name: string, bytes: Uint8Array | null, moved: MovedIds): PlotsMoved | string {
  const old = Number(/^plots_(\d{1,9})\.json$/.exec(name)?.[1] ?? Number.NaN);
  const { places } = meantMessages(moved, old, ({ kind }) => kind === 'call');
  const owner = places.length < 2 ? places[0] : ownerOf(moved, places, namesIn(bytes));
  if (places.length > 1 && owner === undefined)
    return `has ${name}, and two calls had the id ${old}: it is not certain whose plots they are`;
  const id = owner === undefined ? null : moved.ids[owner];
  if (owner === undefined || id == null || id === old) return { to: null, edits: [] };
  const to = `plots_${id}.json`;
  return {
    to,
    edits: relatedTo(moved, owner).flatMap((entry) => renamedFile(entry, name, to)),
  };
}

/** The one call whose plot message names a plot of the file. */
function ownerOf(moved: MovedIds, places: readonly number[], names: ReadonlySet<string>): number | undefined {
  const owners = places.filter((place) =>
    relatedTo(moved, place).some(({ value }) => {
      const plots = fieldOf(value, 'plots');
      return plots !== null && elements(plots).some((each) => isString(each) && names.has(textOf(each)));
    }),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

function relatedTo({ entries, related }: MovedIds, place: number): LogItem[] {
  return (related.get(place) ?? []).flatMap((at) => entries[at] ?? []);
}

function namesIn(bytes: Uint8Array | null): Set<string> {
  return new Set(members(topOf(bytes)).map(({ key }) => textOf(key)));
}

function renamedFile({ value }: LogItem, from: string, to: string): Edit[] {
  const file = fieldOf(value, 'plots_file');
  if (!isString(file) || !textOf(file).endsWith(from)) return [];
  return [replaceValue(file, quote(`${textOf(file).slice(0, -from.length)}${to}`))];
}
