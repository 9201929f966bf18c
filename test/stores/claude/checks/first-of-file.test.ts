import { expect, test } from 'vitest';
import { claudeFileFindings } from '../../../../src/stores/claude/checks/file-findings.ts';
import { fileOf } from '../lines.ts';

const said = (uuid: string, parentUuid: string | null, type = 'user') =>
  JSON.stringify({
    uuid,
    parentUuid,
    sessionId: 's',
    type,
    timestamp: '2026-01-15T10:00:00.000Z',
    message: { role: type, content: type === 'user' ? uuid : [{ type: 'text', text: uuid }] },
  });

function detailsIn(...lines: readonly string[]): [code: string, detail: string][] {
  return [...claudeFileFindings(fileOf(`${lines.join('\n')}\n`), null)].map(({ code, detail }) => [code, detail]);
}

test.each([
  [['note'], 'has a line that is not a record'],
  [['note', '7', '[]'], 'has a line that is not a record (the first of 3)'],
])('of the lines %j that are no records the first is reported, with their number', (notes, detail) => {
  expect(detailsIn(said('a', null), ...notes, said('b', 'a', 'assistant'))).toEqual([['CL013', detail]]);
});

test.each([
  ['b', 'being its own parent'],
  ['c', 'its parent not being in the file'],
])('a record b that names %s as its parent is reported as %s', (parent, why) => {
  expect(detailsIn(said('a', null), said('b', parent, 'assistant'))).toEqual([
    ['CL212', `follows what was written before it, ${why}`],
  ]);
});
