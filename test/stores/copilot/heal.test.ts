import { expect, test } from 'vitest';
import { bytesSource } from '../../../src/model/part.ts';
import { copilotVerbs } from '../../../src/stores/copilot/change/decide.ts';
import { beginCopilot } from '../../../src/stores/copilot/index.ts';
import { ask } from '../ask.ts';
import { filePart } from '../open-site.ts';

const ID = '69aac295-6e53-43a5-9c59-54cb2f60fa1d';
const uuid = (n: number) => `0000000${n}-0000-4000-8000-00000000000${n}`;
const record = (n: number, type: string, data: object) => ({
  ...{ type, data, id: uuid(n), timestamp: `2026-05-04T09:00:0${n}.000Z` },
  parentId: n === 0 ? null : uuid(n - 1),
});
const begin = record(0, 'session.start', {
  ...{ sessionId: ID, version: 1, producer: 'copilot-agent', copilotVersion: '1.0.102' },
  ...{ startTime: '2026-05-04T09:00:00.000Z', context: { cwd: '/srv/ada' } },
});
const question = record(1, 'user.message', { content: 'How deep?' });
const answer = record(2, 'assistant.message', { messageId: uuid(2), content: 'Nine.', toolRequests: [] });
const compaction = record(3, 'session.compaction_complete', { success: true, summaryContent: 'A depth.' });
const next = record(4, 'user.message', { content: 'Why?' });

function healed(lossy: boolean, ...records: readonly object[]) {
  const bytes = Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const site = { kind: 'copilot', root: '/srv/.copilot', shape: 'home', scope: null, file: null } as const;
  const scope = beginCopilot({ name: ID, site, shared: [], now: 2_000_000_000, signatures: false });
  const path = `session-state/${ID}/events.jsonl`;
  const part = { ...filePart(path, null, { role: 'events', size: bytes.length }), source: bytesSource(bytes) };
  return copilotVerbs.decide(scope.open({ id: ID, parts: [part] }), ask('heal', { lossy }), []).outcome;
}

test('a heal after which a compaction takes the place of what is sent needs --lossy', () => {
  const early = [begin, compaction, question, answer, next];
  expect(healed(false, ...early)).toMatchObject({
    state: 'refused',
    reason: 'has 2 records that are sent as the session is, and not once it is healed: needs --lossy',
  });
  expect(healed(true, ...early)).toMatchObject({ state: 'changed', codes: ['CP202'] });
});

test('a heal after which all of it is sent needs nothing', () => {
  expect(healed(false, begin, answer, question, next)).toMatchObject({ state: 'changed', codes: ['CP202'] });
});
