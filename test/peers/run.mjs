import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../import-bundled.mjs';

/** Runs the comparison with other programs. */
const folder = await mkdtemp(join(tmpdir(), 'convostore-peers-'));
try {
  const { peers } = await importBundled(join(import.meta.dirname, 'main.ts'), folder);
  await peers(folder);
} finally {
  await rm(folder, { recursive: true });
}
