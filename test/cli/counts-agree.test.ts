import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { geminiInfo } from '../../src/stores/gemini/info.ts';
import { qwenInfo } from '../../src/stores/qwen/info.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

/** A home with damage of which some explains other damage, and a session of Gemini CLI in two files. */
function damagedHome(): string {
  const home = emptyHome();
  for (const fixture of [
    'CL004-line-inside-file-torn',
    'CL212-parent-not-there-nothing-lost',
    'CL013-line-not-record',
    'CL201-conversation-begins-in-middle',
  ])
    cpSync(join('fixtures/claude', fixture, 'before'), join(home, '.claude'), { recursive: true });
  loseParentBehindNoRecord(join(home, '.claude/projects/-srv-ada-lighthouse'));
  cpSync('fixtures/demo/gemini', join(home, '.gemini'), { recursive: true });
  return home;
}

/** Another session, in which a line that is no record explains that the parent of a message is not there. */
function loseParentBehindNoRecord(folder: string): void {
  const ID = 'b61a1fdf-14a6-4fa5-8cc6-75ccd79ff2ef';
  const other = ID.replace('b61a', 'c72b');
  const lines = readFileSync(join(folder, `${ID}.jsonl`), 'utf8')
    .replaceAll(ID, other)
    .split('\n');
  const lost = lines.map((line) => line.replace('"parentUuid":"dca3075e', '"parentUuid":"dca3075f'));
  writeFileSync(join(folder, `${other}.jsonl`), lost.join('\n'));
}

async function json(line: string, home: string) {
  return JSON.parse((await call(`${line} --json`.trim(), { home, cwd: home })).stdout);
}

interface CountOfCode {
  readonly code: string;
  readonly count: number;
  readonly beside?: number;
}

describe('of one home', () => {
  test('a new baseline accepts as many findings as verify finds, and names those that belong to them', async () => {
    const home = damagedHome();
    const { errors, warnings, infos } = (await json('verify', home)).summary;
    const all = errors + warnings + infos;
    const { stderr, stdout } = await call('verify --baseline b.json --update-baseline', { home, cwd: home });
    expect(stderr).toMatch(new RegExp(`accepts ${all} findings, and \\d+ that explain them or follow from them\\n`));
    expect(stdout + stderr).toContain(`${all} known`);
    expect((await json('verify --baseline b.json', home)).summary).toMatchObject({ known: all, errors: 0, infos: 0 });
  });

  test('on a terminal, what explains a finding or follows from it has a line of its own', async () => {
    const home = damagedHome();
    const { stdout } = await call('verify', { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^ {4}(?:because of|and therefore) CL\d+: /m);
    expect(stdout).not.toMatch(/, (?:because of|and therefore) CL/);
  });

  test('a report and the overview count each code as verify --only does', async () => {
    const home = damagedHome();
    const [report, overview] = [await json('report', home), await json('', home)];
    for (const { code, count, beside = 0 } of [...report.findings, ...overview.findings] as CountOfCode[]) {
      const { findings } = await json(`verify --only ${code}`, home);
      expect({ code, count: count + beside }).toEqual({ code, count: findings.length });
    }
    expect(report.findings.some(({ beside }: CountOfCode) => beside !== undefined)).toBe(true);
    const { stdout } = await call('report', { home, cwd: home });
    expect(stdout).toMatch(/CL\d+.*, \d+ more with other findings: /);
    expect((await call('report --html', { home, cwd: home })).stdout).toContain(
      'more are reported with findings of other',
    );
  });

  test('a report and the overview count a session of two files, which go together, once', async () => {
    const home = damagedHome();
    const [report, overview] = [await json('report', home), await json('', home)];
    const deletions = overview.deletions.reduce((sum: number, { due, soon }: Deletions) => sum + due + soon, 0);
    expect(report.due).toHaveLength(deletions);
    const ofGemini = report.due.filter(({ kind }: { kind: string }) => kind === 'gemini');
    expect(ofGemini).toMatchObject([{ title: 'How many of the planks are rotten?' }]);
  });
});

const STOPPED = [
  'claude/CL417-image-larger-than-5-mb',
  'claude/CL425-question-is-blank',
  'claude/CL428-snapshot-record-has-no-snapshot',
  'qwen/QW302-the-name-has-another-id-than-the',
];

test.each(oneIn(2, STOPPED))(
  'conversations that a program cannot go on with have one number in list, stats, report and the overview: %s',
  async (fixture) => {
    const root = resolve('fixtures', fixture, 'before');
    const [list, stats, report, overview] = await Promise.all(
      ['list', 'stats', 'report', ''].map((verb) => json(`${verb} --root ${root}`, emptyHome())),
    );
    const unreadable = list.conversations.filter(({ readable }: { readable: boolean }) => !readable).length;
    expect([unreadable, stats.total.unreadable, report.total.unreadable]).toEqual([1, 1, 1]);
    for (const { readable } of overview.newest) expect(readable).toBe(false);
    const world = { home: emptyHome(), vars: { NO_COLOR: '1' } };
    const terminal = await call(`list --all --root ${root}`, { ...world, terminal: 100 });
    expect(terminal.stdout).toMatch(/ ✗ [\s\S]*, 1 that cannot be resumed\s/);
    const pipe = await call(`list --all --root ${root}`, world);
    expect(pipe.stdout).toContain(' cannot resume this]');
    expect(pipe.stderr).toContain(', 1 that cannot be resumed ');
  },
);

test('grep and find give a damaged conversation the time and the title that list has', async () => {
  const home = emptyHome();
  cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
  const { conversations } = await json('list --all', home);
  const { matches } = await json('grep winter', home);
  const { answers } = await json('find winter', home);
  const said = (each: Told) => [each.id, each.title, each.asked, each.timestamp, each.createdAt];
  for (const { conversation } of [...matches, ...answers] as { conversation: Told }[])
    expect(said(conversation)).toEqual(said(conversations.find(({ id }: Told) => id === conversation.id)));
  expect(matches.some(({ conversation: { title } }: { conversation: Told }) => title === null)).toBe(true);
});

test.each(['codex/CX302-several-files-are-of-one-thread', 'codex/CX303-a-thread-is-active-and-archived'])(
  'list and verify count each file of a thread, stats and report the thread: %s',
  async (fixture) => {
    const root = resolve('fixtures', fixture, 'before');
    const [list, verify, stats, report] = await Promise.all(
      ['list --all', 'verify', 'stats', 'report'].map((verb) => json(`${verb} --root ${root}`, emptyHome())),
    );
    const alone = list.conversations.filter(({ earlier = 0 }: { earlier?: number }) => earlier === 0);
    expect([list.conversations.length, verify.summary.conversations]).toEqual([2, 2]);
    expect([alone.length, stats.total.conversations, report.total.conversations]).toEqual([1, 1, 1]);
  },
);

interface Told {
  readonly id: string;
  readonly title: string | null;
  readonly asked: string | null;
  readonly timestamp: number | null;
  readonly createdAt: number | null;
}

test('the overview marks the newest with an error or a torn line, which is a warning, and no sound one', async () => {
  const home = damagedHome();
  const sound = join(home, '.claude/projects/-srv-sound');
  mkdirSync(sound);
  const id = '11111111-2222-4333-8444-555555555509';
  const record = { type: 'user', uuid: 'u', parentUuid: null, sessionId: id, cwd: '/srv/sound' };
  const asked = { timestamp: '2026-11-20T10:00:00.000Z', message: { role: 'user', content: 'All is well?' } };
  writeFileSync(join(sound, `${id}.jsonl`), `${JSON.stringify({ ...record, ...asked })}\n`);
  const { stdout } = await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } });
  const ofCode = async (asked: string) =>
    (await json(`verify ${asked}`, home)).findings.map((each: { id: string | null }) => each.id?.slice(0, 8));
  const [errors, torn] = [await ofCode('--severity error'), await ofCode('--only CL004')];
  expect(torn.some((id: string) => !errors.includes(id))).toBe(true);
  const broken = new Set([...errors, ...torn]);
  const [, newest = ''] = /\nnewest\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const rows = newest.split('\n').slice(0, -1);
  for (const row of rows) expect([row, / {2}[!✗]/.test(row)]).toEqual([row, broken.has(row.slice(0, 8))]);
  expect(rows.filter((row) => row.includes('  !')).length).toBeGreaterThan(0);
  expect(newest).toMatch(/! something of it is broken or lost: `convo verify`$/);
});

test('grep says of how many it was in, whether a session of two files matches or not', async () => {
  const home = damagedHome();
  const { conversations } = await json('list --all', home);
  for (const word of ['planks', 'nowhere-at-all']) {
    const { searched, partly } = await json(`grep ${word}`, home);
    expect([word, searched + partly]).toEqual([word, conversations.length]);
  }
});

test('files of subagents, and those beside a session of Qwen Code, are no conversations of their own', () => {
  const roles = (...all: string[]) => all.map((role) => ({ role }));
  expect(qwenInfo.conversationsIn?.(roles('session', 'archived-session', 'runtime', 'side', 'agent'))).toBe(2);
  expect(geminiInfo.conversationsIn?.(roles('session', 'session-json', 'agent'))).toBe(2);
});

test('a list that is cut says of how many it counts those that cannot be read', async () => {
  const home = damagedHome();
  cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
  const { stdout } = await call('list --kind claude --limit 4', { home, terminal: 120, vars: { NO_COLOR: '1' } });
  const [, shown, wanted] = /(\d+) of (\d+) conversations/.exec(stdout) ?? [];
  expect(Number(shown)).toBeLessThan(Number(wanted));
  const unreadable = stdout.split('\n').filter((line) => / {2}✗ /.test(line)).length;
  expect(unreadable).toBeGreaterThan(0);
  expect(stdout).toContain(`, ${unreadable} of the ${shown} that cannot be resumed`);
});

test('a narrow list without colours says of each which its program cannot read', async () => {
  const home = emptyHome();
  cpSync('fixtures/copilot/CP004-a-record-lacks-what-is-loaded/before', join(home, '.copilot'), { recursive: true });
  const { conversations } = await json('list', home);
  expect(conversations).toMatchObject([{ readable: false, title: expect.any(String) }]);
  const { stdout } = await call('list', { home, terminal: 50, vars: { NO_COLOR: '1' } });
  expect(stdout).toContain('copilot cannot resume this');
});

test('the overview has the folder of a damaged session of Copilot CLI, and counts what was not judged', async () => {
  const home = emptyHome();
  cpSync('fixtures/copilot/CP004-a-record-lacks-what-is-loaded/before', join(home, '.copilot'), { recursive: true });
  cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
  execFileSync('mkfifo', [join(home, '.claude/projects/-home-ben-quay/11111111-2222-4333-8444-555555555509.jsonl')]);
  const { conversations } = await json('list --kind copilot', home);
  const { stdout } = await call([], { home, terminal: 120, vars: { NO_COLOR: '1' } });
  expect(stdout).toMatch(/ errors?, (?:\d+ warnings?, )?1 not judged: /);
  const [, broken = ''] = /\nbroken\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect(broken).toMatch(new RegExp(`copilot +${conversations[0].cwd} `));
});

test('where the count of a list is not that of what is shown, show and a change say which it is', async () => {
  const headOf = async (fixture: string) => {
    const root = resolve('fixtures', fixture, 'before');
    const { conversations } = await json(`list --root ${root}`, emptyHome());
    const [{ id, messages }] = conversations;
    const { stdout } = await call(['show', id, '--root', root]);
    const total = (await call(['delete', id, '--dry-run', '--root', root])).stdout;
    return { said: stdout.split('\n')[1], messages, total };
  };
  const pi = await headOf('pi/PI201-a-record-goes-on-from-none');
  expect(pi.said).toContain(` · ${pi.messages} messages in the list of pi · `);
  expect(pi.total).toMatch(/ before: 1 conversation, \d+ messages? sent, /);
  const glued = await headOf('claude/CL006-several-whole-records-are-one');
  expect(glued.said).toMatch(new RegExp(` · ${glued.messages} messages? as claude reads it · `));
  expect(glued.total).not.toContain(' sent');
  // No heal brings anything back.
  const foreign = await headOf('claude/CL013-line-not-record');
  expect(foreign.said).toMatch(new RegExp(` · ${foreign.messages} messages? · `));
});

test('runs prune counts a run over several stores once, as runs does', async () => {
  const home = damagedHome();
  await call('heal --yes', { home });
  expect((await call('runs prune --yes', { home })).stdout).toMatch(/^1 run in 2 stores pruned, /);
});

interface Deletions {
  readonly due: number;
  readonly soon: number;
}

describe('of one session, what was replaced is counted', () => {
  const TOKEN = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
  const ID = '11111111-2222-4333-8444-555555555502';

  function homeWithToken(): string {
    const home = emptyHome();
    const folder = join(home, '.claude/projects/-srv-ada');
    mkdirSync(folder, { recursive: true });
    const said = (n: number, role: string, content: unknown) =>
      JSON.stringify({
        ...{ type: role, uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, sessionId: ID, cwd: '/srv/ada' },
        timestamp: `2026-11-20T10:0${n}:00.000Z`,
        message: { role, content },
      });
    const lines = [
      said(0, 'user', `Push with ${TOKEN}, please`),
      said(1, 'assistant', [
        { type: 'text', text: `I push with ${TOKEN}.` },
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: `GH_TOKEN=${TOKEN} git push` } },
      ]),
      said(2, 'user', [{ type: 'tool_result', tool_use_id: 't1', content: 'done' }]),
      said(3, 'user', 'Thank you'),
    ];
    writeFileSync(join(folder, `${ID}.jsonl`), `${lines.join('\n')}\n`);
    return home;
  }

  test('as convo secrets counts it, in whatever form it is shown, on a terminal or not', async () => {
    const home = homeWithToken();
    const { secrets, different } = await json('secrets', home);
    expect([secrets.length, different]).toEqual([6, 1]);
    expect((await call('secrets', { home })).stderr).toContain('1 secret at 6 places in 1 conversation');
    for (const way of ['', ' --html', ' --markdown', ' --json', ' --full'])
      for (const terminal of [undefined, 80]) {
        const world = terminal === undefined ? { home } : { home, terminal };
        expect((await call(`show ${ID} --redact${way}`, world)).stderr).toMatch(
          /^redacted: 6 places: 6 github-pat(?:;|$)/m,
        );
      }
  });

  test('in what is shown alone, where a part is asked for', async () => {
    const home = homeWithToken();
    const told = async (words: string) => (await call(`show ${words} --redact`, { home })).stderr;
    expect(await told(`${ID} --prompts`)).toContain('redacted: 2 places');
    expect(await told(`${ID}:4 --around 0`)).toContain('redacted: 1 place:');
    expect(await told(`${ID}:2 --around 1`)).toContain('redacted: 3 places');
  });
});

describe('of one session, show, stats and list', () => {
  const SCENE = 'fixtures/claude/scenes/after-a-clear/store';

  test('count the same texts, calls and results: stats those of show --all that are on a screen', async () => {
    const [{ id }] = (await json(`--root ${resolve(SCENE)} list`, emptyHome())).conversations;
    const { messages } = (await json(`--root ${resolve(SCENE)} show ${id} --all`, emptyHome())).conversation;
    const onNoScreen = messages.filter(({ offScreen = false }: { offScreen?: boolean }) => offScreen).length;
    const hidden = messages.filter((each: { hidden: boolean }) => each.hidden).length;
    expect([onNoScreen, hidden]).toEqual([1, 0]);
    const { total } = await json(`--root ${resolve(SCENE)} stats ${id}`, emptyHome());
    expect(total.messages).toBe(messages.length - onNoScreen);
    const part = await call(`--root ${resolve(SCENE)} show ${id}:0`);
    expect(part.stdout).toContain(`part of ${messages.length} texts, calls and results, 1 on no screen: `);
    const beyond = await call(`--root ${resolve(SCENE)} show ${id}:${messages.length}`);
    expect(beyond.stderr).toContain(`has ${messages.length} texts, calls and results, 1 on no screen\n`);
  });

  test.each(['CL006-several-whole-records-are-one', 'CL008-nul-bytes-hide-record', 'CL016-number-that-json-does-not'])(
    'count what is sent of a damaged one as it is, and once it is healed: %s',
    async (fixture) => {
      const home = emptyHome();
      cpSync(join('fixtures/claude', fixture, 'before'), join(home, '.claude'), { recursive: true });
      const [{ id, messages: listed }] = (await json('list', home)).conversations;
      const shown = async () => (await json(`show ${id}`, home)).conversation;
      const unsentIn = (messages: readonly { marks?: string[]; hidden: boolean }[]) =>
        messages.filter(({ marks = [], hidden }) => !hidden && marks.includes('not sent')).length;
      const { reach, messages } = await shown();
      expect(reach).toMatchObject({ sent: listed, onceHealed: { sent: listed + 1 } });
      expect(unsentIn(messages)).toBe(1);
      const { stdout } = await call(`show ${id} -v`, { home });
      expect(stdout).toContain(`  ${listed} messages sent when the program goes on, `);
      expect(stdout).toContain(`  once it is healed: ${listed + 1} messages sent `);
      expect((await call('heal --yes', { home })).exit).toBe(0);
      const healed = await shown();
      expect(healed.reach).toEqual(reach.onceHealed);
      expect(unsentIn(healed.messages)).toBe(0);
      expect(healed.messages.length).toBe(messages.length);
    },
  );

  test('add no counts of a heal where they are no others', async () => {
    const home = emptyHome();
    cpSync('fixtures/claude/CL009-run-nul-bytes/before', join(home, '.claude'), { recursive: true });
    const [{ id, messages }] = (await json('list', home)).conversations;
    const { reach } = (await json(`show ${id}`, home)).conversation;
    expect(reach.sent).toBe(messages);
    expect(reach).not.toHaveProperty('onceHealed');
  });

  test('have no number of messages where the program cannot go on with it, and call it so', async () => {
    const home = emptyHome();
    cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
    const { conversations } = await json('list', home);
    const stuck = conversations.filter(({ readable }: { readable: boolean }) => !readable);
    expect(stuck).toMatchObject([{ messages: null }]);
    const { stdout } = await call(`show ${stuck[0].id}`, { home, cwd: home });
    expect(stdout).toMatch(/^claude .* · cannot be resumed · /m);
    expect(stdout).toContain('texts, calls and results are numbered 0 to 3: ');
    expect((await call(`stats ${stuck[0].id}`, { home, cwd: home })).stdout).toContain('1 that cannot be resumed\n');
  });
});
