import { isAbsolute } from 'node:path';
import type { ReadDisk } from '../io/disk.ts';
import type { Conversation } from '../model/conversation.ts';
import { Failure } from '../model/failure.ts';
import { isWindowsPath } from '../stores/path.ts';
import { existsAt } from './sites/given.ts';

/** The folder that a conversation is about, where that is known and not there any more. */
export function folderGone(disk: ReadDisk, { cwd }: Pick<Conversation, 'cwd'>): string | null {
  if (cwd == null) return null;
  if (!isAbsolute(cwd)) return isWindowsPath(cwd) ? cwd : null;
  try {
    return existsAt(disk, cwd) ? null : cwd;
  } catch (error) {
    // Of a folder that may not be looked at nothing is known.
    if (error instanceof Failure) return null;
    throw error;
  }
}
