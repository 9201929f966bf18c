import { isNoTable, type Row, type TableFailure } from '../../../model/part.ts';
import type { Scope } from '../../kind.ts';

export interface ThreadRow {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string | null;
  /** The name of a legacy thread; its first question does not count as one. */
  readonly title: string | null;
  /** The question that the program lists for a thread without one, such as a new fork. */
  readonly preview: string | null;
}

/** Extent of the program's cache of a thread's turns: the cache has `bytes` of the rollout, and `ordinal` is the next one. */
export interface CachedThread {
  readonly id: string;
  readonly bytes: number;
  readonly ordinal: number;
}

/**
 * Rows of a table of the program, by thread. `fault` says why rows are missing; null if all were read. `lacks`: missing columns of shown
 * data, as in another version of the program.
 */
export interface ThreadTable<T> {
  readonly path: string;
  readonly rows: ReadonlyMap<string, T>;
  readonly fault: Exclude<TableFailure['none'], 'absent'> | null;
  readonly reason: string;
  readonly lacks: readonly string[];
}

export function threadIndex(scope: DatabaseScope): ThreadTable<ThreadRow> | null {
  const newer = NEWER.find((path) => scope.exists?.(`${scope.site.root}/${path}`) === true);
  if (newer !== undefined && scope.site.shape === 'home')
    return { ...noRows(newer), fault: 'unreadable', reason: 'is of a newer version of the program than convo knows' };
  return tableOf(scope, 'state_5.sqlite', 'threads', THREAD_COLUMNS, threadRow);
}

/** Databases of later versions: the program counts the version up, and keeps the old file. */
const NEWER = [6, 7, 8, 9].map((version) => `state_${version}.sqlite`);

function noRows(path: string) {
  return { path, rows: new Map<string, never>(), fault: null, reason: '', lacks: [] };
}

export function turnCache(scope: DatabaseScope): ThreadTable<CachedThread> | null {
  return tableOf(
    scope,
    'thread_history_1.sqlite',
    'thread_history_projection_state',
    ['thread_id', 'next_rollout_byte_offset', 'next_rollout_ordinal'],
    cachedThread,
  );
}

type DatabaseScope = Pick<Scope, 'site' | 'tableAt' | 'exists'>;

/** Columns with names; a paginated thread's name is nowhere else. */
const SHOWN_COLUMNS = ['name', 'title'];
const THREAD_COLUMNS = ['id', 'rollout_path', ...SHOWN_COLUMNS, 'first_user_message', 'preview'];

function tableOf<T extends { readonly id: string }>(
  { site, tableAt }: DatabaseScope,
  path: string,
  table: string,
  columns: readonly string[],
  rowOf: (row: Row) => T | null,
): ThreadTable<T> | null {
  if (site.shape !== 'home' || tableAt === undefined) return null;
  const read = tableAt(path, table, columns);
  const none = noRows(path);
  if (isNoTable(read)) return read.none === 'absent' ? null : { ...none, fault: read.none, reason: read.reason };
  const rows = read.map(rowOf);
  if (rows.includes(null))
    return { ...none, fault: 'unreadable', reason: `has another table ${table} than this version knows` };
  const byId = new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row] as const])));
  const [first = {}] = read;
  const lacks = read.length === 0 ? [] : SHOWN_COLUMNS.filter((each) => columns.includes(each) && !(each in first));
  return { ...none, rows: byId, lacks };
}

function threadRow(row: Row): ThreadRow | null {
  const id = textInColumn(row, 'id');
  const path = textInColumn(row, 'rollout_path');
  if (id === null || path === null) return null;
  const name = textInColumn(row, 'name');
  const title = textInColumn(row, 'title');
  const isQuestion = ['first_user_message', 'preview'].some((column) => textInColumn(row, column) === title);
  const preview = nonBlank(textInColumn(row, 'preview')) ?? nonBlank(textInColumn(row, 'first_user_message'));
  return { id: id.toLowerCase(), path, name: nonBlank(name), title: isQuestion ? null : nonBlank(title), preview };
}

function cachedThread(row: Row): CachedThread | null {
  const id = textInColumn(row, 'thread_id');
  const bytes = row['next_rollout_byte_offset'];
  const ordinal = row['next_rollout_ordinal'];
  if (id === null || typeof bytes !== 'number' || typeof ordinal !== 'number') return null;
  return { id: id.toLowerCase(), bytes, ordinal };
}

function textInColumn(row: Row, column: string): string | null {
  const value = row[column];
  return typeof value === 'string' ? value : null;
}

function nonBlank(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}
