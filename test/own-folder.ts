import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** `convo` lists the four folders above a path to see whose it is. Those of a test hold what this run wrote, not what others left. */
const DEEP = join('a', 'b', 'c');

const top = join(inMemory('/dev/shm') ? '/dev/shm' : tmpdir(), `convo-${process.pid}`);

/** The folder for all that a run of the tests writes. */
export function ownFolder(): string {
  return join(top, DEEP);
}

export function setup({ config }: TestProject): void {
  mkdirSync(config.env['TMPDIR'] ?? '', { recursive: true });
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
