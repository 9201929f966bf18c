import { expect, test } from 'vitest';
import { indexPath, isSafeId, tenexArchivePath, tenexPath } from '../../../../src/stores/tenex/layout/layout.ts';

test('a store keeps its conversations one folder down, a bare folder in itself', () => {
  expect(tenexPath({ shape: 'store' }, 'a')).toBe('conversations/a.json');
  expect(tenexArchivePath({ shape: 'store' }, 'a')).toBe('conversations/archive/a.json');
  expect(indexPath({ shape: 'folder' })).toBe('metadata.json');
  expect(tenexArchivePath({ shape: 'folder' }, 'a')).toBe('archive/a.json');
});

test.each(['a', '0'.repeat(64), 'test-conv-1', 'with space (copy)', 'ünï', 'a.b'])('%s names one file', (id) => {
  expect(isSafeId(id)).toBe(true);
});

test.each([
  '',
  '.',
  '..',
  '.hidden',
  'metadata',
  '../x',
  'a/b:c*',
  'a\\b',
  '/etc/passwd',
  'a\0b',
  'a\nb',
  'x'.repeat(251),
  'é'.repeat(126),
  '\ud800',
])('%j does not', (id) => {
  expect(isSafeId(id)).toBe(false);
});
