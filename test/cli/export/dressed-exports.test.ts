import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { DRESSINGS, samples } from '../../ops/secrets/dressings.ts';
import { pathsBelow } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';
import { cellsBelow } from '../tables/read-tables.ts';

const demo = fileURLToPath(new URL('../../../fixtures/demo', import.meta.url));
const made = mkdtempSync(join(tmpdir(), 'convo-dressed-'));
afterAll(() => rmSync(made, { recursive: true }));

const indexOf = (kind: string) => (KIND_NAMES as readonly string[]).indexOf(kind);

/** Each secret in each dressing, with a value of its own; in the check one dressing in sixty, in the next kind others. */
function dressedFor(kind: string) {
  const all = Object.entries(DRESSINGS).map(([name, dress], n) => ({ name, dress, seed: 100 + n }));
  return oneIn(60, all, indexOf(kind)).flatMap(({ name: dressing, dress, seed }) =>
    Array.from(samples(seed), ([name, { text, value }]) => ({
      name: `${name}: ${dressing}`,
      text: dress(text),
      value,
    })),
  );
}

/** A demo store in which a message of each file says all of it; in the check of one file in two. */
function dressedStore(kind: string): string {
  const root = join(made, kind);
  cpSync(join(demo, kind), root, { recursive: true });
  const said = JSON.stringify(
    dressedFor(kind)
      .map(({ text }) => text)
      .join('\n\nand then\n\n'),
  ).slice(1, -1);
  const files = pathsBelow(root).filter(
    (each) => /\.jsonl?$/.test(each) && / the \w/.test(readFileSync(join(root, each), 'utf8')),
  );
  for (const path of oneIn(2, files)) {
    const text = readFileSync(join(root, path), 'utf8');
    // In a text of its own: not in one that is JSON inside JSON.
    const places = [...text.matchAll(/:\s*"[^"\\]*? the (?=\w[^"\\]*")/g)].map(
      ({ 0: { length }, index }) => index + length,
    );
    const [first = 0, last = first] = new Set([places.at(0) ?? 0, places.at(-1) ?? 0]);
    const pieces = [text.slice(0, first), text.slice(first, last), text.slice(last)];
    const next = pieces.filter((each) => each !== '').join(`\\n\\n${said}\\n\\n`);
    writeFileSync(join(root, path), next);
  }
  return root;
}

const stores = new Map<string, string>();
function storeOf(kind: string): string {
  const root = stores.get(kind) ?? dressedStore(kind);
  stores.set(kind, root);
  return root;
}

function leaving(kind: string, text: string): string[] {
  return dressedFor(kind)
    .filter(({ value }) => text.includes(value))
    .map(({ name }) => name);
}

// In the check of those that the exports below leave out.
test.each(oneIn(9, KIND_NAMES, 7))('dressed secrets are in no view of %s, and secrets finds them', async (kind) => {
  const root = storeOf(kind);
  const { stdout: found } = await call(['secrets', '--json', '--root', root]);
  expect(leaving(kind, found)).toEqual([]);
  expect(found.match(/"rule":/g)?.length).toBeGreaterThanOrEqual(dressedFor(kind).length);
  const ids = new Set<string>(JSON.parse(found).secrets.map(({ id }: { id: string }) => id));
  for (const id of oneIn(2, [...ids].slice(0, 2)))
    for (const how of oneIn(3, [['--json'], ['--markdown'], ['--all']], indexOf(kind))) {
      const { stdout } = await call(['show', id, ...how, '--redact', '--root', root]);
      expect(leaving(kind, stdout)).toEqual([]);
    }
  for (const word of oneIn(3, ['password', 'key', 'then']))
    expect(leaving(kind, (await call(['grep', word, '--redact', '--root', root])).stdout)).toEqual([]);
});

describe.each(oneIn(3, KIND_NAMES))('dressed secrets in a store of %s', (kind) => {
  test.each(
    oneIn(
      4,
      ['html', 'markdown', 'atif', 'jsonl', 'parquet'].filter(
        (to) => to !== 'jsonl' || ['claude', 'codex'].includes(kind),
      ),
      KIND_NAMES.indexOf(kind),
    ),
  )('do not get into %s', async (format) => {
    const folder = join(made, `${kind}-${format}`);
    const words = ['export', '--to', format, '--all', '--allow-empty', '--output', folder, '--root', storeOf(kind)];
    const { stdout, stderr } = await call([...words, '--redact']);
    expect(stderr).toMatch(/^redacted: [\d,]+ places: /m);
    expect(pathsBelow(folder).length).toBeGreaterThan(0);
    expect(leaving(kind, stdout + stderr)).toEqual([]);
    const files = pathsBelow(folder).map((path) => path + readFileSync(join(folder, path), 'utf8'));
    expect(leaving(kind, files.join('\n') + cellsBelow(folder))).toEqual([]);
  });
});
