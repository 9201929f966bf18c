import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { siteAt } from '../../src/ops/sites/find-sites.ts';
import { everythingAt, withRun } from '../../src/ops/survey/survey-options.ts';
import { verify } from '../../src/ops/verify.ts';
import { KINDS } from '../kinds.ts';
import { points } from '../support/sampling.ts';

const root = fileURLToPath(new URL('../../fixtures/claude/store', import.meta.url));

test('a verify that is interrupted counts the store that it was in', async () => {
  const disk = nodeDisk();
  const reading = { disk, kinds: KINDS, sites: [siteAt(disk, KINDS, root)] };
  const run = async (after: number) => {
    let asked = 0;
    const ask = {
      ...withRun(everythingAt(1_790_000_000), { interrupted: () => asked++ >= after }),
      admits: () => true,
      report: async () => undefined,
    };
    const { interrupted, summary } = await verify(reading, ask);
    return { interrupted, stores: summary.stores, conversations: summary.conversations };
  };
  const whole = await run(Number.POSITIVE_INFINITY);
  expect(whole).toMatchObject({ interrupted: false, stores: 1 });
  const seen = [];
  for (const after of points(60, 4)) seen.push(await run(after));
  const begun = seen.filter(({ interrupted, conversations }) => interrupted && conversations > 0);
  expect(begun.length).toBeGreaterThan(0);
  for (const each of begun) expect(each.stores).toBe(1);
});
