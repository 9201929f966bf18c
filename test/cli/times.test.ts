import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/registry.ts';
import { oneIn } from '../support/sampling.ts';
import { call, NOW } from './call.ts';
import { homeOf } from './home-of-all.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 10, 10, 12);
const OLD = '00000000-0000-4000-8000-000000000001';
const LONG = '00000000-0000-4000-8000-000000000002';

const home = mkdtempSync(join(tmpdir(), 'convostore-times-'));
afterAll(() => rmSync(home, { recursive: true }));

/** A session of the 10th of November, and one that goes on from the 10th to the 12th. */
function twoSessions(): string {
  const root = join(home, '.claude');
  const folder = join(root, 'projects', '-srv-ada');
  mkdirSync(folder, { recursive: true });
  for (const [id, days] of [
    [OLD, [0]],
    [LONG, [0, 2]],
  ] as const) {
    const records = days.flatMap((day) => turnOf(id, day));
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
    const last = (FIRST + (days.at(-1) ?? 0) * DAY) / 1000;
    utimesSync(path, last, last);
  }
  return root;
}

function turnOf(sessionId: string, day: number): object[] {
  const timestamp = new Date(FIRST + day * DAY).toISOString();
  const uuid = `${sessionId}-${day}`;
  const common = { sessionId, timestamp, cwd: '/srv/ada' };
  const parentUuid = day === 0 ? null : `${sessionId}-0-answer`;
  const usage = {
    input_tokens: 10 + day,
    output_tokens: 100,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const content = [{ type: 'text', text: `The pump of day ${day} is dry.` }];
  return [
    { ...common, type: 'user', uuid, parentUuid, message: { role: 'user', content: 'Is the pump dry?' } },
    {
      ...common,
      type: 'assistant',
      uuid: `${uuid}-answer`,
      parentUuid: uuid,
      message: { id: `m-${uuid}`, role: 'assistant', model: 'claude-sonnet-4-5', content, usage },
    },
  ];
}

const root = twoSessions();

async function json(line: string) {
  const { stdout } = await call(`${line} --json --root ${root}`);
  return JSON.parse(stdout);
}

describe('--since, --until and --older-than', () => {
  test.each([
    ['--since 2026-11-11', [LONG]],
    ['--until 2026-11-11', [OLD]],
    ['--older-than 2026-11-11', [OLD]],
    ['--since 2026-11-10 --older-than 2026-11-11', [OLD]],
    ['--since 2026-11-13', []],
  ])('secrets chooses what list has: %s', async (flags, ids) => {
    const { conversations } = await json(`list ${flags}`);
    expect(conversations.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await json(`secrets ${flags}`)).conversations).toBe(ids.length);
  });

  test.each(
    oneIn(
      2,
      [
        ['--since 2026-11-11', [LONG]],
        ['--until 2026-11-11', [OLD]],
        ['--older-than 2026-11-11', [OLD]],
        ['--since 2026-11-13', []],
      ],
      1,
    ),
  )('report, export and pack choose what list has: %s', async (flags, ids) => {
    const out = mkdtempSync(join(tmpdir(), 'convostore-times-out-'));
    const { total } = await json(`report ${flags}`);
    expect(total.conversations).toBe(ids.length);
    for (const to of ['html', 'markdown', 'jsonl', 'atif'])
      expect((await json(`export --to ${to} --output ${out}/${to} ${flags}`)).conversations, to).toBe(ids.length);
    expect(readdirSync(join(out, 'html')).filter((name) => name !== 'index.html')).toEqual(
      ids.map((id) => `claude-${id}.html`),
    );
    expect((await json(`export --to parquet --output ${out}/tables ${flags}`)).conversations).toBe(ids.length);
    const packed = await call(`pack --output ${out}/a.tar ${flags} --json --root ${root}`);
    if (ids.length > 0) expect(JSON.parse(packed.stdout).conversations).toBe(ids.length);
    else expect(packed).toMatchObject({ exit: 2, stdout: expect.stringContaining('nothing was packed') });
    expect(existsSync(join(out, 'a.tar'))).toBe(ids.length > 0);
    rmSync(out, { recursive: true });
  });

  test.each(['stores', 'projects'])('choose one of two conversations that have one id in two %s', async (where) => {
    const folder = mkdtempSync(join(tmpdir(), 'convostore-times-two-'));
    const roots = where === 'stores' ? [join(folder, 'a'), join(folder, 'b')] : [join(folder, 'a'), join(folder, 'a')];
    for (const [n, day] of [0, 2].entries()) {
      const project = join(roots[n] ?? '', 'projects', where === 'stores' ? '-srv-ada' : `-srv-${n}`);
      mkdirSync(project, { recursive: true });
      const records = turnOf(OLD, day).map((record) => JSON.stringify({ ...record, parentUuid: null }));
      writeFileSync(join(project, `${OLD}.jsonl`), `${records.join('\n')}\n`);
    }
    const words = [...new Set(roots)].flatMap((each) => ['--root', each]).join(' ');
    const said = async (line: string) =>
      JSON.parse((await call(`${line} --older-than 2026-11-11 --json ${words}`)).stdout);
    expect((await said('list')).conversations).toHaveLength(1);
    const { stores } = await said('stats');
    expect(stores.map(({ conversations }: { conversations: number }) => conversations)).toEqual([1]);
    const exported = await said(`export --to markdown --output ${join(folder, 'out')}`);
    expect(exported.conversations).toBe(1);
    expect((await said(`pack --output ${join(folder, 'a.tar')}`)).conversations).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test('with ids a time leaves out those that are not of it, and says where none is left', async () => {
    const out = mkdtempSync(join(tmpdir(), 'convostore-times-out-'));
    const none = 'convo: of 1 conversation in scope, none was last active in that time\n';
    for (const typed of [
      `stats ${OLD}`,
      `secrets ${OLD}`,
      `export ${OLD} --to html --output ${out}/pages`,
      `pack ${OLD} --output ${out}/a.tar`,
    ])
      expect((await call(`${typed} --since 2026-11-11 --root ${root}`)).stderr, typed).toMatch(
        typed.startsWith('export') ? new RegExp(`^${none}$`) : new RegExp(`^${none}`),
      );
    const both = `${OLD} ${LONG} --since 2026-11-11`;
    expect((await json(`export ${both} --to jsonl --output ${out}/lines`)).conversations).toBe(1);
    expect((await json(`pack ${both} --output ${out}/b.tar`)).conversations).toBe(1);
    rmSync(out, { recursive: true });
  });

  test.each(['', '--since 2026-11-11', '--until 2026-11-11', '--older-than 2026-11-11'])(
    'report names the page that has all of what it shows: %s',
    async (flags) => {
      const { stderr } = await call(`report --root ${root} ${flags}`.trim());
      const way =
        flags === ''
          ? `\`convo --root ${root} report --html --output FILE\` has all of it`
          : 'convo: the same with --html --output FILE has all of it';
      expect(stderr).toContain(way);
    },
  );

  test('pack takes archived ones of a time with --all alone', async () => {
    const { convo, home } = homeOf(['claude']);
    expect((await convo('archive 7e905b3a --yes')).exit).toBe(0);
    const packed = async (flags: string) =>
      JSON.parse((await convo(`pack --json --since 2000-01-01 --output ${flags}`)).stdout);
    const all = await packed(`${home}/b.tar --all`);
    expect((await packed(`${home}/a.tar`)).conversations).toBe(all.conversations - 1);
  });

  test.each([
    'list',
    'list --agents',
    'find pump',
    'grep pump',
    'stats',
    'secrets',
    'report',
    'export --to html --output pages',
    'export tables',
    'pack --output a.tar',
  ])('a time that ends before it begins is refused: %s', async (typed) => {
    const said = async (flags: string) => call(`${typed} ${flags} --root ${root}`, { cwd: home });
    expect(await said('--since 2026-11-12 --until 2026-11-10')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: 'convo: --until is before --since: no time is between them\n',
    });
    expect(await said('--since 2026-11-12 --older-than 2026-11-11')).toMatchObject({
      exit: 2,
      stderr: 'convo: --older-than is before --since: no time is between them\n',
    });
    expect(readdirSync(home)).toEqual(['.claude']);
  });

  test('a day is a time, whatever else is said of it', async () => {
    expect((await json('list --since 2026-11-12 --until 2026-11-12')).conversations).toHaveLength(1);
  });

  test.each([
    ['--since 2026-11-10T18:00:00Z', 2, 2],
    ['--since 2026-11-11', 1, 0],
    ['--until 2026-11-10T06:00:00Z', 2, 2],
    ['--until 2026-11-09', 0, 0],
    ['--since 2026-11-12T18:00:00Z', 1, 0],
    ['--since 2026-11-11 --until 2026-11-11', 0, 0],
    ['--older-than 2026-11-11', 1, 1],
  ])('stats takes whole days for conversations, their beginning and tokens alike: %s', async (flags, count, begun) => {
    const { total, by } = await json(`stats --by day ${flags}`);
    expect(total.conversations).toBe(count);
    expect(total.tokens.length > 0).toBe(count > 0);
    const counts = by.rows.map(({ conversations = 0 }: { conversations?: number }) => conversations);
    expect(counts.reduce((sum: number, each: number) => sum + each, 0)).toBe(begun);
    const { stdout } = await call(`stats --by day ${flags} --root ${root}`);
    if (count > 0) expect(stdout).toMatch(new RegExp(`^in all +${begun} `, 'm'));
  });

  test('stats counts the tokens of the days in it, of sessions that go on behind it too', async () => {
    const input = async (flags: string) => {
      const { by } = await json(`stats --by day ${flags}`);
      return by.rows.flatMap(({ name, tokens }: { name: string; tokens: { input: number } | null }) =>
        tokens === null ? [] : [`${name} ${tokens.input}`],
      );
    };
    expect(await input('--since 2026-11-11')).toEqual(['2026-11-12 12']);
    expect(await input('--until 2026-11-10')).toEqual(['2026-11-10 20']);
    expect(await input('--until 2026-11-10 --older-than 2026-11-11')).toEqual(['2026-11-10 10']);
    expect(await input('--since 999999y')).toEqual(['2026-11-10 20', '2026-11-12 12']);
  });

  test('stats answers with nothing where nothing is of that time, and refuses a scope without a conversation', async () => {
    expect(await call(`stats --since 2026-11-13 --root ${root}`)).toMatchObject({
      exit: 0,
      stdout: 'in all: 0 conversations, 0 texts, calls and results, 0 bytes\n',
    });
    expect((await call(`stats --since 2026-11-13 --project none --root ${root}`)).exit).toBe(2);
  });

  test('find goes by the time of a message, as grep does', async () => {
    const turns = async (flags: string) => {
      const { answers } = await json(`find pump dry ${flags}`);
      return answers.map(({ conversation, index }: { conversation: { id: string }; index: number }) => [
        conversation.id,
        index,
      ]);
    };
    expect(await turns('--since 2026-11-11')).toEqual([[LONG, expect.toSatisfy((index) => index >= 2)]]);
    expect((await turns('--until 2026-11-11')).map(([, index]: [string, number]) => index < 2)).toEqual([true]);
    expect(await turns('--since 2026-11-13')).toEqual([]);
    expect(await turns('--older-than 2026-11-11')).toEqual([[OLD, expect.any(Number)]]);
    const { matches } = await json('grep pump --since 2026-11-11');
    expect(
      matches.map(({ conversation, count }: { conversation: { id: string }; count: number }) => [
        conversation.id,
        count,
      ]),
    ).toEqual([[LONG, 2]]);
    expect((await call(`grep pump --older-than 2026-11-01 --root ${root}`)).exit).toBe(1);
  });

  test('of a home that was copied go by what was said, and leave no conversation between them', async () => {
    const { convo, home } = homeOf(['claude', 'codex']);
    for (const path of readdirSync(home, { recursive: true }))
      utimesSync(join(home, String(path)), NOW / 1000, NOW / 1000);
    const idsOf = async (flags: string): Promise<string[]> =>
      JSON.parse((await convo(`list --limit all --json ${flags}`.trim())).stdout).conversations.map(
        ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`,
      );
    const all = await idsOf('');
    for (const time of ['2026-06-01', '2026-11-18T12:00:00Z']) {
      const older = await idsOf(`--older-than ${time}`);
      expect([...(await idsOf(`--since ${time}`)), ...older].toSorted()).toEqual(all.toSorted());
      expect(new Set(older.map((each) => each.split(' ')[0])), time).toEqual(
        new Set(time > '2026-07' ? ['claude', 'codex'] : ['codex']),
      );
      const { items } = JSON.parse((await convo(`archive --older-than ${time} --dry-run --json`)).stdout);
      expect(items.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).toSorted()).toEqual(
        older.toSorted(),
      );
    }
  });

  test('help names the commands that take them', async () => {
    const all = await Promise.all(
      Object.entries(COMMANDS).map(async ([name, { load }]) => [name, Object.keys((await load()).flags)] as const),
    );
    const takes = all.flatMap(([name, flags]) =>
      ['since', 'until', 'olderThan'].every((flag) => flags.includes(flag)) ? [name] : [],
    );
    const { stdout } = await call('help flags');
    const [, named = ''] = /^By a time: (.*?) take --since/ms.exec(stdout) ?? [];
    expect(named.split(/, | and |\n/).toSorted()).toEqual(takes.toSorted());
  });
});
