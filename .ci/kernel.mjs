import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { top } from './ready.mjs';

/** Where the compiled kernel is kept, so that neither a checkout nor a test needs the compiler. */
const TARGET = join(top, 'src', 'codecs', 'json', 'kernel-bytes.ts');

const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='];
/** Pages of 64 KiB: 1 MiB to begin with, 48 MiB at most. */
const MEMORY = ['--initialMemory', '16', '--maximumMemory', '768'];

/** The module that holds kernel/scan.ts compiled, as text. */
export async function kernelModule() {
  const source = readFileSync(join(top, 'kernel', 'scan.ts'), 'utf8');
  let wasm = null;
  const { error, stderr } = await asc.main(['scan.ts', '--outFile', 'scan.wasm', ...FLAGS, ...MEMORY], {
    readFile: (name) => (name === 'scan.ts' ? source : null),
    writeFile: (_, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === null) throw new Error(`kernel/scan.ts does not compile: ${stderr.toString()}`);
  const text = Buffer.from(wasm).toString('base64');
  return `/** kernel/scan.ts compiled; \`npm run kernel\` writes this file. */\nexport const KERNEL =\n  '${text}';\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(TARGET, await kernelModule());
