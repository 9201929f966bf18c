import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call, NOW } from './call.ts';
import { bareHome } from './home-of-all.ts';

const TEXTS = ['Prune the quince.', 'Prune the quince tree.', 'Count the pears.'];

/** A home with three sessions about quinces, of which copies are kept; two of them are gone. */
async function keptHome() {
  const { home, at, convo } = bareHome();
  mkdirSync(at('.claude/projects/-srv-ada'), { recursive: true });
  const paths = [1, 2, 3].map((n) => {
    const id = `11111111-2222-4333-8444-55555555550${n}`;
    const path = at(`.claude/projects/-srv-ada/${id}.jsonl`);
    const message = { role: 'user', content: TEXTS[n - 1] };
    const record = { type: 'user', uuid: `${id.slice(0, -1)}9`, parentUuid: null, sessionId: id, cwd: '/srv/ada' };
    writeFileSync(path, `${JSON.stringify({ ...record, timestamp: '2026-11-20T10:00:00.000Z', message })}\n`);
    return path;
  });
  expect((await convo(`keep ${at('kept')} --all`)).exit).toBe(0);
  for (const path of paths.slice(0, 2)) rmSync(path);
  return { home, at, convo, paths };
}

test.each(['grep', 'find'])(
  '%s says how many copies of conversations that are gone match, and how to see them',
  async (verb) => {
    const { at, convo } = await keptHome();
    const said = `convo: 2 kept copies of conversations that are gone match: \`convo --root ${at('kept')} ${verb} quince\`\n`;
    const none = await convo(`${verb} quince`);
    expect([none.exit, none.stdout, none.stderr]).toEqual([1, '', expect.stringContaining(said)]);
    const shown = await convo(`--root ${at('kept')} ${verb} quince`);
    expect([shown.exit, shown.stdout.match(/Prune the quince/g)?.length]).toEqual([0, 2]);
    expect(shown.stderr).not.toContain('kept cop');
  },
);

test.each(['grep', 'find'])(
  '%s with a match looks into copies only with --all, and counts none that is here',
  async (verb) => {
    const { convo } = await keptHome();
    expect((await convo(`${verb} pears`)).stderr).toBe('');
    expect((await convo(`${verb} pears --all`)).stderr).toBe('');
    expect(
      (await convo(`${verb} pears quince --all`.replace('grep pears quince', 'grep -e pears -e quince'))).stderr,
    ).toContain('2 kept copies');
  },
);

test('copies are not looked into for --json, in stores that are named, nor where the folder is gone', async () => {
  const { at, convo } = await keptHome();
  expect((await convo('grep quince --json')).stderr).not.toContain('kept cop');
  expect((await convo(`--root ${at('.claude')} grep quince`)).stderr).not.toContain('kept cop');
  expect((await convo('grep -w --regex qui.ce')).stderr).toContain('grep --regex -w qui.ce`');
  rmSync(at('kept'), { recursive: true });
  expect((await convo('grep quince')).stderr).not.toContain('kept cop');
});

test('list --lost names conversations of which a copy alone is left, and how to bring them back', async () => {
  const { at, convo } = await keptHome();
  const { exit, stdout } = await convo('list --lost');
  const way = `convo restore 11111111-2222-4333-8444-555555555501 --from ${at('kept')}`;
  const [, id = ''] = /restore (\S+)/.exec(way) ?? [];
  const row = `${id}  /srv/ada\n  a copy in ${at('kept')}\n    Prune the quince.\n  ${way}\n`;
  expect([exit, stdout]).toEqual([0, expect.stringContaining(row)]);
  expect(stdout).toContain('2 conversations are lost');
  expect(stdout).not.toContain('555555555503');
  const { lost } = JSON.parse((await convo('list --lost --json')).stdout);
  const ofCopy = { kept: at('kept'), folder: '/srv/ada' };
  expect(lost).toMatchObject(TEXTS.slice(0, 2).map((title) => ({ ...ofCopy, title })));
  expect((await convo(`--root ${at('.claude')} list --lost`)).stdout).not.toContain('a copy');
  expect((await convo(way.replace('convo ', '').concat(' --yes'))).exit).toBe(0);
  expect((await convo('list --lost')).stdout).toContain('1 conversation is lost');
});

test('list --lost names the copy of one that left traces, once', async () => {
  const { at, convo } = await keptHome();
  const id = '11111111-2222-4333-8444-555555555501';
  const prompt = { display: 'Prune the quince.', timestamp: 1_790_000_000_000, project: '/srv/ada', sessionId: id };
  writeFileSync(at('.claude/history.jsonl'), `${JSON.stringify(prompt)}\n`);
  const { stdout } = await convo('list --lost');
  expect(stdout).toContain(`1 prompt, a copy in ${at('kept')}\n`);
  expect(stdout.match(/Prune the quince/g)).toHaveLength(2);
  expect(stdout.split('\n').filter((line) => line.startsWith(id))).toHaveLength(1);
});

test('an earlier kept copy is no lost conversation: it stands under its own, with a command that brings it back', async () => {
  const { at, convo, paths } = await keptHome();
  const path = paths[2] ?? '';
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace('Count', 'Weigh'));
  expect((await convo(`keep ${at('kept')} --all`)).exit).toBe(0);
  expect((await convo('list --lost')).stdout).not.toContain('555555555503');
  const { stderr } = await convo('grep Count');
  expect(stderr).toContain('convo: 1 earlier kept copy of a conversation that is still here matches: `');
  expect(stderr).not.toContain('gone');
  rmSync(path);
  const { stdout } = await convo('list --lost');
  const [last = '', earlier = ''] = stdout.match(/restore \S+503\S* --from \S+/g) ?? [];
  expect(stdout).toContain(
    `/srv/ada\n  2 copies in ${at('kept')}\n    Weigh the pears.\n  convo ${last}\n  convo ${earlier}\n`,
  );
  expect(stdout).toContain('3 conversations are lost');
  const { lost } = JSON.parse((await convo('list --lost --json')).stdout);
  expect(lost[2].copies).toEqual([last, earlier].map((each) => each.split(' ')[1]));
  expect((await convo(`${earlier} --yes`)).exit).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(whole);
});

test('an earlier kept copy of Gemini CLI stands under its session too, is searched, and comes back by its name', async () => {
  const { at, convo } = bareHome();
  const id = '1a2b3c4d-2222-4333-8444-555555555501';
  const path = at('.gemini/tmp/orchard/chats/session-2026-11-20T10-00-1a2b3c4d.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  const [time, projectHash] = ['2026-11-20T10:00:00.000Z', 'ab'.repeat(32)];
  const header = { sessionId: id, projectHash, startTime: time, lastUpdated: time, kind: 'main' };
  const asked = { id: 'q', timestamp: time, type: 'user', content: [{ text: 'Count the pears.' }] };
  const whole = `${JSON.stringify(header)}\n${JSON.stringify(asked)}\n`;
  writeFileSync(path, whole);
  expect((await convo(`keep ${at('kept')} --all`)).exit).toBe(0);
  writeFileSync(path, whole.replace('Count', 'Weigh'));
  expect((await convo(`keep ${at('kept')} --all`)).exit).toBe(0);
  expect((await convo('grep Count')).stderr).toContain('1 earlier kept copy of a conversation that is still here');
  const listed = await convo(`--root ${at('kept')} list --hidden`);
  expect(listed.stdout).toContain('[hidden: older] [copy of 1a2b3c4d]');
  expect((await convo(`--root ${at('kept')} verify`)).exit).toBe(0);
  rmSync(path);
  const { lost } = JSON.parse((await convo('list --lost --json')).stdout);
  expect(lost).toMatchObject([
    { id: '1a2b3c4d', copies: ['1a2b3c4d', expect.stringMatching(/\.jsonl\.[0-9a-f]{16}$/)] },
  ]);
  expect((await convo(`restore ${lost[0].copies[1]} --from ${at('kept')} --yes`)).exit).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(whole);
});

test.each(
  oneIn(
    2,
    [
      'grep -i PRUNE',
      'grep --case-sensitive Prune',
      'grep --case-sensitive quince',
      'grep -i quince --role user --since 2026-11-20T09:00Z --until 2026-11-20',
      'grep -e quince --pattern=--no-color',
      'find quince --since 2026-11-20 --until 2026-11-21',
    ],
    1,
  ),
)('the command that %s names for copies finds as many', async (typed) => {
  const { convo } = await keptHome();
  const { stderr } = await convo(typed);
  const [, words = ''] = /convo: 2 kept copies of conversations that are gone match: `convo (.*)`\n/.exec(stderr) ?? [];
  const shown = await convo(words);
  expect([shown.exit, shown.stdout.match(/Prune the quince/g)?.length]).toEqual([0, 2]);
});

test('the command that is named for copies keeps to what was asked for', async () => {
  const { at, convo } = await keptHome();
  const since = 'grep -i QUINCE --role user --since 2026-11-20T09:00Z';
  const named = `convo --root ${at('kept')} grep -i --role user --since 2026-11-20T09:00:00Z QUINCE`;
  expect((await convo(since)).stderr).toContain(`\`${named}\`\n`);
  expect((await convo('grep -e quince --pattern=--json')).stderr).toContain(
    `\`convo --root ${at('kept')} grep -e quince --pattern=--json\`\n`,
  );
  expect((await convo('grep -e -x quince')).stderr).not.toContain('kept cop');
});

test('copies are not looked into with --older-than and --project', async () => {
  const { convo } = await keptHome();
  for (const verb of ['grep', 'find'])
    for (const flags of ['--older-than 2026-11-25', '--project ada'])
      expect((await convo(`${verb} quince ${flags}`)).stderr).not.toContain('kept cop');
});

test('the time for copies is bounded', async () => {
  const { convo } = await keptHome();
  let now = Date.UTC(2026, 10, 21, 12);
  const over = {
    now: () => {
      now += 1500;
      return now;
    },
  };
  expect((await convo('grep quince', { over })).stderr).not.toContain('2 kept copies');
});

test.each(['grep', 'find'])(
  '%s says that not all copies were searched where none of those searched in time matches',
  async (verb) => {
    const { home, at } = await keptHome();
    let now = NOW;
    const slow = () => (now += 1500);
    const { stderr } = await call(`${verb} quince`, { home, over: { now: slow } });
    expect(stderr).toContain(
      `convo: not all kept copies were searched in 2 seconds: \`convo --root ${at('kept')} ${verb} quince\` searches them\n`,
    );
    const { stderr: inTime } = await call(`${verb} mulch`, { home });
    expect(inTime).not.toContain('kept copies were searched');
  },
);
