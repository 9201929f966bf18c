import { cliPage } from './cli-page.ts';
import { findingPages } from './finding-pages.ts';
import { jsonPage, jsonSchema } from './json-page.ts';
import { tablesPage } from './tables-page.ts';

/** Pages that are made from the code, by their paths below docs. `npm run docs` writes them; a test compares them. */
export async function pages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['cli.md', await cliPage()],
    ['json.md', jsonPage()],
    ['json.schema.json', jsonSchema()],
    ['tables.md', tablesPage()],
    ...findingPages(),
  ]);
}
