import { expect, test } from 'vitest';
import { tenexRemarks } from '../../../src/stores/tenex/info.ts';
import { ask } from '../ask.ts';
import { inWords } from '../in-words.ts';

test('whoever deletes is told that the text stays in the journal', () => {
  expect(inWords(tenexRemarks(ask('delete')))).toEqual([
    'what was deleted stays in the journal, text and all, until `convo runs prune`',
  ]);
  expect(tenexRemarks(ask('archive'))).toEqual([]);
});
