import { expect, test } from 'vitest';
import { sentenceText } from '../../src/model/command.ts';
import { allCodes, ruleOf } from '../../src/model/finding.ts';
import { claudeRules } from '../../src/model/rules/claude.ts';
import type { FindingRow } from '../../src/model/rules/row.ts';
import { storeRules } from '../../src/model/rules/store.ts';

/** Codes of the rows in use for which this is true. */
function codesWith(
  rows: Readonly<Record<string, FindingRow>>,
  is: (row: FindingRow, code: string) => boolean,
): string[] {
  return Object.entries(rows).flatMap(([code, row]) => (row.retired !== true && is(row, code) ? [code] : []));
}

test('rows are in the order of their codes', () => {
  const codes = allCodes();
  const byLetters = [...new Set(codes.map((code) => code.slice(0, 2)))];
  for (const letters of byLetters) {
    const some = codes.filter((code) => code.startsWith(letters));
    expect(some).toEqual([...some].sort());
  }
});

test('what is healed where it is named is named by its own code', () => {
  const named = allCodes().filter((code) => ruleOf(code).healedBy === 'heal by name');
  expect(named.length).toBeGreaterThan(10);
  for (const code of named) expect(sentenceText(ruleOf(code).next)).toContain(`--only ${code} `);
});

// A new code is in one of the lists of a test below or has the member: which of the two was decided.

test('an unjudged path is of any conversation, of none, or of the one that its name says', () => {
  const named = ({ unjudged, isOfAny, isOfNone }: FindingRow) => unjudged === true && !isOfAny && !isOfNone;
  expect(codesWith(storeRules, named)).toEqual(['ST003', 'ST005', 'ST011']);
});

test('a line of Claude Code loses a record, but for these', () => {
  const ofLine = codesWith(claudeRules, ({ losesRecord }, code) => /^CL[01]/.test(code) && losesRecord !== true);
  expect(ofLine.join(' ')).toBe(
    'CL001 CL002 CL011 CL017 CL019 CL020 CL023 CL024 CL025 CL026 CL027 CL028 CL029 CL103 CL104 CL106 CL107 CL108 CL109',
  );
});

test('a link or a call of Claude Code shows what is missing, but for these', () => {
  const ofLink = codesWith(claudeRules, ({ misses }, code) => /^CL(?:2|41[0-3])/.test(code) && misses === undefined);
  expect(ofLink.join(' ')).toBe(
    'CL203 CL205 CL206 CL209 CL210 CL215 CL216 CL217 CL220 CL224 CL225 CL226 CL227 CL228 CL413',
  );
});
