import { expect, test } from 'vitest';
import { nodeDisk } from '../../../src/io/disk.ts';
import { partFinder } from '../../../src/model/part.ts';
import { storeTexts } from '../../../src/ops/survey/judge-unit.ts';

const PART = { path: 'a', role: '', type: 'file', bytes: null, size: 1, mtime: 0, mode: 0, digest: () => '' } as const;

test('a file that cannot be read is asked for once, however many findings are on it', () => {
  let asked = 0;
  const part = {
    ...PART,
    get source() {
      asked++;
      return null;
    },
  };
  const textOf = storeTexts(nodeDisk(), { root: '/nowhere' }, [part]);
  expect([textOf({ path: 'a', offset: 0 }), textOf({ path: 'a', offset: 1 })]).toEqual([null, null]);
  expect(asked).toBe(1);
});

test('a part is found by its path, of two with one path the first', () => {
  const [first, second] = [{ ...PART }, { ...PART }];
  const partAt = partFinder([first, second, { ...PART, path: 'b' }]);
  expect(partAt('a')).toBe(first);
  expect(partAt('b')?.path).toBe('b');
  expect(partAt('c')).toBeUndefined();
});
