import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../../support/sampling.ts';
import { bareHome, homeOf } from '../home-of-all.ts';

const ID = '51c8f979-2c87-498e-bd0a-4b763ce017a7';
const TITLE = 'Which boats are free on Sunday?';

test('what an undo or a redo would do names conversations by their titles, wherever these are now', async () => {
  const { convo } = homeOf(['claude', 'codex']);
  const said = async (typed: string) => (await convo(typed)).stdout;
  expect((await convo('archive d41c')).exit).toBe(0);
  expect(await said('undo --dry-run')).toMatch(new RegExp(`would undo  d41c6f0e\\S* ${TITLE.replace('?', '\\?')}`));
  expect(await said('undo --dry-run --json')).not.toContain(TITLE);
  expect(await said('undo')).toMatch(new RegExp(`undone  d41c6f0e\\S* ${TITLE.replace('?', '\\?')}`));
  expect(await said('redo --dry-run')).toContain(TITLE);
  expect(await said('redo')).toContain(TITLE);
});

type Row = { readonly kind: string; readonly id: string; readonly title: string | null; readonly state: string };

test('a run over several programs names a conversation of each by its title', async () => {
  const kinds = oneIn(3, ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'pi', 'fnord'] as const);
  const { convo } = homeOf([...kinds]);
  const { conversations } = JSON.parse((await convo('list --json')).stdout);
  const { items } = JSON.parse((await convo('archive --all --yes --json')).stdout);
  const archived = new Set(items.flatMap(({ state, id }: Row) => (state === 'changed' ? id : [])));
  const titles = new Map<string, string>();
  for (const { kind, id, title } of conversations as Row[])
    if (title !== null && archived.has(id)) titles.set(kind, title.slice(0, 20));
  expect([...titles.keys()].sort()).toEqual([...kinds].sort());
  for (const typed of ['undo --dry-run', 'undo --yes', 'redo --dry-run', 'redo --yes']) {
    const { stdout } = await convo(typed);
    const unnamed = [...titles].filter(([, title]) => !stdout.includes(title));
    expect({ typed, unnamed }).toEqual({ typed, unnamed: [] });
  }
});

test('what was undone is reported where its store went with it', async () => {
  const { convo, at } = homeOf(['claude']);
  expect((await convo(`pack d41c --output ${at('kept.tar')}`)).exit).toBe(0);
  mkdirSync(at('empty/.claude/projects'), { recursive: true });
  const there = `--root ${at('empty/.claude')}`;
  expect((await convo(`unpack ${at('kept.tar')} ${there}`)).exit).toBe(0);
  expect(await convo(`undo ${there}`)).toMatchObject({ exit: 0, stdout: expect.stringContaining('undone  d41c6f0e') });
});

test('the question of an undo of many has their titles', async () => {
  const { convo } = homeOf(['claude', 'codex', 'fnord', 'qwen', 'copilot']);
  expect((await convo('archive --all --yes')).exit).toBe(0);
  const keys = (async function* () {
    yield* 'n\n';
  })();
  const over = { stdin: Object.assign(keys, { isTTY: true }) };
  const { exit, stdout, stderr } = await convo('undo', { terminal: 100, over });
  expect({ exit, shown: `${stdout}${stderr}` }).toEqual({ exit: 2, shown: expect.stringContaining(TITLE) });
});

test('what is not there any more is named by its id', async () => {
  const { convo } = homeOf(['claude']);
  expect((await convo('delete d41c')).exit).toBe(0);
  const { exit, stdout } = await convo('undo --dry-run');
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/would undo {2}d41c6f0e\S*$/m) });
});

test('conversations of one id in two stores have each its own title', async () => {
  const { convo, at } = bareHome();
  const questions = ['Which boats are free?', 'Who mends the sails?'];
  for (const [n, content] of questions.entries()) {
    const folder = at(`${n}/projects/-srv-ada`);
    mkdirSync(folder, { recursive: true });
    const record = { type: 'user', uuid: '1', parentUuid: null, sessionId: ID, timestamp: '2026-11-10T12:00:00.000Z' };
    const line = JSON.stringify({ ...record, cwd: '/srv/ada', message: { role: 'user', content } });
    writeFileSync(join(folder, `${ID}.jsonl`), `${line}\n`);
  }
  const roots = `--root ${at('0')} --root ${at('1')}`;
  expect((await convo(`archive --all --yes ${roots}`)).exit).toBe(0);
  const { stdout } = await convo(`undo --dry-run ${roots}`);
  for (const question of questions) expect(stdout.split(question)).toHaveLength(2);
});
