import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convo, homeWith } from '../home.ts';

const TIME = '2026-03-04T09:30:15.000Z';
const idOf = (n: number) => `019a4e33-e458-7610-88eb-${String(n).padStart(12, '0')}`;
const nameOf = (n: number) => `rollout-2026-03-04T09-30-15-${idOf(n)}.jsonl`;
const fileOf = (n: number) => `sessions/2026/03/04/${nameOf(n)}`;
const archivedOf = (n: number) => `archived_sessions/${nameOf(n)}`;

function line(type: string, payload: object, ordinal?: number): string {
  return `${JSON.stringify({ timestamp: TIME, ...(ordinal === undefined ? {} : { ordinal }), type, payload })}\n`;
}

function chat(n: number, more: object = {}, ordinal?: number): string {
  const own = { id: idOf(n), timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', source: 'cli' };
  const asked = { type: 'user_message', message: `How deep is bed ${n}?` };
  const next = ordinal === undefined ? undefined : ordinal + 1;
  return line('session_meta', { ...own, ...more }, ordinal) + line('event_msg', asked, next);
}

const spawnedBy = (n: number) => ({ source: { subagent: { thread_spawn: { parent_thread_id: idOf(n), depth: 1 } } } });

/** 1 spawned 2, and that 3; a review of 1 is 4, and 5 only names 1 as its parent; 6 is another thread. */
const FAMILY = {
  [fileOf(1)]: chat(1),
  [fileOf(2)]: chat(2, spawnedBy(1)),
  [fileOf(3)]: chat(3, spawnedBy(2)),
  [fileOf(4)]: chat(4, { source: { subagent: 'review' }, parent_thread_id: idOf(1) }),
  [fileOf(5)]: chat(5, { parent_thread_id: idOf(1) }),
  [fileOf(6)]: chat(6),
};

/** Where each thread is: `A1 S2`. */
function placesIn(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:sessions|archived_sessions)\/.*jsonl$/.test(path))
    .map((path) => `${path.startsWith('a') ? 'A' : 'S'}${Number(path.slice(-18, -6))}`)
    .sort()
    .join(' ');
}

const notesOf = ({ items }: { items: readonly { notes?: readonly string[] }[] }) => items[0]?.notes?.join('; ');

test('the threads that a thread spawned are archived, restored and deleted with it, as the program does; its others stay', async () => {
  const root = homeWith(FAMILY);
  const archived = await convo(root, `archive ${idOf(1)}`);
  expect(placesIn(root)).toBe('A1 A2 A3 S4 S5 S6');
  expect(notesOf(archived)).toBe(
    `the threads of its subagents go along: ${idOf(2)}, ${idOf(3)}; threads of its subagents that do not go along: ${idOf(4)}, ${idOf(5)}`,
  );
  expect(archived.before.conversations).toBe(3);
  await convo(root, `restore ${idOf(1)}`);
  expect(placesIn(root)).toBe('S1 S2 S3 S4 S5 S6');
  await convo(root, `delete ${idOf(1)} --yes`);
  expect(placesIn(root)).toBe('S4 S5 S6');
  await convo(root, 'undo --yes');
  for (const [path, text] of Object.entries(FAMILY)) expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

test.each(['archive', 'delete --yes'])('of a whole home each thread is changed once by %s', async (words) => {
  const root = homeWith(FAMILY);
  const { changed, unchanged, refused, items } = await convo(
    root,
    `${words} ${[1, 2, 3, 4, 5, 6].map(idOf).join(' ')}`,
  );
  expect([changed, unchanged, refused]).toEqual([4, 2, 0]);
  expect(items.map(({ reason = '' }) => reason).filter((reason: string) => reason !== '')).toEqual([
    `goes along with ${idOf(1)}`,
    `goes along with ${idOf(1)}`,
  ]);
  expect(placesIn(root)).toBe(words === 'archive' ? 'A1 A2 A3 A4 A5 A6' : '');
});

test('a thread that was decided on before its parent, by its id, goes alone', async () => {
  const root = homeWith({ [fileOf(2)]: chat(2), [fileOf(1)]: chat(1, spawnedBy(2)) });
  const { changed } = await convo(root, `archive ${idOf(1)} ${idOf(2)}`);
  expect([changed, placesIn(root)]).toEqual([2, 'A1 A2']);
});

test('threads that spawned each other go together', async () => {
  const root = homeWith({ [fileOf(1)]: chat(1, spawnedBy(2)), [fileOf(2)]: chat(2, spawnedBy(1)) });
  await convo(root, `archive ${idOf(1)}`);
  expect(placesIn(root)).toBe('A1 A2');
});

test('a subagent of which a copy is archived stays, where the program would overwrite the copy', async () => {
  const copy = `${chat(2, spawnedBy(1))}${line('event_msg', { type: 'agent_message', message: 'older' })}`;
  const root = homeWith({ ...FAMILY, [archivedOf(2)]: copy });
  const archived = await convo(root, `archive ${idOf(1)}`);
  expect(placesIn(root)).toBe('A1 A2 A3 S2 S4 S5 S6');
  expect(notesOf(archived)).toContain(`that do not go along: ${idOf(2)}`);
  expect(readFileSync(join(root, archivedOf(2)), 'utf8')).toBe(copy);
});

test('a thread is not deleted while a fork goes on from one that it spawned', async () => {
  const source = chat(2, { ...spawnedBy(1), history_mode: 'paginated' }, 0);
  const base = { thread_id: idOf(2), end_ordinal_exclusive: 2, end_byte_offset: source.length };
  const root = homeWith({
    [fileOf(1)]: chat(1),
    [fileOf(2)]: source,
    [fileOf(7)]: chat(7, { history_mode: 'paginated', history_base: base }, 2),
  });
  const { refused, items } = await convo(root, `delete ${idOf(1)} --yes`);
  expect([refused, items[0].reason]).toEqual([1, expect.stringContaining(`is what ${idOf(7)} goes on from`)]);
  expect(placesIn(root)).toBe('S1 S2 S7');
});

const nameLine = (n: number, name: string) => `{"id":"${idOf(n)}","thread_name":"${name}","updated_at":"${TIME}"}\n`;
const INDEX = 'session_index.jsonl';

test('the names of deleted threads and of those they spawned leave the index', async () => {
  const root = homeWith({ ...FAMILY, [INDEX]: nameLine(1, 'One') + nameLine(6, 'Six') + nameLine(3, 'Three') });
  await convo(root, `delete ${idOf(1)} --yes`);
  expect(readFileSync(join(root, INDEX), 'utf8')).toBe(nameLine(6, 'Six'));
});

test('forks of named threads have their names, and undo takes both back', async () => {
  const index = nameLine(1, 'One') + nameLine(6, 'Six').trimEnd();
  const root = homeWith({ ...FAMILY, [INDEX]: index });
  const { items } = await convo(root, `fork ${idOf(1)}`);
  const { newId } = items.find((item: { newId?: string }) => item.newId !== undefined);
  const added = readFileSync(join(root, INDEX), 'utf8').slice(index.length).trim();
  expect(JSON.parse(added)).toMatchObject({ id: newId, thread_name: 'One' });
  const { conversations } = await convo(root, 'list --all');
  expect(conversations.find(({ id }: { id: string }) => id === newId).title).toBe('One');
  await convo(root, 'undo --yes');
  expect(readFileSync(join(root, INDEX), 'utf8')).toBe(index);
});

test('a fork of a thread without a name adds no line', async () => {
  const root = homeWith({ ...FAMILY, [INDEX]: nameLine(6, 'Six') });
  await convo(root, `fork ${idOf(1)}`);
  expect(readFileSync(join(root, INDEX), 'utf8')).toBe(nameLine(6, 'Six'));
});

test('turns that were rolled back are marked in a legacy thread that goes on from another', async () => {
  const source = chat(1);
  const base = { thread_id: idOf(1), end_ordinal_exclusive: 0, end_byte_offset: source.length };
  const undone = line('event_msg', { type: 'thread_rolled_back', num_turns: 1 });
  const root = homeWith({ [fileOf(1)]: source, [fileOf(2)]: chat(2, { history_base: base }) + undone });
  const { conversation } = await convo(root, `show ${idOf(2)} --all`);
  expect(conversation.messages.map(({ marks = [] }: { marks?: string[] }) => marks)).toEqual([
    [`inherited from ${idOf(1)}`],
    ['rolled back'],
  ]);
});
