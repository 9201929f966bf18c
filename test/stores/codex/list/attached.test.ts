import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const SOURCE = '019a4e33-e458-7610-88eb-000000000001';
const FORK = '019a4e33-e458-7610-88eb-000000000002';
const TIME = '2026-03-04T09:31:15.000Z';

async function hiddenOf(more: object) {
  const meta = { id: FORK, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
  const fork =
    line('session_meta', { ...meta, history_mode: 'paginated', ...more }, 0) +
    rollout(FORK, 0, 'And how far apart?').split('\n')[1]?.concat('\n');
  const root = homeWith({ [fileOf(SOURCE, '30')]: rollout(SOURCE, 0, 'How deep?'), [fileOf(FORK, '31')]: fork });
  const { conversations } = await convo(root, 'list --all');
  return conversations.find(({ id }: { id: string }) => id === FORK)?.hidden;
}

test('a fork that is attached to its source is left out of the list', async () => {
  expect(await hiddenOf({ forked_from_id: SOURCE, attached_thread: true })).toBe('attached');
  expect(await hiddenOf({ forked_from_id: SOURCE, attached_thread: false })).toBeNull();
  expect(await hiddenOf({ forked_from_id: SOURCE })).toBeNull();
  expect(await hiddenOf({ attached_thread: true })).toBeNull();
});
