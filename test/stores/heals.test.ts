import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, ruleOf } from '../../src/model/finding.ts';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { claudeRules } from '../../src/model/rules/claude.ts';
import { codexRules } from '../../src/model/rules/codex.ts';
import { copilotRules } from '../../src/model/rules/copilot.ts';
import { fnordRules } from '../../src/model/rules/fnord.ts';
import { geminiRules } from '../../src/model/rules/gemini.ts';
import { piRules } from '../../src/model/rules/pi.ts';
import { qwenRules } from '../../src/model/rules/qwen.ts';
import { raoRules } from '../../src/model/rules/rao.ts';
import { tenexRules } from '../../src/model/rules/tenex.ts';
import { type Tree, treeOf } from './fnord/change/tree.ts';
import { healingOf } from './heals.ts';

const TABLES = {
  fnord: fnordRules,
  tenex: tenexRules,
  rao: raoRules,
  claude: claudeRules,
  codex: codexRules,
  gemini: geminiRules,
  qwen: qwenRules,
  copilot: copilotRules,
  pi: piRules,
} as const;
/** What ends the program becomes no fixture: `test/stores/qwen` and `test/stores/pi` have it in memory. */
const WITHOUT_FIXTURE: readonly Code[] = ['QW001', 'PI215'];
const healable = KIND_NAMES.flatMap((kind) =>
  Object.keys(TABLES[kind])
    .filter((code): code is Code => code in TABLES[kind])
    .filter((code) => ruleOf(code).healing !== 'manual' && !WITHOUT_FIXTURE.includes(code))
    .map((code) => ({ kind, code })),
);

describe.each(healable)('$code', ({ kind, code }) => {
  const { folder, healed, codes } = healingOf(kind, code);

  test('is healed as the fixture shows', () => {
    expect(treeOf(join(folder, 'before')).size).toBeGreaterThan(0);
    expect(codes('before')).toContain(code);
    expect(textsOf(healed('before'))).toEqual(textsOf(treeOf(join(folder, 'after'))));
  });

  test('is gone afterwards, and heals no further', () => {
    expect(codes('after')).not.toContain(code);
    expect(textsOf(healed('after'))).toEqual(textsOf(treeOf(join(folder, 'after'))));
  });
});

/** A letter for each byte: the runner compares bytes one by one. */
function textsOf(tree: Tree): Record<string, string> {
  return Object.fromEntries([...tree].map(([path, bytes]) => [path, bytes.toString('latin1')]));
}
