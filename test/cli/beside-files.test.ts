import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asNobody } from '../support/real-tree.ts';
import { oneIn } from '../support/sampling.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';

const NOW = Date.UTC(2026, 10, 21, 12) / 1000;
const ID = '11111111-2222-4333-8444-555555555500';
const THREAD = '019a0000-0000-7000-8000-000000000001';

function rootWith(kind: string, files: Readonly<Record<string, string | Buffer>>, age = 3 * 86_400): string {
  const root = join(emptyHome(), `.${kind}`);
  for (const [path, text] of Object.entries(files)) {
    const at = join(root, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    utimesSync(at, NOW - age, NOW - age);
  }
  return root;
}

const claudeSession = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'How deep?' }, uuid: ID, parentUuid: null, sessionId: ID, cwd: '/srv/ada', timestamp: '2026-11-01T10:00:00.000Z' })}\n`;
const timestamp = '2026-11-01T10:00:00.000Z';
const rollout = [
  {
    timestamp,
    type: 'session_meta',
    payload: {
      id: THREAD,
      timestamp,
      cwd: '/srv/ada',
      originator: 'codex_cli_rs',
      cli_version: '0.50.0',
      source: 'cli',
    },
  },
  { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'How deep do leeks go?' } },
]
  .map((each) => `${JSON.stringify(each)}\n`)
  .join('');

const PROMPTS = {
  claude: (text: string, seconds = 1_790_000_000) =>
    JSON.stringify({
      display: text,
      pastedContents: {},
      timestamp: seconds * 1000,
      project: '/srv/ada',
      sessionId: ID,
    }),
  codex: (text: string, ts = 1_790_000_000) => JSON.stringify({ session_id: THREAD, ts, text }),
};
const CODES = { claude: 'CL313', codex: 'CX311' };
type Kind = keyof typeof PROMPTS;

function homeOf(kind: Kind, history: string | Buffer, age?: number): string {
  const own =
    kind === 'claude'
      ? { [`projects/-srv-ada/${ID}.jsonl`]: claudeSession }
      : { [`sessions/2026/11/01/rollout-2026-11-01T10-00-00-${THREAD}.jsonl`]: rollout };
  return rootWith(kind, { ...own, 'history.jsonl': history }, age);
}

const VERBS = [['grep', 'leeks'], ['find', 'leeks'], ['secrets'], ['list', '--lost']];

async function named(root: string, verb: readonly string[]) {
  const { stdout, stderr, exit } = await call([...verb, '--json', '--root', root]);
  const { findings, matches, answers } = JSON.parse(stdout);
  const found: unknown[] | undefined = matches ?? answers;
  return { codes: findings.map(({ code }: { code: string }) => code), found, stderr, exit };
}

describe.each(['claude', 'codex'] as const)('a damaged history of prompts of %s', (kind) => {
  const line = PROMPTS[kind]('Dig leeks.');
  const damaged: Readonly<Record<string, string | Buffer>> = {
    'a torn line': `${line}\n${line.slice(0, 50)}\n${line}\n`,
    'a torn end': `${line}\n${line.slice(0, 50)}`,
    'one torn record alone': line.slice(0, 50),
    'a byte that is not UTF-8': Buffer.concat([
      Buffer.from(line.slice(0, -2)),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
      Buffer.from(`${line}\n`),
    ]),
    'text among the lines': `${line}\nplain words\n`,
  };

  test.each(oneIn(2, Object.entries(damaged), kind.length))(
    '%s is named by every search, and is why one that found nothing does not say that nothing is there',
    async (name, history) => {
      const root = homeOf(kind, history);
      for (const verb of oneIn(2, VERBS, name.length + kind.length)) {
        const { codes, found, stderr, exit } = await named(root, verb);
        expect([verb[0], codes]).toEqual([verb[0], [CODES[kind]]]);
        expect(stderr).toContain('/history.jsonl: searched only in part: `convo ');
        expect(stderr).toContain(`verify --only ${CODES[kind]}\``);
        expect([verb[0], exit]).toEqual([verb[0], found?.length === 0 ? 3 : 0]);
      }
      const output = join(emptyHome(), 'pages');
      const pages = await call(['export', '--to', 'markdown', '--output', output, '--root', root]);
      expect([pages.exit, pages.stderr]).toEqual([0, expect.stringContaining('history.jsonl')]);
      expect(JSON.parse((await call(['verify', '--json', '--root', root])).stdout).findings).toContainEqual(
        expect.objectContaining({ code: CODES[kind], id: null }),
      );
    },
  );

  test.each(
    oneIn(
      2,
      Object.entries({
        'in UTF-16': Buffer.from(`\ufeff${line}\n`, 'utf16le'),
        'in one list': `[${line},\n${line}]`,
        'behind NUL bytes': `\0\0\0${line}\n`,
        'of two records on a line': `${line}${line}\n`,
      }),
      kind.length,
    ),
  )('one %s is searched whole, and only verify says it', async (_, history) => {
    const root = homeOf(kind, history);
    for (const verb of VERBS) expect(await named(root, verb)).toMatchObject({ codes: [] });
    expect((await named(root, ['grep', 'Dig'])).exit).toBe(0);
    expect(JSON.parse((await call(['verify', '--json', '--root', root])).stdout).findings).toContainEqual(
      expect.objectContaining({ code: CODES[kind] }),
    );
  });

  test('one of which nothing can be read is named, and the exit code is 3 unless a search found something', async () => {
    const root = homeOf(kind, 'plain\nwords\n');
    for (const verb of VERBS) {
      const isFound = kind === 'codex' && verb.includes('leeks');
      expect(await named(root, verb)).toMatchObject({ codes: [CODES[kind]], exit: isFound ? 0 : 3 });
    }
    expect((await named(homeOf(kind, 'plain\nwords\n', 5), ['grep', 'leeks'])).exit).toBeLessThan(2);
  });

  test('one that is being written is no finding', async () => {
    const root = homeOf(kind, `${PROMPTS[kind]('Dig leeks.', NOW - 30)}\n${line.slice(0, 50)}`, 5);
    for (const verb of VERBS) expect(await named(root, verb)).toMatchObject({ codes: [] });
    expect((await call(['verify', '--json', '--root', root])).stdout).not.toContain(CODES[kind]);
  });

  test('one that was copied just now is named: its prompts are older', async () => {
    const root = homeOf(kind, `${line}\n${line.slice(0, 50)}`, 5);
    expect((await call(['verify', '--fail-on', 'warning', '--json', '--root', root])).exit).toBe(1);
    expect(await named(root, ['grep', 'leeks'])).toMatchObject({ codes: [CODES[kind]] });
  });

  test('one that cannot be opened is not judged', async () => {
    const root = homeOf(kind, `${line}\n`);
    chmodSync(dirname(root), 0o755);
    chmodSync(join(root, 'history.jsonl'), 0);
    for (const [verb, expected] of [
      [['grep', 'How'], 0],
      [['grep', 'zebra'], 3],
      [['find', 'deep'], 0],
      [['secrets'], 3],
    ] as const) {
      const { codes, exit } = await asNobody(() => named(root, verb));
      expect([codes, exit]).toEqual([['ST001'], expected]);
    }
  });

  test('one project alone is asked for: it is named, too', async () => {
    const root = homeOf(kind, damaged['a torn line'] ?? '');
    expect((await named(root, ['grep', 'How', '--project', kind === 'claude' ? '-srv-ada' : 'ada'])).codes).toEqual([
      CODES[kind],
    ]);
  });
});

test('torn lines of the index of names of Codex are named, and change no exit code', async () => {
  const name = (text: string) => JSON.stringify({ id: THREAD, thread_name: text, updated_at: timestamp });
  const files = { [`sessions/2026/11/01/rollout-2026-11-01T10-00-00-${THREAD}.jsonl`]: rollout };
  const index = `${name('Leeks')}\n${name('Beans').slice(0, 60)}\n`;
  const root = rootWith('codex', { ...files, 'session_index.jsonl': index });
  for (const verb of VERBS.slice(0, 3)) {
    const { codes, stderr, exit } = await named(root, verb);
    expect([codes, exit === 3]).toEqual([['CX308'], false]);
    expect(stderr).toContain('/session_index.jsonl: searched only in part: ');
  }
  const isWritten = rootWith('codex', { ...files, 'session_index.jsonl': index.trimEnd() }, 5);
  expect((await named(isWritten, ['grep', 'leeks'])).codes).toEqual([]);
});

describe.each(['gemini', 'qwen'] as const)('a damaged log of prompts of %s', (kind) => {
  const folder = '/srv/ada';
  const entry = (n: number, message: string) => ({
    sessionId: ID,
    messageId: n,
    type: 'user',
    timestamp: `2026-11-01T10:0${n}:00.000Z`,
    message,
  });
  const log = JSON.stringify([entry(1, '/btw are leeks red?'), entry(2, 'lost words')], null, 2);
  const sessions = {
    gemini: {
      'tmp/ada/chats/session-2026-11-01T10-00-11111111.jsonl': `${JSON.stringify({ sessionId: ID, projectHash: 'x', startTime: timestamp, lastUpdated: timestamp, kind: 'main' })}\n${JSON.stringify({ id: ID, timestamp, type: 'user', content: [{ text: 'How deep?' }] })}\n`,
    },
    qwen: {
      [`projects/-srv-ada/chats/${ID}.jsonl`]: `${JSON.stringify({ uuid: ID, parentUuid: null, sessionId: ID, timestamp, type: 'user', cwd: folder, version: '0.24.4', message: { role: 'user', parts: [{ text: 'How deep?' }] } })}\n`,
    },
  };
  const path =
    kind === 'gemini' ? 'tmp/ada/logs.json' : `tmp/${createHash('sha256').update(folder).digest('hex')}/logs.json`;
  const code = kind === 'gemini' ? 'GM308' : 'QW305';
  const homeWith = (text: string | Buffer, age?: number) => rootWith(kind, { ...sessions[kind], [path]: text }, age);

  test('is read before the damage, and named by every search', async () => {
    const root = homeWith(log.slice(0, -20));
    const found = await named(root, ['grep', 'are leeks red']);
    expect(found).toMatchObject({ codes: [code], exit: 0 });
    for (const verb of VERBS.slice(0, 3)) expect((await named(root, verb)).codes).toEqual([code]);
  });

  test('of which nothing can be read makes the exit code 3', async () => {
    expect(await named(homeWith('words'), ['grep', 'leeks'])).toMatchObject({ codes: [code], exit: 3 });
  });

  test('that was just written is being written, and one that was copied is not', async () => {
    const cut = log.slice(0, -20);
    const recent = cut.replaceAll('2026-11-01T10:02', '2026-11-21T11:59');
    expect((await named(homeWith(recent, 5), ['grep', 'leeks'])).codes).toEqual([]);
    expect((await named(homeWith(cut, 5), ['grep', 'leeks'])).codes).toEqual([code]);
  });

  test('in UTF-16 is read', async () => {
    const root = homeWith(Buffer.from(`\ufeff${log}`, 'utf16le'));
    expect(await named(root, ['grep', 'are leeks red'])).toMatchObject({ codes: [], exit: 0 });
  });
});
