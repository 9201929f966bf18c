import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestFolder, digestOf } from '../../../../src/io/disk/digest.ts';
import { nodeWriteDisk } from '../../../../src/io/disk/write-disk.ts';
import { entryFolder, folderDigest } from '../../../../src/stores/fnord/change/shelve.ts';
import { entry, ID, part } from './home.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entry-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the digest of a folder from its parts is the digest that applying a plan checks', () => {
  const files = { 'metadata.json': '{}', 'embeddings.json': '[1]', é: 'x', Z: 'y' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'inner'));
  const parts = Object.entries(files).map(([name, text]) => part(name, 'index-other', text));
  const inner = part('inner', 'index-other', null, {
    digest: () => digestFolder(nodeWriteDisk, join(folder, 'inner')),
  });
  expect(folderDigest([...parts, inner])).toBe(digestFolder(nodeWriteDisk, folder));
  expect(parts[0]?.digest()).toBe(digestOf(Buffer.from('{}')));
});

test('an entry with a link in it is odd, and so never moved as one', () => {
  const link = { ...part(`index/${ID}/link`, 'index-other', ''), type: 'link' as const };
  expect(entryFolder({ id: ID, parts: [...entry(), link] }, '')?.odd).toBe(true);
  expect(entryFolder({ id: ID, parts: entry() }, '')?.odd).toBe(false);
  expect(entryFolder({ id: ID, parts: entry() }, 'archived-')).toBe(null);
});
