import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

// Every fault, every power cut, every kill and every torn file there is, instead of the sample that the check tries, every fixture and
// all cases of the properties, and large stores where the check looks how the cost of small ones grows. Takes its time.

const tests = dirname(import.meta.dirname);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
/** What a test that tries a sample imports. */
const SAMPLED = /support\/sampling\.ts|'fast-check'|conformance\/suite\.ts/;

const sampled = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && SAMPLED.test(readFileSync(join(tests, path), 'utf8')))
  .map((path) => join('test', path));
const args = [vitest, 'run', ...sampled, '--testTimeout=14400000', ...process.argv.slice(2)];
process.exitCode =
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, FAULTS: 'all' } }).status ?? 1;
