import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const AT = fileOf(ID, '30');
const SOUND = rollout(ID, 0, 'How deep?');
/** More than a list reads whole. */
const MORE = line('event_msg', { type: 'token_count', info: null, note: 'x'.repeat(9000) }, 2);
const MARKED = `\ufeff${SOUND}`;
const GO_ON = `codex resume ${ID}`;

async function listed(text: string, words: string) {
  const { conversations } = await convo(homeWith({ [AT]: text }), words);
  return conversations.map(({ readable, messages, resume }: Record<string, unknown>) => ({
    readable,
    messages,
    resume,
  }));
}

test.each([
  ['small and sound', SOUND, { readable: true, messages: 1, resume: GO_ON }],
  ['small, and its program refuses it', MARKED, { readable: false, messages: null, resume: null }],
  ['large and sound', SOUND + MORE, { readable: true, messages: null, resume: GO_ON }],
  ['large, and refused for its beginning', MARKED + MORE, { readable: false, messages: null, resume: null }],
])('list --quick says no more than it looked at: %s', async (_, text, wanted) => {
  expect(await listed(text, 'list --all --quick')).toEqual([wanted]);
});

test('without --quick each is judged', async () => {
  expect(await listed(SOUND + MORE, 'list --all')).toMatchObject([{ readable: true, messages: 1 }]);
  expect(await listed(MARKED + MORE, 'list --all')).toMatchObject([{ readable: false, messages: null }]);
});
