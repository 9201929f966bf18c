import { expect, test } from 'vitest';
import { KIND_TABLE } from '../../src/model/kinds.ts';
import { realDisk } from '../../src/ops/reading.ts';

test.each(realDisk().kinds.map((kind) => [kind.name, kind] as const))(
  '%s has traces of lost conversations where the table of kinds says so',
  (name, { traces }) => {
    expect(traces !== undefined).toBe(KIND_TABLE[name].leavesTraces);
  },
);
