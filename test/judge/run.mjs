import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

/** Runs the judge with the words of the command line; it sets the exit code itself. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-judge-'));
try {
  const { judge } = await importBundled(join(import.meta.dirname, 'main.ts'), folder);
  await judge(process.argv.slice(2));
} finally {
  await rm(folder, { recursive: true });
}
