import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const ID = '5a000000-0000-4000-8000-000000000001';
const TOKEN = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`;
const OTHER = `ghp_${'Z9y8X7w6V5u4'.repeat(3)}`;
const PASSWORD = 'hunter2zz9';
const LONG_AGO = new Date('2026-01-05T00:00:00.000Z');

/** Its title has a token and half of another,, a record behind another one, and the torn last line the password that the first one betrays. */
function homeWith(): string {
  const home = emptyHome();
  const folder = join(home, '.claude/projects/-srv-app');
  mkdirSync(folder, { recursive: true });
  const texts = [
    `take ${TOKEN}, password: ${PASSWORD} ${'then '.repeat(8)}${OTHER}`,
    'done',
    'next',
    'fine',
    `with ${PASSWORD} and ${TOKEN} torn`,
  ];
  const lines = texts.map((content, n) => {
    const role = n % 2 === 0 ? 'user' : 'assistant';
    const links = { uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}` };
    const about = { sessionId: ID, cwd: '/srv/app', timestamp: `2026-01-05T00:00:0${n}.000Z` };
    return JSON.stringify({ ...links, type: role, message: { role, content }, ...about });
  });
  const [first = '', second = '', third = '', fourth = '', last = ''] = lines;
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, `${first}\n${second}${third}\n${fourth}\n${last.slice(0, -120)}`, { mode: 0o600 });
  utimesSync(file, LONG_AGO, LONG_AGO);
  return home;
}

const SECRETS = [TOKEN, TOKEN.slice(0, 24), PASSWORD, PASSWORD.slice(0, 6), OTHER.slice(0, 9)];

function leaksIn(text: string): string[] {
  return SECRETS.filter((each) => text.includes(each));
}

describe('--redact leaves secrets out of what is printed by', () => {
  test.each(
    oneIn(2, [
      ['verify', 'verify --all'],
      ['verify on a terminal', 'verify --all', { terminal: 200 }],
      ['verify --json', 'verify --json'],
      ['a report of verify', 'verify --report sarif'],
      ['heal --dry-run', 'heal --lossy --dry-run'],
      ['heal --dry-run --json', 'heal --lossy --dry-run --json'],
      ['a report of heal', 'heal --lossy --yes --report markdown'],
    ]),
  )('%s', async (_, words, options: { readonly terminal?: number } = {}) => {
    const home = homeWith();
    const { stdout, stderr } = await call(`${words} --redact`, { home, ...options });
    expect(stdout.length).toBeGreaterThan(0);
    expect(leaksIn(stdout + stderr)).toEqual([]);
    expect(stderr).toContain('convo: redacted: ');
  });

  test('heal and runs show, which change what they would without it', async () => {
    const [home, other] = [homeWith(), homeWith()];
    const { stdout } = await call('heal --lossy --yes --redact', { home });
    await call('heal --lossy --yes', { home: other });
    expect(leaksIn(stdout)).toEqual([]);
    const [one, two] = [home, other].map((each) => readFileSync(join(each, `.claude/projects/-srv-app/${ID}.jsonl`)));
    expect(one).toEqual(two);
    const [run = ''] = readdirSync(join(home, '.claude/.convo/runs'));
    const plain = (await call(`runs show ${run}`, { home })).stdout;
    const shown = (await call(`runs show ${run} --redact`, { home })).stdout;
    expect(leaksIn(plain)).not.toEqual([]);
    expect([leaksIn(shown), shown.includes('[...]')]).toEqual([[], true]);
    expect(leaksIn((await call(`runs show ${run} --redact --json`, { home })).stdout)).toEqual([]);
    expect((await call('runs --redact', { home })).exit).toBe(2);
  });
});

test('no finding quotes what is there, nor does what follows from it', async () => {
  const { findings } = JSON.parse((await call('verify --json --redact', { home: homeWith() })).stdout);
  const followed = findings.flatMap(({ consequences = [] }: { consequences?: object[] }) => consequences);
  expect(followed.length).toBeGreaterThan(0);
  expect([...findings, ...followed].filter(({ actual }) => actual !== null)).toEqual([]);
});
