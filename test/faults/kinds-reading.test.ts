import { expect, test } from 'vitest';
import type { WriteDisk } from '../../src/io/disk/write-disk.ts';
import type { ChangeReport } from '../../src/model/change-report.ts';
import { Failure } from '../../src/model/failure.ts';
import { change } from '../../src/ops/change/change.ts';
import { everythingAt, withSelection } from '../../src/ops/survey/survey-options.ts';
import { KINDS } from '../kinds.ts';
import { type Fault, faultyDisk } from '../support/faulty-disk.ts';
import { oneIn, reportTried } from '../support/sampling.ts';
import { RUN } from '../support/small-store.ts';
import { treeOf } from '../support/store-tree.ts';
import { type KindLab, knowing, leadOut } from './support/kind-lab.ts';
import { WISHES, type Wish } from './support/kind-plans.ts';
import { promised, sample } from './support/kind-strike.ts';
import { differ, runIn } from './support/kind-verdict.ts';
import { callsOf } from './support/strike.ts';

/** The whole verb, from the first look at the store on. */
function changing({ site, ask, wish: options }: KindLab, disk: WriteDisk): Promise<ChangeReport> {
  const { ids } = options;
  return change(knowing(disk, 1), KINDS, {
    sites: [site],
    ask,
    survey: withSelection(everythingAt(ask.now), { hasId: ids && ((id) => ids.includes(id)) }),
    quietSince: null,
    output: null,
    dryRun: false,
    plan: null,
    force: true,
    run: RUN,
    allowEmpty: true,
    agree: async () => true,
    emptySelectionFailure: async () => new Failure('no-match', 'there is nothing'),
  });
}

/** The calls that the decision is made with: all before the first that writes. */
async function readingCalls(lab: KindLab): Promise<readonly string[]> {
  const calls = await callsOf(lab.store, (disk) => changing(lab, disk));
  return calls.slice(
    0,
    calls.findIndex((call) => /^(mkdir|create) /.test(call)),
  );
}

const FAULTS: readonly Fault[] = ['EIO', 'EACCES'];

test.each(oneIn(9, WISHES, 1))('%s: what cannot be read at first is not harmed', (_, options) => strike(options));

async function strike(options: Wish): Promise<void> {
  const promises = await promised(options);
  const { lab, before, harm } = promises;
  const calls = await readingCalls(lab);
  const wrong: string[] = [];
  let tried = 0;
  for (const [offset, kind] of FAULTS.entries())
    for (const at of sample(calls.length, 3, { offset })) {
      const struck = lab.store.copy();
      const where = `${kind} at call ${at} (${calls[at]})`;
      const told = await changing(lab, faultyDisk(struck, at, kind).disk).then(JSON.stringify, String);
      const harmed = harm(struck);
      if (harmed !== null) wrong.push(`${where}: ${harmed}, told ${told}`);
      if (runIn(struck, lab)?.state === 'done') await leadOut(lab, 'undo', struck);
      const end = differ(treeOf(struck, '/s', true), before, `${where}:`);
      if (end !== null) wrong.push(end);
      tried += 1;
    }
  reportTried(`faults while deciding, ${options.name}`, tried);
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(6);
}
