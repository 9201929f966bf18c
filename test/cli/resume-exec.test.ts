import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf } from '../../src/contract/documents.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '11110000-0000-4000-8000-000000000001';

function home(cwd?: string) {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-quay');
  mkdirSync(folder, { recursive: true });
  const said = { type: 'user', message: { role: 'user', content: 'Why?' }, uuid: 'u1', parentUuid: null };
  const record = { ...said, sessionId: ID, cwd: cwd ?? home, timestamp: '2026-01-01T00:00:00.000Z' };
  writeFileSync(join(folder, `${ID}.jsonl`), `${JSON.stringify(record)}\n`);
  return home;
}

/** A recorded session whose folder is the home itself. */
function damagedHome(session: string) {
  const home = emptyHome();
  const folder = join(home, '.claude/projects', home.replaceAll(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(`fixtures/claude/${session}.jsonl`, 'utf8');
  writeFileSync(join(folder, basename(`${session}.jsonl`)), text.replaceAll(/"cwd":"[^"]*"/g, `"cwd":"${home}"`));
  return home;
}

const later = { now: () => Date.now() + 3_600_000 };

test('resume --exec starts the program in the folder of the conversation', async () => {
  const here = home();
  const started: unknown[] = [];
  const launch = async (...all: unknown[]) => {
    started.push(all);
    return started.length - 1;
  };
  const world = { home: here, cwd: here, terminal: 200, vars: { NO_COLOR: '1' }, over: { ...later, launch } };
  expect((await call(['resume', '1111', '--exec'], world)).exit).toBe(0);
  expect(started).toEqual([['claude', ['--resume', ID], here]]);
  expect((await call(['resume', '1111', '--exec'], world)).exit).toBe(3);
  const dry = await call(['resume', '1111', '--exec', '--dry-run'], world);
  expect([dry.exit, dry.stdout.trim()]).toEqual([0, `cd ${here} && claude --resume ${ID}`]);
  expect(started.length).toBe(2);
});

test('resume --exec starts nothing where the conversation may be open, its folder is gone, or nobody is there', async () => {
  const launch = async () => {
    throw new Error('started');
  };
  const here = home();
  const fresh = { home: here, terminal: 200, vars: { NO_COLOR: '1' }, over: { now: () => Date.now(), launch } };
  const refused = await call(['resume', '1111', '--exec'], fresh);
  expect(refused.exit).toBe(4);
  expect(refused.stderr).toContain('was written to within the last minute');
  const gone = await call(['resume', '1111', '--exec'], {
    ...fresh,
    home: home('/srv/quay-that-is-gone'),
    over: { ...later, launch },
  });
  expect([gone.exit, gone.stderr]).toEqual([4, expect.stringContaining('which is gone')]);
  const piped = await call(['resume', '1111', '--exec'], { home: here, over: { ...later, launch } });
  expect(piped.exit).toBe(2);
  const failed = await call(['resume', '1111', '--exec'], { ...fresh, over: { ...later, launch } });
  expect([failed.exit, failed.stderr]).toEqual([3, expect.stringContaining('claude could not be started: started')]);
  const missing = () => Promise.reject(Object.assign(new Error('spawn claude ENOENT'), { code: 'ENOENT' }));
  const absent = await call(['resume', '1111', '--exec'], { ...fresh, over: { ...later, launch: missing } });
  expect([absent.exit, absent.stderr]).toEqual([
    3,
    expect.stringContaining('convo: claude is not installed, or is in no folder of your PATH\n'),
  ]);
  expect((await call(['resume', '--exec'], fresh)).exit).toBe(2);
});

test('resume ID prints the line, as JSON too, and refuses where the folder is gone', async () => {
  const here = home();
  const line = `cd ${here} && claude --resume ${ID}`;
  expect(await call(['resume', '1111'], { home: here })).toMatchObject({ exit: 0, stdout: `${line}\n`, stderr: '' });
  const { stdout } = await call(['resume', '1111', '--json'], { home: here });
  const document = JSON.parse(stdout);
  expect(documentOf(document)?.schema.parse(document)).toMatchObject({
    command: 'resume',
    conversation: { id: ID, resume: line },
  });
  const moved = home('/srv/quay-that-is-gone');
  const gone = await call(['resume', '1111'], { home: moved });
  expect(gone).toMatchObject({
    exit: 4,
    stdout: '',
    stderr: expect.stringContaining('convo rehome /srv/quay-that-is-gone NEW'),
  });
  const { error } = JSON.parse((await call(['resume', '1111', '--json'], { home: moved })).stdout);
  expect(error).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('which is gone'),
    hint: 'convo rehome /srv/quay-that-is-gone NEW',
  });
});

test('the line of a conversation in a folder that is gone is none, or one without the folder', async () => {
  const lineIn = async (words: string, from: string) =>
    JSON.parse((await call([...words.split(' '), '--json'], { home: from })).stdout);
  const here = home();
  const [there] = (await lineIn('list', here)).conversations;
  expect(there.resume).toBe(`cd ${here} && claude --resume ${ID}`);
  expect(there).not.toHaveProperty('cwdGone');
  const gone = home('/srv/quay-that-is-gone');
  const said = { cwd: '/srv/quay-that-is-gone', cwdGone: true, resume: null };
  expect((await lineIn('list', gone)).conversations).toMatchObject([said]);
  expect((await lineIn('grep Why', gone)).matches).toMatchObject([{ conversation: said }]);
  expect((await lineIn('find why', gone)).answers).toMatchObject([{ conversation: said }]);
  expect((await lineIn('why 1111', gone)).conversation).toMatchObject(said);
  expect((await lineIn('show 1111', gone)).conversation).toMatchObject(said);
});

test('the line for Codex whose folder is gone has no folder, and says so', async () => {
  const here = emptyHome();
  const folder = join(here, '.codex/sessions/2025/11/03');
  mkdirSync(folder, { recursive: true });
  const name = `rollout-2025-11-03T10-15-30-${ID}.jsonl`;
  const payload = {
    id: ID,
    timestamp: '2025-11-03T10:15:30.123Z',
    cwd: '/srv/gone',
    originator: 'x',
    cli_version: '0.60.0',
  };
  const lines = [
    { type: 'session_meta', payload },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Why?' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Why?' }] },
    },
  ].map((line) => JSON.stringify({ timestamp: '2025-11-03T10:15:30.123Z', ...line }));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  const resume = `codex resume ${ID}`;
  const { stdout } = await call(['list', '--json'], { home: here });
  expect(JSON.parse(stdout).conversations).toMatchObject([{ cwdGone: true, resume }]);
  const told = 'its folder /srv/gone is gone: this starts codex in the folder where you are';
  const printed = await call(['resume', '1111'], { home: here });
  expect(printed).toMatchObject({ exit: 0, stdout: `${resume}\n`, stderr: expect.stringContaining(told) });
  const other = `in another one: codex -C FOLDER resume ${ID}`;
  expect(printed.stderr).toContain(other);
  expect((await call(['why', '1111'], { home: here })).stdout).toContain(`${told}\n${other}`);
  // A session that followed its folder names where that is now.
  const now = join(here, 'moved', 'gone');
  mkdirSync(now, { recursive: true });
  mkdirSync(join(here, '.claude/projects/-moved'), { recursive: true });
  const question = { type: 'user', uuid: 'a', parentUuid: null, cwd: now, message: { role: 'user', content: 'Why?' } };
  const session = '20100201-dddd-4ddd-8ddd-00000000000f';
  const record = { ...question, sessionId: session, timestamp: '2026-11-03T10:15:30.123Z' };
  writeFileSync(join(here, `.claude/projects/-moved/${session}.jsonl`), `${JSON.stringify(record)}\n`);
  const { stderr } = await call(['resume', '1111'], { home: here });
  expect(stderr).toContain(`${told}\nin ${now}, where it may be now: codex -C ${now} resume ${ID}`);
});

test('resume says on stderr what the program leaves out of a damaged conversation, and starts it all the same', async () => {
  const id = '20100201-dddd-4ddd-8ddd-000000000000';
  const here = damagedHome(`CL201-conversation-begins-in-middle/before/projects/-srv-ada-orchard/${id}`);
  const told = expect.stringMatching(/error CL201 .*not sent\n {2}`convo heal 20100201.* --dry-run` shows/s);
  expect(await call(['resume', id], { home: here })).toMatchObject({
    exit: 0,
    stdout: `cd ${here} && claude --resume ${id}\n`,
    stderr: told,
  });
  const { stdout } = await call(['resume', id, '--json'], { home: here });
  expect(JSON.parse(stdout).findings).toContainEqual(expect.objectContaining({ code: 'CL201', severity: 'error' }));
  const over = { ...later, launch: async () => 0 };
  const terminal = await call(['resume', id, '--exec'], {
    home: here,
    cwd: here,
    terminal: 400,
    vars: { NO_COLOR: '1' },
    over,
  });
  expect(terminal).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('not send all of it (CL201): `convo heal 20100201'),
  });
  const line = await call(['resume', id], { home: here, terminal: 400, vars: { NO_COLOR: '1' } });
  expect(line.stderr).toMatch(/^convo: Claude Code does not send all of it \(CL201\): `convo heal 20100201.*saved\n/);
});

test('resume says of a warning too what is not sent', async () => {
  const torn = '51c8f979-2c87-498e-bd0a-4b763ce017a7';
  const here = damagedHome(`CL003-last-line-torn/before/projects/-srv-ada-choir/${torn}`);
  const { exit, stderr } = await call(['resume', torn], { home: here });
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(/^convo: Claude Code does not send all of it\n.* warning CL003 /s),
  });
  const { stdout } = await call(['resume', torn, '--json'], { home: here });
  expect(JSON.parse(stdout).findings).toContainEqual(expect.objectContaining({ code: 'CL003' }));
});

test('resume refuses a conversation that is there and that its program cannot go on with', async () => {
  const id = '4a1b0425-0000-4000-8000-000000000000';
  const here = damagedHome(`CL425-question-is-blank/before/projects/-srv-ada-lighthouse/${id}`);
  const stderr = expect.stringContaining(`claude cannot go on with ${id}`);
  expect(await call(['resume', id], { home: here })).toMatchObject({ exit: 4, stdout: '', stderr });
  const { error } = JSON.parse((await call(['resume', id, '--json'], { home: here })).stdout);
  expect(error.code).toBe('refused');
  expect(await call(['resume', '2222'], { home: here })).toMatchObject({ exit: 2, stdout: '' });
});

test('resume --exec hands no id to a shell that is more than a word to it', async () => {
  const launched: unknown[] = [];
  const launch = async (...started: unknown[]) => {
    launched.push(...started);
    throw new Error('started');
  };
  const here = emptyHome();
  const folder = join(here, '.codex/sessions/2025/11/03');
  mkdirSync(folder, { recursive: true });
  const payload = { id: ID, timestamp: '2025-11-03T10:15:30.123Z', cwd: here, originator: 'x', cli_version: '0.60.0' };
  const lines = [
    { type: 'session_meta', payload },
    { type: 'event_msg', payload: { type: 'user_message', message: 'Why?' } },
  ].map((line) => JSON.stringify({ timestamp: '2025-11-03T10:15:30.123Z', ...line }));
  writeFileSync(join(folder, 'rollout-2025 & calc.jsonl'), `${lines.join('\n')}\n`);
  const world = { home: here, cwd: here, terminal: 200, vars: { NO_COLOR: '1' }, over: { ...later, launch } };
  await call(['resume', 'rollout-2025', '--exec'], world);
  expect(JSON.stringify(launched)).toContain(ID);
  expect(JSON.stringify(launched)).not.toContain('&');
});
