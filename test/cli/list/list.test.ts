import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { call } from '../call.ts';
import { demoHome, emptyHome } from '../demo-home.ts';
import { expectTranscript } from '../transcript.ts';

// Texts are wrapped: paths must be as long on every machine.
vi.stubEnv('TMPDIR', '/tmp');
afterAll(() => vi.unstubAllEnvs());

async function idsOf(line: string): Promise<string[]> {
  const { stdout } = await call(`list --json ${line}`.trim(), { home: demoHome() });
  return JSON.parse(stdout).conversations.map(({ id }: { id: string }) => id.slice(0, 4));
}

describe('convo list', () => {
  test('names show where an id is typed in the place of a path, and leaves other missing paths as they are', async () => {
    const home = demoHome();
    for (const id of ['b3f8', '40fd1d2b-c237-4656-84be-659759dba5a2'])
      expect(await call(`list ${id}`, { home, cwd: home })).toMatchObject({
        exit: 2,
        stderr: expect.stringMatching(new RegExp(`${id} looks like the id .*\\n.*\`convo show ${id}\``)),
      });
    expect(await call('list ./orchards', { home, cwd: home })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/orchards does not exist\n.*Check the path/),
    });
  });

  test('names the flag that a word in the place of a path is meant for', async () => {
    const home = demoHome();
    const hintOf = async (word: string) => {
      const { exit, stderr } = await call(['list', word], { home, cwd: home });
      expect([exit, stderr]).toEqual([2, expect.stringContaining(`${join(home, word)} does not exist\n`)]);
      return stderr;
    };
    expect(await hintOf('claude')).toContain('Did you mean `convo list --kind claude`?');
    expect(await hintOf('Which boats')).toContain("Did you mean `convo list --title 'Which boats'`?");
    mkdirSync(join(home, 'boats'));
    expect((await call('list boats', { home, cwd: home })).stderr).not.toContain('--title');
  });

  test('groups by project, each in the order of its owner', async () => {
    await expectTranscript('list', ['list', 'list --project harbor --reverse', 'list --title PUMP', 'list --limit 3'], {
      home: demoHome(),
    });
  });

  test('draws tables on a terminal, with ids as short as they stay unique', async () => {
    await expectTranscript('list-terminal', ['list --project lantern', 'list --color never --sort title --utc'], {
      home: demoHome(),
      terminal: 90,
    });
  });

  for (const terminal of [40, 60, 80, 120])
    test(`is readable on a terminal of ${terminal} columns`, async () => {
      const vars = { NO_COLOR: '1' };
      await expectTranscript(`list-${terminal}`, ['list', 'list --project orchard --utc'], {
        home: demoHome(),
        terminal,
        vars,
      });
    });

  test('never writes a line wider than the terminal', async () => {
    const home = demoHome();
    for (const terminal of [40, 50, 60, 80, 100, 200])
      for (const line of ['list', 'list --utc', 'list --sort title']) {
        const { stdout } = await call(line, { home, terminal, vars: { NO_COLOR: '1' } });
        const lines = stdout.split('\n').map((each) => each.replace(home, ''));
        expect(lines.filter((each) => each.length > terminal)).toEqual([]);
      }
  });

  test('sets wide characters, joined pictures and combining marks in their columns', async () => {
    const home = demoHome();
    const folder = join(home, '.fnord/projects/wide/conversations');
    mkdirSync(folder, { recursive: true });
    const titles = ['日本語の題', '👩‍👩‍👧‍👦 at the pier', 'e\u0301te\u0301', 'plain'];
    for (const [i, content] of titles.entries())
      writeFileSync(
        join(folder, `w${i}.json`),
        JSON.stringify({ version: 1, timestamp: i, messages: [{ role: 'user', content }] }),
      );
    const { stdout } = await call('list --project wide', { home, terminal: 100, vars: { NO_COLOR: '1' } });
    for (const title of titles) expect(stdout).toContain(`  ${title}\n`);
    const piped = await call('list --project wide', { home });
    for (const title of titles) expect(piped.stdout).toContain(`\t${title}\n`);
  });

  test('shows the newest 30 of a store on a terminal in the order of the program, and all of them elsewhere', async () => {
    const home = emptyHome();
    const folder = join(home, '.fnord/projects/many/conversations');
    mkdirSync(folder, { recursive: true });
    for (let i = 100; i < 140; i++)
      writeFileSync(
        join(folder, `n${i}.json`),
        JSON.stringify({ version: 1, timestamp: i, messages: [{ role: 'user', content: `number ${i}` }] }),
      );
    const numbers = ({ stdout }: { stdout: string }) =>
      Array.from(stdout.matchAll(/number (\d+)/g), ([, n]) => Number(n));
    const shown = await call('list', { home, terminal: 80 });
    expect(numbers(shown)).toEqual(Array.from({ length: 30 }, (_, i) => 110 + i));
    expect(shown.stdout).toContain('30 of 40 conversations (`--limit all` lists the others)');
    const all = await call('list --limit all', { home, terminal: 80 });
    expect(numbers(all)).toHaveLength(40);
    expect(all.stdout).not.toContain('not shown here');
    for (const sort of ['', ' --sort title']) {
      const few = await call(`list --limit 3${sort}`, { home, terminal: 80 });
      expect(few.stdout).toContain('3 of 40 conversations (`--limit all` lists the others)');
    }
    expect(numbers(await call('list', { home }))).toHaveLength(40);
  });

  test('gives times as ISO 8601 beside the seconds', async () => {
    const { stdout } = await call('list --json --project orchard --limit 1', { home: demoHome() });
    const [{ timestamp, iso }] = JSON.parse(stdout).conversations;
    expect(iso.timestamp).toBe(new Date(timestamp * 1000).toISOString().replace('.000', ''));
  });

  test('limits to the newest of all projects, and lists those the other way round with --reverse', async () => {
    expect(await idsOf('--limit 3')).toEqual(['4b6d', '3f0c', '8d41']);
    expect(await idsOf('--limit 1')).toEqual(['4b6d']);
    expect(await idsOf('--reverse --limit 1')).toEqual(['4b6d']);
    expect((await idsOf('--reverse --limit 3')).sort()).toEqual(['3f0c', '4b6d', '8d41']);
    expect(await idsOf('--reverse --limit 3')).toEqual(
      (await idsOf('--reverse')).filter((id) => ['4b6d', '3f0c', '8d41'].includes(id)),
    );
    expect(await idsOf('--limit all')).toEqual(await idsOf(''));
  });

  test('sorts everything as one list, unknown values last', async () => {
    expect(await idsOf('--sort timestamp')).toEqual('4b6d 8d41 3f0c a1f3 b52e c7a8 60fb 15e7 9a4d e0b9'.split(' '));
    expect(await idsOf('--sort size')).toEqual(await idsOf('--sort bytes'));
    expect(await idsOf('--sort title --limit 2')).toEqual(['4b6d', '60fb']);
    expect(await idsOf('--sort messages --limit 1')).toEqual(['3f0c']);
    expect(await idsOf('--sort bytes --reverse --limit 1')).toEqual(['e0b9']);
  });

  test('sifts by time, both ends included and in UTC', async () => {
    expect(await idsOf('--since 2026-06-18 --until 2026-07-02')).toEqual(['3f0c', '8d41']);
    expect(await idsOf('--since 2026-06-18T14:03:11Z --until 2026-06-18T14:03:11Z')).toEqual(['3f0c']);
    expect(await idsOf('--since 2026-06-18T16:03:12+02:00 --until 2026-07-01')).toEqual([]);
    expect(await idsOf('--older-than 365d')).toEqual(['15e7', '60fb']);
  });

  test('sifts by format and state', async () => {
    expect(await idsOf('--format v0')).toEqual(['15e7', '60fb', 'c7a8', 'b52e']);
    expect(await idsOf('--archived')).toEqual([]);
    expect(await idsOf('--all')).toHaveLength(10);
    expect(await idsOf('--phase review')).toEqual([]);
  });

  test('takes a home that a variable names from the working folder, as its program does', async () => {
    const home = emptyHome();
    const fixture = fileURLToPath(new URL('../../../fixtures/claude/cases/plain/input', import.meta.url));
    cpSync(fixture, join(home, 'config'), { recursive: true });
    const { stdout } = await call('list --json', { home, cwd: home, vars: { CLAUDE_CONFIG_DIR: 'config/' } });
    expect(JSON.parse(stdout).conversations).toMatchObject([{ root: join(home, 'config') }]);
  });

  test('says before a title that the program deletes the session soon', async () => {
    const root = join(emptyHome(), '.claude');
    cpSync(fileURLToPath(new URL('../../../fixtures/claude/cases/plain/input', import.meta.url)), root, {
      recursive: true,
    });
    const [{ path, title }] = JSON.parse((await call(['list', '--json', '--root', root])).stdout).conversations;
    const listed = async (day: number) => {
      utimesSync(path, Date.UTC(2026, 9, day) / 1000, Date.UTC(2026, 9, day) / 1000);
      return (await call(['list', '--root', root])).stdout;
    };
    expect(await listed(24)).toContain(`\t[deleted in 2 days] ${title}`);
    expect(await listed(20)).toContain(`\t[deleted at next start] ${title}`);
    expect(await listed(31)).not.toContain('[deleted');
  });

  test('counts the messages of what a terminal shows, and leaves them out where none were counted', async () => {
    const home = emptyHome();
    const plain = fileURLToPath(new URL('../../../fixtures/claude/cases/plain/input', import.meta.url));
    cpSync(plain, join(home, '.claude'), { recursive: true });
    const list = async (...words: string[]) =>
      (await call(['list', ...words], { home, terminal: 80, vars: { NO_COLOR: '1' } })).stdout;
    expect(await list()).toMatch(/^id +time +messages +size +title$/m);
    const large = `${JSON.stringify({ type: 'queue-operation', content: 'x'.repeat(1 << 15) })}\n`;
    appendFileSync(
      join(home, '.claude/projects/-srv-ada-orchard', '422da11b-a4d4-4f4a-a3b6-6ce79b42a0bf.jsonl'),
      large,
    );
    expect(await list()).toMatch(/^id +time +messages +size +title$/m);
    expect(await list('--quick')).toMatch(/^id +time +size +title$/m);
    expect(await list('--count')).toMatch(/^id +time +messages +size +title$/m);
    const counted = async (...words: string[]) =>
      JSON.parse((await call(['list', '--json', ...words], { home })).stdout).conversations.map(
        ({ messages }: { messages: number | null }) => messages,
      );
    expect(await counted()).not.toContain(null);
    expect(await counted('--quick')).toContain(null);
    expect((await call('list --json --quick --count', { home })).exit).toBe(2);
  });

  test('names one without a title by its first question, as every other command does', async () => {
    const home = demoHome();
    cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
    const said = async (line: string) => (await call(line, { home, terminal: 120, vars: { NO_COLOR: '1' } })).stdout;
    const question = 'Write the price list for the winter.';
    const { stdout } = await call('list --kind claude --json', { home });
    const found = JSON.parse(stdout).conversations.find(({ id }: { id: string }) => id.startsWith('7e90'));
    expect(found).toMatchObject({ title: null, asked: question });
    for (const line of [
      'list --kind claude',
      'show 7e90',
      'verify 7e90',
      'why 7e90',
      'grep winter',
      'heal 7e90 --dry-run',
      'diff 7e90 d41c',
    ])
      expect(await said(line), line).toContain(question);
  });

  test('shows the first question beside a title that says nothing', async () => {
    const home = emptyHome();
    const folder = join(home, '.claude/projects/-srv-quay');
    mkdirSync(folder, { recursive: true });
    const id = '11110000-0000-4000-8000-000000000001';
    const said = {
      type: 'user',
      message: { role: 'user', content: 'Why does the crane stop?' },
      uuid: 'u1',
      parentUuid: null,
    };
    const records = [
      { ...said, sessionId: id, cwd: '/srv/quay', timestamp: '2026-01-01T00:00:00.000Z' },
      { type: 'last-prompt', lastPrompt: 'go on', sessionId: id },
    ];
    writeFileSync(join(folder, `${id}.jsonl`), `${records.map((each) => JSON.stringify(each)).join('\n')}\n`);
    const { stdout } = await call('list', { home, terminal: 80, vars: { NO_COLOR: '1' } });
    expect(stdout).toContain('go on · Why does the crane stop?');
    expect(stdout).toMatch(/^claude {2}~\/\.claude\nid +time +messages +size +title\n\/srv\/quay \(gone\)\n/);
  });

  test('has deletion and damage in a column with a legend, and forks of one title with their source and time', async () => {
    const home = emptyHome();
    const folder = join(home, '.claude/projects/-srv-quay');
    mkdirSync(folder, { recursive: true });
    const idOf = (n: number) => `${n}1110000-0000-4000-8000-000000000001`;
    const write = (n: number, more: object, bytes = '') => {
      const said = { type: 'user', message: { role: 'user', content: 'Why does the crane stop?' }, uuid: `u${n}` };
      const at = {
        sessionId: idOf(n),
        cwd: '/srv/quay',
        timestamp: `2026-11-1${n}T10:0${n}:00.000Z`,
        parentUuid: null,
      };
      writeFileSync(join(folder, `${idOf(n)}.jsonl`), `${JSON.stringify({ ...said, ...at, ...more })}\n${bytes}`);
    };
    const now = Date.UTC(2026, 11, 16, 12);
    const fork = { forkedFrom: { sessionId: idOf(1), messageUuid: 'u1' }, timestamp: '2026-11-16T10:02:00.000Z' };
    write(1, {});
    write(2, fork);
    write(3, { ...fork, timestamp: '2026-11-16T10:03:00.000Z' });
    for (const n of [1, 2, 3])
      utimesSync(join(folder, `${idOf(n)}.jsonl`), now / 1000, Date.UTC(2026, 10, 16 + (n > 1 ? 2 : 0)) / 1000);
    const screen = { home, terminal: 80, vars: { NO_COLOR: '1', TZ: 'UTC' }, over: { now: () => now } };
    const { stdout } = await call('list', screen);
    expect(stdout).toMatch(/11-16 10:02 .* †2d {3}Why does the crane.* ←11110000$/m);
    expect(stdout).toMatch(/11-16 10:03 .* †2d {3}Why does the crane.* ←11110000$/m);
    // In every row of the title, though its age alone would tell this one apart.
    expect(stdout).toMatch(/11-11 10:01 .*†now {2}Why does the crane stop\?$/m);
    expect(stdout).toContain('† Claude Code deletes it then, now is its next start: `convo keep DIR`\n');
    const later = await call('list --sort updated --limit 1', screen);
    expect(later.stdout).toContain('† Claude Code deletes it then: `convo keep DIR`\n');
    expect(stdout).toContain('← came from that conversation');
    const piped = await call('list', { ...screen, terminal: undefined } as never);
    expect(piped.stdout).toContain('\t/srv/quay\t');
    expect(piped.stdout).toContain(`Why does the crane stop? [fork of ${idOf(1)}]`);

    // Two ids that begin alike.
    write(1, {});
    const twin = '11110000-1000-4000-8000-000000000001';
    writeFileSync(
      join(folder, `${twin}.jsonl`),
      readFileSync(join(folder, `${idOf(1)}.jsonl`), 'utf8').replaceAll(idOf(1), twin),
    );
    const [, source = ''] = /←(\S+)$/m.exec((await call('list', screen)).stdout) ?? [];
    expect((await call(`show ${source}`, screen)).stdout).toContain(idOf(1));
  });

  test('sorts with the folders of projects as people write them, the newest first, and no minute that tells no two apart', async () => {
    const home = emptyHome();
    const now = Date.UTC(2026, 10, 20);
    for (const [n, name] of ['quay', 'mill'].entries()) {
      const cwd = join(home, name);
      const folder = join(home, '.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
      mkdirSync(folder, { recursive: true });
      const [id, uuid] = [`1111000${n}-0000-4000-8000-000000000000`, `2222000${n}-0000-4000-8000-000000000000`];
      const message = { role: 'user', content: 'Why does the crane stop?' };
      const record = {
        type: 'user',
        uuid,
        parentUuid: null,
        sessionId: id,
        cwd,
        timestamp: '2026-11-19T22:00:30.000Z',
        message,
      };
      writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(record)}\n`);
      utimesSync(join(folder, `${id}.jsonl`), now / 1000, now / 1000 - 7220 - 10 * n);
    }
    const screen = { home, terminal: 80, vars: { NO_COLOR: '1', TZ: 'UTC' }, over: { now: () => now } };
    const rowsOf = ({ stdout }: { stdout: string }) => stdout.match(/^11110.*$/gm);
    const row = (n: number, name: string) =>
      expect.stringMatching(new RegExp(`^1111000${n}  2 hours ago  ~/${name} .*Why does the crane stop\\?$`));
    expect(rowsOf(await call('list --sort updated', screen))).toEqual([row(0, 'quay'), row(1, 'mill')]);
    expect(rowsOf(await call('list --sort updated --reverse', screen))).toEqual([row(1, 'mill'), row(0, 'quay')]);
    const piped = await call('list --sort title', { home, over: { now: () => now } });
    expect(piped.stdout).toMatch(/^1111\S+\t2026-11-19 21:59:\d0\tclaude\t1\t\S+ \S+\t\/\S+\/quay\t/m);
  });

  test('names the time that the overview and show name, also in a home that was copied, whose files are all new', async () => {
    const home = emptyHome();
    const demo = fileURLToPath(new URL('../../../fixtures/demo/copilot', import.meta.url));
    cpSync(demo, join(home, '.copilot'), { recursive: true });
    const screen = { home, terminal: 120, vars: { NO_COLOR: '1', TZ: 'UTC' } };
    const ages = async (typed: string) =>
      [...(await call(typed === '' ? [] : typed, screen)).stdout.matchAll(/^([0-9a-f]{8}) .*? (\w+ \w+ ago) /gm)]
        .map(([, id, age]) => `${id} ${age}`)
        .sort();
    const listed = await ages('list');
    expect(listed.length).toBeGreaterThan(0);
    expect([await ages(''), await ages('list --sort updated --since 2000-01-01')]).toEqual([listed, listed]);
    const { stdout } = await call('list', { home });
    const [id, time] = stdout.split('\t');
    expect((await call(`show ${id}`, { home })).stdout).toContain(` · ${time} UTC · `);
  });

  test('sorts by what it chose by, where both are asked for', async () => {
    const home = emptyHome();
    const folder = join(home, '.claude/projects/-srv-quay');
    mkdirSync(folder, { recursive: true });
    for (const [n, day] of ['03', '05', '04'].entries()) {
      const [id, uuid] = [`1111000${n}-0000-4000-8000-000000000000`, `2222000${n}-0000-4000-8000-000000000000`];
      const message = { role: 'user', content: `Question ${n}` };
      const about = { type: 'user', uuid, parentUuid: null, sessionId: id, cwd: '/srv/quay' };
      writeFileSync(
        join(folder, `${id}.jsonl`),
        `${JSON.stringify({ ...about, timestamp: `2026-03-${day}T10:00:00.000Z`, message })}\n`,
      );
      utimesSync(join(folder, `${id}.jsonl`), 1_790_000_000 + n, 1_790_000_000 + n);
    }
    const asked = async (flags: string) => (await call(`list --sort updated ${flags}`.trim(), { home })).stdout;
    const titles = (text: string) => text.match(/Question \d/g);
    expect(titles(await asked(''))).toEqual(['Question 2', 'Question 1', 'Question 0']);
    const chosen = await asked('--since 2026-03-04');
    expect(titles(chosen)).toEqual(['Question 1', 'Question 2']);
    expect(chosen).toMatch(/\t2026-03-05 10:00:00\t.*Question 1\n.*\t2026-03-04 10:00:00\t.*Question 2/);
    expect(titles(await asked('--until 2026-03-04 --reverse'))).toEqual(['Question 0', 'Question 2']);
  });

  test('says how many archived and hidden ones it leaves out, and how to see them', async () => {
    const home = emptyHome();
    const fixtures = fileURLToPath(new URL('../../../fixtures/claude', import.meta.url));
    cpSync(join(fixtures, 'store/archive'), join(home, '.claude/archive'), { recursive: true });
    cpSync(join(fixtures, 'cases/sidechain-first/input'), join(home, '.claude'), { recursive: true });
    const total = async (line: string, world = {}) =>
      (await call(line, { home, ...world })).stderr.trimEnd().split('\n').at(-1);
    expect(await total('list')).toBe(
      '0 conversations, 1 archived (`--all` includes them), 1 hidden (`--hidden` lists them)',
    );
    const all = await call('list --all', { home, terminal: 80 });
    expect(all.stdout.trimEnd().split('\n').at(-1)).toBe('2 conversations');
    expect(all.stdout).toContain('[hidden: sidechain-first]');
    for (const flags of ['', ' --all', ' --limit 1', ' --hidden'])
      expect(JSON.parse((await call(`list --json${flags}`, { home })).stdout).hidden).toBe(1);
    expect(await total('list --archived')).toBe('1 conversation of 2 in scope');
    const { stderr } = await call('list --all --hidden', { home });
    expect(stderr.trimEnd().split('\n').slice(-2)).toEqual([
      '1 conversation of 2 in scope',
      '`convo why ID` says why, and what brings one back',
    ]);
  });
});

test.each([
  ['main', ['1']],
  ['feature/*', ['2', '3']],
  ['*leek*', ['2', '4']],
  ['*/leek*s', ['2']],
  ['feat*feature/*', []],
  ['x**', []],
  ['leeks*leek', []],
  ['*', ['1', '2', '3', '4']],
  ['MAIN', []],
])('sifts by the branch of a session, as it is or with *: %s', async (pattern, wanted) => {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  const branches = ['main', 'feature/leeks', 'feature/beans', 'leek', undefined];
  for (const [n, gitBranch] of branches.entries()) {
    const sessionId = `11111111-2222-4333-8444-55555555550${n + 1}`;
    const record = { type: 'user', uuid: `u${n}`, parentUuid: null, sessionId, cwd: '/srv/ada', gitBranch };
    const said = { timestamp: '2026-11-01T10:00:00.000Z', message: { role: 'user', content: 'How deep?' } };
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify({ ...record, ...said })}\n`);
  }
  const { stdout } = await call(['list', '--branch', pattern, '--json', '--allow-empty', '--root', root]);
  const ids = JSON.parse(stdout).conversations.map(({ id }: { id: string }) => id.slice(-1));
  expect(ids.sort()).toEqual(wanted);
});

test('names the branches that there are where no session is on the wanted one', async () => {
  const root = join(emptyHome(), '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  for (let n = 1; n <= 8; n++) {
    const sessionId = `11111111-2222-4333-8444-55555555550${n}`;
    const record = {
      type: 'user',
      uuid: `u${n}`,
      parentUuid: null,
      sessionId,
      cwd: '/srv/ada',
      gitBranch: `leek-${n}`,
    };
    const said = { timestamp: '2026-11-01T10:00:00.000Z', message: { role: 'user', content: 'How deep?' } };
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify({ ...record, ...said })}\n`);
  }
  const answer = async (branch: string) => (await call(['list', '--branch', branch, '--root', root])).stderr;
  expect(await answer('nosuch')).toContain(
    'convo: no session here is on the branch nosuch: there are leek-1, leek-2, leek-3, leek-4, leek-5, leek-6 and 2 more\n',
  );
  expect(await answer('lek-3')).toContain('convo: no session here is on the branch lek-3: did you mean leek-3');
  for (const branch of ['leek-3', 'leek-*']) expect(await answer(branch)).not.toContain('no session here');
});

test('a narrow list by size still shows the sizes', async () => {
  const home = demoHome();
  const narrow = async (words: string) => (await call(words, { home, terminal: 60 })).stdout;
  expect(await narrow('list --project orchard')).not.toMatch(/ size .*title/);
  expect(await narrow('list --project orchard --sort bytes')).toMatch(/ size .*title/);
});

test('the code of a finding in the place of an id is told from one', async () => {
  const home = demoHome();
  const { exit, stderr } = await call('verify cl201', { home });
  expect([exit, stderr]).toEqual([
    2,
    expect.stringMatching(/no conversation has the id cl201\n.*`convo verify --only CL201`.*`convo explain CL201`/),
  ]);
  expect((await call('verify CL999', { home })).stderr).not.toContain('--only');
});

describe('of a session whose times Claude Code cannot read, which it lists by the time of the file', () => {
  const torn = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';
  const NOTE = 'in the order of Claude Code: `--sort time` goes by the times shown\n';
  /** Written at noon of 20 November 2026; said in it was something on the 18th last. */
  function homeOf(): string {
    const home = emptyHome();
    const folder = join(home, '.claude/projects/-home-ben-quay');
    cpSync('fixtures/demo/claude', join(home, '.claude'), { recursive: true });
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_795_176_000, 1_795_176_000);
    return home;
  }
  const rows = (text: string) => text.match(/^ *[0-9a-f]{8}[ -].*$/gm)?.map((row) => row.trim().slice(0, 8));
  const vars = { NO_COLOR: '1' };

  for (const terminal of [80, undefined])
    test(`the program's order is named, ${terminal === undefined ? 'through a pipe' : 'on a terminal'}`, async () => {
      const home = homeOf();
      const { stdout, stderr } = await call('list', { home, vars, ...(terminal === undefined ? {} : { terminal }) });
      expect(rows(stdout)).toEqual(['7e905b3a', 'b3f8a2d7', 'd41c6f0e', 'e5a9c1d3']);
      expect(terminal === undefined ? stderr : stdout).toContain(NOTE);
      utimesSync(join(home, `.claude/projects/-home-ben-quay/${torn}.jsonl`), 1_795_000_000, 1_795_000_000);
      expect((await call('list', { home, vars })).stderr).not.toContain('in the order of');
    });

  test('a sorted list shows the time that it is sorted by', async () => {
    const home = homeOf();
    const timesOf = async (line: string) => {
      const { stdout, stderr } = await call(`list ${line}`, { home, vars });
      expect(stderr).not.toContain('in the order of');
      return stdout.match(/2026-11-\d\d/g) ?? [];
    };
    expect(await timesOf('--sort time')).toEqual(['2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16']);
    expect(await timesOf('--sort timestamp')).toEqual(['2026-11-20', '2026-11-19', '2026-11-17', '2026-11-16']);
    expect((await timesOf('--sort updated'))[0]).toBe('2026-11-20');
    expect((await timesOf('--since 2026-11-17 --sort time'))[0]).toBe('2026-11-19');
  });
});
