import { expect, test } from 'vitest';
import { driftOf, withFiles } from './judge-stores.ts';
import { startStoreModel } from './model.ts';
import { STORE_PROGRAMS } from './programs.ts';
import { chatSaid, googleSaid, recordedChat, recordedSaid, unnamed } from './said.ts';

const RECORDED = { listed: true, sent: ['How many?', 'call count', 'result 2'], deleted: ['a'] };

test('each difference has a line, and a healed store is asked only about what it had before', () => {
  expect(driftOf(RECORDED, RECORDED, 'none')).toEqual([]);
  const now = { listed: false, sent: ['How many?', 'call count', 'call count'], deleted: [] };
  expect(driftOf(RECORDED, now, 'none')).toEqual([
    'is not listed any more',
    'not sent now: "result 2"',
    'sent now: "call count"',
    'deleted: nothing; before: a',
  ]);
  expect(driftOf(RECORDED, now, 'healed')).toEqual(['is not listed any more', 'not sent now: "result 2"']);
  expect(driftOf({ ...RECORDED, sent: null }, { ...RECORDED, sent: [] }, 'none')).toEqual(['is gone on with now']);
  expect(driftOf(RECORDED, { ...RECORDED, sent: null }, 'healed')).toContain('sends nothing any more');
  const doubled = { ...RECORDED, sent: ['Two.'], deleted: ['a', 'b'] };
  expect(driftOf({ ...RECORDED, sent: ['Two.Two.', 'Two.Th'] }, doubled, 'lossy')).toEqual([
    'not sent now: "Two.Th"',
    'deleted since it was healed: b',
  ]);
  const joined = { ...RECORDED, sent: ['One.Two.'] };
  expect(driftOf({ ...RECORDED, sent: ['Two.', 'Three.'] }, joined, 'healed')).toEqual(['not sent now: "Three."']);
});

test('a history is the same words in a request and as it was recorded', () => {
  const google = {
    contents: [
      { role: 'user', parts: [{ text: '<session_context> set up' }, { text: 'How many roses are there?' }] },
      { role: 'model', parts: [{ text: 'thinking', thought: true }, { functionCall: { name: 'read', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'two' } } }] },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ],
  };
  const words = ['How many roses are there?', 'call read', 'result read'];
  expect(googleSaid(google)).toEqual(words);
  expect(
    recordedSaid([
      ['user', ['How many roses are there?']],
      ['model', ['thought thinking', 'call read #c {}']],
      ['user', ['result read #c {}']],
      ['user', ['And now?']],
    ]),
  ).toEqual(words);

  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'How many?' }] },
    { role: 'assistant', content: 'I count.', tool_calls: [{ id: 'c', function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'two\n' },
    { role: 'user', content: '<current_datetime>now</current_datetime>\nAnd now?' },
  ];
  expect(chatSaid({ messages })).toEqual(['How many?', 'I count.', 'call read', 'result two']);
  const recorded = [
    ['user', 'How many?'],
    ['assistant', 'I count.', ['call c']],
    ['tool', 'two', 'for c'],
  ];
  expect(recordedChat(recorded)).toEqual(unnamed(chatSaid({ messages })));
});

test.each(Object.entries(STORE_PROGRAMS))('every recorded store of %s has its answer and a file', (_, program) => {
  const all = program.recorded();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(({ answer }) => answer.sent !== null && answer.sent.length > 0).length).toBeGreaterThan(10);
  expect(all.every(({ id, files }) => id !== '' && Object.keys(files).length > 0)).toBe(true);
});

test('the stand-in answers in the form in which it is asked', async () => {
  const model = await startStoreModel('Resumed.');
  try {
    const ask = async (path: string, body: object) =>
      await (
        await fetch(`http://127.0.0.1:${model.port}${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).text();
    expect(await ask('/v1beta/models/m:streamGenerateContent?alt=sse', { tools: [{}] })).toMatch(/^data: .*Resumed\./);
    expect(await ask('/v1beta/models/m:countTokens', {})).toContain('totalTokens');
    expect(await ask('/v1/chat/completions', { tools: [{}], stream: true })).toMatch(/Resumed\..*data: \[DONE\]/s);
    expect(await ask('/v1/chat/completions', { stream: false })).toContain('"content":"Resumed."');
    expect(model.requests).toHaveLength(2);
  } finally {
    model.close();
  }
});

test('a session that a heal renamed is asked for by its new name', () => {
  const [old, own] = ['aaaaaaaa-0000-4000-8000-000000000001', '9b338d1b-cb61-438a-af36-fb4960fb53d4'];
  const store = { name: '', id: old, answer: RECORDED, files: { [`chats/${old}.jsonl`]: Buffer.from('{}') } };
  expect(withFiles(store, { [`chats/${own}.jsonl`]: Buffer.from('{}') }).id).toBe(own);
  expect(withFiles(store, { ...store.files, [`chats/${own}.jsonl`]: Buffer.from('{}') }).id).toBe(old);
});
