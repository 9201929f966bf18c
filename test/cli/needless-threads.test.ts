import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyTree } from '../support/folders.ts';
import { call, NOW } from './call.ts';
import { emptyHome } from './demo-home.ts';

const STORES = fileURLToPath(new URL('../../fixtures/codex', import.meta.url));
const SOURCE = '019bd0a6-a1e0-7c37-8247-b2fa4159b508';
const TORN = '019cb8a6-3040-7b70-8c55-d2a0f9b14e04';
const WITH_SUBAGENTS = '019cb8a1-0a58-7c31-9e60-4d1c5a8fe201';

/** A home with a fork of a thread, in whose file are all messages of its source. */
async function homeWithFork(source = SOURCE) {
  const home = emptyHome();
  // Those of its month are enough beside it, and each command line reads all that are there.
  const part = source === SOURCE ? 'sessions/2026/01' : 'sessions';
  const from = join(STORES, source === SOURCE ? 'store' : 'family', part);
  copyTree(from, join(home, '.codex', part), { times: true });
  const now = () => NOW + 2 * 24 * 3600 * 1000;
  const say = (line: string) => call(line, { home, over: { now } });
  const files = () =>
    readdirSync(join(home, '.codex/sessions'), { recursive: true, encoding: 'utf8' }).filter((path) => /l$/.test(path));
  const before = files();
  expect((await call(`fork ${source} --yes`, { home })).exit).toBe(0);
  const [made = ''] = files().filter((path) => !before.includes(path));
  const fork = made.slice(-'x'.repeat(36).length - '.jsonl'.length, -'.jsonl'.length);
  const at = (id: string) => join(home, '.codex/sessions', files().find((path) => path.includes(id)) ?? id);
  const changed = (id: string, seconds: number) => utimesSync(at(id), seconds, seconds);
  const active = async () => {
    const { conversations } = JSON.parse((await say('list --json')).stdout);
    return conversations.map(({ id }: { id: string }) => id).filter((id: string) => [source, fork].includes(id));
  };
  const ask = (id: string, text: string) => {
    const timestamp = '2026-04-01T09:00:00.000Z';
    const content = [{ type: 'input_text', text }];
    const records = [
      { timestamp, type: 'response_item', payload: { type: 'message', role: 'user', content } },
      { timestamp, type: 'event_msg', payload: { type: 'user_message', message: text, images: [] } },
    ];
    appendFileSync(at(id), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  };
  return { home, say, at, changed, active, ask, fork };
}

describe('archive --copies of threads of Codex', () => {
  test('list, verify and the dry run name the same threads, and ask for nothing where each has its own', async () => {
    const { home, say, ask, fork } = await homeWithFork();
    const [short, other] = [fork, SOURCE].map((id) => id.slice(0, 8));
    const named = new RegExp(`^(?:convo: )?${short}\\S*: nothing in it that ${other}\\S* lacks$`, 'm');
    const way = '`convo archive --copies` moves it out of the way';
    for (const typed of ['list', 'list --title fork', 'verify', 'verify --json'] as const) {
      const { stderr: text } = await say(typed);
      const isNamed = typed !== 'list --title fork';
      expect(named.test(text), typed).toBe(isNamed);
      expect(text.includes(way), typed).toBe(isNamed);
    }
    expect((await say('archive --copies --dry-run')).stderr).toMatch(named);
    const silent = ['list --archived', 'list --json', 'list --quick', 'list --limit 5', 'list --older-than 9000d'];
    const baseline = join(home, 'baseline.json');
    const ofVerify = [`verify ${short}`, 'verify --only CX001', `verify --baseline ${baseline}`];
    expect((await say(`verify --baseline ${baseline} --update-baseline`)).exit).toBe(0);
    for (const typed of [...ofVerify, ...silent])
      expect(JSON.stringify(await say(typed)), typed).not.toContain('nothing in it that');
    ask(SOURCE, 'And in May?');
    ask(fork, 'And in June?');
    for (const typed of ['list', 'verify'])
      expect(JSON.stringify(await say(typed)), typed).not.toContain('nothing in it that');
  });

  test('leaves a fork of the last day, with which somebody may be about to go on', async () => {
    const { home, say, fork } = await homeWithFork();
    expect((await say('verify')).stderr).toContain(`${fork.slice(0, 8)}: nothing in it that`);
    for (const line of ['verify', 'list', 'archive --copies --dry-run'])
      expect(JSON.stringify(await call(line, { home })), line).not.toContain('nothing in it that');
  });

  test.each([
    ['the source changed last', 2_000, 1_000],
    ['the fork changed last', 1_000, 2_000],
  ])('takes the fork of two with equal messages: %s', async (_, ofSource, ofFork) => {
    const { say, at, changed, active, fork } = await homeWithFork();
    changed(SOURCE, 1.77e9 + ofSource);
    changed(fork, 1.77e9 + ofFork);
    const bytes = [SOURCE, fork].map((id) => readFileSync(at(id)));
    const times = [SOURCE, fork].map((id) => statSync(at(id)).mtimeMs);
    expect((await say('archive --copies')).exit).toBe(2);
    expect(await active()).toHaveLength(2);
    const { exit, stderr } = await say('archive --copies --yes');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(/: nothing in it that \S+ lacks$/m) });
    expect(await active()).toEqual([SOURCE]);
    expect((await say('archive --copies --yes')).stderr).toContain('no copy was found');
    expect((await say('undo --yes')).exit).toBe(0);
    expect([SOURCE, fork].map((id) => readFileSync(at(id)))).toEqual(bytes);
    expect([SOURCE, fork].map((id) => statSync(at(id)).mtimeMs)).toEqual(times);
  });

  test('takes a fork with fewer messages than its source, and never the source', async () => {
    const { say, ask, changed, active, fork } = await homeWithFork();
    ask(SOURCE, 'And in May?');
    changed(SOURCE, 1.77e9);
    changed(fork, 1.78e9);
    expect((await say('archive --copies --yes')).exit).toBe(0);
    expect(await active()).toEqual([SOURCE]);
    const longer = await homeWithFork();
    longer.ask(longer.fork, 'And in June?');
    expect((await longer.say('archive --copies --yes')).stderr).toContain('no copy was found');
    expect(await longer.active()).toHaveLength(2);
  });

  test('leaves two that both have a message of their own, and one with another name', async () => {
    const { say, ask, active, fork } = await homeWithFork();
    ask(SOURCE, 'And in May?');
    ask(fork, 'And in June?');
    expect((await say('archive --copies --yes')).stderr).toContain('no copy was found');
    expect(await active()).toHaveLength(2);
    const named = await homeWithFork();
    await named.say(`rename ${named.fork} Hail --yes`);
    named.ask(SOURCE, 'And in May?');
    await named.say('archive --copies --yes');
    expect(await named.active()).toHaveLength(2);
    const unnamed = await homeWithFork();
    await unnamed.say(`rename ${SOURCE} Hail --yes`);
    await unnamed.say('archive --copies --yes');
    expect(await unnamed.active()).toEqual([SOURCE]);
  });

  test('leaves a damaged one', async () => {
    const { say, active } = await homeWithFork(TORN);
    expect((await say('archive --copies --yes')).stderr).toContain('no copy was found');
    expect(await active()).toHaveLength(2);
  });

  test('never takes a thread whose subagents would go along', async () => {
    const { say, at, changed, active, fork } = await homeWithFork(WITH_SUBAGENTS);
    changed(WITH_SUBAGENTS, 1.77e9);
    changed(fork, 1.78e9);
    expect((await say('archive --copies --yes')).exit).toBe(0);
    expect(await active()).toEqual([WITH_SUBAGENTS]);
    expect(existsSync(at(WITH_SUBAGENTS))).toBe(true);
  });
});
