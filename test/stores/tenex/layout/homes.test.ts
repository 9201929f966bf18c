import { expect, test } from 'vitest';
import { tenexHomes } from '../../../../src/stores/tenex/layout/layout.ts';

test('every worktree of the repository may have a store, then each folder upward', () => {
  const around = { home: '/home/ann', cwd: '/home/ann/pear', worktrees: ['/home/ann/pear', '/srv/pear-two'] };
  expect(tenexHomes(around)).toEqual([
    ['/home/ann/pear/.tenex', '/srv/pear-two/.tenex'],
    ['/home/ann/pear/.tenex'],
    ['/home/.tenex'],
    ['/.tenex'],
  ]);
});

test('outside of a repository the nearest one upward is meant, and never that of the home', () => {
  const groups = tenexHomes({ home: '/home/ann', cwd: '/home/ann/a/b', worktrees: [] });
  expect(groups).toEqual([['/home/ann/a/b/.tenex'], ['/home/ann/a/.tenex'], ['/home/.tenex'], ['/.tenex']]);
});
