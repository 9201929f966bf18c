import { expect, test } from 'vitest';
import { KIND_NAMES, KIND_TABLE, type KindTraits } from '../../src/model/kinds.ts';
import { realDisk } from '../../src/ops/reading.ts';
import { REASONS } from '../reasons.ts';

test.each(realDisk().kinds.map((kind) => [kind.name, kind] as const))(
  '%s has traces of lost conversations where the table of kinds says so',
  (name, { traces }) => {
    expect(traces !== undefined).toBe(KIND_TABLE[name].leavesTraces);
  },
);

test.each(KIND_NAMES)('%s refuses to resume for reasons that it has', (name) => {
  const { resumesNot }: KindTraits = KIND_TABLE[name];
  expect(resumesNot.filter((word) => !Object.hasOwn(REASONS[name] ?? {}, word))).toEqual([]);
});
