import { expect, test } from 'vitest';
import { withLeftFiles } from '../../../src/cli/export/pages.ts';
import { Failure } from '../../../src/model/failure.ts';

const full = new Failure('failed', 'pages/b.html could not be written: the disk is full', 'Name another path.');

test.each([
  ['html', 3, '3 pages in pages are whole, and index.html was not written', 'it replaces them'],
  ['html', 1, '1 page in pages is whole, and index.html was not written', 'it replaces them'],
  ['jsonl', 2, '2 files in pages are whole', 'it leaves them as they are'],
])(
  'a full disk leaves whole files of %s, which are counted, and another run goes on with them',
  (format, made, left, again) => {
    expect(withLeftFiles(full, { made, folder: 'pages', format })).toMatchObject({
      code: 'failed',
      message: `${full.message}; ${left}`,
      hint: `Name another path. Run it again: ${again}.`,
    });
  },
);

test('an export that ends before a file was written says no more than why', () => {
  expect(withLeftFiles(full, { made: 0, folder: 'pages', format: 'html' })).toBe(full);
});
