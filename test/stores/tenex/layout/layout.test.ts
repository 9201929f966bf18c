import { expect, test } from 'vitest';
import { archivePath, conversationPath, indexPath, isSafeId } from '../../../../src/stores/tenex/layout/layout.ts';

test('a store keeps its conversations one folder down, a bare folder in itself', () => {
  expect(conversationPath({ shape: 'store' }, 'a')).toBe('conversations/a.json');
  expect(archivePath({ shape: 'store' }, 'a')).toBe('conversations/archive/a.json');
  expect(indexPath({ shape: 'folder' })).toBe('metadata.json');
  expect(archivePath({ shape: 'folder' }, 'a')).toBe('archive/a.json');
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
