import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { top } from './ready.mjs';

const SOURCES = join(top, 'src', 'report', 'html', 'page');

/** Made from the files in `page`; kept in the repository, because tests import it without a build. */
const TARGET = join(top, 'src', 'report', 'html', 'assets.ts');

const ASSETS = [
  ['PAGE_SCRIPT', 'page.js'],
  ['PAGE_STYLE', 'page.css'],
  ['HOME_STYLE', 'home.css'],
];

/** The module with the script and styles of pages, each with its hash for the policy. */
export function assetsModule() {
  const parts = ASSETS.map(([name, file]) => {
    const text = minified(file);
    const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
    return `export const ${name}: Asset = {\n  text: ${literal(text)},\n  hash: '${hash}',\n};`;
  });
  return `${[HEAD, ...parts].join('\n\n')}\n`;
}

/** Writes the module if it is not up to date. */
export function writeAssets() {
  const module = assetsModule();
  if (readFileSync(TARGET, 'utf8') !== module) writeFileSync(TARGET, module);
}

/** Names and syntax stay: a stack trace in a browser can be read. */
function minified(file) {
  const [, loader] = file.split('.');
  const options = loader === 'js' ? { format: 'iife' } : {};
  const source = readFileSync(join(SOURCES, file), 'utf8');
  return transformSync(source, { loader, minifyWhitespace: true, charset: 'utf8', ...options }).code.trim();
}

function literal(text) {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``;
}

const HEAD = `// Made by .ci/page.mjs from the files in \`page\`.

/** A script or style sheet, and its sha256 for the policy of a page. */
export interface Asset {
  readonly text: string;
  readonly hash: string;
}`;
