import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

// Every fault, every power cut, every kill and every torn file there is, instead of the sample that the check tries, every fixture and
// all cases of the properties, and large stores where the check looks how the cost of small ones grows. Takes its time.

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const cutEverywhere = ['test/stores/fnord/change/torn.test.ts', 'test/stores/fnord/prefixes.test.ts'];
const overEveryFixture = [
  'test/cli/grep.test.ts',
  'test/cli/jobs.test.ts',
  'test/cli/many-findings.test.ts',
  'test/cli/outputs.test.ts',
  'test/cli/show.test.ts',
  'test/cli/change/leaves.test.ts',
  'test/cli/json-everywhere.test.ts',
  'test/cli/terminal/questions.test.ts',
  'test/cli/unpack-fixtures.test.ts',
  'test/conformance.test.ts',
  'test/conformance-damaged.test.ts',
  'test/ops/plan/plans.test.ts',
];
const inEveryCase = [
  'test/codecs/json',
  'test/ops/secrets/dressed.test.ts',
  'test/ops/secrets/every-rule.test.ts',
  'test/ops/secrets/thorough.test.ts',
  'test/ops/verify-interrupted.test.ts',
  'test/properties',
  'test/stores/claude/cut-off.test.ts',
  'test/stores/claude/rows.test.ts',
  'test/stores/tenex/change/heal-index.test.ts',
  'test/stores/tenex/read/events/event.test.ts',
  'test/stores/tenex/read/plain.test.ts',
];
const args = [
  vitest,
  'run',
  'test/faults',
  'test/growth',
  ...cutEverywhere,
  ...overEveryFixture,
  ...inEveryCase,
  '--testTimeout=14400000',
  ...process.argv.slice(2),
];
process.exitCode =
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, FAULTS: 'all' } }).status ?? 1;
