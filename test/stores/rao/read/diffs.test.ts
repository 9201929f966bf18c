import { expect, test } from 'vitest';
import { diffLines, isFlagged, linesOfType, openDiffs } from '../../../../src/stores/rao/read/folder.ts';
import { openJson } from '../../../../src/stores/rao/read/r-json.ts';
import { filePart } from '../../open-site.ts';

function diffsIn(source: string) {
  const file = openJson(filePart('conversation_diffs.json', Buffer.from(source)), 'lines');
  return file === null ? [] : openDiffs(file).entries;
}

function entries(source: string): readonly string[] {
  return diffsIn(source).map(({ section, name, hidden }) => `${section} ${name}${hidden ? ' hidden' : ''}`);
}

test('the older section alone is what R reads; beside the newer it is not', () => {
  expect(entries('{"diffs_by_msg_id":{"2":{}}}')).toEqual(['diffs_by_msg_id 2']);
  expect(entries('{"diffs_by_msg_id":{"2":{},"5":{}},"diffs":{"2":{}}}')).toEqual([
    'diffs 2',
    'diffs_by_msg_id 2 hidden',
    'diffs_by_msg_id 5 hidden',
  ]);
});

test('with another key that begins alike R reads neither', () => {
  expect(entries('{"diffs_by_msg_id":{"2":{}},"diffs_old":{}}')).toEqual(['diffs_by_msg_id 2 hidden']);
});

test('of equal keys the later one is hidden', () => {
  expect(entries('{"diffs":{"2":{},"2":{}}}')).toEqual(['diffs 2', 'diffs 2 hidden']);
});

test('an emptied file has none, whichever way it is written', () => {
  for (const source of ['{"diffs":[]}', '{"diffs_by_msg_id":[]}', '{}', '[]', 'null', ''])
    expect(entries(source)).toEqual([]);
});

test('lines are counted by their type, whatever else they hold', () => {
  const lines =
    '[{"type":"added"},{"type":"added","content":"deleted"},{"type":"deleted"},{"type":"unchanged"},null,"added"]';
  const source = `{"diffs":{"2":{"diff_data":${lines},"flags":{"is_start_edit":true,"is_end_edit":false}}}}`;
  const [diff] = diffsIn(source);
  expect(diff && [linesOfType(diff, 'added'), linesOfType(diff, 'deleted'), diffLines(diff).length]).toEqual([2, 1, 4]);
  expect(diff && [isFlagged(diff, 'is_start_edit'), isFlagged(diff, 'is_end_edit')]).toEqual([true, false]);
});

test('of a torn file the whole entries are there', () => {
  expect(entries('{"diffs":{"2":{"diff_data":[]},"7":{"diff_')).toEqual(['diffs 2']);
});
