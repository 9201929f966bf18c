import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { isArray, isString, isText, root, type Value } from '../../../../src/codecs/json/value.ts';
import { hazardsIn } from '../../../../src/stores/claude/checks/record-checks.ts';
import { contentOf } from '../../../../src/stores/claude/read/content.ts';
import { Envelope } from '../../../../src/stores/claude/read/envelope.ts';
import { lastValue } from '../../../../src/stores/engine/text-at.ts';
import { runs } from '../../../support/sampling.ts';

const TYPES = [
  'text',
  'tool_use',
  'server_tool_use',
  'tool_result',
  'thinking',
  'image',
  'document',
  'te\\u0078t',
  'else',
];
const IMAGE = '[{"type":"image","source":{"type":"base64"}}]';
/** Sources of values: texts that are blank for some reader, or nearly so, and what is no text at all. */
const VALUES = [
  ...[
    '""',
    '" "',
    '"\\u0020"',
    '"\\t"',
    '"\u00a0"',
    '"\u1680"',
    '"\u2003 "',
    '"\u205f"',
    '"\u3000"',
    '"\ufeff"',
    '"\u0085"',
  ],
  ...['"a"', '"\\u0000"', '"\\\\u0000"', '"a\\n\\u0000"', '"\u00c2"', '"\u3041"', '"\ud83c\udf89"', '"\\u00a0"'],
  ...['null', 'true', '0', '{}', '[]', '["a"]', IMAGE, '{"a":1}'],
];
const KEYS = ['text', 'content', 'input', 'thinking', 'signature', 'name', 'id', 'c\\u006fntent'];

const type = fc.constantFrom(...TYPES).map((name) => `"type":"${name}"`);
const member = fc
  .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES))
  .map(([key, value]) => `"${key}":${value}`);
const block = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.oneof(type, member), { maxLength: 5 }).map((all) => `{${all.join()}}`) },
  { weight: 1, arbitrary: fc.constantFrom(...VALUES) },
);
const content = fc.oneof(
  fc.array(block, { maxLength: 4 }).map((all) => `[${all.join()}]`),
  fc.constantFrom(...VALUES),
);
const message = fc.oneof(
  fc.array(content, { maxLength: 2 }).map((all) => `{${all.map((each) => `"content":${each}`).join()}}`),
  fc.constantFrom(...VALUES),
);

/** What is counted in the content of a message, block by block. */
function toolsIn(message: Value | null): { readonly calls: number; readonly isPaired: boolean } {
  let [calls, isPaired] = [0, false];
  for (const value of contentOf(message)) {
    const type = lastValue(value, 'type');
    const isCall = isText(type, 'tool_use');
    if (isCall || isText(type, 'server_tool_use')) calls++;
    isPaired ||= isCall || isText(type, 'tool_result');
  }
  return { calls, isPaired };
}

test('the first look at a message counts what the second counts, and calls nothing harmless that the second notes', () => {
  const own = new Envelope();
  let harmless = 0;
  fc.assert(
    fc.property(message, fc.constantFrom('user', 'assistant'), (text, role) => {
      const record = root(scan(Buffer.from(`{"type":"${role}","message":${text}}`)));
      own.read(record);
      const given = lastValue(lastValue(record, 'message'), 'content');
      const { calls, paired, isThere, isHarmless } = own.content;
      expect({ calls, isPaired: paired > 0, isThere }).toEqual({
        ...toolsIn(own.get('message')),
        isThere: isString(given) || isArray(given),
      });
      const noted: string[] = [];
      hazardsIn(own, (code) => noted.push(code));
      // A call in a message of the user is looked at again in any case.
      if (isHarmless && (role === 'assistant' || calls === 0)) expect(noted).toEqual([]);
      if (isHarmless) harmless++;
    }),
    { ...runs(9000), examples: [[`{"content":[{"type":"tool_result","content":${IMAGE}}]}`, 'user']] },
  );
  expect(harmless).toBeGreaterThan(runs(9000).numRuns / 2);
});
