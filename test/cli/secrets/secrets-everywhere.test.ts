import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { plantedSecrets } from '../../ops/secrets/planted.ts';
import { pathsBelow } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { columnsWith } from '../tables/read-tables.ts';

const demo = fileURLToPath(new URL('../../../fixtures/demo', import.meta.url));
const made = mkdtempSync(join(tmpdir(), 'convo-everywhere-'));
afterAll(() => rmSync(made, { recursive: true }));

const secret = plantedSecrets(5).get('github-pat') ?? '';
const PAGES = ['html', 'markdown', 'atif'] as const;
/** A file of lines is exported as it is. */
const FORMATS = [...PAGES, 'jsonl', 'parquet'] as const;

/** A demo store in which each `the` that was said is followed by a secret. */
function plantedStore(kind: string): string {
  const root = join(made, `${kind}-${readdirSync(made).length}`);
  cpSync(join(demo, kind), root, { recursive: true });
  for (const path of pathsBelow(root).filter((each) => /\.(jsonl?|csv)$/.test(each))) {
    const text = readFileSync(join(root, path), 'latin1');
    writeFileSync(join(root, path), text.replaceAll(/ the (?=\w)/g, ` the ${secret} `), 'latin1');
  }
  return root;
}

function leaks(folder: string): string[] {
  const names = pathsBelow(folder).filter(
    (path) => path.includes(secret) || readFileSync(join(folder, path), 'utf8').includes(secret),
  );
  return [...names, ...columnsWith(folder, secret)];
}

describe.each(oneIn(2, KIND_NAMES, 1))('a store of %s', (kind) => {
  // A kind gives its words to all of them: in the check to one or two, the next kind to others.
  const ways = FORMATS.filter((each) => kind === 'claude' || each !== 'jsonl');
  test.each(oneIn(4, ways, KIND_NAMES.indexOf(kind)))('gives no secret to %s', async (format) => {
    const folder = join(made, `${kind}-${format}`);
    const words = [
      'export',
      '--to',
      format,
      '--all',
      '--allow-empty',
      '--output',
      folder,
      '--root',
      plantedStore(kind),
    ];
    const { stdout, stderr } = await call([...words, '--redact']);
    expect(stdout + stderr).not.toContain(secret);
    expect(pathsBelow(folder).length).toBeGreaterThan(0);
    expect(leaks(folder)).toEqual([]);
    expect(stderr).toMatch(/^redacted: \d+ places: .*github-pat/m);
  });

  test('has them found, and none printed', async () => {
    const { exit, stdout, stderr } = await call(['secrets', '--root', plantedStore(kind)]);
    expect([1, 3]).toContain(exit);
    expect(stdout).toContain('github-pat, 40 characters');
    expect(stdout + stderr).not.toContain(secret);
  });

  test('as it is has none: no false alarm', async () => {
    expect((await call(['secrets', '--root', join(demo, kind)])).stdout).toBe('');
  });
});

describe('a secret as the name of a file', () => {
  /** A conversation of fnord, named by a secret, in a project named by it. */
  function namedStore(): string {
    const root = join(made, `named-${readdirSync(made).length}`);
    cpSync(join(demo, 'fnord'), root, { recursive: true });
    const project = join(root, 'projects', `x-${secret}`, 'conversations');
    mkdirSync(project, { recursive: true });
    const other = join(root, 'projects', 'orchard', 'conversations');
    cpSync(join(other, 'b52e9f10-6c3a-4d7b-8e21-0f9a8b7c6d5e.json'), join(project, `${secret}.json`));
    return root;
  }

  test.each(oneIn(2, [...PAGES, 'parquet']))('is no name of a file of %s', async (format) => {
    const folder = join(made, `named-${format}`);
    const { stdout, stderr } = await call([
      'export',
      '--to',
      format,
      '--redact',
      '--output',
      folder,
      '--root',
      namedStore(),
    ]);
    expect(stdout + stderr).not.toContain(secret);
    expect(leaks(folder)).toEqual([]);
  });

  test('is not printed where it is found', async () => {
    for (const how of [[], ['--json']]) {
      const { exit, stdout, stderr } = await call(['secrets', ...how, '--root', namedStore()]);
      expect(exit).toBe(1);
      expect(stdout).toContain('[secret 1: github-pat]');
      expect(stdout + stderr).not.toContain(secret);
    }
  });
});
