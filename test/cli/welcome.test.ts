import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { concealedText } from '../../src/report/overview.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11110000-0000-4000-8000-00000000000';

function session(home: string, cwd: string, n: number): void {
  const folder = join(home, '.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const sessionId = `${ID}${n}`;
  const about = { sessionId, cwd, timestamp: `2026-01-0${n}T00:00:00.000Z` };
  const ask = { type: 'user', message: { role: 'user', content: `Question ${n}?` }, uuid: `u${n}`, parentUuid: null };
  const answer = {
    type: 'assistant',
    message: { id: `m${n}`, role: 'assistant', model: 'x', content: [{ type: 'text', text: 'Yes.' }] },
    uuid: `a${n}`,
    parentUuid: `u${n}`,
  };
  const lines = [ask, answer].map((each) => JSON.stringify({ ...each, ...about }));
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`, { mode: 0o600 });
}

const JANUARY = { now: () => Date.UTC(2026, 0, 8, 12) };

describe('convo without a command', () => {
  test('is at most five lines where all is well, and names the sessions of this folder', async () => {
    const home = emptyHome();
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    session(home, home, 5);
    session(home, elsewhere, 6);
    const { exit, stdout } = await call([], { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' }, over: JANUARY });
    expect(exit).toBe(0);
    const [store, own, ...rest] = stdout.trimEnd().split('\n');
    expect(store).toMatch(/^claude {2}~\/\.claude {2}2 projects, 2 conversations, \d/);
    expect(own).toMatch(/^00000005 {2}claude {2}~ {2}.* ago {2}Question 5\?$/);
    expect(rest).toEqual(['Nothing needs you. `convo show ID` reads one, `convo --help` has the rest.']);
  });

  test('exits with 3 where a file or a place could not be judged', async () => {
    const home = emptyHome();
    session(home, home, 5);
    const loop = join(home, 'loop');
    symlinkSync(loop, loop);
    for (const words of [[], ['--json']]) {
      expect((await call(words, { home, cwd: home, over: JANUARY })).exit).toBe(0);
      const called = await call(words, { home, cwd: home, vars: { CODEX_HOME: loop }, over: JANUARY });
      expect([called.exit, called.stderr]).toEqual([3, expect.stringContaining(`not judged: ${loop} `)]);
    }
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    writeFileSync(join(home, 'outside.jsonl'), '{}');
    symlinkSync(join(home, 'outside.jsonl'), join(folder, `${ID}6.jsonl`));
    const { exit, stdout } = await call([], { home, cwd: home, over: JANUARY });
    expect([exit, stdout]).toEqual([3, expect.stringContaining('link')]);
  });

  test('says where the others are, where not all sessions of this folder have a line', async () => {
    const home = emptyHome();
    const shown = async () => {
      const { stdout } = await call([], { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' }, over: JANUARY });
      return stdout.trimEnd().split('\n');
    };
    for (const n of [5, 6, 7]) session(home, home, n);
    const [, ...all] = await shown();
    expect(all).toHaveLength(4);
    expect(all.at(-1)).toBe('Nothing needs you. `convo show ID` reads one, `convo --help` has the rest.');
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    session(home, home, 4);
    const unlisted = join(folder, `${ID}4.jsonl`);
    writeFileSync(unlisted, readFileSync(unlisted, 'utf8').replace('{', '{"isSidechain":true,'));
    const lines = await shown();
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain(' 3 conversations, ');
    expect(lines[3]).toContain('`convo list --hidden`');
    expect(lines[4]).toBe('Nothing needs you. `convo list` has all 3, `convo --help` has the rest.');
  });

  test('names the folder that the newest sessions are of, which may be above this one', async () => {
    const home = emptyHome();
    const below = join(home, 'garden/shed');
    mkdirSync(below, { recursive: true });
    session(home, '/srv/elsewhere', 1);
    session(home, home, 2);
    const titles = async (cwd: string) => {
      const { stdout } = await call([], { home, cwd, terminal: 80, vars: { NO_COLOR: '1' } });
      return stdout.split('\n').filter((line) => line.startsWith('newest'));
    };
    expect(await titles(below)).toEqual(['newest in ~']);
    session(home, join(home, 'garden'), 3);
    expect(await titles(below)).toEqual(['newest in ~/garden']);
    expect(await titles('/')).toEqual(['newest']);
    session(home, '/', 4);
    expect(await titles('/')).toEqual(['newest in /']);
  });

  test('says first what will be deleted, then whose folder is gone, then what is broken, each with its command', async () => {
    const home = emptyHome();
    session(home, home, 1);
    session(home, '/srv/elsewhere', 2);
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    utimesSync(join(folder, `${ID}1.jsonl`), 1, 1);
    writeFileSync(join(folder, `${ID}3.jsonl`), Buffer.from('{"type":"user"}\n', 'utf16le'), { mode: 0o600 });
    const { stdout } = await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } });
    const [deletion, moved, broken] = stdout.split('\n');
    expect(deletion).toMatch(/^Claude Code deletes \d sessions? at its next start.*: `convo keep DIR`$/);
    expect(moved).toBe('1 folder moved or gone (1 session): `convo rehome /srv/elsewhere NEW`');
    expect(broken).toMatch(/^\d errors?.*: `convo (heal --dry-run|verify)`$/);
  });

  test('names every program with conversations in a folder that is gone, unlisted ones too, and counts the folder once', async () => {
    const home = emptyHome();
    session(home, '/srv/elsewhere', 1);
    session(home, '/srv/elsewhere', 2);
    session(home, '/srv/hidden', 4);
    const unlisted = join(home, `.claude/projects/-srv-hidden/${ID}4.jsonl`);
    writeFileSync(unlisted, readFileSync(unlisted, 'utf8').replace('{', '{"isSidechain":true,'));
    const chats = join(home, '.gemini/tmp/elsewhere/chats');
    mkdirSync(chats, { recursive: true });
    writeFileSync(join(home, '.gemini/projects.json'), '{"projects":{"/srv/elsewhere":"elsewhere"}}', { mode: 0o600 });
    const time = '2026-01-03T00:00:00.000Z';
    const lines = [
      { sessionId: `${ID}3`, projectHash: 'x', startTime: time, lastUpdated: time, kind: 'main' },
      { id: 'u', timestamp: time, type: 'user', content: [{ text: 'Where?' }] },
      { id: 'a', timestamp: time, type: 'gemini', content: 'There.' },
    ];
    const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
    writeFileSync(join(chats, 'session-2026-01-03T00-00-11110000.jsonl'), text, { mode: 0o600 });
    const { stdout } = await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' }, over: JANUARY });
    expect(stdout).toMatch(/^2 folders moved or gone \(4 sessions\): `convo rehome \/srv\/elsewhere NEW`\n/);
    const rollout = 'sessions/2025/11/03/rollout-2025-11-03T10-15-30-11112222-3333-4444-8555-666677778888.jsonl';
    mkdirSync(join(home, '.codex/sessions/2025/11/03'), { recursive: true });
    const payload = { id: '11112222-3333-4444-8555-666677778888', timestamp: time, cwd: '/srv/elsewhere' };
    const meta = { ...payload, originator: 'x', cli_version: '0.60.0' };
    const begun = JSON.stringify({ timestamp: time, type: 'session_meta', payload: meta });
    const asked = { timestamp: time, type: 'event_msg', payload: { type: 'user_message', message: 'Why?' } };
    writeFileSync(join(home, '.codex', rollout), `${begun}\n${JSON.stringify(asked)}\n`, { mode: 0o600 });
    const withCodex = await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' }, over: JANUARY });
    expect(withCodex.stdout).toContain(
      '\n1 thread of Codex names a folder that is gone: `codex -C FOLDER resume ID`\n',
    );
    const json = await call(['--json'], { home, cwd: home, over: JANUARY });
    expect(JSON.parse(json.stdout).leftFolders).toEqual([
      { kind: 'claude', folder: '/srv/elsewhere', conversations: 2 },
      { kind: 'claude', folder: '/srv/hidden', conversations: 1 },
      { kind: 'gemini', folder: '/srv/elsewhere', conversations: 1 },
    ]);
  });

  test('says how many a program does not list, and shortens ids as far as no other conversation begins alike', async () => {
    const home = emptyHome();
    session(home, home, 1);
    session(home, home, 2);
    const time = '2026-01-03T00:00:00.000Z';
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    const asked = { type: 'user', isSidechain: true, message: { role: 'user', content: 'Look around' }, uuid: 'u' };
    const line = { ...asked, parentUuid: null, sessionId: `${ID}3`, cwd: home, timestamp: time };
    writeFileSync(join(folder, `${ID}3.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    const { stdout } = await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } });
    expect(stdout).toContain('1 more conversation of subagents, which claude does not list: `convo list --hidden`');
    expect(stdout).toContain('\n00000001  ');
    const other = `${ID.slice(0, -1)}10`;
    const text = readFileSync(join(folder, `${ID}1.jsonl`), 'utf8').replaceAll(`${ID}1`, other);
    writeFileSync(join(folder, `${other}.jsonl`), text, { mode: 0o600 });
    const four = (await call([], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } })).stdout;
    expect(four).toContain('\n00000010  ');
    expect(four).not.toContain(other);
    expect((await call(['show', '00000010'], { home, cwd: home })).exit).toBe(0);
    rmSync(join(folder, `${other}.jsonl`));
    const hidden = await call(['list', '--hidden'], { home, cwd: home, terminal: 120, vars: { NO_COLOR: '1' } });
    expect(hidden.stdout).toContain('`convo why ID` says why, and what brings one back');
    const narrow = await call(['list', '--hidden'], { home, cwd: home, terminal: 110, vars: { NO_COLOR: '1' } });
    expect(narrow.stdout).toMatch(/Look\S?.* \[hidden: sidechain-first\]$/m);
  });

  test('counts archived ones apart, and says of a broken one that it is archived', async () => {
    const home = emptyHome();
    for (const n of [1, 2]) session(home, home, n);
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    writeFileSync(join(folder, `${ID}3.jsonl`), `{"type":"user"${'\0'.repeat(80)}}\n`, { mode: 0o600 });
    const look = async () => (await call([], { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' } })).stdout;
    expect(await look()).not.toContain('archived');
    expect((await call(['archive', '--all', '--yes'], { home, cwd: home })).exit).toBe(0);
    const all = await look();
    expect(all).toMatch(/^claude {2}~\/\.claude {2}0 conversations, 0 bytes, 3 archived$/m);
    expect(all).toMatch(/^00000003 {2}claude {2}.*archived: NUL/m);
    const { stores } = JSON.parse((await call(['--json'], { home })).stdout);
    expect(stores).toMatchObject([{ conversations: 0, archived: 3 }]);
  });

  test('names the first of several with one fault, and counts the others', async () => {
    const home = emptyHome();
    session(home, home, 1);
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    for (const name of [`${ID}2`, `${ID}3`])
      writeFileSync(join(folder, `${name}.jsonl`), `{"type":"user"${'\0'.repeat(80)}}\n`, { mode: 0o600 });
    const { stdout } = await call([], { home, cwd: home, terminal: 80, vars: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^00000002 {2}claude {2}~ {2}NUL .*, and 1 like it\n {2}`convo verify --only CL008`$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('marks a large session that its program cannot read, as a list does that reads all of it', async () => {
    const home = emptyHome();
    session(home, home, 1);
    const folder = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'));
    writeFileSync(join(folder, `${ID}2.jsonl`), `{"type":"user"${'\0'.repeat(80_000)}}\n`, { mode: 0o600 });
    const screen = { home, cwd: home, terminal: 100, vars: { NO_COLOR: '1' } };
    for (const words of [[], ['list', '--count']])
      expect((await call(words, screen)).stdout, words.join(' ')).toContain('✗ its program cannot resume it');
  });

  test.each([
    [{ count: 3, most: null }, '3 more conversations that their programs do not list'],
    [
      { count: 3, most: { count: 3, kind: 'codex', are: 'begun by others' } },
      '3 more conversations begun by others, which codex does not list',
    ],
    [
      { count: 3, most: { count: 2, kind: 'codex', are: 'begun by others' } },
      '3 more conversations that their programs do not list, 2 of them begun by others',
    ],
    [
      { count: 4, most: { count: 2, kind: 'codex', are: 'begun by others' } },
      '4 more conversations that their programs do not list',
    ],
  ])('says of conversations that are not listed why, where most have one reason: %#', (concealed, text) => {
    expect(concealedText(concealed)).toBe(text);
  });
});
