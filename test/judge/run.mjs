import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

// Libraries of the CommonJS kind ask for modules of Node as they are run.
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(process.execPath);";

/** Runs the judge with the words of the command line; it sets the exit code itself. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-judge-'));
try {
  const { judge } = await importBundled(join(import.meta.dirname, 'main.ts'), folder, { banner: { js: REQUIRE } });
  await judge(process.argv.slice(2));
} finally {
  await rm(folder, { recursive: true });
}
