import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compiledModules } from './test/compiled.ts';
import { ownFolder } from './test/own-folder.ts';

/**
 * Files that start processes come first: starting one from a process of hundreds of megabytes takes ten times as long. Then those
 * that take seconds, so that no core is left with nothing to do while the other one ends.
 */
const FIRST = /process|terminal|sigkill|writers|docs\/ci|completion/;
const THEN = /test\/(faults|growth|conformance|properties|cli|cases|docs|ops\/secrets)/;

/**
 * Plain machine code at the first call in place of the interpreter, which took an eighth of the processor time of all tests. Newer
 * versions than Node 20 do not know the first flag, and end with it.
 */
const OPTIMISE_LATE = 'withResolvers' in Promise ? [] : ['--interrupt-budget=400000', '--always-sparkplug'];

/** In one thread: each core has a worker of its own. What was compiled is wanted again by the next file. */
const COLLECT_SELDOM = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  '--no-flush-bytecode',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (FIRST.test(moduleId) ? 0 : THEN.test(moduleId) ? 1 : 2);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [compiledModules()],
  test: {
    projects: [
      { extends: true, test: { name: 'all', include: ['test/**/*.test.ts'], exclude: ['test/toy/**'] } },
      // It changes what others import.
      { extends: true, test: { name: 'toy', include: ['test/toy/*.test.ts'], isolate: true } },
    ],
    // How long a test takes says only how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Vitest leaves one core idle unless told otherwise: on two cores that is half of the machine.
    maxWorkers: '100%',
    // No test changes what another imports, and to load it all again for each file took half of the time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Most code runs too briefly for optimising it to pay, and most objects die young: a quarter of the processor time of all tests.
    execArgv: [...OPTIMISE_LATE, ...COLLECT_SELDOM],
    // Modules are imported as Node imports them, not through a proxy.
    deps: { interopDefault: false },
    setupFiles: ['test/setup.ts'],
    env: { TESTS_FOLDER: ownFolder() },
    globalSetup: ['test/own-folder.ts'],
  },
});
