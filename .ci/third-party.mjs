import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './ready.mjs';

/** The licences of every library that a build contains, from esbuild's account of it. Throws for a library without one. */
export function thirdParty({ outputs }) {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [folderOf(path)] : [])),
  );
  const folders = [...new Set(bundled)].filter((folder) => folder !== null).sort(byName);
  return [INTRO, ...folders.map(entry)].join(`\n${'-'.repeat(80)}\n\n`);
}

const INTRO = 'convo contains the libraries below, each under the licence that follows its name.\n';

/** The folder of the library that a file belongs to; null for a file of our own. */
function folderOf(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

function byName(a, b) {
  return a < b ? -1 : 1;
}

function entry(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(top, folder, 'package.json'), 'utf8'));
  const texts = readdirSync(join(top, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(top, folder, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${folder} has no licence file`);
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
