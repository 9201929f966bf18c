import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { top } from './ready.mjs';

/** Where the compiled kernel is kept, so that neither a checkout nor a test needs the compiler. */
const TARGET = join(top, 'src', 'codecs', 'json', 'kernel-bytes.ts');

const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='];
/** Pages of 64 KiB: 1 MiB to begin with, 48 MiB at most. */
const MEMORY = ['--initialMemory', '16', '--maximumMemory', '768'];

const SOURCES = ['scan.ts', 'inner.ts', 'find.ts', 'keys.ts', 'tokens.ts', 'record.ts', 'words.ts'];

/** The module that holds the sources of `kernel` compiled, as text. */
export async function kernelModule() {
  // The compiler takes as long to load as all tests of the kernel take.
  const { default: asc } = await import('assemblyscript/asc');
  let wasm = null;
  const { error, stderr } = await asc.main([...SOURCES, '--outFile', 'scan.wasm', ...FLAGS, ...MEMORY], {
    readFile: (name) => (SOURCES.includes(name) ? readFileSync(join(top, 'kernel', name), 'utf8') : null),
    writeFile: (_, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === null) throw new Error(`kernel does not compile: ${stderr.toString()}`);
  return moduleOf(Buffer.from(wasm).toString('base64'));
}

/** True where the sources, the flags and the compiler are those that the bytes were compiled from, and the bytes what they gave. */
export function isUpToDate() {
  const module = readFileSync(TARGET, 'utf8');
  return module === moduleOf(/'([^']+)'/.exec(module)?.[1] ?? '');
}

function moduleOf(text) {
  const compilers = ['assemblyscript', 'binaryen'].map((name) => join(top, 'node_modules', name, 'package.json'));
  const parts = [
    ...SOURCES.map((name) => readFileSync(join(top, 'kernel', name), 'utf8')),
    ...[...FLAGS, ...MEMORY],
    ...compilers.map((path) => JSON.parse(readFileSync(path, 'utf8')).version),
    text,
  ];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    '/** The sources in kernel/ compiled; `npm run kernel` writes this file. */',
    `export const KERNEL =\n  '${text}';`,
    `// Of the sources, the compiler and the bytes: ${hash}\n`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TARGET, await kernelModule());
