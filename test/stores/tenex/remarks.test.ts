import { expect, test } from 'vitest';
import { remarks } from '../../../src/stores/tenex/face.ts';
import { ask } from '../ask.ts';

test('whoever deletes is told that the text stays in the journal, if there was any', () => {
  expect(remarks(ask('delete'), 1)).toEqual([
    'what was deleted stays in the journal, text and all, until `convo runs prune`',
  ]);
  expect(remarks(ask('delete'), 0)).toEqual([]);
  expect(remarks(ask('archive'), 1)).toEqual([]);
});
