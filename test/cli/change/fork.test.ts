import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';
import { personWith } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const FOLDER = 'projects/orchard/conversations';

describe('convo fork', () => {
  test('says where the numbers of messages are, when the one to cut at is none', async () => {
    const ann = personWith('store');
    const { exit, stdout, stderr } = await ann.convo('fork 40fd --at 999');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('give a number from 0 to 5')]);
    expect(stderr).toMatch(/`convo show 40fd\S+ --all --verbose` shows the number of each message\n$/);
    expect((await ann.convo('fork 40fd --at 2 --dry-run')).stderr).not.toContain('shows the number');
  });

  test.each([
    ['pi', 'pi/PI201-a-record-goes-on-from-none'],
    ['copilot', 'copilot/CP103-several-records-are-on-one-line'],
  ])('of a damaged session of %s names the heal that comes first', async (_, fixture) => {
    const root = resolve('fixtures', fixture, 'before');
    const { conversations } = JSON.parse((await call(['list', '--json', '--root', root])).stdout);
    const [{ id }] = conversations;
    const { exit, stdout } = await call(['fork', id, '--dry-run', '--root', root]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(new RegExp(`heal it first\\s+next: convo .*heal ${id} --dry-run\\n`));
  });

  test('makes a copy under a new id, and the source is not touched', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    expect(await ann.json('fork 40fd --carry changes')).toMatchObject({ exit: 2 });
    expect(differences(before, snapshot(ann.store))).toEqual([]);
    const { exit, document } = await ann.json('fork 40fd');
    expect(exit).toBe(0);
    expect(document.items).toMatchObject([
      { id: '40fd1d2b-c237-4656-84be-659759dba5a2', state: 'changed', notes: [expect.stringContaining('worktree')] },
    ]);
    const [{ newId }] = document.items;
    expect(differences(before, snapshot(ann.store))).toEqual([`${FOLDER}/${newId}.json`]);
    expect(document.before).toMatchObject({ conversations: 1, messages: 5 });
    expect(document.after).toMatchObject({ conversations: 2, messages: 10 });
    expect((await ann.json(`show ${newId}`)).document.conversation).toMatchObject({ timestamp: 1795262400 });
    expect((await ann.convo('undo')).exit).toBe(0);
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('cuts before a message as show numbers it: every position', async () => {
    const ann = personWith('store');
    const { document: whole } = await ann.json('show 60ce --all');
    const messages = whole.conversation.messages;
    expect(messages).toHaveLength(4);
    for (let at = 0; at <= messages.length; at++) {
      const { exit, document } = await ann.json(`fork 60ce --at ${at}`);
      expect(exit).toBe(0);
      const { document: forked } = await ann.json(`show ${document.items[0].newId} --all`);
      const texts = (list: { text: string }[]) => list.map(({ text }) => text);
      expect(texts(forked.conversation.messages)).toEqual(texts(messages.slice(0, at)));
    }
    const beyond = await ann.convo(`fork 60ce --at ${messages.length + 1}`);
    expect(beyond).toMatchObject({ exit: 1, stdout: expect.stringContaining('give a number from 0 to 4') });
    expect((await ann.convo('fork 60ce --at one')).exit).toBe(2);
  });

  test('is refused inside a message that fnord splits', async () => {
    const ann = personWith('cases/v0-tool-calls-fan-out');
    const root = `--root ${join(ann.store, 'input.json')}`;
    const { document } = await ann.json(`show input --all ${root}`);
    const refused: number[] = [];
    for (const { index } of document.conversation.messages) {
      const { exit, document: dry } = await ann.json(`fork input --at ${index} --dry-run ${root}`);
      expect(exit).toBe(dry.refused);
      if (dry.refused === 1) refused.push(index);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect((await ann.convo(`fork input --at ${refused[0]} ${root}`)).exit).toBe(1);
  });

  test('says that approvals go along, and leaves them out when asked to', async () => {
    const ann = personWith('FN176-shell-approvals/before', 'conversations');
    const kept = await ann.json('fork one --root conversations');
    expect(kept.document.items[0].notes).toEqual([expect.stringContaining('--drop-approvals')]);
    const dropped = await ann.json('fork one --root conversations --drop-approvals');
    expect(dropped.document.items[0].notes ?? []).toEqual([]);
    const read = (id: string) => readFileSync(join(ann.store, `${id}.json`), 'utf8');
    expect(read(kept.document.items[0].newId)).toContain('session_shell_approvals');
    expect(read(dropped.document.items[0].newId)).not.toContain('session_shell_approvals');
  });

  test('refuses what fnord cannot read, and says what to look at', async () => {
    const ann = personWith('store');
    const { exit, stdout } = await ann.convo('fork 0d3e');
    expect(exit).toBe(1);
    expect(stdout).toContain('next: convo explain FN023');
    expect((await ann.convo('fork')).exit).toBe(2);
    expect((await ann.convo('fork 40fd 60ce')).exit).toBe(2);
  });
});

test('a fork that a torn line is in the way of names a heal with --lossy, after which it is made', async () => {
  for (const [kind, id] of [
    ['qwen', '6f708192-a3b4-4c5d-8e6f-708192a3b4c5'],
    ['pi', '92a3b4c5-d6e7-4f80-8a1b-2c3d4e5f6071'],
  ] as const) {
    const home = emptyHome();
    cpSync(`fixtures/demo/${kind}`, join(home, kind), { recursive: true });
    const root = `--root ${join(home, kind)}`;
    const refused = await call(`fork ${id} ${root}`, { home, cwd: home });
    expect(refused.stdout).toContain(`next: convo ${root} heal ${id} --lossy --dry-run\n`);
    await call(`heal ${id} --lossy --yes ${root}`, { home, cwd: home });
    expect(await call(`fork ${id} ${root}`, { home, cwd: home })).toMatchObject({ exit: 0 });
  }
});
