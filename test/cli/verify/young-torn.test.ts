import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';
import { emptyHome } from '../demo-home.ts';

const ID = '11111111-2222-4333-8444-555555555500';
const NOW = Date.UTC(2026, 10, 21, 12) / 1000;
const ago = (seconds: number) => new Date((NOW - seconds) * 1000).toISOString();

const record = (timestamp: string | undefined, content: string, parentUuid: string | null = null) =>
  JSON.stringify({
    parentUuid,
    type: 'user',
    message: { role: 'user', content },
    uuid: ID,
    ...(timestamp === undefined ? {} : { timestamp }),
    sessionId: ID,
    cwd: '/srv/ada',
  });

/** A store of one session, written to `age` seconds ago, with the notes of running programs or without a folder for them. */
function storeOf(text: string, { age = 5, isAsked = false } = {}): string {
  const root = join(emptyHome(), 'store');
  const folder = join(root, 'projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  if (isAsked) mkdirSync(join(root, 'sessions'));
  const file = join(folder, `${ID}.jsonl`);
  writeFileSync(file, text);
  utimesSync(file, NOW - age, NOW - age);
  return root;
}

async function verdictOn(root: string) {
  const { stdout, exit } = await call(['verify', '--fail-on', 'warning', '--json', '--root', root]);
  const codes = JSON.parse(stdout).findings.map(({ code }: { code: string }) => code);
  return { exit, isTorn: codes.includes('CL003'), isBeingWritten: codes.includes('CL403') };
}

const TORN = { exit: 1, isTorn: true, isBeingWritten: false };
const WRITING = { exit: 0, isTorn: false, isBeingWritten: true };
const cut = (text: string, from: string) => text.slice(0, text.indexOf(from));

describe('a torn last line of a young file, where no program can be asked', () => {
  const old = record(ago(86_400), 'How deep?');
  const recent = record(ago(20), 'How deep?');
  const half = cut(record(undefined, 'Dig leeks.', ID), 'leeks');

  test.each([
    ['behind records of days ago: a copy or a checkout', `${old}\n${half}`, TORN],
    ['behind a record of this minute', `${recent}\n${half}`, WRITING],
    ['that names this minute itself, behind records of days ago', `${old}\n${cut(recent, ',"sessionId"')}`, WRITING],
    ['that names a time of days ago', `${old}\n${cut(old, ',"sessionId"')}`, TORN],
    ['behind a record of a time that has not come yet', `${record(ago(-7200), 'How deep?')}\n${half}`, TORN],
    [
      'longer than the end that is read, behind a record of this minute',
      `${recent}\n${half}${'x'.repeat(70_000)}`,
      WRITING,
    ],
    ['where a text alone speaks of this minute', `${record(ago(86_400), `"timestamp":"${ago(5)}"`)}\n${half}`, TORN],
  ])('%s', async (_, text, verdict) => {
    expect(await verdictOn(storeOf(text))).toEqual(verdict);
  });

  test('is judged alike a day later', async () => {
    expect(await verdictOn(storeOf(`${old}\n${half}`, { age: 86_400 }))).toEqual(TORN);
  });

  test('is torn where programs can be asked and none has it open', async () => {
    expect(await verdictOn(storeOf(`${recent}\n${half}`, { isAsked: true }))).toEqual(TORN);
  });

  test('is not healed in the first minute, whatever its records say', async () => {
    const heal = (root: string) => call(['heal', '--lossy', '--yes', '--root', root]);
    const young = await heal(storeOf(`${old}\n${half}`));
    expect(young.stdout).toContain('was written to within the last minute');
    expect((await heal(storeOf(`${old}\n${half}`, { age: 61 }))).stdout).toContain('1 changed');
  });
});
