import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { STATS_BY } from '../../src/model/stats.ts';
import { holdToContract } from '../contract/hold-to.ts';
import { call } from './call.ts';
import { emptyHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

const home = mkdtempSync(join(tmpdir(), 'convostore-stats-'));
afterAll(() => rmSync(home, { recursive: true }));
cpSync('fixtures/demo/fnord', join(home, '.fnord'), { recursive: true });

test('stats of a home, for people and as Markdown', async () => {
  await expectTranscript('stats', ['stats', 'stats --project harbor --markdown'], { home });
});

test('where the bytes of sessions go', async () => {
  const other = mkdtempSync(join(home, 'claude-'));
  cpSync('fixtures/demo/claude', join(other, '.claude'), { recursive: true });
  const projects = join(other, '.claude/projects/-home-ben-quay');
  for (const name of readdirSync(projects)) utimesSync(join(projects, name), 1_790_000_000, 1_790_000_000);
  await expectTranscript('stats-claude', ['stats', 'stats --markdown'], { home: other });
  const { stores } = JSON.parse((await call('stats --json', { home: other })).stdout);
  expect(stores[0].contents[0]).toEqual({ what: 'message-fields', type: null, bytes: 7961, count: 17 });
});

test('the counts agree with list and verify', async () => {
  const { stores } = JSON.parse((await call('stats --json', { home })).stdout);
  const { conversations } = JSON.parse((await call('list --json --all', { home })).stdout);
  const { summary } = JSON.parse((await call('verify --json', { home })).stdout);
  const sum = (key: string) => stores.reduce((all: number, each: Record<string, number>) => all + (each[key] ?? 0), 0);
  expect(sum('conversations')).toBe(conversations.length);
  expect(sum('messages')).toBe(
    conversations.reduce((all: number, { messages }: { messages: number | null }) => all + (messages ?? 0), 0),
  );
  const found = stores.flatMap(({ findings }: { findings: object }) => Object.values(findings));
  expect(found.reduce((all: number, count: number) => all + count, 0)).toBe(
    summary.errors + summary.warnings + summary.infos,
  );
});

test('a finding has the severity of its consequences, as in verify', async () => {
  const other = mkdtempSync(join(home, 'codex-'));
  const from = 'fixtures/codex/CX013-nul-bytes/before';
  const folder = 'sessions/2025/11/04';
  cpSync(from, join(other, '.codex'), { recursive: true });
  const [name = ''] = readdirSync(join(from, folder));
  const bytes = readFileSync(join(from, folder, name));
  const [id, twin] = [name.slice(-41, -6), name.slice(-41, -6).replace(/.$/, '0')];
  // Of the first record half is lost.
  const first = Buffer.from(bytes.toString('latin1').replaceAll(id, twin), 'latin1').fill(
    0,
    0,
    bytes.indexOf('\n') >> 1,
  );
  writeFileSync(join(other, '.codex', folder, name.replace(id, twin)), first);
  const { findings } = JSON.parse((await call('verify --json', { home: other })).stdout);
  const told = findings.map(({ code, severity }: { code: string; severity: string }) => `${code} ${severity}`);
  expect(told.toSorted()).toEqual(['CX013 error', 'CX013 warning', 'CX013 warning']);
  for (const format of ['stats', 'stats --markdown']) {
    const { stdout } = await call(format, { home: other });
    const rows = Array.from(stdout.matchAll(/(CX\d+ \w+), safe: NUL bytes[ |]+(\d+)/g), ([, name, count]) => [
      name,
      count,
    ]);
    expect(Object.fromEntries(rows), format).toEqual({ 'CX013 error': '1', 'CX013 warning': '2' });
  }
  const { stores } = JSON.parse((await call('stats --json', { home: other })).stdout);
  const byCode = stores.map(({ findings: of }: { findings: object }) => of);
  expect(byCode.toSorted((a: { CX013: number }, b: { CX013: number }) => a.CX013 - b.CX013)).toEqual([
    { CX013: 1 },
    { CX013: 2 },
  ]);
});

test('threads whose folder nothing names are of no folder, as in list', async () => {
  const other = mkdtempSync(join(home, 'codex-'));
  const name = 'rollout-2025-11-04T09-30-15-019a4e33-e458-7d41-8043-25cb81dd47f0.jsonl';
  const text = (n: number, payload: object) =>
    `${JSON.stringify({ timestamp: `2025-11-04T09:30:1${n}.000Z`, type: n === 5 ? 'session_meta' : 'event_msg', payload })}\n`;
  const meta = {
    id: name.slice(-42, -6),
    timestamp: '2025-11-04T09:30:15.000Z',
    originator: 'codex',
    cli_version: '1',
  };
  const lines = [text(5, meta), text(6, { type: 'user_message', message: 'Where am I?' })];
  const folder = join(other, '.codex/sessions/2025/11/04');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), lines.join(''));
  const named = JSON.stringify({
    ...JSON.parse(lines[0] ?? ''),
    payload: { ...meta, id: meta.id.replace(/0$/, '1'), cwd: '/srv/quay' },
  });
  writeFileSync(join(folder, name.replace('f0.', 'f1.')), `${named}\n${lines[1]}`);
  const { by } = JSON.parse((await call('stats --by project --json --kind codex', { home: other })).stdout);
  expect(by.rows.map((row: { name: string }) => row.name)).toEqual(['(no folder)', '/srv/quay']);
  expect((await call('list --all', { home: other, terminal: 80 })).stdout).toContain('(no folder)');
  expect((await call('stats --kind codex', { home: other })).stdout).toMatch(/ {2}projects\n.*\n? *\(no folder\)/);
});

test('an empty home is not an answer, and a file that cannot be judged exits 3', async () => {
  expect((await call('stats', { home: join(home, 'nobody') })).exit).toBe(2);
  const other = mkdtempSync(join(home, 'other-'));
  cpSync('fixtures/demo/fnord', join(other, '.fnord'), { recursive: true });
  symlinkSync('/', join(other, '.fnord/projects/harbor/conversations/out.json'));
  expect(await call('stats', { home: other })).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/^not judged: .*out\.json:1:1: warning ST005/),
  });
});

test('one table is in JSON what it is as text', async () => {
  for (const by of STATS_BY) {
    const { stdout } = await call(`stats --by ${by} --json`, { home });
    const document = JSON.parse(stdout);
    holdToContract(['stats'], stdout);
    const [head = '', ...lines] = (await call(`stats --by ${by}`, { home })).stdout.trimEnd().split('\n');
    expect(head).toContain(by);
    expect(document.by.what).toBe(by);
    const shown = (name: string) => (by === 'session' ? name.slice(0, 8) : name);
    expect([...document.by.rows.map(({ name }: { name: string }) => shown(name)), 'in all']).toEqual(
      lines.map((line) => line.split(/ {2,}/)[0]),
    );
  }
});

test('each conversation has a row with its title, the one with the most tokens or bytes first, and its own findings', async () => {
  const conversations = new Map<string, { title: string | null; bytes: number }>(
    JSON.parse((await call('list --json --all', { home })).stdout).conversations.map((each: { id: string }) => [
      each.id,
      each,
    ]),
  );
  const { by, stores } = JSON.parse((await call('stats --by session --json', { home })).stdout);
  const counted = stores.filter((each: { conversations: number }) => each.conversations > 0);
  expect(counted.map(({ session }: { session: string }) => session).sort()).toEqual([...conversations.keys()].sort());
  for (const { session, bytes, findings } of counted) {
    expect(bytes).toBe(conversations.get(session)?.bytes);
    const { findings: found } = JSON.parse((await call(`verify ${session} --json`, { home })).stdout);
    expect(Object.keys(findings).sort()).toEqual([...new Set(found.map(({ code }: { code: string }) => code))].sort());
  }
  const sizes = by.rows.map(({ bytes }: { bytes: number }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
  const lines = (await call('stats --by session', { home })).stdout.split('\n');
  const row = lines.find((line) => line.startsWith('3f0c2a7e')) ?? '';
  expect(row).toContain('3f0c2a7e  Why does the sluice open twice after a restart?  ');
  const together = JSON.parse((await call('stats --by project,session --json', { home })).stdout).together;
  expect(together.rows.map(({ names }: { names: string[] }) => names[1]).sort()).toEqual(
    [...conversations.keys()].sort(),
  );
});

test('of a conversation with tokens the row with the most is first, and secrets in titles go with --redact', async () => {
  const other = emptyHome();
  const secret = 'ghp_iVrCWkCHx5jODbwOw6M7zJc31S7pQ2LkVb0a';
  const say = (id: string, tokens: number, text: string) => {
    const folder = join(other, '.claude/projects/-srv');
    mkdirSync(folder, { recursive: true });
    const base = {
      sessionId: id,
      cwd: '/srv',
      timestamp: '2026-03-01T00:00:00Z',
      isSidechain: false,
      version: '2.1.0',
    };
    const usage = { input_tokens: tokens, output_tokens: 1 };
    const records = [
      {
        ...base,
        type: 'user',
        uuid: `${id.slice(0, -1)}1`,
        parentUuid: null,
        message: { role: 'user', content: text },
      },
      {
        ...base,
        type: 'assistant',
        uuid: `${id.slice(0, -1)}2`,
        parentUuid: `${id.slice(0, -1)}1`,
        message: { id: `m${id}`, role: 'assistant', model: 'a', content: [{ type: 'text', text: 'x' }], usage },
      },
    ];
    writeFileSync(join(folder, `${id}.jsonl`), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  };
  say('3f0c2a7e-0000-4c8e-9a64-1f2e3d4c5b60', 5, `A much longer text with ${secret} in it, so that it has more bytes`);
  say('7f97aaaa-0000-4c8e-9a64-1f2e3d4c5b60', 50, 'Short');
  const plain = (await call('stats --by session', { home: other })).stdout;
  expect(plain.split('\n').map((line) => line.split(' ')[0])).toEqual(['session', '7f97aaaa', '3f0c2a7e', 'in', '']);
  expect(plain).toContain(secret);
  expect((await call('stats --by session --redact', { home: other })).stdout).not.toContain(secret.slice(8));
});

test('days, weeks and months are those of the zone of the reader, and of UTC in JSON and with --utc', async () => {
  const other = emptyHome();
  const folder = join(other, '.claude/projects/-srv');
  mkdirSync(folder, { recursive: true });
  const id = '3f0c2a7e-0000-4c8e-9a64-1f2e3d4c5b60';
  const base = { sessionId: id, cwd: '/srv', isSidechain: false, version: '2.1.0' };
  const usage = { input_tokens: 5, output_tokens: 1 };
  const message = { id: 'm', role: 'assistant', model: 'a', content: [{ type: 'text', text: 'x' }], usage };
  const asked = { type: 'user', uuid: 'a1', parentUuid: null, message: { role: 'user', content: 'How deep?' } };
  const records = [
    { ...base, ...asked, timestamp: '2026-10-31T22:30:00.000Z' },
    { ...base, type: 'assistant', uuid: 'a2', parentUuid: 'a1', message, timestamp: '2026-11-01T16:00:00.000Z' },
  ];
  writeFileSync(join(folder, `${id}.jsonl`), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const rows = async (words: string, zone = 'Asia/Tokyo') => {
    const { stdout } = await call(`stats ${words}`, { home: other, vars: { TZ: zone } });
    return stdout
      .split('\n')
      .slice(1, -2)
      .map((line) => line.split(/ {2,}/).slice(0, 3));
  };
  expect(await rows('--by day')).toEqual([
    ['2026-11-01', '1', ''],
    ['2026-11-02', '5', '1'],
  ]);
  expect(await rows('--by month')).toEqual([['2026-11', '1', '5']]);
  expect(await rows('--by week')).toEqual([
    ['2026-10-26', '1', ''],
    ['2026-11-02', '5', '1'],
  ]);
  const inUtc = [
    ['2026-10-31', '1', ''],
    ['2026-11-01', '5', '1'],
  ];
  expect(await rows('--by day --utc')).toEqual(inUtc);
  expect(await rows('--by day', 'UTC')).toEqual(inUtc);
  // A limit is whole days of that zone.
  expect(await rows('--by day --until 2026-11-01')).toEqual([['2026-11-01', '1']]);
  expect(await rows('--by day --since 2026-11-02')).toEqual([['2026-11-02', '5', '1']]);
  // No date is that old.
  expect(await rows('--by day --since 999999y')).toEqual(await rows('--by day'));
  expect(await rows('--by day --until 999999y')).toEqual([]);
  const json = await call('stats --by day --json --until 2026-10-31', { home: other, vars: { TZ: 'Asia/Tokyo' } });
  const { by, stores } = JSON.parse(json.stdout);
  expect(by.rows).toEqual([{ name: '2026-10-31', conversations: 1, tokens: null }]);
  expect(stores[0].months).toEqual({ '2026-10': 1 });
});

test('Markdown and JSON cannot be asked for together, as in show', async () => {
  const { exit, stdout } = await call('stats --json --markdown', { home });
  expect(exit).toBe(2);
  expect(JSON.parse(stdout).error.message).toBe('--markdown cannot be given with --json or --by');
});

test('an answer is counted once: in its records, in a copy of the session, and not where the program wrote it', async () => {
  const home = emptyHome();
  const write = (id: string, models: readonly string[]) => {
    const folder = join(home, '.claude/projects/-srv-quay');
    mkdirSync(folder, { recursive: true });
    const about = { sessionId: id, cwd: '/srv/quay', timestamp: '2026-03-01T00:00:00.000Z' };
    const ask = { type: 'user', uuid: 'u', parentUuid: null, message: { role: 'user', content: 'Why?' } };
    const answers = models.flatMap((model, i) =>
      [1, 20].map((output, part) => ({
        type: 'assistant',
        uuid: `a${i}${part}`,
        parentUuid: part === 0 ? 'u' : `a${i}0`,
        message: {
          id: `msg_${i}`,
          role: 'assistant',
          model,
          content: [{ type: 'text', text: 'So.' }],
          usage: {
            input_tokens: 10,
            output_tokens: output,
            cache_read_input_tokens: 5,
            cache_creation_input_tokens: 3,
          },
        },
      })),
    );
    const lines = [ask, ...answers].map((each) => JSON.stringify({ ...each, ...about }));
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`);
  };
  write('11110000-0000-4000-8000-000000000001', ['one']);
  write('11110000-0000-4000-8000-000000000002', ['one', 'two', '<synthetic>']);
  const { total } = JSON.parse((await call('stats --json', { home })).stdout);
  const sums = { answers: 1, input: 10, output: 20, cacheRead: 5, cacheWrite: 3 };
  expect(total.tokens).toEqual([
    { model: 'one', ...sums },
    { model: 'two', ...sums },
  ]);
  expect((await call('stats --by month', { home })).stdout).toContain('2026-03');
});

test('of Codex CLI an answer is counted once: where its count is repeated, in a fork that copied it, in an archived copy', async () => {
  const home = emptyHome();
  const [one, other] = ['019a4e33-e458-7610-88eb-dbddc4158897', '019a4e33-e458-7610-88eb-dbddc4158898'];
  const meta = (id: string) => ({
    id,
    timestamp: '2026-03-01T00:00:00Z',
    cwd: '/srv/quay',
    originator: 'codex',
    cli_version: '1',
  });
  const usage = (input_tokens: number, cached_input_tokens: number, output_tokens: number) => ({
    input_tokens,
    cached_input_tokens,
    output_tokens,
  });
  const count = (total_token_usage: object, last_token_usage?: object) => ({
    type: 'event_msg',
    payload: { type: 'token_count', info: { total_token_usage, last_token_usage } },
  });
  const turn = (turn_id: string, model: string) => ({
    type: 'turn_context',
    payload: { turn_id, cwd: '/srv/quay', approval_policy: 'never', sandbox_policy: { type: 'read-only' }, model },
  });
  const talk = [
    { type: 'session_meta', payload: meta(one) },
    turn('t1', 'gpt-a'),
    count(usage(100, 40, 20), usage(100, 40, 20)),
    count(usage(100, 40, 20), usage(100, 40, 20)),
    turn('t2', 'gpt-b'),
    // The limits changed, and nothing was answered.
    count(usage(100, 40, 20), usage(100, 40, 20)),
    // Without the last answer alone, as the program once wrote it.
    count(usage(300, 140, 25)),
  ];
  const newest = {
    type: 'token_usage_record',
    payload: { usage: usage(10, 0, 1), thread_token_usage: usage(310, 140, 26) },
  };
  const write = (folder: string, id: string, records: readonly object[], timestamp: string) => {
    mkdirSync(join(home, '.codex', folder), { recursive: true });
    const lines = records.map((record) => `${JSON.stringify({ timestamp, ...record })}\n`);
    writeFileSync(join(home, '.codex', folder, `rollout-2026-03-01T00-00-00-${id}.jsonl`), lines.join(''));
  };
  write('sessions/2026/03/01', one, talk, '2026-03-01T00:00:00Z');
  write('archived_sessions', one, talk, '2026-03-01T00:00:00Z');
  const fork = [{ type: 'session_meta', payload: meta(other) }, ...talk, turn('t3', 'gpt-b'), newest];
  write('sessions/2026/03/01', other, fork, '2026-03-05T00:00:00Z');
  const { total } = JSON.parse((await call('stats --json', { home })).stdout);
  expect(total.tokens).toEqual([
    { model: 'gpt-a', answers: 1, input: 60, output: 20, cacheRead: 40, cacheWrite: 0 },
    { model: 'gpt-b', answers: 2, input: 110, output: 6, cacheRead: 100, cacheWrite: 0 },
  ]);
});

test('of TENEX the tokens are those that its replies tell, and a reply counts once, in a copy of its store too', async () => {
  const home = emptyHome();
  const roots = ['one', 'two'].map((name) => join(home, name, '.tenex'));
  for (const root of roots) cpSync('fixtures/tenex/stores/legacy-shapes/.tenex', root, { recursive: true });
  const { stdout } = await call(`stats --json ${roots.map((root) => `--root ${root}`).join(' ')}`, { home });
  const { total, stores } = JSON.parse(stdout);
  expect(total.tokens).toEqual([
    { model: 'anthropic/claude-sonnet-4', answers: 9, input: 9 * 1234, output: 9 * 321, cacheRead: 0, cacheWrite: 0 },
  ]);
  expect(stores.map(({ tokens }: { tokens: readonly object[] }) => tokens.length)).toEqual([1, 0]);
});

test('one conversation is counted alone, several tables stand in one answer, and a wrong word is refused', async () => {
  const one = JSON.parse((await call('stats 3f0c --by day,branch --json', { home })).stdout);
  expect([one.total.conversations, one.total.messages]).toEqual([1, 9]);
  expect(one.by).toEqual(one.tables[0]);
  expect(one.tables.map(({ what, rows }: { what: string; rows: { name: string }[] }) => [what, rows[0]?.name])).toEqual(
    [
      ['day', '2026-06-18'],
      ['branch', 'no branch'],
    ],
  );
  const text = (await call('stats --by model --by tool', { home })).stdout;
  expect((await call('stats --by day,day', { home })).stdout).toBe((await call('stats --by day', { home })).stdout);
  expect(text).toMatch(/^model .*\n(.*\n)*\ntool .*\n/);
  for (const [line, message] of [
    ['stats --by hour', '--by takes project, model'],
    ['stats --by day,', '--by takes'],
    ['stats nope', 'no conversation has the id nope'],
    ['stats --by day --markdown', '--markdown cannot be given'],
  ] as const) {
    const { exit, stderr } = await call(line, { home });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});

test('several things make one table, as text and in JSON beside the tables of each', async () => {
  for (const by of ['day,model', 'kind,tool', 'project,kind', 'branch,week']) {
    const answer = (await call(`stats --by ${by} --json`, { home })).stdout;
    holdToContract(['stats'], answer);
    const { together, tables } = JSON.parse(answer);
    expect([together.what, tables.length]).toEqual([by.split(','), 2]);
    const [head = '', ...lines] = (await call(`stats --by ${by}`, { home })).stdout.trimEnd().split('\n');
    expect(head.split(/ {2,}/).slice(0, 2)).toEqual(by.split(','));
    expect([...together.rows.map(({ names }: { names: string[] }) => names.join()), 'in all']).toEqual(
      lines.map((line, n) =>
        line
          .split(/ {2,}/)
          .slice(0, n < lines.length - 1 ? 2 : 1)
          .join(),
      ),
    );
  }
  expect(JSON.parse((await call('stats --by tool,day --json', { home })).stdout)).not.toHaveProperty('together');
});

test('each branch has its own row', async () => {
  const other = emptyHome();
  const folder = join(other, '.claude/projects/-srv-app');
  mkdirSync(folder, { recursive: true });
  for (const [n, gitBranch] of ['main', 'tide', 'tide'].entries()) {
    const sessionId = `aaaaaaaa-0000-4000-8000-00000000000${n}`;
    const record = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/srv/app',
      sessionId,
      version: '2.1.0',
      gitBranch,
      type: 'user',
      message: { role: 'user', content: `Question ${n}` },
      uuid: `bbbbbbbb-0000-4000-8000-00000000000${n}`,
      timestamp: '2026-11-20T10:00:00.000Z',
    };
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${JSON.stringify(record)}\n`);
  }
  const { by, stores } = JSON.parse((await call('stats --by branch --json', { home: other })).stdout);
  expect(by.rows.map(({ name, conversations }: Record<string, unknown>) => [name, conversations])).toEqual([
    ['main', 1],
    ['tide', 2],
  ]);
  const isFilled = ({ conversations }: { conversations: number }) => conversations > 0;
  expect(
    stores
      .filter(isFilled)
      .map(({ branch }: { branch: string }) => branch)
      .sort(),
  ).toEqual(['main', 'tide']);
  const { stores: whole } = JSON.parse((await call('stats --json', { home: other })).stdout);
  expect(whole.filter(isFilled)).toHaveLength(1);
});

test('a session that changes its branch has each message and answer on the branch where it was written', async () => {
  const other = emptyHome();
  const folder = join(other, '.claude/projects/-srv-app');
  const sessionId = 'aaaaaaaa-0000-4000-8000-000000000009';
  mkdirSync(join(folder, sessionId, 'subagents'), { recursive: true });
  const about = { isSidechain: false, userType: 'external', cwd: '/srv/app', sessionId, version: '2.1.0' };
  let parentUuid: string | null = null;
  const turn = (n: number, gitBranch: string | undefined, input_tokens: number) => {
    const [asked, answered] = [`bbbbbbbb-0000-4000-8000-00000000000${n}`, `cccccccc-0000-4000-8000-00000000000${n}`];
    const timestamp = `2026-11-20T10:00:0${n}.000Z`;
    const usage = { input_tokens, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    const content = [{ type: 'text', text: `Answer ${n}` }];
    const message = { id: `m${n}`, type: 'message', role: 'assistant', model: 'x', content, usage };
    const both = [
      { parentUuid, type: 'user', message: { role: 'user', content: `Question ${n}` }, uuid: asked },
      { parentUuid: asked, type: 'assistant', message, uuid: answered },
    ];
    parentUuid = answered;
    return both.map((each) => `${JSON.stringify({ ...each, ...about, gitBranch, timestamp })}\n`).join('');
  };
  const lines = turn(1, 'main', 1000) + turn(2, '', 500) + turn(3, 'tide', 7) + turn(4, undefined, 3);
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines);
  parentUuid = null;
  const agent = turn(5, 'main', 20).replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"');
  writeFileSync(join(folder, sessionId, 'subagents/agent-a1.jsonl'), agent);
  const answer = (await call('stats --by branch --json', { home: other })).stdout;
  holdToContract(['stats'], answer);
  const { by, total, stores } = JSON.parse(answer);
  const cells = ({ name, conversations, messages, tokens }: (typeof by.rows)[number]) => [
    name,
    conversations,
    messages,
    tokens.answers,
    tokens.input,
  ];
  expect(by.rows.map(cells)).toEqual([
    ['main', 0, 4, 3, 1520],
    ['tide', 1, 4, 2, 10],
  ]);
  expect([total.conversations, total.messages, total.tokens[0].input]).toEqual([1, 8, 1530]);
  const roles = stores.map((each: { branch: string | null; roles: object }) => [each.branch, each.roles]);
  expect(roles.filter(([branch]: [string | null]) => branch !== null)).toEqual([
    ['tide', { assistant: 2, user: 2 }],
    ['main', { assistant: 2, user: 2 }],
  ]);
  const whole = JSON.parse((await call('stats --json', { home: other })).stdout);
  expect(whole.total).toEqual(total);
  const both = JSON.parse((await call('stats --by branch,day --json', { home: other })).stdout).together;
  expect(both.rows.map(({ names, tokens }: (typeof by.rows)[number]) => [...names, tokens.input])).toEqual([
    ['main', '2026-11-20', 1520],
    ['tide', '2026-11-20', 10],
  ]);
});

test('a folder is one row, whatever programs and names of projects it has, and two folders of one name are two', async () => {
  const other = emptyHome();
  const claude = join(other, '.claude/projects/-srv-one-app');
  const codex = join(other, '.codex/sessions/2026/11/20');
  mkdirSync(claude, { recursive: true });
  mkdirSync(codex, { recursive: true });
  const timestamp = '2026-11-20T10:00:00.000Z';
  const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001';
  const uuid = 'bbbbbbbb-0000-4000-8000-000000000001';
  const message = { role: 'user', content: 'Which?' };
  const record = { parentUuid: null, type: 'user', cwd: '/srv/one/app', sessionId, uuid, timestamp, message };
  writeFileSync(join(claude, `${sessionId}.jsonl`), `${JSON.stringify(record)}\n`);
  for (const [n, cwd] of ['/srv/one/app', '/srv/two/app', join(other, 'app')].entries()) {
    const id = `019f0000-0000-7000-8000-00000000000${n}`;
    const lines = [
      {
        timestamp,
        type: 'session_meta',
        payload: { id, timestamp, cwd, originator: 'codex_cli', cli_version: '0.171.0' },
      },
      { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'Which?' } },
    ];
    const name = `rollout-2026-11-20T10-00-00-${id}.jsonl`;
    writeFileSync(join(codex, name), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }
  const { by, stores } = JSON.parse((await call('stats --by project --json', { home: other })).stdout);
  const rows = by.rows.map(({ name, conversations }: Record<string, unknown>) => [name, conversations]);
  expect(rows).toEqual(
    [
      [join(other, 'app'), 1],
      ['/srv/one/app', 2],
      ['/srv/two/app', 1],
    ].sort(),
  );
  const folders = stores.map(({ cwd }: { cwd: string }) => cwd);
  expect(folders.filter((cwd: string) => cwd === '/srv/one/app')).toHaveLength(2);
  const { stdout } = await call('stats --by project', { home: other });
  expect(stdout).toMatch(/^~\/app +1 /m);
});
