import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { readSession } from '../../../../src/stores/copilot/read/session.ts';
import { copilotTranscript } from '../../../../src/stores/copilot/read/transcript.ts';

const asked = (content: string, more: object = {}) => ({ type: 'user.message', data: { content, ...more } });
const answered = (content: string) => ({
  type: 'assistant.message',
  data: { content, messageId: '', toolRequests: [] },
});
const compacted = (summaryContent: string) => ({
  type: 'session.compaction_complete',
  data: { success: true, summaryContent },
});

const sentOf = (records: readonly object[]) => {
  const source = bytesSource(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')));
  const { messages } = copilotTranscript(source, readSession(source), null, []);
  return [...messages].filter(({ hidden }) => !hidden).map(({ text }) => text);
};

/** As 1.0.102 goes on with them. */
test.each([
  [
    'a question with an attachment of no known type',
    asked('Two', { attachments: [{ type: 'zzz' }] }),
    ['One', 'Three'],
  ],
  [
    'one with a file',
    asked('Two', { attachments: [{ type: 'file', path: '/a', displayName: 'a' }] }),
    ['One', 'Two', 'Three'],
  ],
  ['an answer for a moment', { ...answered('Two'), ephemeral: true }, ['One', 'Three']],
  ['one that is not', { ...answered('Two'), ephemeral: false }, ['One', 'Two', 'Three']],
  ['a question that is', { ...asked('Two'), ephemeral: true }, ['One', 'Two', 'Three']],
  ['a question of an agent', { ...asked('Two'), agentId: 'a' }, ['One', 'Three']],
  ['one whose data says so', asked('Two', { agentId: 'a' }), ['One', 'Three']],
  ['one of an agent without a name', { ...asked('Two'), agentId: '' }, ['One', 'Two', 'Three']],
  ['a summary', compacted('Two'), ['Two', 'Three']],
  ['an empty summary', compacted(''), ['One', 'Three']],
])('%s is sent as the program sends it', (_, record, sent) => {
  expect(sentOf([asked('One'), record, asked('Three')])).toEqual(sent);
});
