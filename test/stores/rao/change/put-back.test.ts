import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { putBackRao, raoHarmOf } from '../../../../src/stores/rao/change/put-back.ts';

const HEADER = '"conversation_id","name"\n';
const table = (...rows: string[]) => HEADER + rows.map((row) => `${row}\n`).join('');
const BEFORE = table('1,"a"', '2,"b, c"', '3,"d"');
const back = (before: string, after: string, now: string, path = 'conversation_names.csv') => {
  const versions = { before: Buffer.from(before), after: Buffer.from(after), now: Buffer.from(now) };
  const edits = putBackRao(path, versions);
  return edits === null ? null : Buffer.from(applyEdits(versions.now, edits)).toString();
};

describe('putBack', () => {
  test('brings a removed row back in its place, and keeps what Rao wrote since', () => {
    const now = table('1,"renamed"', '3,"d"', '4,"new"');
    expect(back(BEFORE, table('1,"a"', '3,"d"'), now)).toBe(table('1,"renamed"', '2,"b, c"', '3,"d"', '4,"new"'));
  });

  test('takes an added row out', () => {
    const after = BEFORE + table('8,"b (fork)"').slice(HEADER.length);
    expect(back(BEFORE, after, `${after}9,"new"\n`)).toBe(`${BEFORE}9,"new"\n`);
  });

  test('brings several rows back in their order, the last ones too', () => {
    expect(back(BEFORE, table('1,"a"'), table('1,"x"'))).toBe(table('1,"x"', '2,"b, c"', '3,"d"'));
    expect(back(BEFORE, HEADER, table('7,"new"'))).toBe(table('7,"new"', '1,"a"', '2,"b, c"', '3,"d"'));
  });

  test('has nothing to do for what is as before already', () => {
    expect(back(BEFORE, table('1,"a"', '3,"d"'), BEFORE)).toBe(BEFORE);
  });

  test('minds what a row says, not how it is quoted', () => {
    const after = `conversation_id,name\n1,a\n8,f\n`;
    expect(back('conversation_id,name\n1,a\n', after, table('1,"a"', '8,"f"'))).toBe(table('1,"a"'));
  });

  test('gives up on a row that was changed since', () => {
    expect(back(BEFORE, table('1,"z"', '2,"b, c"', '3,"d"'), table('1,"other"', '2,"b, c"', '3,"d"'))).toBe(null);
    expect(back(BEFORE, table('1,"a"', '3,"d"'), table('1,"a"', '2,"new one"', '3,"d"'))).toBe(null);
  });

  test('gives up on a table that cannot be understood, and on any other file', () => {
    const after = table('1,"a"');
    for (const now of ['', '1,"a', `${HEADER}1,"a",b,c\n`]) expect(back(BEFORE, after, now)).toBe(null);
    expect(back(BEFORE, after, BEFORE, 'conversations/conversation_1/images.csv')).toBe(null);
    expect(back(BEFORE, after, after, 'conversations/archive/conversation_names.csv')).toBe(BEFORE);
  });
});

describe('harmOf', () => {
  const harm = (now: string, undone: string) =>
    raoHarmOf('conversation_names.csv', { now: Buffer.from(now), undone: Buffer.from(undone) });

  test('is an error that the table of Rao does not have', () => {
    expect(harm(BEFORE, table('1,"a"', '2,"b', '3,"d"'))).toMatch(/^it again .* \(RA303\), and Rao has saved/);
    expect(harm(BEFORE, `${BEFORE}3,"other"\n`)).toMatch(/\(RA305\)/);
  });

  test('is none where nothing new is wrong', () => {
    expect(harm(BEFORE, table('1,"a"', '3,"d"'))).toBeNull();
    expect(harm(`${BEFORE}3,"x"\n`, `${BEFORE}3,"y"\n`)).toBeNull();
    expect(raoHarmOf('file_changes.json', { now: Buffer.from(BEFORE), undone: Buffer.from('') })).toBeNull();
  });
});
