import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needPackages, top } from './ready.mjs';

needPackages();
const { build } = await import('esbuild');

// Below node_modules, so that packages are found.
const folder = mkdtempSync(join(top, 'node_modules', '.docs-'));
try {
  const outfile = join(folder, 'pages.mjs');
  await build({
    absWorkingDir: top,
    entryPoints: ['test/docs/pages.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(join(top, 'test', 'docs', 'pages.ts')).href),
      'import.meta.dirname': JSON.stringify(join(top, 'src', 'io')),
    },
  });
  const { pages } = await import(pathToFileURL(outfile).href);
  for (const [path, text] of await pages()) writeFileSync(join(top, 'docs', path), text);
} finally {
  rmSync(folder, { recursive: true });
}
