import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { USUAL_BUDGET, USUAL_INLINING } from '../../src/io/tuning.ts';

test.skipIf('withResolvers' in Promise)(
  'threads start with the budgets that the engine of this Node has by default',
  () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    const usual = (flag: string) => Number(new RegExp(`default: --${flag}=(\\d+)`).exec(options)?.[1]);
    expect(usual('interrupt-budget')).toBe(USUAL_BUDGET);
    expect(usual('max-inlined-bytecode-size-cumulative')).toBe(USUAL_INLINING);
  },
);
