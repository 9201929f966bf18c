import { dirname, join } from 'node:path';
import { Failure } from '../../model/failure.ts';
import { reasonOf, succeeds, unless } from '../disk/error-code.ts';
import { removeFile, removeTree, syncFolder } from '../disk/make-folder.ts';
import { statOf } from '../disk/seen-file.ts';
import type { WriteDisk } from '../disk/write-disk.ts';
import { writeFile } from '../disk/write-file.ts';
import { JOURNAL, type Journal } from './journal.ts';
import { isPart, ORDER } from './run-order.ts';

/** True when newly made. Throws Failure if impossible. */
export function openJournal(disk: WriteDisk, root: string): boolean {
  const folder = join(root, JOURNAL);
  const stat = statOf(disk, folder);
  if (stat?.type === 'folder') return false;
  if (stat !== null) {
    throw new Failure(
      'refused',
      `${folder} is not a folder`,
      'Move it away: convo keeps its journal of changes there.',
    );
  }
  try {
    return succeeds(['EEXIST'], () => disk.mkdir(folder, 0o700));
  } catch (error) {
    throw cannot(root, error);
  }
}

/** Under the lock. Hides the journal from git. `runs` comes last: if it exists, the rest does. */
export async function furnishJournal(disk: WriteDisk, root: string): Promise<void> {
  const folder = join(root, JOURNAL);
  try {
    if (statOf(disk, join(folder, 'runs')) !== null) return;
    const ignore = join(folder, '.gitignore');
    removeFile(disk, ignore);
    await writeFile(disk, ignore, Buffer.from('*\n'), { mode: 0o600 });
    await syncFolder(disk, root);
    disk.mkdir(join(folder, 'runs'), 0o700);
    await syncFolder(disk, folder);
  } catch (error) {
    throw cannot(root, error);
  }
}

/** Under the lock. Removes the furnishings of a journal without runs. */
export function stripJournal(disk: WriteDisk, root: string): void {
  const folder = join(root, JOURNAL);
  if (!succeeds(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(join(folder, 'runs')))) return;
  for (const name of [ORDER, '.gitignore']) removeFile(disk, join(folder, name));
}

/** Removes an empty journal; one in use stays. */
export function closeJournal(disk: WriteDisk, root: string): void {
  unless(['ENOTEMPTY', 'EEXIST', 'ENOENT'], () => disk.rmdir(join(root, JOURNAL)));
}

function cannot(root: string, error: unknown): Failure {
  const hint = 'Nothing was changed: convo keeps its journal of changes there.';
  return new Failure('failed', `${join(root, JOURNAL)} ${reasonOf(error)}`, hint, { cause: error });
}

/**
 * Under the lock: writes down everything needed before a run goes on or back, ending with `begin`. First recreates the run's
 * empty folders, which a copied store may lack. Throws Failure if impossible.
 */
export async function readyRun(
  disk: WriteDisk,
  { root, folder, kept, taken }: Journal,
  begin = async () => {},
): Promise<void> {
  try {
    sweepParts(disk, root);
    for (const each of [kept, taken]) if (statOf(disk, each) === null) disk.mkdir(each, 0o700);
    // A killed writer may not have synced the run's files.
    for (const each of [folder, dirname(folder)]) await syncFolder(disk, each);
    await begin();
  } catch (error) {
    throw error instanceof Failure ? error : cannot(root, error);
  }
}

/** Under the lock: drops intentions that never became runs, and half-pruned runs. Failures count for nothing. */
export function sweepParts(disk: WriteDisk, root: string): void {
  const folder = join(root, JOURNAL, 'runs');
  for (const entry of disk.list(folder))
    if (isPart(entry)) unless(STAYS, () => removeTree(disk, join(folder, entry.name ?? '')));
}

/** Another user's, or with names that are not ours. */
const STAYS: readonly string[] = ['EACCES', 'EPERM', 'ENOTEMPTY', 'EEXIST'];
