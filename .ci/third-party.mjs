import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './ready.mjs';

/** The licences of every library that a build contains, from esbuild's account of it. Throws for a library without one. */
export function thirdParty({ outputs }) {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [folderOf(path)] : [])),
  );
  const folders = [...new Set(bundled)].filter((folder) => folder !== null).sort(byName);
  return [INTRO, ...folders.map(entry), RULES].join(`\n${'-'.repeat(80)}\n\n`);
}

const INTRO = 'convo contains the libraries below, each under the licence that follows its name.\n';

/** Data that is no package: src/ops/secrets/gitleaks-rules.ts. */
const RULES = `The rules of gitleaks (MIT)

MIT License

Copyright (c) 2019 Zachary Rice

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

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
