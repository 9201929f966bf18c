import { expect, test } from 'vitest';
import type { Value } from '../../../src/codecs/json/value.ts';
import { fieldOf, referenceIn, textIn, textOfReference } from '../../../src/stores/rao/read/field.ts';
import { diffLines, isFlagged, linesOfType, type RaoFolder } from '../../../src/stores/rao/read/folder.ts';
import type { RTable } from '../../../src/stores/rao/read/tables/r-table.ts';
import { plainOf } from '../../codecs/json/plain.ts';
import type { Expected, Row, Rows } from './expected.ts';

/** Tests that the files beside one log are read as the real program read them. */
export function companionsAgree(folder: RaoFolder, expected: Expected): void {
  test('the tables', () => {
    const history = rows(folder.history()?.read ?? null);
    const own = { conversation_index: Number(folder.id) };
    expect(history.ok ? { ...history, rows: history.rows?.map((row) => ({ ...own, ...row })) } : history).toEqual(
      told(expected.script_history),
    );
    expect(rows(folder.buttons()?.read ?? null)).toEqual(told(expected.message_buttons));
    const attached = rows(folder.attachments()?.read ?? null).rows ?? [];
    const known = (expected.attachments.rows ?? []).map(({ file_name, ...row }) => row);
    expect(attached.map(withoutNothing)).toEqual(known.map(withoutNothing));
    const images = rows(folder.images()?.read ?? null).rows ?? [];
    expect(images.map(({ local_path }) => local_path)).toEqual(expected.images);
  });

  test('the changes, diffs and summaries that it sees', () => {
    const changes = folder.changes();
    expect(changes?.file.error ?? null).toSatisfy(
      (error) => (error === null) === (expected.file_changes.hidden_parse_error === undefined),
    );
    const seen = changes?.file.error === null ? changes.entries : [];
    expect(seen.map((change) => picked(change, CHANGE))).toEqual(expected.file_changes.changes);
    const diffs = folder.diffs();
    const visible = diffs?.file.error === null ? diffs.entries.filter(({ hidden }) => !hidden) : [];
    expect(visible.map(({ name }) => name)).toEqual(expected.conversation_diffs.keys);
    expect(
      visible.map((diff) => ({
        key: diff.name,
        added: linesOfType(diff, 'added'),
        deleted: linesOfType(diff, 'deleted'),
        lines: diffLines(diff).length,
        is_start_edit: isFlagged(diff, 'is_start_edit'),
        is_end_edit: isFlagged(diff, 'is_end_edit'),
      })),
    ).toEqual(expected.conversation_diffs.stats);
    const summaries = folder.summaries();
    const keys = summaries?.file.error === null ? summaries.entries.map(({ name }) => name) : [];
    expect(keys).toEqual(expected.summaries.keys);
  });

  test('the variables and the state of a summary', () => {
    const vars = folder.vars();
    const { present, ok, names } = expected.conversation_vars;
    expect(vars === null).toBe(present === false);
    if (vars?.state !== 'unjudged' && vars !== null) expect(vars.state === 'read').toBe(ok);
    if (vars?.state === 'read') expect(vars.names.toSorted()).toEqual(names?.toSorted());
    const background = folder.background();
    const { request_id = null, target_query = null } = expected.background_summarization ?? {};
    expect(textIn(background?.root ?? null, 'request_id')).toBe(request_id);
    expect(background === null ? null : Number(textOfReference(referenceIn(background.root, 'target_query')))).toBe(
      target_query,
    );
  });
}

const CHANGE = ['id', 'conversation_id', 'conversation_index', 'action', 'file_path', 'diff_type', 'was_unsaved'];

function picked(value: Value, keys: readonly string[]): Row {
  const pairs = keys.map((key) => [key, fieldOf(value, key)] as const);
  return Object.fromEntries(pairs.flatMap(([key, found]) => (found === null ? [] : [[key, plainOf(found)]])));
}

function told({ ok, rows: all }: Rows): Rows {
  return ok ? { ok, rows: (all ?? []).map(withoutNothing) } : { ok, rows: null };
}

/** The rows that R sees, its cells by their columns. */
function rows(read: RTable | null): Rows {
  if (read === null) return { ok: true, rows: [] };
  if (!read.ok) return { ok: false, rows: null };
  const all = read.rows.map((_, at) =>
    Object.fromEntries(read.columns.map(({ name, type, cells }) => [name, typed(type, cells[at] ?? null)])),
  );
  return { ok: true, rows: all.map(withoutNothing) };
}

function typed(type: string, cell: string | null): unknown {
  if (cell === null) return null;
  if (type === 'logical') return cell === 'TRUE';
  return type === 'integer' || type === 'double' ? Number(cell) : cell;
}

/** The expectations leave out what is NA; an empty text is as good to them. */
function withoutNothing(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));
}
