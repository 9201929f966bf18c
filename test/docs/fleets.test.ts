import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { call } from '../cli/call.ts';
import { type Answer, type Duck, duck } from '../fleet/duck.ts';
import { makeHome, TOKENS } from '../fleet/home.ts';
import { isThorough } from '../support/sampling.ts';
import { convoHere, type Ran, ran } from './convo-here.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(top, 'docs/fleets.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'convostore-fleet-'));
afterAll(() => rmSync(folder, { recursive: true }));

function snippets(language: string): string[] {
  return Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, text = '']) =>
    text.trim(),
  );
}

/** A machine, and what it has. */
interface Machine {
  readonly name: string;
  readonly sizes: Readonly<Record<'claude' | 'codex' | 'fnord', number>>;
  readonly days: readonly string[];
}

const [BEFORE, DAY] = ['2026-11-20', '2026-11-21'];

const COUNT = isThorough ? 16 : 8;

/** The last one has not exported on the last day, and some have exported on both. */
const MACHINES: readonly Machine[] = Array.from({ length: COUNT }, (_, n) => ({
  name: `web${n + 1}`,
  sizes: { claude: 1 + (n % 6), codex: n % 3, fnord: n % 2 },
  days: n === COUNT - 1 ? [BEFORE] : n < 4 ? [BEFORE, DAY] : [DAY],
}));

/** What the export of a machine said that it wrote. */
interface Counted {
  readonly conversations: number;
  readonly messages: number;
  readonly findings: number;
  readonly answers: number;
}

async function exportOf({ name }: Machine, date: string): Promise<Counted> {
  const home = join(folder, name);
  const roots = readdirSync(home).flatMap((store) => ['--root', join(home, store)]);
  const words = [...roots, 'export', join(folder, 'lake'), '--host', name, '--date', date, '--json'];
  const { exit, stdout, stderr } = await call(words, { home });
  expect([exit, stderr]).toEqual([0, expect.stringContaining('nothing was redacted')]);
  return JSON.parse(stdout);
}

describe('the queries of docs/fleets.md, on the exports of some machines', () => {
  const last = new Map<string, Counted>();
  const models: Record<string, number> = {};
  let database: Duck;
  const asked = new Map<string, Answer[]>();

  /** Asks every query of the page, in its order. */
  async function askAll(): Promise<void> {
    for (const sql of snippets('sql')
      .flatMap((text) => text.split(/;$/m))
      .map((text) => text.trim()))
      if (sql !== '') {
        const here = sql.replaceAll("'lake/", `'${folder}/lake/`).replaceAll("'packed'", `'${folder}/packed'`);
        asked.set(sql, await database.ask(here.replace(/^CREATE VIEW/, 'CREATE OR REPLACE VIEW')));
      }
  }

  /** The answer to the query of the page that has this text in it. */
  function answerTo(text: string): Answer[] {
    const [found, other] = [...asked].filter(([sql]) => sql.includes(text));
    expect([found === undefined, other]).toEqual([false, undefined]);
    return found?.[1] ?? [];
  }

  const sumOf = (rows: readonly Answer[], key: string) => rows.reduce((sum, row) => sum + Number(row[key]), 0);
  const saidBy = (key: keyof Counted, day: string | null = null) =>
    MACHINES.filter(({ days }) => day === null || days.includes(day)).reduce(
      (sum, { name }) => sum + (last.get(name)?.[key] ?? 0),
      0,
    );

  beforeAll(async () => {
    for (const [seed, machine] of MACHINES.entries()) {
      const { claude, codex, fnord } = machine.sizes;
      const turns = (n: number) => 1 + (n % 3);
      const { answers } = makeHome(join(folder, machine.name), { seed, claude, codex, fnord, turns, text: 80 });
      for (const [model, count] of Object.entries(answers)) models[model] = (models[model] ?? 0) + count;
      for (const day of machine.days) last.set(machine.name, await exportOf(machine, day));
    }
    database = await duck();
    await askAll();
  });
  afterAll(() => database?.close());

  test('each has an answer, and none is left out here', () => {
    const silent = [...asked].filter(([sql, rows]) => !/^(?:CREATE|COPY)/.test(sql) && rows.length === 0);
    expect(silent.map(([sql]) => sql)).toEqual([]);
    expect(asked.size).toBeGreaterThan(12);
  });

  test('counts by machine, kind and day are those of what was made', () => {
    const plain = answerTo('sum(bytes) AS bytes FROM conversations').map(
      ({ host, kind, date, conversations }) => `${host} ${kind} ${date} ${conversations}`,
    );
    const made = MACHINES.flatMap(({ name, sizes, days }) =>
      days.flatMap((day) =>
        Object.entries(sizes).flatMap(([kind, count]) => (count === 0 ? [] : [`${name} ${kind} ${day} ${count}`])),
      ),
    );
    expect(plain.sort()).toEqual(made.sort());
  });

  test('each conversation is seen once, with all of its messages', async () => {
    const [{ count } = {}] = await database.ask('SELECT count(*) AS count FROM latest');
    expect(Number(count)).toBe(saidBy('conversations'));
    expect(sumOf(answerTo('FROM latest JOIN messages'), 'messages')).toBe(saidBy('messages'));
    const [orphans] = await database.ask(
      'SELECT count(*) AS count FROM messages ANTI JOIN conversations USING (host, kind, date, path)',
    );
    expect(orphans).toEqual({ count: '0' });
  });

  test('findings are counted by code, with the machines that have them', () => {
    const rows = answerTo('count(DISTINCT host) AS machines');
    expect(sumOf(rows, 'findings')).toBe(saidBy('findings', DAY));
    const withFnord = MACHINES.filter(({ sizes, days }) => sizes.fnord > 0 && days.includes(DAY)).length;
    expect(rows.find(({ code }) => code === 'FN301')).toMatchObject({ severity: 'info', machines: String(withFnord) });
  });

  test('tokens are those of each answer once, though copies and other days have it too', async () => {
    const rows = answerTo('sum(cache_read) AS cache_read');
    const byModel = Object.fromEntries(
      Object.keys(models).map((model) => [
        model,
        sumOf(
          rows.filter((row) => row['model'] === model),
          'answers',
        ),
      ]),
    );
    expect(byModel).toEqual(models);
    for (const { model, answers, output } of rows)
      expect(Number(output)).toBe(
        Number(answers) * TOKENS[String(model).startsWith('gpt') ? 'codex' : 'claude'].output,
      );
    const [{ count } = {}] = await database.ask('SELECT count(*) AS count FROM tokens');
    expect(Number(count)).toBeGreaterThan(sumOf(rows, 'answers'));
  });

  test('tools, machines that are late and the version are told', () => {
    expect(answerTo('count(*) FILTER (output.failed)').map(({ name }) => name)).toEqual(['Bash', 'shell']);
    expect(answerTo('HAVING last <')).toEqual([{ host: `web${COUNT}`, last: BEFORE }]);
    expect(answerTo('parquet_kv_metadata')).toEqual([{ version: '1' }]);
  });

  test('only the files of a partition are opened', () => {
    const [plan] = answerTo('EXPLAIN SELECT');
    const files = MACHINES.reduce(
      (sum, { sizes, days }) => sum + days.length * Object.values(sizes).filter((count) => count > 0).length,
      0,
    );
    // The machine has sessions of one kind.
    expect(JSON.stringify(plan)).toContain(`Scanning Files: 1/${files} `);
  });

  test('a packed conversation has the rows of its day', async () => {
    const [packed] = await database.ask(`SELECT count(*) AS count FROM '${folder}/packed/*/*/*.parquet'`);
    const [whole] = await database.ask(`SELECT count(*) AS count FROM messages WHERE date = DATE '${DAY}'`);
    expect(packed).toEqual(whole);
  });

  test('the next day is packed beside it', async () => {
    const pack = [...asked.keys()].find((sql) => sql.startsWith('COPY')) ?? '';
    await database.ask(pack.replace(DAY, BEFORE).replace("'packed'", `'${folder}/packed'`));
    const count = (from: string) =>
      database.ask(`SELECT date, count(*) AS count FROM ${from} GROUP BY date ORDER BY date`);
    const packed = await count(`read_parquet('${folder}/packed/*/*/*.parquet', hive_types = {'date': DATE})`);
    expect(packed).toEqual(await count(`messages WHERE date IN (DATE '${BEFORE}', DATE '${DAY}')`));
    expect(packed).toHaveLength(2);
  });

  test('after a second export every query has the same answer', async () => {
    const before = new Map(asked);
    for (const machine of MACHINES.slice(3, 5)) expect(await exportOf(machine, DAY)).toEqual(last.get(machine.name));
    rmSync(join(folder, 'packed'), { recursive: true });
    await askAll();
    for (const [sql, rows] of before) expect(asked.get(sql), sql).toEqual(rows);
  });
});

describe('lines of docs/fleets.md for a shell and for other systems', () => {
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');

  let here: { close(): void };

  beforeAll(async () => {
    makeHome(home, { seed: 99, claude: 6, codex: 2, fnord: 1, turns: () => 2, text: 80 });
    mkdirSync(bin);
    here = await convoHere(join(bin, 'convo'));
  });
  afterAll(() => here.close());

  function run(words: readonly [string, ...string[]], vars: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const [program, ...rest] = words;
    return ran(program, rest, home, { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, ...vars });
  }

  const parts = (lake: string) => {
    const below = join(home, lake, 'conversations/host=volume1/kind=claude/date=2026-11-21');
    return readdirSync(below).map((name) => name.replace(/^[0-9a-f]+-/, ''));
  };

  test('every line for a shell does what it says', async () => {
    for (const line of snippets('sh').flatMap((text) => text.split('\n'))) {
      const { status, stderr } = await run(['bash', '-c', line]);
      expect(status, `${line}\n${stderr}`).toBe(0);
    }
    expect(parts('lake')).toEqual(['1of2.parquet', '2of2.parquet']);
    mkdirSync(join(home, 'lake/messages/host=web9/kind=fnord/date=2025-03-01'), { recursive: true });
    const [retention = ''] = snippets('sh').filter((text) => text.startsWith('rm'));
    await run(['bash', '-c', retention]);
    expect(readdirSync(join(home, 'lake/messages/host=web9/kind=fnord'))).toEqual([]);
  });

  test('the job of Kubernetes is an indexed one, and its parts have everything', async () => {
    const { apiVersion, kind, spec } = parse(readFileSync(join(top, 'docs/ci/fleet-job.yml'), 'utf8'));
    expect([apiVersion, kind, spec.completionMode]).toEqual(['batch/v1', 'Job', 'Indexed']);
    const { containers, volumes } = spec.template.spec;
    const [{ command, env, volumeMounts }] = containers;
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      volumes.map(({ name }: { name: string }) => name),
    );
    const [sh, flag, script] = command;
    expect(script).toContain(`--shard auto/${spec.completions} `);
    const here = script.replaceAll('/sessions/', `${home}/`).replace(' /lake ', ` ${home}/volume `);
    const vars = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
    for (let index = 0; index < spec.completions; index++) {
      const { status, stderr } = await run([sh, flag, here], { ...vars, JOB_COMPLETION_INDEX: String(index) });
      expect(status, stderr).toBe(0);
    }
    const names = parts('volume');
    expect(names.length).toBeGreaterThan(1);
    expect(names.every((name) => /^[1-4]of4\.parquet$/.test(name))).toBe(true);
  });

  test('the systemd unit exports under the name of its machine, and its timer starts it', async () => {
    const unit = readFileSync(join(top, 'docs/ci/convo-export.service'), 'utf8');
    const of = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const [name = '', value = ''] = of('Environment').split('=');
    expect([name, value]).toEqual(['LAKE', '/srv/lake']);
    const line = of('ExecStart').replace('%H', 'db1');
    expect((await run(['bash', '-c', line], { LAKE: join(home, 'unit') })).status).toBe(0);
    expect(readdirSync(join(home, 'unit/messages'))).toEqual(['host=db1']);
    expect(readFileSync(join(top, 'docs/ci/convo-export.timer'), 'utf8')).toContain('WantedBy=timers.target');
  });
});
