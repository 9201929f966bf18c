import { expect, test } from 'vitest';
import { tenexRemarks } from '../../../src/stores/tenex/info.ts';
import { ask } from '../ask.ts';
import { inWords } from '../in-words.ts';

test('whoever deletes is told that the text stays in the journal, if there was any', () => {
  expect(inWords(tenexRemarks(ask('delete'), 1))).toEqual([
    'what was deleted stays in the journal, text and all, until `convo runs prune`',
  ]);
  expect(tenexRemarks(ask('delete'), 0)).toEqual([]);
  expect(tenexRemarks(ask('archive'), 1)).toEqual([]);
});
