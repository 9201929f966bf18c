import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, run, top } from './ready.mjs';

install();

const tool = (...path) => join(top, 'node_modules', ...path);
const steps = [
  ['lint', tool('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings']],
  ['types', tool('typescript', 'bin', 'tsc'), ['-p', top]],
  ['unused code', tool('knip', 'bin', 'knip.js'), ['--no-progress']],
  ['build', join(top, '.ci', 'build.mjs'), []],
];
for (const [name, script, args] of steps) {
  process.stdout.write(`${name}\n`);
  const status = run(process.execPath, [script, ...args]);
  if (status !== 0) {
    process.stdout.write(`${name} failed\n`);
    process.exit(status);
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'convostore-check-'));
const results = join(scratch, 'results.json');
const status = run(process.execPath, [
  tool('vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]);
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
  readFileSync(results, 'utf8'),
);
rmSync(scratch, { recursive: true });
// A test file that could not even be loaded has no test that failed.
const failed = numFailedTests === 0 && status !== 0 ? Math.max(1, numFailedTestSuites) : numFailedTests;
const skipped = numPendingTests + numTodoTests;
process.stdout.write(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = status;
