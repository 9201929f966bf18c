import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, top } from './ready.mjs';

install();

const tool = (...path) => join(top, 'node_modules', ...path);
const vitest = ['run', `--reporter=${join(top, '.ci', 'folder-reporter.mjs')}`];

// Beside the tests, which want both cores: the compiler would check what its four threads have in common in each of them, and
// collect its garbage, which is written in Go, at every doubling of its memory. Both took half of its processor time. The linter has
// one thread for a like reason.
const env = { ...process.env, GOGC: '400', RAYON_NUM_THREADS: '1' };
// Most of what one of them makes of a file is garbage at the next file.
const COLLECT_SELDOM = ['--max-semi-space-size=64', '--min-semi-space-size=64', '--single-threaded-gc'];

const STEPS = [
  ['build', join(top, '.ci', 'build.mjs'), []],
  ['lint', tool('@biomejs', 'biome', 'bin', 'biome'), ['check', '--error-on-warnings']],
  ['types', tool('typescript', 'bin', 'tsc'), ['-p', top, '--singleThreaded']],
  ['unused code', tool('knip', 'bin', 'knip.js'), ['--no-progress']],
];
process.stdout.write(`${STEPS.map(([name]) => name).join(', ')}: at once, and the tests when the build is there\n`);

// Each of these leaves a core idle for some of its time.
const begun = performance.now();
let ended = 0;
const steps = STEPS.map(([name, script, args]) =>
  quietly(
    name,
    spawn(process.execPath, [...COLLECT_SELDOM, script, ...args], {
      cwd: top,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  ),
);

// The tests need what the build makes, and nothing of the others.
await steps[0];
const tests = spawn(process.execPath, [tool('vitest', 'vitest.mjs'), ...vitest], {
  cwd: top,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
let counted = { passed: 0, failed: 0, skipped: 0, pending: 0, files: 0 };
tests.on('message', (message) => {
  counted = message;
});
const tested = statusOf(tests);
const broken = (await Promise.all(steps)).find((status) => status !== 0);
if (broken !== undefined) {
  tests.kill();
  process.exit(broken);
}
const status = await tested;

// A test file that could not even be loaded has no test that failed.
const failed = counted.failed === 0 && status !== 0 ? Math.max(1, counted.files) : counted.failed;
const skipped = counted.skipped + counted.pending;
process.stdout.write(`${counted.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = status;

/** Answers the exit code of a program, and prints its name and when it ended, with all it said where it failed. */
async function quietly(name, child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const status = await statusOf(child);
  const after = `after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const far = `(${++ended} of ${STEPS.length} beside the tests)`;
  process.stdout.write(status === 0 ? `${name}: passed ${after} ${far}\n` : `${output}${name} failed ${after}\n`);
  return status;
}

function statusOf(child) {
  return new Promise((done, fail) => {
    child.on('error', fail).on('close', (status) => done(status ?? 1));
  });
}
