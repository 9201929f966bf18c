import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { call } from './call.ts';

/** Every damaged fixture of every kind: what to give `--root`. */
function damaged(): string[] {
  return ['fnord', 'tenex', 'rao'].flatMap((kind) => {
    const fixtures = new URL(`../../fixtures/${kind}/`, import.meta.url);
    const folders = readdirSync(fixtures).filter((name) => /^(?:FN|TX|RA)\d+-/.test(name));
    return folders.map((folder) => {
      const { open } = JSON.parse(readFileSync(new URL(`${folder}/findings.json`, fixtures), 'utf8'));
      return fileURLToPath(new URL(`${folder}/before/${open}`, fixtures));
    });
  });
}

const ROOTS = damaged().flatMap((root) => ['--root', root]);

/** What a command prints with `--json` over all of them at once. */
async function jsonOf(command: string) {
  const { stdout } = await call([...command.split(' '), '--json', ...ROOTS]);
  return JSON.parse(stdout);
}

/** That of `verify` is read in test/cli/jobs.test.ts. */
describe('--json on every damaged fixture at once is one JSON document', () => {
  test.each(['heal --lossy', 'migrate --lossy'])('of %s', async (command) => {
    expect((await jsonOf(`${command} --dry-run`)).items.length).toBeGreaterThan(100);
  });
});
