import { elements, member, members, textOf } from '../../../../codecs/json/value.ts';
import { parseTable } from '../../../../codecs/table/parse.ts';
import { CSV } from '../../../../codecs/table/table.ts';
import { topOf } from '../json/opened.ts';
import { wholeNumber } from '../log/entries.ts';
import { bytesOf, type Files, nameOf } from './files.ts';

/** Every number that a companion gives as a message's id: a message must not get it by chance. */
export function claimedIds(files: Files): Set<number> {
  return new Set(
    [...diffIds(files), ...linkIds(files), ...changeIds(files), ...tableIds(files), ...plotIds(files)].filter(
      (id) => Number.isSafeInteger(id) && id > 0,
    ),
  );
}

function* diffIds(files: Files): Generator<number> {
  const top = topOf(bytesOf(files, 'conversation_diffs.json'));
  for (const name of ['diffs', 'diffs_by_msg_id']) {
    const diffs = top === null ? null : member(top, name);
    for (const { key } of diffs === null ? [] : members(diffs)) yield Number(textOf(key));
  }
}

function* linkIds(files: Files): Generator<number> {
  const links = topOf(bytesOf(files, 'code_links.json'));
  for (const { key } of links === null ? [] : members(links)) yield Number(textOf(key));
}

function* changeIds(files: Files): Generator<number> {
  const top = topOf(bytesOf(files, 'file_changes.json'));
  const changes = top === null ? null : member(top, 'changes');
  for (const change of changes === null ? [] : elements(changes))
    yield wholeNumber(member(change, 'conversation_id')) ?? 0;
}

function* tableIds(files: Files): Generator<number> {
  for (const name of ['message_buttons.csv', 'attachments.csv']) {
    const table = parseTable(bytesOf(files, name) ?? new Uint8Array(), CSV);
    const column = table.rows[0]?.fields.findIndex(({ text }) => text === 'message_id') ?? -1;
    for (const row of table.rows.slice(1)) yield Number(row.fields[column]?.text ?? Number.NaN);
  }
}

function* plotIds(files: Files): Generator<number> {
  for (const part of files.parts) yield Number(PLOTS.exec(nameOf(files, part))?.[1] ?? Number.NaN);
}

/** A plots file, below its folder. */
export const PLOTS = /^plots\/plots_(\d{1,9})\.json$/;
