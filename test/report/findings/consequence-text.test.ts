import { expect, test } from 'vitest';
import { allCodes, ruleOf } from '../../../src/model/finding.ts';
import { KIND_NAMES, KIND_TABLE } from '../../../src/model/kinds.ts';
import { consequenceText } from '../../../src/report/findings/sentence.ts';

const KINDS = KIND_NAMES.filter((kind) => KIND_TABLE[kind].nouns !== null);
const ROWS = KINDS.flatMap((kind) =>
  allCodes()
    .filter((code) => code in KIND_TABLE[kind].rules)
    .map((code) => ({ kind, code, ...ruleOf(code) })),
);

test('each finding of which something follows names the program and its object, or its message does', () => {
  const lossy = ROWS.filter(({ owner }) => owner === 'drops' || owner === 'overwrites');
  expect(lossy.filter(({ does }) => does === undefined).map(({ code }) => code)).toEqual([]);
  for (const { code, kind, owner } of ROWS) expect(consequenceText(code, owner, kind), code).not.toMatch(/ it$/);
});

test('says what is lost: a line, a session, a thread', () => {
  expect(consequenceText('CL009', 'drops', 'claude')).toBe('Claude Code skips this line');
  expect(consequenceText('CL225', 'refuses', 'claude')).toBe('Claude Code cannot resume this session');
  expect(consequenceText('CX101', 'refuses', 'codex')).toBe('Codex cannot resume this thread');
  expect(consequenceText('FN006', 'overwrites', 'fnord')).toBe('fnord will overwrite it');
});

test('of a folder that cannot be read it says nothing of a conversation', () => {
  expect(consequenceText('ST002', 'refuses', 'qwen')).toBe('Qwen Code does not list the conversations in it');
  expect(consequenceText('ST002', 'refuses', 'tenex')).toBe('tenex does not list the conversations in it');
  expect(consequenceText('ST001', 'refuses', 'qwen')).toBe('Qwen Code cannot resume this session');
});
