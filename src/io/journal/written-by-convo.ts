import { join } from 'node:path';
import type { Content, Digest } from '../../model/plan.ts';
import { digestAt } from '../disk/digest.ts';
import { nullOn, orNull } from '../disk/error-code.ts';
import { digestSource } from '../disk/file-source.ts';
import { editedFile, seeFile } from '../disk/seen-file.ts';
import { statOf } from '../disk/stat-of.ts';
import type { ReadDisk } from '../disk.ts';
import { intentions } from './intentions.ts';
import { type Journal, journalDisk, journalOf } from './journal.ts';
import { exceptionsOf } from './marker.ts';
import { untrustedInRoot, untrustedInRun } from './readable.ts';
import { runIds } from './run-order.ts';

/**
 * Returns a test: true for a file that a finished run wrote last and that is unchanged since. `mtime`: Unix seconds. False for unreadable
 * or untrusted journals.
 */
export function writtenByConvo(disk: ReadDisk, root: string): (path: string, mtime: number) => boolean {
  const rest = newestFirst(disk, root);
  const known: FinishedRun[] = [];
  // Runs are sequential: one that ended earlier did not write the file.
  const since = (time: number): FinishedRun[] => {
    let n = 0;
    for (; ; n++) {
      const run = known[n] ?? rest.next().value;
      if (run !== undefined) known[n] = run;
      if (run === undefined || run.end < time) break;
    }
    // The first run after that time most likely wrote it, so it comes first: plans may be large.
    return known.slice(0, n).reverse();
  };
  const isMadeBy = (run: FinishedRun, path: string): boolean => {
    const digest = run.made().get(path)?.() ?? null;
    return digest !== null && digest === digestAt(disk, join(root, path));
  };
  // An unreadable journal is no evidence.
  return (path, mtime) => orNull(() => since(mtime * 1000).some((run) => isMadeBy(run, path))) ?? false;
}

/** A done run; `end` in milliseconds since 1970. */
interface FinishedRun {
  readonly end: number;
  made(): ReadonlyMap<string, () => Digest | null>;
}

function* newestFirst(disk: ReadDisk, root: string): Generator<FinishedRun, undefined> {
  if (untrustedInRoot(disk, root, 'read') !== null) return;
  for (const run of runIds(disk, root).reverse()) {
    const journal = journalOf(root, run);
    const end = statOf(disk, join(journal.folder, 'is-done'))?.mtimeMs;
    if (end === undefined || untrustedInRun(disk, journal, 'read') !== null) continue;
    let made: ReturnType<FinishedRun['made']> | null = null;
    yield {
      end,
      made: () => {
        made ??= madeBy(disk, journal);
        return made;
      },
    };
  }
}

/** Digest of each file as the run wrote it; null once undone. */
function madeBy(disk: ReadDisk, journal: Journal): ReturnType<FinishedRun['made']> {
  const made = new Map<string, () => Digest | null>();
  const reading = journalDisk(disk);
  // A save that raced a Change comes from the program at work.
  const exceptions = exceptionsOf(reading, journal, 'is-done');
  for (const { change, becomes, number } of intentions(reading, journal)) {
    if (exceptions.has(number)) continue;
    for (const [n, step] of change.steps.entries())
      if (step.do === 'put')
        made.set(step.path, digester(disk, join(journal.originalsFolder, `${number}.${n}`), step.content, becomes[n]));
  }
  return made;
}

function digester(
  disk: ReadDisk,
  originalPath: string,
  content: Content,
  becomes: Digest | null = null,
): () => Digest | null {
  if (content.from !== 'edits') return () => becomes;
  return () => nullOn(['ENOENT'], () => digestSource(editedFile(seeFile(disk, originalPath), content.edits)));
}
