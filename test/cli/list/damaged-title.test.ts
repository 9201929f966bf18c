import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '019a4e33-e458-71e2-8534-bd3ef563a5db';
const META = {
  timestamp: '2025-11-04T09:30:15Z',
  type: 'session_meta',
  payload: {
    id: ID,
    timestamp: '2025-11-04T09:30:15Z',
    cwd: '/srv',
    originator: 'codex_cli_rs',
    cli_version: '0.98.0',
  },
};
const ITEM = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Is the na?ve way best' }] };

/** A home of Codex with one thread, whose question has a byte that is not UTF-8, or no question. */
function homeWith(payload: object | null): string {
  const home = emptyHome();
  const folder = join(home, '.codex/sessions/2025/11/04');
  mkdirSync(folder, { recursive: true });
  const type = payload === ITEM ? 'response_item' : 'event_msg';
  const records = [META, ...(payload === null ? [] : [{ timestamp: META.timestamp, type, payload }])];
  const bytes = Buffer.from(records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const at = bytes.indexOf('?');
  if (at >= 0) bytes[at] = 0xef;
  else bytes.write('\xff', bytes.length - 1, 'latin1');
  writeFileSync(join(folder, `rollout-2025-11-04T09-30-15-${ID}.jsonl`), bytes);
  return home;
}

test.each([
  ['an item for the model', ITEM],
  ['an event', { type: 'user_message', message: 'Is the na?ve way best', images: [] }],
])('a thread whose question has a wrong byte has the question for a title: %s', async (_, payload) => {
  const { stdout } = await call('list --hidden --json', { home: homeWith(payload) });
  expect(JSON.parse(stdout).conversations).toMatchObject([{ title: 'Is the na\ufffdve way best', hidden: 'not-utf8' }]);
});

test('a row with the sign of what cannot be resumed does not say that again in place of a title', async () => {
  const { stdout } = await call('list --hidden --color never', { home: homeWith(null), terminal: 100 });
  expect(stdout).toMatch(/✗ {2}\(no title\)/);
  expect(stdout).not.toContain('cannot resume this');
  expect(stdout).not.toContain('unknown');
});
