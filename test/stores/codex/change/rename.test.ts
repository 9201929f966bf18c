import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesSource, type Part, type TableRead } from '../../../../src/model/part.ts';
import { ask } from '../../ask.ts';
import { asked, beginNow } from '../../asked.ts';
import { convo, homeWith } from '../home.ts';

const ID = '019a4e33-e458-7610-88eb-dbddc4158897';
const TIME = '2026-03-04T09:30:15.000Z';
const META = { id: ID, timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1' };
const RECORDS = [
  { timestamp: TIME, type: 'session_meta', payload: META },
  { timestamp: TIME, type: 'event_msg', payload: { type: 'user_message', message: 'How deep?' } },
];

/** What a rename comes to where the program's index of threads reads so. */
function renamed(table: TableRead) {
  const bytes = Buffer.from(RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const part: Part = {
    ...{ path: `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`, role: 'rollout', type: 'file' },
    ...{ bytes: null, source: bytesSource(bytes), size: bytes.length, mtime: 1, mode: 0o600, digest: () => '' },
  };
  const site = { kind: 'codex', root: '/home/ada/.codex', shape: 'home', scope: null, file: null } as const;
  const tableAt = () => table;
  const session = beginNow('codex', { site, name: '', shared: [], now: 1, signatures: false, tableAt });
  return asked(session, session.open({ id: ID, parts: [part] }), 'codex').change(ask('rename', { title: 'Beds' }));
}

const row = (title: string) => ({ id: ID, rollout_path: '/x', name: null, title, first_user_message: 'How deep?' });

test('a thread whose name is in the database of the program is not renamed, because that name counts', () => {
  expect(renamed([row('Leeks')])).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('counts before the index'),
  });
});

test('a thread of which the database has only its question gets a name in the index', () => {
  expect(renamed([row('How deep?')])).toMatchObject({ state: 'changed', notes: ['its name becomes "Beds"'] });
});

test('where the database is there and not read, a rename says that a name in it would count', () => {
  expect(renamed({ none: 'no-engine', reason: 'needs SQLite' })).toMatchObject({
    state: 'changed',
    notes: ['its name becomes "Beds"', expect.stringContaining('that is not read')],
  });
});

const FILE = `sessions/2026/03/04/rollout-2026-03-04T09-30-15-${ID}.jsonl`;
const ROLLOUT = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');
const NAMED = `${JSON.stringify({ id: ID, thread_name: 'Leeks', updated_at: TIME })}\n`;

describe.each([
  ['a link in the home', (root: string) => symlinkSync('names.jsonl', join(root, 'session_index.jsonl'))],
  ['a link out of it', (root: string) => symlinkSync(homeWith({ a: NAMED }), join(root, 'session_index.jsonl'))],
  ['a folder', (root: string) => mkdirSync(join(root, 'session_index.jsonl'))],
])('where the index of names is %s', (_, put) => {
  test.each(['rename', 'rename --dry-run'])('%s is refused for safety, and says why', async (words) => {
    const root = homeWith({ [FILE]: ROLLOUT, 'names.jsonl': NAMED });
    put(root);
    const { items, refused, changed } = await convo(root, `${words} ${ID} Beds`);
    expect([refused, changed]).toEqual([1, 0]);
    expect(items[0].reason).toMatch(
      /^has its name in session_index\.jsonl, which (?:is a link, and nothing is changed through a link|cannot be read)$/,
    );
    expect(readFileSync(join(root, 'names.jsonl'), 'utf8')).toBe(NAMED);
  });
});

test.each(['fork', 'delete --yes'])(
  '%s of a thread that a linked index names is refused, and says why',
  async (words) => {
    const root = homeWith({ [FILE]: ROLLOUT, 'names.jsonl': NAMED });
    symlinkSync('names.jsonl', join(root, 'session_index.jsonl'));
    const { items } = await convo(root, `${words} ${ID}`);
    expect(items).toMatchObject([
      { state: 'refused', reason: expect.stringContaining('has its name in session_index.jsonl, which is a link') },
    ]);
  },
);

test('lines of a linked index that the program passes over are left, and a heal says why', async () => {
  const root = homeWith({ [FILE]: ROLLOUT, 'names.jsonl': `${NAMED}torn\n` });
  symlinkSync('names.jsonl', join(root, 'session_index.jsonl'));
  const { items } = await convo(root, 'heal --lossy --yes');
  expect(items.at(-1)).toMatchObject({ state: 'refused', id: null, reason: expect.stringContaining('is a link') });
});
