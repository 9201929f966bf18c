import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { bareBuiltins, chunks, sharedIn, shortLibraries, WORKER } from './bundle-plugins.mjs';
import { asCommonJs } from './common-js.mjs';
import { manPage } from './man-page.mjs';
import { writeAssets } from './page.mjs';
import { thirdParty } from './third-party.mjs';

const top = dirname(dirname(fileURLToPath(import.meta.url)));

const OPTIONS = {
  absWorkingDir: top,
  entryPoints: { 'cli/main': 'src/cli/main.ts', worker: WORKER },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  legalComments: 'inline',
  // Names are kept, so that a stack trace can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  logLevel: 'warning',
  // Kept as they are written: an expression made when it is met looks up its characters in every process.
  supported: { 'regexp-unicode-property-escapes': true },
  define: { 'import.meta.dirname': '__dirname' },
  metafile: true,
  write: false,
};

writeAssets();

// Twice by one builder, which parses again only what has changed: nothing but what is shared.
const shared = {};
const builder = await context({ ...OPTIONS, plugins: [shortLibraries, bareBuiltins, chunks(top, shared)] });
Object.assign(shared, sharedIn(top, (await builder.rebuild()).metafile));
const { outputFiles, metafile } = await builder.rebuild();
await builder.dispose();
const modules = outputFiles.map(({ path, text }) => [path, asCommonJs(text)]);

const dist = join(top, 'dist');
const made = join(top, 'dist.new');
const last = join(top, 'dist.old');

// Built beside the last one, which is there until this one takes its place: whatever runs from it meanwhile goes on.
for (const folder of [made, last]) rmSync(folder, { recursive: true, force: true });
mkdirSync(made);
// First, so that no chunk is ever taken for a module.
writeFileSync(join(made, 'package.json'), '{ "type": "commonjs" }\n');
for (const [path, text] of modules) {
  const to = join(made, relative(dist, path));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
writeFileSync(join(top, 'THIRD-PARTY.txt'), thirdParty(metafile));
const { main } = createRequire(import.meta.url)(join(made, 'cli', 'main.js'));
writeFileSync(join(made, 'convo.1'), await manPage(main));
if (existsSync(dist)) renameSync(dist, last);
renameSync(made, dist);
rmSync(last, { recursive: true, force: true });
