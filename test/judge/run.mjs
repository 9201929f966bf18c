import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles the judge and runs it with the words of the command line; it sets the exit code itself. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-judge-'));
try {
  const outfile = join(folder, 'main.mjs');
  const entryPoints = [join(import.meta.dirname, 'main.ts')];
  // What reads fixtures looks for them from where it is written.
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(import.meta.dirname, 'main.ts')).href) };
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', define });
  const { judge } = await import(pathToFileURL(outfile).href);
  await judge(process.argv.slice(2));
} finally {
  await rm(folder, { recursive: true });
}
