import { cpSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';

function record(n: number, more: object = {}): string {
  const uuid = (m: number) => `cccccccc-0000-4000-8000-00000000000${m}`;
  const role = n % 2 === 0 ? 'user' : 'assistant';
  const content = role === 'user' ? `Question ${n}` : [{ type: 'text', text: `Answer ${n}` }];
  return `${JSON.stringify({
    parentUuid: n === 0 ? null : uuid(n - 1),
    isSidechain: false,
    userType: 'external',
    cwd: '/srv/app',
    sessionId: ID,
    version: '2.1.330',
    type: role,
    message:
      role === 'user' ? { role, content } : { id: `msg_${n}`, type: 'message', role, model: 'claude-opus-4', content },
    uuid: uuid(n),
    timestamp: `2026-11-19T10:00:0${n}.000Z`,
    ...more,
  })}\n`;
}

function homeOf(text: string) {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-app');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, text);
  utimesSync(file, 1_790_000_000, 1_790_000_000);
  return { file, text: () => readFileSync(file, 'utf8'), say: (line: string) => call(line, { home }) };
}

const LINES = [0, 1, 2, 3].map((n) => record(n));

test('lines that are repeated byte for byte go by name alone, with the bytes they took, and undo brings them back', async () => {
  const swollen = [...LINES.slice(0, 3), ...LINES].join('');
  const { file, say, text } = homeOf(swollen);
  const shown = (await say(`show ${ID} --json`)).stdout;
  await say('heal --yes');
  expect(text()).toBe(swollen);
  const { exit, stdout } = await say('heal --only CL205 --yes');
  const saved = LINES.slice(0, 3).join('').length;
  expect([exit, stdout]).toEqual([
    0,
    expect.stringContaining(`3 repeated lines taken away: the file is ${saved} bytes smaller`),
  ]);
  expect(text()).toBe(LINES.join(''));
  expect(statSync(file).size).toBe(swollen.length - saved);
  const messages = (json: string) => JSON.parse(json).conversation.messages.map((each: { text: string }) => each.text);
  expect(messages((await say(`show ${ID} --json`)).stdout)).toEqual(messages(shown));
  expect((await say('heal --only CL205 --yes')).stdout).toContain('0 changed');
  await say('undo');
  expect(text()).toBe(swollen);
});

test('a record that is repeated in other bytes stays, and so does the whole file', async () => {
  const swollen = [record(0, { version: '2.1.300' }), LINES[1], ...LINES].join('');
  const { say, text } = homeOf(swollen);
  const { exit, stdout } = await say('heal --only CL205 --yes');
  expect([exit, stdout]).toEqual([1, expect.stringContaining('in other bytes than its copy')]);
  expect(text()).toBe(swollen);
});

test('a copy that cannot have the name of its session, because that one is there, says so beside what was healed', async () => {
  const home = emptyHome();
  cpSync('fixtures/demo/qwen', join(home, '.qwen'), { recursive: true });
  const folder = join(home, '.qwen/projects/-srv-ada-harbour/chats');
  const id = '6f708192-a3b4-4c5d-8e6f-708192a3b4c5';
  cpSync(join(folder, `${id}.jsonl`), join(folder, 'berths.jsonl'));
  const { stdout } = await call(['heal', 'berths', '--dry-run'], { home, cwd: home });
  expect(stdout).toContain('keeps its name, because a file with the name of its session is there: `convo diff`');
  expect(stdout).toContain('QW301 stays: ');
  expect((await call(['heal', id, '--dry-run'], { home, cwd: home })).stdout).not.toContain('keeps its name');
});
