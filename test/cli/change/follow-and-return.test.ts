import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, NOW } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const COPY = `${ID} (conflicted copy).jsonl`;

/** A home with a session of a project that is gone, at these paths below it. */
function homeWith(...paths: readonly string[]): string {
  const home = emptyHome();
  for (const path of paths) {
    const at = join(home, '.claude', path);
    mkdirSync(join(at, '..'), { recursive: true });
    const record = { parentUuid: null, type: 'user', message: { role: 'user', content: 'Plant' }, uuid: ID };
    const about = { cwd: '/nowhere/old/billing-web', sessionId: ID, timestamp: '2020-01-01T08:00:00.000Z' };
    writeFileSync(at, `${JSON.stringify({ ...record, ...about })}\n`);
    utimesSync(at, 1_500_000_000, 1_500_000_000);
  }
  mkdirSync(join(home, 'src/billing'), { recursive: true });
  return home;
}

test('rehome takes archived sessions and conflict copies along, and undo brings all back', async () => {
  const old = '-nowhere-old-billing-web';
  const home = homeWith(`projects/${old}/${ID}.jsonl`, `projects/${old}/${COPY}`, `archive/${old}/${OTHER}.jsonl`);
  const goal = join(home, 'src/billing');
  const done = await call(['rehome', '/nowhere/old/billing-web', goal, '--yes'], { home });
  expect([done.exit, done.stdout]).toEqual([0, expect.stringContaining('3 changed')]);
  const folder = goal.replace(/[^A-Za-z0-9]/g, '-');
  for (const path of [
    `projects/${folder}/${ID}.jsonl`,
    `projects/${folder}/${COPY}`,
    `archive/${folder}/${OTHER}.jsonl`,
  ])
    expect(readFileSync(join(home, '.claude', path), 'utf8')).toContain(`"cwd":${JSON.stringify(goal)}`);
  const again = await call(['rehome', '/nowhere/old/billing-web', goal, '--dry-run'], { home });
  expect(again.stdout).toContain('0 to change');
  expect((await call(['undo', '--yes'], { home })).exit).toBe(0);
  expect(existsSync(join(home, '.claude/archive', old, `${OTHER}.jsonl`))).toBe(true);
});

test('restore says that the program deletes the session at its next start, and what prevents that', async () => {
  const home = homeWith(`archive/-nowhere-old-billing-web/${OTHER}.jsonl`);
  const { exit, stdout } = await call(['restore', OTHER, '--yes'], { home });
  expect([exit, stdout]).toEqual([0, expect.stringContaining('Claude Code deletes it at its next start')]);
  expect(stdout).toContain('cleanupPeriodDays');
});

test.each([
  [1, 'Claude Code deletes it in 1 day. A higher `cleanupPeriodDays`'],
  [7, 'Claude Code deletes it in 7 days. A higher'],
  [8, null],
])('with %d days left restore says so within a week, and show names keep', async (left, said) => {
  const path = `archive/-nowhere-old-billing-web/${OTHER}.jsonl`;
  const home = homeWith(path);
  const written = NOW / 1000 - (30 - left + 0.5) * 86_400;
  utimesSync(join(home, '.claude', path), written, written);
  const { stdout } = await call(['restore', OTHER, '--yes'], { home });
  if (said === null) expect(stdout).not.toContain('deletes it');
  else expect(stdout).toContain(said);
  const line = 'unless something is said in it before: `convo keep DIR` copies it';
  expect((await call(['show', OTHER], { home })).stdout.includes(line)).toBe(said !== null);
});

test.each([
  ['a folder of the same name', 'src/billing-web', [], true],
  ['a folder of a like name', 'src/billing', [], true],
  ['a folder of another name', 'src/kitchen', [], false],
  ['a folder that does not exist', 'src/billing-webb', [], false],
  ['a kind that does not follow its folder', 'src/billing-web', ['--kind', 'codex'], false],
])('a move is proposed only for a like folder without sessions: %s', async (_, folder, flags, isProposed) => {
  const home = homeWith(`projects/-nowhere-old-billing-web/${ID}.jsonl`);
  for (const name of ['kitchen', 'billing-web', 'billing']) mkdirSync(join(home, 'src', name), { recursive: true });
  const { stderr } = await call(['list', '--project', join(home, folder), ...flags], { home });
  expect(stderr.includes('convo rehome')).toBe(isProposed);
});

test('a list of records is healed to one compact record a line, whose tokens keep their bytes', async () => {
  const home = homeWith();
  const path = join(home, '.claude/projects/-srv-ada', `${ID}.jsonl`);
  const one = `{"parentUuid":null,"type":"user","message":{"role":"user","content":"a  \\u00e9 \\" b"},"uuid":"${ID}","n":[1.0,1e2,9007199254740993],"k":{},"timestamp":"2020-01-01T08:00:00.000Z"}`;
  mkdirSync(join(path, '..'), { recursive: true });
  const spread = one.replaceAll('":', '" :\n\t').replaceAll(',"', ' ,\r\n  "');
  writeFileSync(path, `[\n  ${spread},\n  ${one}\n]\n`);
  utimesSync(path, 1_500_000_000, 1_500_000_000);
  expect((await call(['heal', '--yes'], { home })).exit).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(`${one}\n${one}\n`);
});
