import { join } from 'node:path';
import { orNull } from '../io/disk/error-code.ts';
import { nodeWriteDisk } from '../io/disk/write-disk.ts';
import { intentions } from '../io/journal/intentions.ts';
import { journalOf } from '../io/journal/journal.ts';
import { toUndo } from '../io/journal/marker.ts';
import { untrustedInRoot } from '../io/journal/readable.ts';
import { runs } from '../io/journal/runs.ts';
import type { Change } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { runNamesIn } from './change/run-ids.ts';
import type { ReadContext } from './reading.ts';
import { isNamedBy, pathsFor } from './resolve-ids.ts';

export interface Deleted {
  readonly id: string;
  readonly run: string;
  readonly otherChanges: number;
}

/**
 * The conversation that a word means among those that runs removed and nobody restored; null unless it is one. Reads
 * journals only; skips untrusted and unreadable ones.
 */
export function deletedFor(word: string, { sites }: Pick<ReadContext, 'sites'>, cwd: string): Deleted | null {
  const disk = nodeWriteDisk;
  const roots = [...new Set(sites.map(({ root }) => orNull(() => disk.realpath(root)) ?? root))];
  const found = roots.flatMap((root) => (untrustedInRoot(disk, root, 'read') === null ? runs(disk, root) : []));
  const paths = pathsFor(word, cwd);
  const deleted = found.flatMap((run) => orNull(() => deletedBy(run)) ?? []);
  const meant = deleted.filter(({ id, path }) => (paths.length > 0 ? paths.includes(path) : isNamedBy(id, word)));
  const last = meant.at(-1);
  if (last === undefined || meant.some(({ id }) => id !== last.id)) return null;
  return { id: last.id, run: runNamesIn(disk, roots)(last.run.id), otherChanges: last.run.standing - 1 };
}

function deletedBy(run: Run): { readonly id: string; readonly path: string; readonly run: Run }[] {
  if (run.state !== 'done') return [];
  const journal = journalOf(run.root, run.id);
  const isInEffect = toUndo(nodeWriteDisk, journal);
  return Array.from(intentions(nodeWriteDisk, journal)).flatMap(({ change, number, refused }) => {
    if (refused !== null || !isInEffect(number) || !takesAll(change)) return [];
    const { items = change.ids.map((id) => ({ id, path: change.path })) } = change;
    return items.flatMap(({ id, path }) => (id === null ? [] : [{ id, path: join(run.root, path), run }]));
  });
}

function takesAll({ counts }: Change): boolean {
  return counts !== undefined && counts.before.conversations > 0 && counts.after.conversations === 0;
}
