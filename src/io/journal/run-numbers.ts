import { join } from 'node:path';
import { statOf } from '../disk/look.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { replaceOwn } from '../disk/write-file.ts';
import type { ReadDisk } from '../disk.ts';
import { JOURNAL, runIds } from './journal.ts';
import { isRunId } from './run-id.ts';

/** The ids of the runs whose journals were pruned, a line each: without them the numbers of later runs would change. */
export const PRUNED = 'pruned';

/** The number of each run of a root, from 1 in the order in which they were made; it stays when older ones are pruned. Reads only. */
export function runNumbers(disk: ReadDisk, root: string): ReadonlyMap<string, number> {
  const ids = runIds(disk, root);
  const all = [...new Set([...ids, ...prunedIds(disk, root)])].sort();
  const kept = new Set(ids);
  return new Map(all.flatMap((id, at): [string, number][] => (kept.has(id) ? [[id, at + 1]] : [])));
}

function prunedIds(disk: ReadDisk, root: string): string[] {
  const path = join(root, JOURNAL, PRUNED);
  if (statOf(disk, path)?.type !== 'file') return [];
  return new TextDecoder().decode(disk.read(path)).split('\n').filter(isRunId);
}

/** Writes down, durably, runs that are about to be pruned. Under the lock. */
export async function rememberPruned(disk: WriteDisk, root: string, ids: readonly string[]): Promise<void> {
  const all = [...new Set([...prunedIds(disk, root), ...ids])].sort();
  await replaceOwn(disk, join(root, JOURNAL, PRUNED), `${all.join('\n')}\n`);
}
