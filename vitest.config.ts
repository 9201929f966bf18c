import { accessSync, constants, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // How long a test takes says only how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Vitest leaves one core idle unless told otherwise: on two cores that is half of the machine.
    maxWorkers: '100%',
    // No test changes what another imports, and to load it all again for each file took half of the time.
    isolate: false,
    // Modules are imported as Node imports them, not through a proxy.
    deps: { interopDefault: false },
    setupFiles: ['test/setup.ts'],
    env: inMemory('/dev/shm') ? { TMPDIR: '/dev/shm' } : {},
  },
});

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
