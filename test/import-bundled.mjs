import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles a module and imports it. It is written to `folder`, and finds its neighbours from where its source is. */
export async function importBundled(entry, folder, settings = {}) {
  const outfile = join(folder, 'bundled.mjs');
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) };
  const target = { platform: 'node', format: 'esm', target: 'node20' };
  await build({ entryPoints: [entry], outfile, bundle: true, ...target, define, ...settings });
  return await import(pathToFileURL(outfile).href);
}
