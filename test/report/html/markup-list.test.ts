import { expect, test } from 'vitest';
import { MarkupList } from '../../../src/report/html/page.ts';

test.each([0, 1, 255, 256, 257, 1000])(
  'markup that is gathered is written whole and in its order (%d pieces)',
  (count) => {
    const list = new MarkupList();
    const pieces = Array.from({ length: count }, (_, n) => `<li>${n}</li>`);
    for (const piece of pieces) list.add(piece);
    expect(list.size).toBe(count);
    expect([...list].join('')).toBe(pieces.join(''));
  },
);
