import type { Source } from '../../../codecs/lines/source.ts';
import type { Code, Finding } from '../../../model/finding.ts';
import type { Part } from '../../../model/part.ts';
import { baseName } from '../../../model/path.ts';
import { isYoung } from '../../../model/time.ts';
import { atByte, type FileFinding, findingAbout, placedFindings } from '../../file-finding.ts';
import type { CompanionFile, Scope } from '../../kind.ts';
import { firstNames } from '../../words.ts';
import type { CachedThread, ThreadRow, ThreadTable } from '../read/databases.ts';
import { nameLines, namesIn } from '../read/names.ts';
import { endsLine, lastOrdinal } from '../read/record.ts';

export interface HomeThreads {
  readonly hasThread: (id: string) => boolean;
  /** True for a file at an absolute path. */
  readonly exists: (path: string) => boolean;
  /** Threads that the program can read, so that its list would have made a row of each. */
  readonly read: ReadonlySet<string>;
  readonly isPartial: boolean;
}

/** Where the program's index of threads differs from the files; the program repairs it with its next list. */
export function* databaseFindings(table: ThreadTable<ThreadRow> | null, threads: HomeThreads, hasPaginated: boolean) {
  if (table === null) return;
  yield* placedFindings(
    null,
    table.path,
    table.fault === null ? shapeFindings(table, threads) : unreadFindings(table, hasPaginated),
  );
}

/** The program's cache of turns cannot be read, so a stale one is not seen. */
export function* unreadCache(table: ThreadTable<unknown> | null): Generator<Finding> {
  if (table?.fault === 'unreadable') yield* placedFindings(null, table.path, unreadFindings(table, false));
}

/** A finding of a database that cannot be read. Without SQLite, convo misses only names of paginated threads. */
function* unreadFindings({ fault, reason }: Pick<ThreadTable<unknown>, 'fault' | 'reason'>, hasPaginated: boolean) {
  if (fault === 'unreadable') yield findingAbout('CX502', `cannot be read: ${reason}`);
  else if (hasPaginated) yield findingAbout('CX501', `is not read: it ${reason}`);
}

function* shapeFindings(table: ThreadTable<ThreadRow>, threads: HomeThreads): Generator<FileFinding> {
  const lacks = table.lacks.map((column) => `no column ${column}`).join(' and ');
  if (lacks !== '')
    yield findingAbout(
      'CX502',
      `has ${lacks} in its table threads, as in no version that convo knows: names that are there alone are not shown`,
    );
  yield* driftFindings(table, threads);
}

function* driftFindings({ rows }: ThreadTable<ThreadRow>, threads: HomeThreads): Generator<FileFinding> {
  if (threads.isPartial) return;
  const all = [...rows.values()];
  const gone = all.filter(({ id }) => !threads.hasThread(id));
  yield* differingFindings('CX503', gone, (which) => `has ${which} of which there is no rollout`);
  const elsewhere = all.filter(({ id, path }) => threads.hasThread(id) && !threads.exists(path));
  yield* differingFindings('CX504', elsewhere, (which) => `has ${which} at a path where there is no rollout`);
  const unknown = [...threads.read].filter((id) => !rows.has(id)).map((id) => ({ id }));
  yield* differingFindings('CX505', unknown, (which) => `lacks ${which} of which there is a rollout`);
}

function* differingFindings(
  code: Code,
  rows: readonly { readonly id: string }[],
  sentence: (which: string) => string,
): Generator<FileFinding> {
  const ids = rows.map(({ id }) => id).sort();
  if (ids.length > 0)
    yield findingAbout(
      code,
      `${sentence(ids.length === 1 ? 'a thread' : `${ids.length} threads`)}: ${firstNames(ids)}`,
    );
}

export function* cacheFindings(
  cached: CachedThread | undefined,
  sources: readonly (readonly [path: string, source: Source])[],
): Generator<FileFinding> {
  if (cached === undefined || sources.some(([, source]) => isMadeOf(cached, source))) return;
  const names = sources.map(([path]) => baseName(path));
  yield findingAbout(
    'CX506',
    `has turns in the program's cache that were read from other bytes of ${firstNames(names)}`,
  );
}

/** True if the bytes in the cache end with a record, and its ordinal is below the next. */
function isMadeOf({ bytes, ordinal }: CachedThread, source: Source): boolean {
  return bytes <= source.size && endsLine(source, bytes) && (lastOrdinal(source, bytes) ?? -1) < ordinal;
}

/** Findings of the index of names; `isThere`: true for ids of threads in the home. */
export function* codexIndexFindings(
  part: Part | undefined,
  isThere: ((id: string) => boolean) | null,
): Generator<Finding> {
  if (part?.bytes == null) return;
  yield* placedFindings(null, part.path, findingsIn(part.bytes, isThere));
}

/** The index of names as a companion file, because a person typed names in it. */
export function indexAsCompanion({ now }: Pick<Scope, 'now'>, part: Part | undefined): CompanionFile[] {
  if (part?.bytes == null) return [];
  const { path, bytes, mtime } = part;
  const damage = () => {
    const found = codexIndexFindings(part, null).next();
    const lost = [...nameLines(bytes)].filter(({ written, isUtf8 }) => written === null || !isUtf8);
    const isBeingWritten = isYoung(mtime, now) && lost.every(({ isEnded }) => !isEnded);
    if (found.done === true || isBeingWritten) return null;
    const isAll = namesIn(bytes).all.size === 0 && lost.length > 1;
    const extent = isAll ? 'all' : lost.length > 0 ? 'record' : null;
    return { finding: found.value, extent } as const;
  };
  return [{ path, damage }];
}

function* findingsIn(bytes: Uint8Array, isThere: ((id: string) => boolean) | null): Generator<FileFinding> {
  const lines = [...nameLines(bytes)];
  for (const { at, isUtf8 } of lines)
    if (!isUtf8) yield atByte('CX307', at, 'has a byte that is not UTF-8: no thread can be deleted');
  const passed = lines.filter(({ named, isUtf8 }) => named === null && isUtf8);
  if (passed[0] !== undefined) yield atByte('CX308', passed[0].at, `has ${passed.length} of its lines passed over`);
  const ids =
    isThere === null ? [] : lines.flatMap(({ named }) => (named !== null && !isThere(named.id) ? named.id : []));
  const gone = [...new Set(ids)];
  if (gone.length > 0)
    yield findingAbout('CX309', `names ${gone.length} threads that are not there: ${firstNames(gone)}`);
}
