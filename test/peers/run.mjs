import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles the comparison with other programs and runs it. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-peers-'));
try {
  const outfile = join(folder, 'main.mjs');
  const entryPoints = [join(import.meta.dirname, 'main.ts')];
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(import.meta.dirname, 'main.ts')).href) };
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', define });
  const { peers } = await import(pathToFileURL(outfile).href);
  process.exitCode = await peers(folder);
} finally {
  await rm(folder, { recursive: true });
}
