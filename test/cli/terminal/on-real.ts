import { spawnSync } from 'node:child_process';
import { type TestContext, test } from 'vitest';

const hasScript = spawnSync('script', ['--version']).status === 0;

/** A test that needs a pseudo-terminal; skipped on a machine without one. */
export function onReal(name: string, work: () => Promise<void>): void {
  test(name, (context: TestContext) => {
    if (!hasScript) return context.skip('this machine has no `script` of util-linux');
    return work();
  });
}
