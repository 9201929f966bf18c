import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { USUAL_BUDGET } from '../../src/io/tuning.ts';

test.skipIf('withResolvers' in Promise)(
  'threads start with the budget that the engine of this Node has by default',
  () => {
    const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(/default: --interrupt-budget=(\d+)/.exec(options)?.[1]).toBe(String(USUAL_BUDGET));
  },
);
