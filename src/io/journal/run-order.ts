import { join } from 'node:path';
import { Failure, nothingChanged } from '../../model/failure.ts';
import { RUN_ID } from '../../model/run.ts';
import { nullOn, orNull } from '../disk/error-code.ts';
import { statOf } from '../disk/stat-of.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { replaceOwn } from '../disk/write-file.ts';
import type { Name, ReadDisk } from '../disk.ts';
import { freeRunId, isRunId, JOURNAL, journalOf, runTimeOf } from './journal.ts';

/** File with the order of a root's runs, deleted ones included: a line each with number and id. Times in ids mislead: clocks are set back. */
export const ORDER = 'order';

/** File in which earlier versions noted ids of pruned runs. */
export const PRUNED = 'pruned';

export interface RankedRun {
  readonly id: string;
  readonly number: number;
}

/** Runs of a root, oldest first; empty if the journal is not a folder. Reads only. */
export function rankedRuns(disk: ReadDisk, root: string): RankedRun[] {
  const runs = readRuns(disk, root);
  const there = new Set(idsOnDisk(runs));
  return allRunsEver(disk, root, runs).filter(({ id }) => there.has(id));
}

export function runIds(disk: ReadDisk, root: string): string[] {
  return rankedRuns(disk, root).map(({ id }) => id);
}

/** Names of other programs among the runs; null for one that is not UTF-8. Omits unfinished runs. */
export function otherNames(disk: ReadDisk, root: string): (string | null)[] {
  const runs = readRuns(disk, root);
  return runs.names.flatMap((entry) => (isRun(entry, runs) || isPart(entry) ? [] : [entry.name]));
}

export function isPart({ name }: Name): boolean {
  return name?.endsWith('.part') === true && isRunId(name.slice(0, -'.part'.length));
}

/** False for a damaged order file: then only ids show the order. */
export function isOrderKnown(disk: ReadDisk, root: string): boolean {
  return readRuns(disk, root).listed !== null;
}

/** Appends a run to the order, durably; called under the lock, before the run exists. */
export async function appendRun(disk: WriteDisk, root: string, run: string): Promise<void> {
  await orderWriter(disk, root, run)();
}

/** The present order, as a function that writes it durably; called under the lock. */
export function orderNow(disk: WriteDisk, root: string): () => Promise<void> {
  return orderWriter(disk, root, null);
}

function orderWriter(disk: WriteDisk, root: string, run: string | null): () => Promise<void> {
  const runs = readRuns(disk, root);
  const ever = allRunsEver(disk, root, runs);
  const all = run === null ? ever : [...ever, { id: run, number: ever.length + 1 }];
  const text = all.map(({ id, number }) => `${number} ${id}\n`).join('');
  return async () => {
    if (all.length !== runs.listed?.length) await replaceOwn(disk, join(root, JOURNAL, ORDER), text);
  };
}

/** `run`, or a free id of that time if the root has or had it. Throws Failure 'refused'. */
export function newRunId(disk: ReadDisk, root: string, run: string): string {
  const runs = readRuns(disk, root);
  const usedIds = new Set([
    ...runs.names.map(({ name }) => name),
    ...allRunsEver(disk, root, runs).map(({ id }) => id),
  ]);
  const free = freeRunId(run, (id) => usedIds.has(id) || usedIds.has(`${id}.part`));
  if (free !== null) return free;
  const hint = `${nothingChanged(root)} Move what convo did not put there out of the store.`;
  throw new Failure('refused', `${join(root, JOURNAL, 'runs')} has no name left for a run`, hint);
}

interface Runs {
  readonly names: readonly Name[];
  /** Runs in the order file, oldest first; null if it is damaged. */
  readonly listed: readonly RankedRun[] | null;
  readonly listedIds: ReadonlySet<string>;
  readonly pruned: readonly string[];
}

function readRuns(disk: ReadDisk, root: string): Runs {
  const journal = join(root, JOURNAL);
  const folder = join(journal, 'runs');
  if ([journal, folder].some((path) => statOf(disk, path)?.type !== 'folder'))
    return { names: [], listed: [], listedIds: new Set(), pruned: [] };
  const listed = readOrder(disk, join(journal, ORDER));
  const listedIds = new Set(listed?.map(({ id }) => id));
  return { names: disk.list(folder), listed, listedIds, pruned: prunedIds(disk, join(journal, PRUNED)) };
}

/** True for a run's folder, or for a file that replaces that of a listed run. */
function isRun({ name, type }: Name, { listedIds }: Runs): boolean {
  return name !== null && isRunId(name) && (type === 'folder' || listedIds.has(name));
}

function idsOnDisk(runs: Runs): string[] {
  return runs.names.flatMap((entry) => (entry.name !== null && isRun(entry, runs) ? [entry.name] : []));
}

/**
 * All runs, past ones included, oldest first, numbered from 1. Unrecorded runs are of earlier versions, which named
 * each after all others, or from elsewhere. Those are older if their id says so.
 */
function allRunsEver(disk: ReadDisk, root: string, runs: Runs): RankedRun[] {
  const { listedIds, pruned } = runs;
  const listed = runs.listed ?? [];
  const others = new Set([...idsOnDisk(runs), ...pruned].filter((id) => !listedIds.has(id)));
  const ranked = byName(disk, root, others).map((id, n) => ({ id, number: listed.length + n + 1 }));
  const last = byName(disk, root, listedIds).at(-1);
  const isOlder = ({ id }: RankedRun) => last !== undefined && runTimeOf(id) < runTimeOf(last);
  return [...ranked.filter(isOlder), ...listed, ...ranked.filter((each) => !isOlder(each))];
}

/** Names of runs in order. Earlier versions gave one time to all runs made while the clock was behind. */
function byName(disk: ReadDisk, root: string, ids: ReadonlySet<string>): string[] {
  const writtenAt = (id: string) => orNull(() => disk.lstat(journalOf(root, id).plan).mtimeMs) ?? 0;
  const begun = new Map([...ids].map((id) => [id, runTimeOf(id)]));
  const after = (a: string, b: string) => (begun.get(a) ?? 0) - (begun.get(b) ?? 0);
  return [...ids].sort((a, b) => after(a, b) || writtenAt(a) - writtenAt(b) || (a < b ? -1 : 1));
}

const MAX_FILE_BYTES = 2 ** 26;
const LINE = new RegExp(`^([1-9]\\d{0,8}) (${RUN_ID})$`);

function readOrder(disk: ReadDisk, path: string): RankedRun[] | null {
  const stat = statOf(disk, path);
  if (stat?.type !== 'file') return [];
  const text = stat.size > MAX_FILE_BYTES ? null : nullOn(['EACCES'], () => textOf(disk, path));
  const lines = text?.split('\n') ?? [];
  if (lines.pop() !== '' || lines.length === 0) return null;
  const runs = lines.flatMap((line) => {
    const [, number, id = ''] = LINE.exec(line) ?? [];
    return isRunId(id) && Number(number) <= lines.length ? [{ id, number: Number(number) }] : [];
  });
  const isWhole = [runs.map(({ id }) => id), runs.map(({ number }) => number)].every(
    (each) => new Set<number | string>(each).size === lines.length,
  );
  return isWhole ? runs : null;
}

function prunedIds(disk: ReadDisk, path: string): string[] {
  return statOf(disk, path)?.type === 'file' ? textOf(disk, path).split('\n').filter(isRunId) : [];
}

function textOf(disk: ReadDisk, path: string): string {
  return Buffer.from(disk.read(path)).toString('latin1');
}
