import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { View } from '../../../src/model/conversation.ts';
import { LargestSizes, StatsTally } from '../../../src/ops/survey/unit-tally.ts';
import { runs } from '../../support/sampling.ts';

interface Size {
  readonly bytes: number;
  readonly project: string;
  /** Its unit is looked at once more, as it is after a heal. */
  readonly isAgain: boolean;
  readonly thread: number;
}

const PROJECTS = ['orchard', 'mill'];

const transcript = () => {
  throw new Error('read');
};

/** The largest of each project, and how many titles were made. */
function largestOf(sizes: readonly Size[], mets: readonly LargestSizes[]) {
  const totals = new Map(PROJECTS.map((project) => [project, new StatsTally()]));
  let titles = 0;
  for (const [n, { bytes, project, isAgain, thread }] of sizes.entries()) {
    const view = {
      ...{ id: `${n}`, path: `${n}.jsonl`, bytes, project, format: 'x', state: 'active', readable: true },
      ...{ timestamp: 1, createdAt: 1, updatedAt: 1, messages: 1 },
      get title() {
        titles++;
        return `title ${n}`;
      },
    } as const satisfies View;
    const met = mets[thread] ?? new LargestSizes();
    for (let look = isAgain ? 2 : 1; look > 0; look--) {
      const tally = new StatsTally();
      tally.addView(view, { isStopped: false });
      tally.addLargest({ conversations: [view], transcript }, met);
      if (look === 1) totals.get(project)?.add(tally.plain());
    }
  }
  return { largest: Array.from(totals.values(), (tally) => tally.plain().largest), titles };
}

test('the largest conversations of a project are the same where titles are made of those alone that may be among them', () => {
  const size = fc.record({
    bytes: fc.nat(12),
    project: fc.constantFrom(...PROJECTS),
    isAgain: fc.boolean(),
    thread: fc.nat(1),
  });
  let [made, all] = [0, 0];
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60, size: 'max' }), (sizes) => {
      const some = largestOf(sizes, [new LargestSizes(), new LargestSizes()]);
      const every = largestOf(sizes, []);
      expect(some.largest).toEqual(every.largest);
      [made, all] = [made + some.titles, all + every.titles];
    }),
    runs(2000),
  );
  expect(made).toBeLessThan(all);
});
