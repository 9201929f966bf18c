import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const top = join(inMemory('/dev/shm') ? '/dev/shm' : tmpdir(), `convo-${process.pid}`);

/** The folder for all that a run of the tests writes. */
export function ownFolder(): string {
  return top;
}

/**
 * A folder for what a test file writes. `convo` lists the four folders above a path to see whose it is: here they hold nothing of
 * other files.
 */
export function folderOfFile(run: string): string {
  const own = mkdtempSync(join(run, 'file-'));
  // Other users work in it too.
  chmodSync(own, 0o755);
  const folder = join(own, 'a', 'b', 'c');
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function setup(): void {
  mkdirSync(top, { recursive: true });
}

/** Removes it, with whatever a test left. */
export function teardown(): void {
  rmSync(top, { recursive: true, force: true });
}

/** Whether a folder in memory is there with the room that thousands of small files need: removing them from a disk is slow. */
function inMemory(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
