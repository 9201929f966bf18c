import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, isCode, isLossy, ruleOf } from '../../src/model/finding.ts';
import { KIND_NAMES, KIND_TABLE } from '../../src/model/kinds.ts';
import { bytesBelow } from '../support/folders.ts';
import type { Tree } from './fnord/change/tree.ts';
import { healingOf } from './heals.ts';

/** What ends the program becomes no fixture: `test/stores/gemini`, `qwen` and `pi` have it in memory. */
const WITHOUT_FIXTURE: readonly Code[] = ['GM210', 'QW001', 'QW216', 'QW220', 'PI215'];
const healable = KIND_NAMES.flatMap((kind) =>
  Object.keys(KIND_TABLE[kind].rules)
    .filter(isCode)
    .filter((code) => ruleOf(code).healing !== 'manual' && !WITHOUT_FIXTURE.includes(code))
    .map((code) => ({ kind, code })),
);

describe.each(healable)('$code', ({ kind, code }) => {
  const { folder, healed, codes } = healingOf(kind, code);

  test('is healed as the fixture shows', () => {
    expect(bytesBelow(join(folder, 'before')).size).toBeGreaterThan(0);
    expect(codes('before')).toContain(code);
    expect(textsOf(healed('before'))).toEqual(textsOf(bytesBelow(join(folder, 'after'))));
  });

  test('is gone afterwards, and heals no further', () => {
    expect(codes('after')).not.toContain(code);
    expect(textsOf(healed('after'))).toEqual(textsOf(bytesBelow(join(folder, 'after'))));
  });
});

test.each(healable.filter(({ code }) => isLossy(code)))(
  '$code is not healed where it is named and no loss allowed',
  ({ kind, code }) => {
    const { folder, named } = healingOf(kind, code);
    expect(textsOf(named())).toEqual(textsOf(bytesBelow(join(folder, 'before'))));
  },
);

/** A letter for each byte: the runner compares bytes one by one. */
function textsOf(tree: Tree): Record<string, string> {
  return Object.fromEntries([...tree].map(([path, bytes]) => [path, bytes.toString('latin1')]));
}
