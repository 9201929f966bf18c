import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { duck } from '../fleet/duck.ts';
import { proveCost } from './cost.ts';
import { proveDelta } from './delta.ts';
import { killedWhen } from './killed.ts';
import { DAY, makeLake, nameOf } from './lake.ts';
import type { Check, Proof } from './proof.ts';
import { answerOf, type Environment, environment, pythonOf } from './python.ts';
import { COUNTERPARTS, JOB, makeViews, queryOf, type Row, sorted } from './queries.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const top = join(here, '../..');
const MACHINES = 50;

/** Version of the package that the authors of ATIF publish. */
const HARBOR = 'harbor==0.26.0';

const USAGE = `npm run proofs [-- spark|delta|readers|atif|cost ...]

Runs the engines and readers that other people use on what convo exports, and compares row by row with DuckDB:
  spark    docs/ci/fleet-spark.py on the exports of ${MACHINES} machines (Python 3.10, Java 17)
  delta    its merge of days into a table of Delta Lake, which deltalake reads (Python 3.10, Java 17)
  readers  pyarrow, pandas, polars and Hugging Face datasets on the same lake (Python 3.10)
  cost     measures convo, DuckDB and Spark on a million conversations; an hour, and not among all (Python 3.10, Java 17)
  atif     every fixture's trajectories by the models of the format's authors (Python 3.12)
Python is python3, or the one that the variable PYTHON names. Packages are installed once, below the cache. Exits 0 when all agree, 1 else; a proof that cannot run here is named.
`;

/** The command. `folder` is scratch. */
export async function proofs(words: readonly string[], folder: string): Promise<number> {
  const all = ['spark', 'delta', 'readers', 'atif'];
  if (words.some((word) => ![...all, 'cost'].includes(word))) {
    process.stderr.write(USAGE);
    return 2;
  }
  const chosen = words.length === 0 ? all : words;
  let failed = 0;
  const check: Check = (what, isRight, more = '') => {
    process.stdout.write(`${isRight ? 'agrees ' : 'DIFFERS'}  ${what}${more === '' ? '' : `: ${more}`}\n`);
    if (!isRight) failed++;
  };
  const ofLake = chosen.filter((proof) => proof !== 'atif' && proof !== 'cost');
  if (ofLake.length > 0) {
    const program = pythonOf(10);
    const needsJava = spawnSync('java', ['-version']).status !== 0;
    if (program === null) process.stdout.write(`not run  ${ofLake.join(', ')}: there is no Python 3.10 or later\n`);
    else {
      const python = environment(program, join(here, 'requirements.txt'));
      const lake = makeLake(folder, MACHINES, python);
      const database = await duck();
      await makeViews(database, lake);
      if (chosen.includes('readers')) await proveReaders({ python, database, lake, check });
      const ofSpark = chosen.filter((proof) => proof === 'spark' || proof === 'delta');
      if (needsJava && ofSpark.length > 0) process.stdout.write(`not run  ${ofSpark.join(', ')}: there is no Java\n`);
      else {
        if (chosen.includes('spark')) await proveSpark({ python, database, lake, check }, folder);
        if (chosen.includes('delta')) {
          const ofDelta = environment(program, join(here, 'requirements-delta.txt'));
          await proveDelta({ python: ofDelta, database, lake, check }, folder);
        }
      }
      database.close();
    }
  }
  if (chosen.includes('atif')) {
    const program = pythonOf(12);
    if (program === null) process.stdout.write('not run  atif: there is no Python 3.12 or later\n');
    else proveTrajectories(environment(program, join(here, 'requirements-atif.txt'), [HARBOR]), folder, check);
  }
  if (chosen.includes('cost')) {
    const program = pythonOf(10);
    if (program === null || spawnSync('java', ['-version']).status !== 0)
      process.stdout.write('not run  cost: there is no Python 3.10 or later, or no Java\n');
    else await proveCost(environment(program, join(here, 'requirements.txt')), folder, check);
  }
  return failed === 0 ? 0 : 1;
}

async function proveSpark(proof: Proof, folder: string): Promise<void> {
  const { python, database, lake, check } = proof;
  const packed = join(folder, 'packed');
  const ran = python.run(join(here, 'spark.py'), [JOB, lake, packed, DAY, nameOf(12)]);
  const answers = answerOf<Readonly<Record<string, Row[]>> & { readonly files: number }>(ran);
  for (const name of COUNTERPARTS) {
    const wanted = sorted(await database.ask(queryOf(name)));
    const found = sorted(answers[name] ?? []);
    check(`spark ${name}`, wanted.length > 0 && found.join('\n') === wanted.join('\n'), `${found.length} rows`);
  }
  check('spark opens the files of one partition', answers.files === 1, `${answers.files} files`);
  const count = `SELECT kind, count(*) AS count FROM`;
  const whole = await database.ask(`${count} messages WHERE date = DATE '${DAY}' GROUP BY kind ORDER BY kind`);
  const countOf = (place: string) =>
    database.ask(
      `${count} read_parquet('${place}/*/*/*.parquet', hive_partitioning = true) GROUP BY kind ORDER BY kind`,
    );
  const kept = await countOf(packed);
  const files = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.parquet'));
  const isPacked = JSON.stringify(whole) === JSON.stringify(kept) && files.length === kept.length;
  check('spark packs a day twice to the rows of once', isPacked, `${files.length} files`);

  const again = join(folder, 'packed-again');
  const words = [lake, '--pack', DAY, again];
  const isWriting = () => existsSync(again) && readdirSync(again).some((name) => name.startsWith('.spark-staging'));
  const isKilled = await killedWhen([python.bin('python'), JOB, ...words], process.env, isWriting);
  check('spark is killed while it packs a day', isKilled);
  const { status } = python.run(JOB, words);
  const isSame = JSON.stringify(await countOf(again)) === JSON.stringify(whole);
  check('and packs it whole when it runs again', status === 0 && isSame);

  const cut = join(folder, 'cut');
  cpSync(lake, cut, { recursive: true });
  const victim = firstParquet(join(cut, 'conversations'));
  truncateSync(victim, Math.floor(statSync(victim).size / 2));
  const refused = python.run(JOB, [cut, '--query', 'conversations']);
  const isNamed = refused.status !== 0 && refused.stderr.includes(victim.slice(victim.lastIndexOf('/') + 1));
  check('spark refuses a lake with a cut file, and names the file', isNamed);
  const none = join(folder, 'none');
  mkdirSync(none);
  const empty = python.run(JOB, [none]);
  check('spark says in a sentence that a folder is no lake', empty.status === 4 && empty.stderr.includes('no lake'));
}

async function proveReaders({ python, database, lake, check }: Proof): Promise<void> {
  const answers = answerOf<Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>>>(
    python.run(join(here, 'readers.py'), [lake]),
  );
  for (const [reader, tables] of Object.entries(answers))
    for (const [table, [rows, sum]] of Object.entries(tables)) {
      const [wanted] = await database.ask(`SELECT count(*) AS rows, sum("${SUMMED[table]}") AS sum FROM ${table}`);
      const isSame = Number(wanted?.['rows']) === rows && Number(wanted?.['sum']) === sum;
      check(`${reader} ${table}`, isSame, `${rows} rows`);
    }
}

/** As in readers.py. */
const SUMMED: Readonly<Record<string, string>> = {
  conversations: 'bytes',
  messages: 'index',
  findings: 'count',
  tokens: 'output',
};

function proveTrajectories(python: Environment, folder: string, check: Check): void {
  const out = join(folder, 'trajectories');
  mkdirSync(out);
  const fixtures = join(top, 'fixtures');
  for (const kind of readdirSync(fixtures))
    for (const name of readdirSync(join(fixtures, kind))) {
      const store = join(fixtures, kind, name, 'before');
      const words = ['--root', store, 'export', '--to', 'atif', '--all', '--output', join(out, `${kind}-${name}`)];
      spawnSync(process.execPath, [join(top, 'bin/convo.js'), ...words], {
        env: { PATH: process.env['PATH'], HOME: folder },
      });
    }
  const { accepted, refused } = answerOf<{ accepted: number; refused: Readonly<Record<string, string>> }>(
    python.run(join(here, 'trajectories.py'), [out]),
  );
  for (const [path, reason] of Object.entries(refused)) check(`atif ${path}`, false, reason);
  check('atif trajectories of the fixtures', accepted > 400, `${accepted} accepted`);
}

function firstParquet(folder: string): string {
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('.parquet'));
  if (path === undefined) throw new Error(`${folder} has no table`);
  return join(folder, path);
}
