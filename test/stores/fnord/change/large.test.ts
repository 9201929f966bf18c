import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { duplicatesPass, tornPass } from '../../../../src/stores/fnord/change/passes/bytes.ts';
import { legacyPass, sectionsPass } from '../../../../src/stores/fnord/change/passes/legacy.ts';
import { repairedOf, runFnordPasses } from '../../../../src/stores/fnord/change/run-passes.ts';
import { decodeAndJudge } from '../../../../src/stores/fnord/conversation-file.ts';

const CASES = new URL('../../../../fixtures/fnord/cases/', import.meta.url);
const PASSES = [tornPass, duplicatesPass, sectionsPass, legacyPass];

test('a large file is repaired in its own buffer as a small one is beside it, and is then what it was', () => {
  let changed = 0;
  for (const name of readdirSync(CASES)) {
    const text = readFileSync(new URL(`${name}/input.json`, CASES));
    const own = Buffer.from(new ArrayBuffer(text.length + 4096)).subarray(0, text.length);
    own.set(text);
    const [large, small] = [0, Number.POSITIVE_INFINITY].map((size) =>
      runFnordPasses(
        decodeAndJudge(own),
        PASSES,
        { only: null, lossy: true, stamp: { seconds: 1, isFromUser: true }, large: size },
        (passed) => ({ ...repairedOf(passed), bytes: Buffer.from(passed.doc.document.bytes).toString('latin1') }),
      ),
    );
    expect(large, name).toEqual(small);
    expect(Buffer.compare(own, text), name).toBe(0);
    if (large !== undefined && 'edits' in large && large.edits.length > 0) changed++;
  }
  expect(changed).toBeGreaterThan(20);
});
