import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

/** Runs the proofs with the words of the command line. */
const cache = join(import.meta.dirname, '../../node_modules/.cache');
await mkdir(cache, { recursive: true });
// Below the packages: the engine, which cannot be bundled, is found from there.
const folder = await mkdtemp(join(cache, 'proofs-'));
try {
  const external = ['@duckdb/node-api'];
  const { proofs } = await importBundled(join(import.meta.dirname, 'main.ts'), folder, { external });
  process.exitCode = await proofs(process.argv.slice(2), folder);
} finally {
  await rm(folder, { recursive: true });
}
