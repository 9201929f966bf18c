import type { Edit } from '../../../codecs/edit.ts';
import { isArray, member, members, textOf } from '../../../codecs/json/value.ts';
import { changeTable, type NewField, type NewRow } from '../../../codecs/table/edits.ts';
import { parseTable } from '../../../codecs/table/parse.ts';
import { CSV } from '../../../codecs/table/table.ts';
import { addAll } from '../../../model/add-all.ts';
import type { FileRepair } from '../../engine/passes.ts';
import { COMMAND_CALLS, EDIT_CALLS } from '../read/log.ts';
import { type MovedIds, withoutDoubles } from './log/doubles.ts';
import { claimedIds, editsFile, type LogItem, PLOTS } from './log/entries.ts';
import { changesFollowed, keysFollowed, meant, plotsFollowed } from './log/follow.ts';
import {
  bytesOf,
  type Files,
  type FolderRepair,
  inFolder,
  LOG,
  limited,
  NO_REPAIR,
  nameOf,
  type RaoPass,
  topOf,
} from './pass.ts';
import { rowId } from './tables.ts';

/** Gives each message its own id and updates every reference of the folder, or does nothing. */
export const renumber: RaoPass = inFolder(['RA107'], (files): FolderRepair | string => {
  const top = topOf(bytesOf(files, LOG));
  if (!isArray(top)) return `${LOG} is not a list of messages`;
  const log = withoutDoubles(top, claimedIds(files));
  if (typeof log === 'string') return `${LOG} ${log}`;
  const companions = followed(files, log.moved);
  if (typeof companions === 'string') return companions;
  const plots = plotsOf(files, log.moved);
  if (typeof plots === 'string') return plots;
  const edits = new Map([...companions, [LOG, [...log.edits, ...plots.edits]] as const]);
  return { edits, moved: plots.names, notes: limited(log.notes).map((note) => `${LOG} ${note}`) };
});

const FOLLOWERS: Readonly<Record<string, (bytes: Uint8Array, moved: MovedIds) => FileRepair | string>> = {
  'conversation_diffs.json': diffsFollowed,
  'code_links.json': linksFollowed,
  'message_buttons.csv': buttonsFollowed,
  'file_changes.json': changesFollowed,
  'summaries.json': (bytes, moved) => summariesStay(bytes, moved) ?? NO_REPAIR,
};

function followed(files: Files, moved: MovedIds): Map<string, readonly Edit[]> | string {
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
    const name = nameOf(files, part);
    if (!PLOTS.test(name)) continue;
    const done = plotsFollowed(name.slice('plots/'.length), part.bytes, moved);
    if (typeof done === 'string') return done;
    addAll(edits, done.edits);
    if (done.to !== null) names.set(name, `plots/${done.to}`);
  }
  return { names, edits };
}

/** Erdos' links follow their answers. A sentence if two had the id. */
function linksFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair | string {
  return keysFollowed(members(topOf(bytes)), 'code links', moved, ({ kind }) => kind === 'text');
}

/** Diffs follow their edits. A sentence if two had the id. */
function diffsFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair | string {
  const top = topOf(bytes);
  const diffs = ['diffs', 'diffs_by_msg_id'].flatMap((name) => members(member(top, name)));
  return keysFollowed(diffs, 'diffs', moved, editsFile);
}

/**
 * Summaries are numbered by questions in id order (docs/formats/rao.md, "Files"). Those of the first stretch stay
 * right. A sentence for a later one.
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

/** Buttons follow their calls. Rao shows a row's buttons for all calls of its id, so each call gets a row. */
function buttonsFollowed(bytes: Uint8Array, moved: MovedIds): FileRepair {
  const table = parseTable(bytes, CSV);
  const rows = table.rows.slice(1);
  // A call whose new id has a row already has its buttons.
  const taken = new Set(rows.map(rowId));
  const replace: NewField[] = [];
  const insert: NewRow[] = [];
  for (const row of rows) {
    const old = rowId(row);
    const [field] = row.fields;
    if (field === undefined || old === null) continue;
    const [first, ...others] = meant(moved, Number(old), hasButtons).ids.map(String);
    const rest = Buffer.from(table.bytes.subarray(field.end, row.end)).toString();
    if (first !== undefined && !taken.has(first)) replace.push({ field, source: first });
    for (const id of others.filter((each) => !taken.has(each)))
      insert.push({ before: table.rows[row.index + 1] ?? null, source: `${id}${rest}` });
  }
  return { edits: changeTable(table, { replace, insert }), notes: [] };
}

function hasButtons({ calls }: LogItem): boolean {
  return calls !== null && (EDIT_CALLS.includes(calls) || COMMAND_CALLS.has(calls));
}
