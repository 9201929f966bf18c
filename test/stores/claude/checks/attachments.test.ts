import { expect, test } from 'vitest';
import { claudeFileFindings } from '../../../../src/stores/claude/checks/file-findings.ts';
import { fileOf } from '../lines.ts';

const question = { type: 'user', message: { role: 'user', content: 'Why?' } };
const answer = { type: 'assistant', message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'So.' }] } };
const attached = (attachment: object) => ({ type: 'attachment', isSidechain: true, attachment });
const memory = attached({ type: 'nested_memory', path: '/a' });

/** Codes of a session of a question, an answer and these records, each of which follows the one before it. */
function codesOf(...records: readonly object[]): string[] {
  const lines = [question, answer, ...records].map((each, n) =>
    JSON.stringify({ uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: 's', ...each }),
  );
  const found = claudeFileFindings(fileOf(`${lines.join('\n')}\n`), null);
  return [...found].map(({ code }) => code);
}

/** As 2.1.332 goes on with them. */
test('an attachment behind the end of the conversation is read, whatever marks it as of a subagent', () => {
  expect(codesOf(memory)).toContain('CL435');
  expect(codesOf(attached({ type: 'date', date: '2026-01-01' }), memory)).toContain('CL435');
  expect(codesOf({ ...memory, parentUuid: 'u0' })).not.toContain('CL435');
  expect(codesOf({ ...memory, parentUuid: null })).not.toContain('CL435');
  expect(codesOf({ ...question, isSidechain: true }, memory)).not.toContain('CL435');
});
