import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killedWhen } from './killed.ts';
import { BEFORE, DAY } from './lake.ts';
import type { Proof } from './proof.ts';
import { answerOf } from './python.ts';
import { JOB, sorted } from './queries.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Delta Lake for the Spark of requirements-delta.txt, as the page gives it to `spark-submit`. */
const DELTA = [
  '--packages=io.delta:delta-spark_4.2_2.13:4.4.0',
  '--conf=spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension',
  '--conf=spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog',
];

/**
 * Merges two days into a table below `folder`, the second after a run that was killed while it wrote, and both once more. A reader
 * that is not Spark must find each conversation as it was seen last.
 */
export async function proveDelta({ python, database, lake, check }: Proof, folder: string): Promise<void> {
  const table = join(folder, 'merged');
  const env = { ...process.env, PYSPARK_PYTHON: python.bin('python') };
  const command = (day: string) => [python.bin('spark-submit'), ...DELTA, JOB, lake, '--merge', day, table];
  const merge = (day: string): void => {
    const [program = '', ...words] = command(day);
    const { status, stderr } = spawnSync(program, words, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the merge of ${day} ended with ${status}: ${stderr.slice(-2000)}`);
  };
  merge(BEFORE);
  const first = dataFiles(table);
  const isKilled = await killedWhen(command(DAY), env, () => dataFiles(table) > first);
  check('spark merges into Delta Lake, and is killed while it writes', isKilled);
  for (const each of [DAY, DAY, BEFORE]) merge(each);
  const files = answerOf<string[]>(python.run(join(here, 'merged.py'), [table]));
  const columns = 'host, kind, path, date, bytes';
  const rows = `read_parquet([${files.map((file) => `'${file.replaceAll("'", "''")}'`)}], hive_partitioning = true)`;
  const found = await database.ask(`SELECT ${columns} FROM ${rows}`);
  const wanted = await database.ask(`SELECT ${columns} FROM latest`);
  const isSame = wanted.length > 0 && sorted(found).join('\n') === sorted(wanted).join('\n');
  check('Delta Lake has each conversation as it was seen last', isSame, `${wanted.length} rows`);
}

/** Files of rows in a table. */
function dataFiles(table: string): number {
  if (!existsSync(table)) return 0;
  return readdirSync(table, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.parquet')).length;
}
