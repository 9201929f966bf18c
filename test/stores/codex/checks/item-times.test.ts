import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout, TIME } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';

/** An answer behind the question of a thread, with these keys beside it, in a line of this time. */
function answer(time: string, more: object = {}): string {
  const item = { type: 'AgentMessage', id: 'a', content: [{ type: 'Text', text: 'Two spans.' }] };
  const payload = { type: 'item_completed', thread_id: ID, turn_id: 'How deep?', item, ...more };
  return line('event_msg', payload, 2).replace(TIME, time);
}

/** As the program shows it, once it has gone on with such a thread. */
test.each<[string, object, boolean]>([
  [TIME, {}, true],
  [TIME, { started_at_ms: null }, true],
  ['yesterday', { started_at_ms: 1_795_709_900_491 }, true],
  ['yesterday', {}, false],
  ['yesterday', { completed_at_ms: 1_795_709_900_491 }, false],
  ['yesterday', { started_at_ms: null }, false],
  [TIME, { started_at_ms: 'x' }, false],
  [TIME, { completed_at_ms: null }, false],
])('an item in a line of %s, with %j, is shown: %s', async (time, more, isShown) => {
  const root = homeWith({ [fileOf(ID, '30')]: rollout(ID, 0, 'How deep?') + answer(time, more) });
  const { messages } = (await convo(root, `show ${ID}`)).conversation;
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['How deep?', ...(isShown ? ['Two spans.'] : [])]);
});

test('items without a time are said once, with their number', async () => {
  const items = [answer('yesterday'), answer('').replace('"ordinal":2', '"ordinal":3')];
  const { findings } = await convo(
    homeWith({ [fileOf(ID, '30')]: rollout(ID, 0, 'How deep?') + items.join('') }),
    'verify',
  );
  expect(findings.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`).sort()).toEqual([
    'CX210 has 1 more item without a time',
    'CX210 has an item without a time',
  ]);
});
