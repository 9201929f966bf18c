import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { grouped } from '../../src/model/collections.ts';
import { duck } from '../fleet/duck.ts';
import { makeHome } from '../fleet/home.ts';
import { BEFORE, DAY, exportOf } from './lake.ts';
import type { Check } from './proof.ts';
import type { Environment } from './python.ts';
import { COUNTERPARTS, JOB, makeViews, queryOf, type Row, sorted } from './queries.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const measure = join(here, '../peers/measure.py');

/** Conversations of a machine: 5,000. */
const EACH = { claude: 3000, codex: 1250, fnord: 750 } as const;
const MACHINES = 200;
const AT_ONCE = 2;
const DAYS = [BEFORE, DAY] as const;

/** What a command took: processor seconds and the most megabytes of memory, its children included. */
interface Cost {
  readonly cpu: number;
  readonly megabytes: number;
  readonly stdout: string;
}

/** Runs a command and measures it. Throws what it wrote on stderr where it exits with another code than 0. */
async function costOf(python: Environment, command: readonly string[], env = process.env): Promise<Cost> {
  const options = { env, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
  const { stdout, stderr } = await promisify(execFile)(python.bin('python'), [measure, ...command], options);
  const { status, cpu, megabytes } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  if (status !== 0) throw new Error(`${command.join(' ')} exited ${status}: ${stderr.slice(-2000)}`);
  return { cpu, megabytes, stdout };
}

/** The export of one machine: what it took of the processor and memory, and the bytes that it read. */
interface Exported {
  readonly cpu: number;
  readonly megabytes: number;
  readonly read: number;
}

/** Makes the home of a machine below `folder`, exports it into `folder/lake` as of each day, and deletes it. */
async function exportMachine(
  python: Environment,
  folder: string,
  n: number,
  days: readonly string[],
): Promise<Exported[]> {
  const home = join(folder, `machine${n}`);
  const { bytes: read } = makeHome(home, { seed: n, ...EACH, turns: (k) => 1 + (k % 2), text: 80 });
  const exported: Exported[] = [];
  for (const day of days) {
    const { words, env } = exportOf(home, { lake: join(folder, 'lake'), host: `machine${n}`, day });
    const { cpu, megabytes } = await costOf(python, [process.execPath, ...words], env);
    exported.push({ cpu, megabytes, read });
  }
  rmSync(home, { recursive: true });
  return exported;
}

/** Exports a million conversations, each tenth machine on two days, asks them with DuckDB and Spark, and prints what each took. */
export async function proveCost(python: Environment, folder: string, check: Check): Promise<void> {
  const exported: Exported[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < MACHINES) {
      const n = next++;
      exported.push(...(await exportMachine(python, folder, n, n % 10 === 0 ? DAYS : DAYS.slice(1))));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const sum = (of: (each: Exported) => number) => exported.reduce((total, each) => total + of(each), 0);
  report(
    'convo export',
    sum(({ cpu }) => cpu),
    Math.max(...exported.map(({ megabytes }) => megabytes)),
  );
  const read = Math.round(sum((each) => each.read) / 1e6);
  process.stdout.write(`         ${exported.length} exports, ${read} MB read\n`);
  await askLake(python, join(folder, 'lake'), check);
}

/** Asks a lake with each query of the page, then with the job, and compares. */
async function askLake(python: Environment, lake: string, check: Check): Promise<void> {
  const database = await duck();
  await makeViews(database, lake);
  const wanted = new Map<string, string[]>();
  for (const name of COUNTERPARTS) {
    const before = process.cpuUsage();
    const rows = await database.ask(queryOf(name));
    const { user, system } = process.cpuUsage(before);
    report(`DuckDB ${name}`, (user + system) / 1e6, process.memoryUsage.rss() / 2 ** 20);
    wanted.set(name, sorted(rows));
  }
  database.close();
  // The process of Java is the one that is measured: started by Python it would not be.
  const submit = [python.bin('spark-submit'), '--master=local[2]', JOB, lake];
  const env = { ...process.env, PYSPARK_PYTHON: python.bin('python') };
  const { cpu, megabytes, stdout } = await costOf(python, submit, env);
  report('Spark, all queries', cpu, megabytes);
  const found = grouped(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): [string, Row] => {
        const { query, ...row } = JSON.parse(line);
        return [query, row];
      }),
  );
  for (const [name, rows] of wanted)
    check(`spark ${name}`, sorted(found.get(name) ?? []).join('\n') === rows.join('\n'), `${rows.length} rows`);
}

function report(what: string, cpu: number, megabytes: number): void {
  process.stdout.write(`cost     ${what}: ${cpu.toFixed(1)} s, ${Math.round(megabytes)} MB\n`);
}
