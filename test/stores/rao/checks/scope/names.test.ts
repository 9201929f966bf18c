import { describe, expect, test } from 'vitest';
import { decodeNames } from '../../../../../src/stores/rao/read/tables/names.ts';
import { LOG } from '../found.ts';
import { scopeCodesOf, scopeFindingsOf } from './open-base.ts';

const HEAD = '"conversation_id","name"\n';
const codes = (names: string, active: Readonly<Record<string, string>> = { 1: LOG, 2: LOG }) =>
  scopeCodesOf({ names, active });

describe('the table of names', () => {
  test.each([
    `${HEAD}1,"a ""b"", c"\n2,"two\nlines"\n`,
    `${HEAD}1,"Rain"\r\n2,"Yield"\r\n`,
    'conversation_id,name\n1,"Rain"\n2,"Yield"\n',
    `${HEAD}2,"Yield"\n1,"Rain"`,
    `${HEAD}1,"back\\"\n2,"New conversation 5"\n`,
    `${HEAD}1,"\\"""\n2,"a \\""b\\"" c"\n`,
    `${HEAD}1,"1 of 2, then 3"\n2,"call 7,"\n`,
  ])('%j is sound', (names) => {
    expect(codes(names)).toEqual([]);
  });

  test.each([
    ['', ['RA301']],
    [' \n', ['RA301']],
    [`${HEAD}1,Rain, and sun\n2,"b"\n`, ['RA302']],
    [`${HEAD}1,"Rain"\n2,"b"\n3,"c"\n4,"d"\n5,"e"\n6,f,g\n`, ['RA302']],
    [`${HEAD}1,"Rain\n2,"b"\n`, ['RA303']],
    [`${HEAD}1,"say \\"hi\\" now"\n2,"b"\n`, ['RA303']],
    [`${HEAD}1,"Rain\n2,""b"\n`, ['RA303']],
    ['1,"Rain"\n2,"b"\n', ['RA304']],
    ['"id","name"\n1,"Rain"\n2,"b"\n', ['RA304']],
    [`\ufeff${HEAD}1,"Rain"\n2,"b"\n`, ['RA010']],
    [`${HEAD}1,"caf<U+00E9>"\n2,"b"\n`, ['RA410']],
    [`${HEAD}"x",1,"Rain"\n"y",2,"b"\n`, ['RA318']],
    [`${HEAD}1,a,"Rain"\n2,b,"b"\n`, ['RA302']],
  ])('%j', (names, found) => {
    expect(codes(names)).toEqual(found);
  });

  test.each([
    [`${HEAD}1,"007"\n2,"1e5"\n`, ['RA307', 'RA307']],
    [`${HEAD}1,"T"\n2,"FALSE"\n`, ['RA307']],
    [`${HEAD}1,"NA"\n2,"b"\n`, ['RA327']],
    [`${HEAD}1,""\n`, ['RA327', 'RA311']],
    [`${HEAD}1,"7"\n2,"2025"\n`, []],
    [`${HEAD}1,"007"\n2,"b"\n`, []],
    [`${HEAD}1,"  b "\n2,"c"\n`, []],
    [`${HEAD}1,"\v\fb\u00a0"\n2,"c"\n`, []],
  ])('typed by R: %j', (names, found) => {
    expect(codes(names)).toEqual(found);
  });

  test('rows of one number', () => {
    expect(codes(`${HEAD}1,"a"\n2,"b"\n1,"a"\n`)).toEqual(['RA306']);
    expect(codes(`${HEAD}1,"a"\n2,"b"\n1,"c"\n`)).toEqual(['RA305']);
    expect(codes(`${HEAD}1,"a"\n2,"b"\n1,"a\v"\n`)).toEqual(['RA305']);
  });

  test('R takes blanks, tabs and line ends off a name, and leaves other white space', () => {
    const { byId } = decodeNames(Buffer.from(`${HEAD}1," \ta\r\n"\n2,"\v\fb\u00a0 "\n`));
    expect([1, 2].map((id) => byId().get(id)?.[0]?.nameInR)).toEqual(['a', '\v\fb\u00a0']);
  });

  test('rows of a table that cannot be read are not compared with folders', () => {
    expect(codes(`${HEAD}1,Rain, and sun\n9,"b"\n`)).toEqual(['RA302']);
  });

  test('a table that is not there is made', () => {
    expect(scopeCodesOf({ active: { 1: LOG } })).toEqual([]);
  });

  test('findings are of the conversation that the row is of', () => {
    const found = scopeFindingsOf({ names: `${HEAD}1,"a"\n1,"b"\n`, active: { 1: LOG } });
    expect(found).toMatchObject([{ code: 'RA305', id: '1', path: 'conversation_names.csv', offset: 31 }]);
  });
});
