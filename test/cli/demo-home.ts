import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { copyTree, removeTree } from '../support/folders.ts';

const demo = fileURLToPath(new URL('../../fixtures/demo/fnord', import.meta.url));

/** A home folder with a copy of the demo's store, which others may not read; gone when the test is over. */
export function demoHome(): string {
  const home = emptyHome();
  copyTree(demo, join(home, '.fnord'));
  keepPrivate(join(home, '.fnord'));
  return home;
}

/** A home folder without anything; gone when the test is over. */
export function emptyHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'convostore-test-'));
  onTestFinished(() => removeTree(home));
  return home;
}

/** What a checkout allows others depends on whoever made it. */
function keepPrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) keepPrivate(path);
    else chmodSync(path, 0o600);
  }
}
