import { join } from 'node:path';
import type { KindName } from '../../model/conversation.ts';
import { statOf } from '../disk/look.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import type { ReadDisk } from '../disk.ts';
import { Refusal } from '../run/refusal.ts';
import { worksOf } from '../steps/work-of.ts';
import { beginningOf, intentions } from './intentions.ts';
import { type Journal, journalOf, runIds, stateOf } from './journal.ts';
import { changedBy, exceptionsOf } from './marker.ts';

export { cutRuns } from './cut-runs.ts';

/** One run under one root. */
export interface Run {
  readonly id: string;
  readonly command: string;
  readonly kind: KindName;
  /** Whole Unix seconds. */
  readonly startedAt: number;
  readonly state: 'done' | 'cut' | 'undone';
  /** Conversations (or leftovers) that it changed; of a cut run, those whose changes stand now. */
  readonly changed: number;
  /** The same as far as it stands now; of an undone run, Changes that undo had to leave. */
  readonly standing: number;
  /** Of originals, and of what undo took away, in its journal. */
  readonly bytesKept: number;
  readonly root: string;
}

/** The runs of a root, oldest first; reads only. Throws Failure 'failed' when a journal cannot be understood. */
export function runs(disk: WriteDisk, root: string): Run[] {
  return runIds(disk, root).map((id) => {
    const journal = journalOf(root, id);
    const { header, startedAt } = beginningOf(disk, journal);
    const state = stateOf(disk, journal);
    const stands = state === 'cut' ? countStanding(disk, journal) : null;
    const changed = changedBy(disk, journal, 'is-done') ?? stands ?? changedBy(disk, journal, 'is-undone') ?? 0;
    const standing = stands ?? (state === 'done' ? changed : exceptionsOf(disk, journal, 'is-undone').size);
    const bytesKept = sizeOf(disk, journal.kept) + sizeOf(disk, journal.taken);
    return { id, command: header.command, kind: header.kind, startedAt, state, changed, standing, bytesKept, root };
  });
}

/** The bytes of a file, or of all files below a folder. */
function sizeOf(disk: ReadDisk, path: string): number {
  const stat = statOf(disk, path);
  if (stat?.type !== 'folder') return stat?.size ?? 0;
  let size = 0;
  for (const { name } of disk.list(path)) if (name !== null) size += sizeOf(disk, join(path, name));
  return size;
}

function countStanding(disk: WriteDisk, journal: Journal): number {
  const shop = { disk, journal, first: false, sync: async () => undefined };
  let made = 0;
  for (const item of intentions(disk, journal)) {
    try {
      if (worksOf(shop, item.number, item).some((work) => work.look() !== 'before'))
        made += item.change.items?.length ?? 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return made;
}
