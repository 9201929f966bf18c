import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    // Vitest leaves one core idle unless told otherwise: on two cores that is half of the machine.
    maxWorkers: '100%',
    setupFiles: ['test/setup.ts'],
  },
});
