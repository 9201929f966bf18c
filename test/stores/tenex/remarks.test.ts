import { expect, test } from 'vitest';
import { remarks } from '../../../src/stores/tenex/remarks.ts';

test('whoever deletes is told that the text stays in the journal, if there was any', () => {
  expect(remarks({ verb: 'delete' }, 1)).toEqual([
    'what was deleted stays in the journal, text and all, until `convo runs prune`',
  ]);
  expect(remarks({ verb: 'delete' }, 0)).toEqual([]);
  expect(remarks({ verb: 'archive' }, 1)).toEqual([]);
});
