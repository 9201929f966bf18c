import { expect, test } from 'vitest';
import { type Code, isKeptFromModel, ruleOf } from '../../src/model/finding.ts';

const isCodeUnsent = (code: Code) => isKeptFromModel({ ...ruleOf(code), code });

test('a finding that only its message explains is no loss of words by that', () => {
  const sent: readonly Code[] = ['CX303', 'GM106', 'GM303', 'GM305', 'QW107', 'CL404'];
  expect(sent.filter(isCodeUnsent)).toEqual([]);
  const lost: readonly Code[] = [
    'CL213',
    'CL217',
    'CX207',
    'CX211',
    'CX212',
    'GM206',
    'GM207',
    'GM208',
    'PI203',
    'PI211',
    'QW211',
    'QW101',
  ];
  expect(lost.filter((code) => !isCodeUnsent(code))).toEqual([]);
});
