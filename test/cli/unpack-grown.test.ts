import { appendFileSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { KindName } from '../../src/model/kinds.ts';
import { oneIn } from '../support/sampling.ts';
import { bareHome, homeOf, PLACES } from './home-of-all.ts';

const DAY = 86_400;

/** The longest file of records of a home's store. */
function sessionIn(at: (path: string) => string, kind: KindName): string {
  const below = at(PLACES[kind]);
  const all = readdirSync(below, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jsonl') && !/\.convo|index|history|subagents/.test(path))
    .map((path) => join(below, path));
  const [longest = ''] = all.sort((a, b) => statSync(b).size - statSync(a).size);
  return longest;
}

/** A home with a session as it was two days ago, and a pack of it as it is now. */
async function older(kind: KindName, prepare: (at: (path: string) => string) => void = () => {}) {
  const [from, to] = [homeOf([kind]), bareHome()];
  prepare(from.at);
  const session = sessionIn(from.at, kind);
  const whole = readFileSync(session);
  const cut = whole.lastIndexOf('\n', whole.length - 2) + 1;
  const time = Math.floor(statSync(session).mtimeMs / 1000);
  const [newer, old] = [to.at('new.tar'), to.at('old.tar')];
  expect((await from.convo(`pack --all --output ${newer}`)).exit).toBe(0);
  writeFileSync(session, whole.subarray(0, cut));
  utimesSync(session, time - 2 * DAY, time - 2 * DAY);
  expect((await from.convo(`pack --all --output ${old}`)).exit).toBe(0);
  expect((await to.convo(`unpack ${old} --yes`)).exit).toBe(0);
  const here = to.at(relative(from.home, session));
  return { to, here, whole, cut, time, newer, old };
}

test.each(oneIn(2, [['claude'], ['codex'], ['qwen'], ['copilot'], ['pi']] as const))(
  'a newer pack adds to the older copy of a session of %s, undo takes that away, and an older pack changes nothing',
  async (kind) => {
    const { to, here, whole, cut, time, newer, old } = await older(kind);
    const planned = await to.convo(`unpack ${newer} --dry-run`);
    expect(planned.stdout).toContain(`adds ${whole.length - cut} bytes to what is there, which it begins with`);
    expect(readFileSync(here)).toEqual(whole.subarray(0, cut));
    const placed = await to.convo(`unpack ${newer} --yes`);
    expect([placed.exit, placed.stdout]).toEqual([0, expect.stringMatching(/\n1 changed, \d+ unchanged, 0 refused/)]);
    expect(readFileSync(here)).toEqual(whole);
    expect(Math.floor(statSync(here).mtimeMs / 1000)).toBe(time);
    const back = await to.convo(`unpack ${old} --yes`);
    expect([back.exit, back.stderr]).toEqual([
      0,
      expect.stringMatching(/^convo: [0-9a-f-]{36} is there already, with more than the pack has: it stays\n$/),
    ]);
    expect(here).toContain(back.stderr.slice('convo: '.length, 'convo: '.length + 36));
    expect(readFileSync(here)).toEqual(whole);
    expect((await to.convo('undo --yes')).exit).toBe(0);
    expect(readFileSync(here)).toEqual(whole.subarray(0, cut));
    expect(Math.floor(statSync(here).mtimeMs / 1000)).toBe(time - 2 * DAY);
  },
);

test('counts of a session that goes on are those before and after', async () => {
  const { to, newer } = await older('claude');
  const { stdout } = await to.convo(`unpack ${newer} --yes --json`);
  const { before, after } = JSON.parse(stdout);
  expect([before.conversations, after.conversations]).toEqual([1, 1]);
  expect(after.bytes).toBeGreaterThan(before.bytes);
});

test('a session that went on here and in the pack is refused, and the command that compares them is named', async () => {
  const { to, here, newer } = await older('claude');
  appendFileSync(here, '{"type":"custom-title","customTitle":"mine"}\n');
  const mine = readFileSync(here);
  const { exit, stdout, stderr } = await to.convo(`unpack ${newer} --yes --force`);
  expect([exit, stdout]).toEqual([4, expect.stringContaining(`${here} is in the way: it holds other bytes`)]);
  expect(readFileSync(here)).toEqual(mine);
  const [, id = '', path = ''] = /`convo diff (\S+) DIR\/(\S+)` then compares the two/.exec(stderr) ?? [];
  expect((await to.convo(`unpack ${newer} --output ${to.at('DIR')} --yes`)).exit).toBe(0);
  expect((await to.convo(['diff', id, to.at(`DIR/${path}`)])).exit).toBe(1);
});

test('where --root names the store, the command that compares names the file in it', async () => {
  const { to, here, newer } = await older('claude');
  appendFileSync(here, '{"type":"custom-title","customTitle":"mine"}\n');
  renameSync(to.at('.claude'), to.at('elsewhere'));
  const { exit, stderr } = await to.convo(`unpack ${newer} --root ${to.at('elsewhere')}`);
  expect(exit).toBe(4);
  const [, mine = '', path = ''] = /`convo diff (\S+) DIR\/(\S+)` then compares the two/.exec(stderr) ?? [];
  expect((await to.convo(`unpack ${newer} --output ${to.at('DIR')} --yes`)).exit).toBe(0);
  expect((await to.convo(['diff', mine, to.at(`DIR/${path}`)])).exit).toBe(1);
});

test('what was written after an unpack that added to a session is not taken away by its undo', async () => {
  const { to, here, newer } = await older('claude');
  expect((await to.convo(`unpack ${newer} --yes`)).exit).toBe(0);
  appendFileSync(here, '{"type":"custom-title","customTitle":"mine"}\n');
  const mine = readFileSync(here);
  expect(await to.convo('undo --yes')).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining('is no longer as the run left it'),
  });
  expect(readFileSync(here)).toEqual(mine);
});

test('a name of a thread that is in the index already is not entered again', async () => {
  const INDEX = '.codex/session_index.jsonl';
  const { to, newer } = await older('codex', (at) => {
    const [id = ''] = /[0-9a-f-]{36}(?=\.jsonl$)/.exec(sessionIn(at, 'codex')) ?? [];
    writeFileSync(at(INDEX), `{"id":"${id}","thread_name":"Boats","updated_at":"2026-11-20T10:00:00Z"}\n`);
  });
  const before = readFileSync(to.at(INDEX), 'utf8');
  expect(before).toContain('Boats');
  expect((await to.convo(`unpack ${newer} --yes`)).exit).toBe(0);
  expect(readFileSync(to.at(INDEX), 'utf8')).toBe(before);
});

test('a session that was healed on the other machine is refused with the heal that makes it equal here, and no diff', async () => {
  const [from, to] = [homeOf(['claude']), bareHome()];
  const [damaged, healed] = [to.at('damaged.tar'), to.at('healed.tar')];
  const path = sessionIn(from.at, 'claude');
  const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [first, '', '\0\0\0\0', ...rest].join('\n'));
  const time = statSync(path).mtimeMs / 1000 - DAY;
  utimesSync(path, time, time);
  const [id = ''] = /[0-9a-f-]{36}(?=\.jsonl$)/.exec(path) ?? [];
  expect((await from.convo(`pack --all --output ${damaged}`)).exit).toBe(0);
  expect((await from.convo(`heal ${id} --yes`)).stdout).toContain('1 changed');
  expect((await from.convo(`pack --all --output ${healed}`)).exit).toBe(0);
  expect((await to.convo(`unpack ${damaged} --yes`)).exit).toBe(0);
  const here = to.at(relative(from.home, path));
  utimesSync(here, time, time);
  const refused = await to.convo(`unpack ${healed} --yes`);
  expect([refused.exit, refused.stderr]).toEqual([4, expect.not.stringContaining('convo diff')]);
  expect(refused.stdout).toContain(`is in the way: it holds other bytes; healed, it is as in the pack\n`);
  expect(refused.stdout).toContain(`next: convo heal ${id} --dry-run\n`);
  await to.convo(`heal ${id} --yes`);
  expect(await to.convo(`unpack ${healed} --yes`)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(' 0 refused'),
  });
  expect(readFileSync(here)).toEqual(readFileSync(path));
});
