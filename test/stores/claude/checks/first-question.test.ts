import { expect, test } from 'vitest';
import { isGoingOn } from '../lines.ts';

const attached = (attachment: object) => ({ type: 'attachment', attachment });
const question = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
const answer = {
  type: 'assistant',
  message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
};

test('a first question that is passed over needs something before the answer that is sent', () => {
  for (const content of [[], [null], [{}], [{ type: 'text' }], [{ type: 'text', text: null }]]) {
    expect(isGoingOn(question(content), answer), JSON.stringify(content)).toBe(false);
    expect(isGoingOn(question(content), attached({ type: 'skill_listing', content: '- a' }), answer)).toBe(true);
  }
  expect(isGoingOn(question([{ type: 'text', text: ' ' }]), answer)).toBe(true);
});

test('an attachment stands in for a question only where it is sent', () => {
  const goesOn = (attachment: object) => isGoingOn(question([]), attached(attachment), answer);
  for (const sent of [
    { type: 'date', date: '2026-01-01' },
    { type: 'hook_success', hookEvent: 'SessionStart', content: 'ok' },
    { type: 'file', filename: 'a' },
  ])
    expect(goesOn(sent), JSON.stringify(sent)).toBe(true);
  const silent = [
    { type: 'environment' },
    { type: 'skill_listing', content: '' },
    { type: 'hook_success', hookEvent: 'PreToolUse', content: 'ok' },
    { type: 'hook_success', hookEvent: 'SessionStart', content: '' },
    {},
  ];
  for (const each of silent) expect(goesOn(each), JSON.stringify(each)).toBe(false);
});
