import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext, test } from 'vitest';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Builds the program that runs on the terminal, unless it is built already. */
export function builtFirst(): void {
  const { status } = spawnSync(process.execPath, [join(top, '.ci', 'built.mjs')]);
  expect(status).toBe(0);
}

/** A test that needs a pseudo-terminal; skipped on a machine without one. */
export function onReal(name: string, work: () => Promise<void>): void {
  test(name, (context: TestContext) => {
    if (!hasScript) return context.skip('this machine has no `script` of util-linux');
    return work();
  });
}
