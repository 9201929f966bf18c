import { spawn } from 'node:child_process';
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
// At once: none needs what another makes, and each leaves a core idle for some of its time.
const ended = await Promise.all(
  steps.map(async ([name, script, args]) => ({ name, ...(await runQuietly(script, args)) })),
);
for (const { name, status, output } of ended)
  process.stdout.write(status === 0 ? `${name}\n` : `${name}\n${output}${name} failed\n`);
const broken = ended.find(({ status }) => status !== 0);
if (broken !== undefined) process.exit(broken.status);

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

/** Runs a program to its end; answers its exit code and what it printed. */
function runQuietly(script, args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: top, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', fail).on('close', (status) => done({ status: status ?? 1, output }));
  });
}
