import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles the proofs and runs them with the words of the command line. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-proofs-'));
try {
  // Beside the packages, which the engine's own files are found from.
  const outfile = join(import.meta.dirname, '../../node_modules/.cache/proofs.mjs');
  const entryPoints = [join(import.meta.dirname, 'main.ts')];
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(import.meta.dirname, 'main.ts')).href) };
  const external = ['@duckdb/node-api'];
  const settings = { bundle: true, platform: 'node', format: 'esm', target: 'node20', define, external };
  await build({ entryPoints, outfile, ...settings });
  const { proofs } = await import(pathToFileURL(outfile).href);
  process.exitCode = await proofs(process.argv.slice(2), folder);
} finally {
  await rm(folder, { recursive: true });
}
