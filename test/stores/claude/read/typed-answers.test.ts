import { expect, test } from 'vitest';
import { scan } from '../../../../src/codecs/json/scan.ts';
import { root, type Value } from '../../../../src/codecs/json/value.ts';
import { typedAnswers } from '../../../../src/stores/claude/read/record-said.ts';

const REFUSAL = "he user doesn't want to proceed with this tool use. To tell you how, the user said:\\nnot now";

/** What is typed in the result of a call, `content` being its content in JSON. */
function typedIn(content: string): string[] {
  const result = `{"type":"tool_result","tool_use_id":"call","content":${content}}`;
  const record = root(scan(Buffer.from(`{"type":"user","message":{"role":"user","content":[${result}]}}`))) as Value;
  return typedAnswers(record).map(({ text }) => text ?? '');
}

test.each([
  ['a sentence of the program', `"T${REFUSAL}"`, ['not now']],
  ['one in small letters', `"t${REFUSAL}"`, ['not now']],
  ['one that begins with an escape', `"\\u0054${REFUSAL}"`, ['not now']],
  ['a denied permission', '"Permission for this tool use was denied. The user said:\\nask me"', ['ask me']],
  ['a block of text', `[{"type":"text","text":"T${REFUSAL}"}]`, ['not now']],
  ['an output that quotes such a sentence', `"> T${REFUSAL}"`, []],
  ['an empty output', '""', []],
  ['no block', '[]', []],
  ['a picture', '[{"type":"image"}]', []],
])('the reason of a refusal is read from %s', (_, content, reasons) => {
  expect(typedIn(content)).toEqual(reasons);
});
