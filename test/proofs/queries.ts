import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Duck } from '../fleet/duck.ts';

const PAGE = fileURLToPath(new URL('../../docs/fleets.md', import.meta.url));
export const JOB = fileURLToPath(new URL('../../docs/ci/fleet-spark.py', import.meta.url));

export type Row = Readonly<Record<string, unknown>>;

/** The queries of docs/fleets.md, a text each. */
function pageQueries(): string[] {
  const page = readFileSync(PAGE, 'utf8');
  return Array.from(page.matchAll(/^```sql\n(.*?)^```$/gms), ([, text = '']) => text)
    .flatMap((text) => text.split(/;$/m))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Makes the views of the page in a database, over a lake. */
export async function makeViews(database: Duck, lake: string): Promise<void> {
  for (const sql of pageQueries().filter((text) => text.startsWith('CREATE VIEW')))
    await database.ask(sql.replaceAll("'lake/", `'${lake}/`));
}

/** A query of the job, and a text that only its counterpart on the page has. */
const TEXTS = {
  conversations: 'sum(bytes) AS bytes FROM conversations',
  messages: 'FROM latest JOIN messages',
  tools: 'count(*) FILTER (output.failed)',
  findings: 'count(DISTINCT host) AS machines',
  tokens: 'sum(cache_read) AS cache_read',
  late: 'HAVING last <',
} as const;

type QueryName = keyof typeof TEXTS;

/** Queries that the job and the page have. */
export const COUNTERPARTS = Object.keys(TEXTS) as QueryName[];

/** The query of the page. */
export function queryOf(name: QueryName): string {
  return pageQueries().find((each) => each.includes(TEXTS[name])) ?? '';
}

/** Rows as lines, whatever their order and the type of their numbers. */
export function sorted(rows: readonly Row[]): string[] {
  const plain = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]))))
    .sort();
}
