import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Model, startModel } from './model.ts';
import { type Block, refusalOf, type Said } from './refusal.ts';

const asks = (...content: Block[]): Said => ({ role: 'user', content });
const answers = (...content: Block[]): Said => ({ role: 'assistant', content });
const HI: Block = { type: 'text', text: 'Hi' };
const CALL: Block = { type: 'tool_use', id: 'toolu_01', name: 'Read', input: {} };
const RESULT: Block = { type: 'tool_result', tool_use_id: 'toolu_01' };
const image = (media_type: string, data: string): Block => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

describe('requests that the API is reported to refuse', () => {
  test.each<[string, Said[]]>([
    ['messages: at least one message is required', []],
    ['messages: first message must use the "user" role', [answers(HI)]],
    ['messages.0: user messages must have non-empty content', [{ role: 'user', content: ' ' }]],
    ['messages.0: all messages must have non-empty content except for the optional final assistant message', [asks()]],
    ['messages.0: text content blocks must be non-empty', [asks({ type: 'text', text: '' }, HI)]],
    ['messages.0: text content blocks must contain non-whitespace text', [asks({ type: 'text', text: '\n' })]],
    [
      'messages.1.content.0.thinking.signature: Field required',
      [asks(HI), answers({ type: 'thinking', thinking: 'so', signature: '' })],
    ],
    ['messages.1.content.0.tool_use.name: Field required', [asks(HI), answers({ ...CALL, name: null }), asks(RESULT)]],
    [
      'messages.1.content.0.tool_use.name: String should have at least 1 character',
      [asks(HI), answers({ ...CALL, name: '' }), asks(RESULT)],
    ],
    [
      'messages.1.content.0.tool_use.name: String should have at most 200 characters',
      [asks(HI), answers({ ...CALL, name: 'x'.repeat(201) }), asks(RESULT)],
    ],
    [
      'messages.1.content.1.tool_use.input: Input should be a valid dictionary',
      [asks(HI), answers(HI, { ...CALL, input: 'a.txt' }), asks(RESULT)],
    ],
    [
      `messages.0.content.0: Input tag 'paint' found using 'type' does not match any of the expected tags`,
      [asks({ type: 'paint' })],
    ],
    [
      "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
      [asks(image('text/plain', 'AAAA'))],
    ],
    ['messages.0.content.0.image.source.base64: image cannot be empty', [asks(image('image/png', ''))]],
    ['messages.0.content.0.image.source.base64: invalid base64 data', [asks(image('image/png', 'AA-A'))]],
    [
      'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum',
      [asks(image('image/png', 'A'.repeat(7e6)))],
    ],
    ['messages.1: `tool_use` ids must be unique', [asks(HI), answers(CALL, CALL), asks(RESULT)]],
    [
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
      [asks(HI), answers(CALL), asks(HI)],
    ],
    ['messages.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01', [asks(RESULT)]],
    ['messages.2: each tool_use must have a single result', [asks(HI), answers(CALL), asks(RESULT, RESULT)]],
  ])('%s', (why, messages) => {
    expect(refusalOf(messages)).toBe(why);
  });

  test.each<[string, Said[]]>([
    ['results of neighbouring messages', [asks(HI), answers(HI), answers(CALL), asks(RESULT), asks(HI)]],
    ['blank text beside other blocks', [asks(HI), answers({ type: 'text', text: '\n\n' }, HI)]],
    ['an image', [asks(image('image/png', 'AAAA'))]],
    ['a last answer without content, and turns of the system', [asks(HI), { role: 'system', content: '' }, answers()]],
  ])('and takes: %s', (_, messages) => {
    expect(refusalOf(messages)).toBeNull();
  });
});

describe('the stand-in', () => {
  let model: Model;
  beforeAll(async () => {
    model = await startModel('Resumed.');
  });
  afterAll(() => model.close());

  const post = (path: string, body: unknown) => fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
  const tools = [{ name: 'Read' }];

  test('answers, as a whole or as a stream, and keeps what was sent', async () => {
    const messages = [asks({ type: 'text', text: '<system-reminder>\n' }, HI), answers(CALL), asks(RESULT)];
    const whole = await (await post('/v1/messages?beta=true', { tools, messages })).json();
    expect(whole).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'Resumed.' }] });
    const stream = await (await post('/v1/messages', { tools, messages, stream: true })).text();
    expect(stream).toContain('"delta":{"type":"text_delta","text":"Resumed."}');
    expect(model.histories).toHaveLength(2);
    expect(model.histories[0]).toEqual([
      ['user', [['text', 'Hi']]],
      ['assistant', [['tool_use', 'toolu_01']]],
      ['user', [['tool_result', 'toolu_01']]],
    ]);
  });

  test('refuses with the status and the shape of the API', async () => {
    const response = await post('/v1/messages', { tools, messages: [answers(HI)] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    expect(model.refused).toEqual(['messages: first message must use the "user" role']);
  });

  test('takes a question without tools as one for a title, counts tokens, and has nothing else', async () => {
    const before = model.histories.length;
    expect(JSON.stringify(await (await post('/v1/messages', { messages: [asks(HI)] })).json())).toContain(
      'A short title',
    );
    expect(await (await post('/v1/messages/count_tokens', { messages: [] })).json()).toEqual({ input_tokens: 100 });
    expect(await (await fetch(`${model.url}/api/other`)).json()).toEqual({});
    expect(await (await fetch(model.url, { method: 'POST', body: 'no JSON' })).json()).toEqual({});
    expect(model.histories).toHaveLength(before);
  });
});
