import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('resume --exec hands no id to a shell that is more than a word to it', async () => {
  const launch = async () => {
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
  const { exit, stderr } = await call(['resume', 'rollout-2025', '--exec'], world);
  expect(stderr).toContain('a shell may take the id rollout-2025 & calc.jsonl for more than a word');
  expect(exit).toBe(4);
});
