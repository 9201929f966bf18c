import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notedFolders, noteFolder } from '../../src/io/config-file.ts';

test('a folder is noted once, and the newest are known however many were noted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'state/folders');
  expect(notedFolders(file)).toEqual([]);
  for (const each of ['/a', '/b', '/a']) noteFolder(file, each);
  expect(notedFolders(file)).toEqual(['/a', '/b']);
  writeFileSync(file, Array.from({ length: 9000 }, (_, n) => `/copies/${n}\n`).join(''));
  noteFolder(file, '/copies/8999');
  noteFolder(file, '/new');
  noteFolder(file, '/new');
  expect(readFileSync(file, 'utf8')).toMatch(/\/copies\/8999\n\/new\n$/);
  const known = notedFolders(file);
  expect(known.at(-1)).toBe('/new');
  expect(known.length).toBeGreaterThan(1000);
  expect(known.every((each) => /^\/(?:copies\/\d+|new)$/.test(each))).toBe(true);
});
