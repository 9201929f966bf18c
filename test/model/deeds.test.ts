import { expect, test } from 'vitest';
import { CLAUSE_OF, deedText, SAID_BY_MESSAGE } from '../../src/model/deeds.ts';
import { KIND_NAMES, KIND_TABLE } from '../../src/model/kinds.ts';

const KINDS = KIND_NAMES.filter((kind) => KIND_TABLE[kind].named !== null);
const ROWS = KINDS.flatMap((kind) =>
  Object.entries(KIND_TABLE[kind].rules).map(([code, row]) => ({ kind, code, ...row })),
);

test('each finding of which something follows names the program and its object, or its message does', () => {
  const silent = ROWS.filter(({ owner }) => owner === 'drops' || owner === 'overwrites').flatMap(
    ({ code, kind, owner }) => (deedText(code, owner, kind) === '' ? [code] : []),
  );
  expect(silent.toSorted()).toEqual(SAID_BY_MESSAGE.toSorted());
  for (const { code, kind, owner } of ROWS) expect(deedText(code, owner, kind), code).not.toMatch(/ it$/);
});

test('no clause is of a code that there is not', () => {
  expect([...CLAUSE_OF.keys()].filter((code) => !ROWS.some((row) => row.code === code))).toEqual([]);
});

test('says what is lost: a line, a session, a thread', () => {
  expect(deedText('CL009', 'drops', 'claude')).toBe('Claude Code skips this line');
  expect(deedText('CL225', 'refuses', 'claude')).toBe('Claude Code cannot resume this session');
  expect(deedText('CX101', 'refuses', 'codex')).toBe('Codex cannot resume this thread');
  expect(deedText('FN006', 'overwrites', 'fnord')).toBe('fnord will overwrite it');
});
