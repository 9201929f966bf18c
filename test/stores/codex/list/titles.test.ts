import { expect, test } from 'vitest';
import { bytesSource, type Part, type TableRead } from '../../../../src/model/part.ts';
import { call } from '../../../cli/call.ts';
import { beginNow } from '../../asked.ts';
import { convo, homeWith } from '../home.ts';
import { fileOf, line, rollout } from '../paginated.ts';

const [ID, SOURCE] = ['019a4e33-e458-7610-88eb-dbddc4158897', '019a4e33-e458-7610-88eb-dbddc4158896'];
const HEARD = '019a4e33-e458-7610-88eb-000000000009';
const TIME = '2026-03-04T09:30:15.000Z';
const META = {
  ...{ id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', history_mode: 'paginated' },
  history_base: { thread_id: SOURCE, end_ordinal_exclusive: 4, end_byte_offset: 99 },
};
const ITEM = { type: 'UserMessage', id: 'i', content: [{ type: 'text', text: 'And the carrots?' }] };
const QUESTION = { type: 'item_completed', thread_id: ID, turn_id: 't', item: ITEM };

/** The title of a fork with these events, where the program's index of threads reads so, and its index of names has this. */
function titleOf(events: readonly object[], table: TableRead, index = ''): string | null | undefined {
  const records = [
    { type: 'session_meta', payload: META },
    ...events.map((payload) => ({ type: 'event_msg', payload })),
  ];
  const lines = records.map((record, n) => JSON.stringify({ timestamp: TIME, ordinal: n + 4, ...record }));
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const part: Part = {
    ...{ path: `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`, role: 'rollout', type: 'file' },
    ...{ bytes: null, source: bytesSource(bytes), size: bytes.length, mtime: 1, mode: 0o600, digest: () => '' },
  };
  const site = { kind: 'codex', root: '/home/ada/.codex', shape: 'home', scope: null, file: null } as const;
  const names: Part = { ...part, path: 'session_index.jsonl', role: 'index', bytes: Buffer.from(index), source: null };
  const session = beginNow('codex', {
    site,
    name: '',
    shared: [names],
    now: 1,
    signatures: false,
    tableAt: () => table,
  });
  const title = session.open({ id: ID, parts: [part] }).conversations[0]?.title ?? null;
  // What no file of the thread has is looked at before it is opened.
  const isInFiles = title === null || bytes.includes(title) || session.namesFor?.(ID).flat().includes(title);
  expect(isInFiles).toBe(true);
  return title;
}

const row = (more: object = {}) => ({
  ...{ id: ID, rollout_path: '/x', name: null, title: 'How deep?', first_user_message: 'How deep?' },
  ...{ preview: 'How deep do leeks go?', ...more },
});

test.each<[string, readonly object[], TableRead, string | null]>([
  ['the question that the program has noted', [], [row()], 'How deep do leeks go?'],
  ['what it has noted as the first message, where that is all', [], [row({ preview: '' })], 'How deep?'],
  ['a name before that', [], [row({ name: 'Leeks' })], 'Leeks'],
  ['its own question before that', [QUESTION], [row()], 'And the carrots?'],
  ['none where nothing is noted', [], [row({ preview: '', first_user_message: '' })], null],
  ['none where the database is not read', [], { none: 'no-engine', reason: 'needs SQLite' }, null],
])('the title of a fork is %s', (_, events, table, title) => {
  expect(titleOf(events, table)).toBe(title);
});

test.each<[string, string, TableRead]>([
  ['is not read', 'Carrots', { none: 'no-engine', reason: 'needs SQLite' }],
  ['cannot be read', 'Carrots', { none: 'unreadable', reason: 'file is not a database' }],
  ['is gone', 'And the carrots?', { none: 'absent', reason: 'is not there' }],
  ['has no name of it', 'And the carrots?', [row()]],
  ['has another one', 'Leeks', [row({ name: 'Leeks' })]],
])('where the database %s, a paginated thread that is Carrots in the index of names is %s', (_, title, table) => {
  const index = `${JSON.stringify({ id: ID, thread_name: 'Carrots', updated_at: TIME })}\n`;
  expect(titleOf([QUESTION], table, index)).toBe(title);
});

test('a thread that begins with a sound alone is listed as the program lists it', async () => {
  const [begun] = rollout(HEARD, 0, 'x').split('\n');
  const item = { type: 'UserMessage', id: 'i', content: [{ type: 'local_audio', path: '/srv/ada/plum.wav' }] };
  const asked = line('event_msg', { type: 'item_completed', thread_id: HEARD, turn_id: 't', item }, 1);
  const { conversations } = await convo(homeWith({ [fileOf(HEARD, '30')]: `${begun}\n${asked}` }), 'list');
  expect(conversations).toMatchObject([{ title: '[Audio]', hidden: null }]);
});

test('text that the program put before a question is no title', async () => {
  const [begun] = rollout(HEARD, 0, 'x').split('\n');
  const content = [{ type: 'input_text', text: '<environment_context>plum</environment_context>' }];
  const put = line('response_item', { type: 'message', role: 'user', content }, 1);
  const item = { type: 'AgentMessage', id: 'i', content: [{ type: 'Text', text: 'Done.' }] };
  const said = line('event_msg', { type: 'item_completed', thread_id: HEARD, turn_id: 't', item }, 2);
  const root = homeWith({ [fileOf(HEARD, '30')]: `${begun}\n${put}${said}` });
  expect((await call(['show', HEARD, '--root', root, '--no-config'])).stdout).toMatch(/^\(no title\)\n/);
});

test('a web search is over when it is recorded, and has no result', async () => {
  const item = { type: 'WebSearch', id: 's', query: 'leeks', action: { type: 'search', query: 'leeks' } };
  const searched = line('event_msg', { type: 'item_completed', thread_id: HEARD, turn_id: 'How?', item }, 2);
  const root = homeWith({ [fileOf(HEARD, '30')]: `${rollout(HEARD, 0, 'How?')}${searched}` });
  const { stdout } = await call(['show', HEARD, '--root', root, '--no-config']);
  expect(stdout).toContain('webSearch  leeks   completed');
  expect(stdout).not.toContain('no result');
});
