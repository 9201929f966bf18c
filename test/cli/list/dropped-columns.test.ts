import { expect, test } from 'vitest';
import { listCommand } from '../../../src/cli/commands/list.ts';
import { columnsFor } from '../../../src/report/list/rows.ts';

test('the help of list names the columns that a narrow terminal omits, in their order', () => {
  const format = { idOf: String, timeOf: () => '', projectOf: () => '', timeHead: 'time' };
  const columns = columnsFor({ conversations: [], sharing: null }, format);
  const ranked = columns.flatMap(({ name, dropRank }) => (dropRank === undefined ? [] : [{ name, dropRank }]));
  const [first, ...others] = ranked.sort((a, b) => a.dropRank - b.dropRank).map(({ name }) => `the ${name}`);
  expect(listCommand.about).toContain(
    `narrow, ${first} goes first, ${others.map((each) => `then ${each}`).join(', ')}, then seconds`,
  );
});
