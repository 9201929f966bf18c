import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles the benches named (default: the reader's) and runs them one after the other; each sets the exit code itself. */
const names = process.argv.length > 2 ? process.argv.slice(2) : ['reader'];
const folder = await mkdtemp(join(tmpdir(), 'convo-bench-'));
try {
  for (const name of names) {
    const entry = join(import.meta.dirname, `${basename(name, '.ts')}.ts`);
    const outfile = join(folder, `${basename(name, '.ts')}.mjs`);
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
    await import(pathToFileURL(outfile).href);
  }
} finally {
  await rm(folder, { recursive: true });
}
