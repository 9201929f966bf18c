import { dirname } from 'node:path';
import type { Print } from '../../model/plan.ts';
import { codeOf, unless } from '../disk/error-code.ts';
import { isEmptyFolder, printAt, statOf } from '../disk/look.ts';
import { Refusal } from '../run/refusal.ts';
import { withoutTarget } from './move-file.ts';
import type { Progress, RunContext } from './work.ts';

/** A folder that goes from one name to another. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
  readonly print: Print;
}

/** How far the move is. A full folder under one name and an empty one under the other is half-way: the empty one is reserved. */
export function lookAtFolderMove(context: RunContext, move: FolderMove): Progress {
  const { disk } = context;
  const from = printAt(disk, move.from);
  if (statOf(disk, move.to) === null) return withoutTarget(context, from, move.print);
  const to = printAt(disk, move.to);
  if (from === 'absent') return to === move.print ? 'after' : 'foreign';
  if (from === move.print) return isEmptyFolder(disk, move.to) ? 'begun' : 'before';
  return to === move.print && isEmptyFolder(disk, move.from) ? 'begun' : 'foreign';
}

/**
 * Moves a folder, durably, never onto another: the new name is reserved by an empty folder, and a rename succeeds only over an
 * empty one. Goes on where an earlier attempt stopped. Throws Refusal, with the folder where it was, when it is not what it was.
 */
export async function moveFolder(context: RunContext, move: FolderMove, progress: Progress): Promise<void> {
  if (progress === 'before') reserve(context, move);
  if (progress === 'begun' && printAt(context.disk, move.from) !== move.print) context.disk.rmdir(move.from);
  else if (progress !== 'after') rename(context, move);
  await context.sync(dirname(move.to));
  await context.sync(dirname(move.from));
}

function reserve({ disk }: RunContext, move: FolderMove): void {
  try {
    disk.mkdir(move.to, 0o700);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Refusal(`cannot be moved: ${move.to} exists already`);
    throw error;
  }
}

function rename({ disk }: RunContext, move: FolderMove): void {
  if (printAt(disk, move.from) !== move.print) {
    disk.rmdir(move.to);
    throw new Refusal('was changed meanwhile');
  }
  try {
    disk.rename(move.from, move.to);
  } catch (error) {
    unless(['ENOTEMPTY', 'ENOENT'], () => disk.rmdir(move.to));
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? ''))
      throw new Refusal(`cannot be moved: ${move.to} is in use`);
    throw error;
  }
  // A file that came into the folder in the same moment has moved with it; it goes back with it too.
  if (printAt(disk, move.to) === move.print) return;
  disk.rename(move.to, move.from);
  throw new Refusal('was changed meanwhile');
}
