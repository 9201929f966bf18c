import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../cli/call.ts';
import { tree } from '../../io/support/tree.ts';

const ID = '019a4e33-e458-7610-88eb-000000000001';
const line = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: '2026-03-04T09:30:15.000Z', type, payload })}\n`;
const own = { id: ID, timestamp: '2026-03-04T09:30:15.000Z', cwd: '/srv/ada', originator: 'codex', cli_version: '1' };
const item = (role: string, type: string, text: string) =>
  line('response_item', { type: 'message', role, content: [{ type, text }] });

test.each([
  ['before', (question: string, event: string) => question + event],
  ['behind', (question: string, event: string) => event + question],
])('a message that is in a legacy thread twice, for the model %s its event, is found once', async (_, both) => {
  const path = join(tree(), `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const question = both(
    item('user', 'input_text', 'How deep do leeks go?'),
    line('event_msg', { type: 'user_message', message: 'How deep do leeks go?' }),
  );
  const answer = both(
    item('assistant', 'output_text', 'Leeks go one centimetre deep.'),
    line('event_msg', { type: 'agent_message', message: 'Leeks go one centimetre deep.' }),
  );
  writeFileSync(path, line('session_meta', own) + question + answer);
  const root = path.replace(/\/sessions\/.*/, '');
  const { stdout } = await call(['grep', 'leeks', '--root', root, '--no-config', '--json']);
  const { matches } = JSON.parse(stdout);
  const { stdout: shown } = await call(['show', ID, '--root', root, '--no-config', '--json']);
  const numbers = JSON.parse(shown).conversation.messages.map(({ index }: { index: number }) => index);
  expect(matches[0].messages.map(({ index }: { index: number }) => index)).toEqual(numbers);
});
