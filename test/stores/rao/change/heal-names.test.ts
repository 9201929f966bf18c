import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { sentenceText } from '../../../../src/model/command.ts';
import { healNames } from '../../../../src/stores/rao/change/heal-names.ts';
import { type BaseFacts, type FolderFact, folderFact } from '../../../../src/stores/rao/checks/facts.ts';
import { raoScopeFindings } from '../../../../src/stores/rao/checks/scope-findings.ts';
import { type AnyAsk, ask } from '../../ask.ts';
import { filePart } from '../../open-site.ts';
import { factsOf, openFiles } from '../open-folder.ts';

const PATH = 'conversation_names.csv';
const HEADER = '"conversation_id","name"\n';

/** A base with this table, and the conversations 1 to 7. */
function base(table: string | Uint8Array, ids: readonly number[] = [1, 2, 3, 4, 5, 6, 7]): BaseFacts {
  const part = filePart(PATH, Buffer.from(table), { role: 'names' });
  return { ...factsOf([part]), folders: ids.flatMap(factsOfFolder) };
}

function factsOfFolder(id: number): FolderFact[] {
  return openFiles({ 'conversation_log.json': '[]\n' }, String(id)).folders.map(folderFact);
}

/** The table afterwards, or why it is left. */
function healed(table: string | Uint8Array, options: AnyAsk = {}, ids?: readonly number[]): string {
  const closing = healNames(base(table, ids), ask('heal', options), ids === undefined);
  if (closing.state !== 'changed')
    return closing.reason === null ? closing.state : `${closing.state}: ${sentenceText(closing.reason)}`;
  const [step] = closing.first;
  if (step?.do !== 'put' || step.content.from !== 'edits') throw new Error('not one put of edits');
  return Buffer.from(applyEdits(Buffer.from(table), step.content.edits)).toString();
}

const lossy = (table: string) => healed(table, { lossy: true });
const codes = (table: string) =>
  [...raoScopeFindings(base(table))].filter(({ path }) => path === PATH).map(({ code }) => code);

describe('a table of names', () => {
  test('that Rao wrote is left alone', () => {
    expect(healed(`${HEADER}1,"a, ""b"" 'c'"\n2,"line\nend"\n`)).toBe('unchanged');
    expect(healed('conversation_id,name\n1,"a"\n')).toBe('unchanged');
  });

  test('without a byte begins anew', () => {
    expect(healed('')).toBe(HEADER);
    expect(healed('\0\0\0')).toBe(HEADER);
  });

  test('loses its byte-order mark', () => {
    expect(healed(`\ufeff${HEADER}1,"a"\n`)).toBe(`${HEADER}1,"a"\n`);
  });

  test('loses the labels before its numbers, and no row gets the name of another', () => {
    expect(healed(`${HEADER}"1",2,"a"\n"2",3,"b"\n`)).toBe(`${HEADER}2,"a"\n3,"b"\n`);
  });

  test('is left where its bytes are no text', () => {
    const latin = Buffer.from(`${HEADER}1,"\xe9tude"\n2,"b, c"\n3,d,e\n`, 'latin1');
    expect(healed(latin)).toMatch(/not UTF-8/);
  });

  test('gets the header it lacks, and keeps every row', () => {
    expect(healed('1,"a"\n2,"b"\n')).toBe(`${HEADER}1,"a"\n2,"b"\n`);
    expect(healed('id,title\r\n1,"a"\r\n')).toBe('"conversation_id","name"\r\n1,"a"\r\n');
  });

  test('gets quotes around a name with bare commas, and all other bytes stay', () => {
    expect(healed(`${HEADER}1,"x ""y"""\n2,b,c\n3,d\n`)).toBe(`${HEADER}1,"x ""y"""\n2,"b,c"\n3,d\n`);
    expect(healed(`${HEADER}1,"a"\n2,"b"\n3,"c"\n4,"d"\n5,"e"\n6,f,g\n7,"h"\n`)).toContain('\n6,"f,g"\n7,"h"\n');
  });

  test('keeps a name in quotes as it is where commas or further cells follow it', () => {
    expect(healed(`${HEADER}1,"A",\n2,"b"\n`)).toBe(`${HEADER}1,"A"\n2,"b"\n`);
    expect(healed(`${HEADER}1,"A, ""b""",,\n2,"b"\n`)).toBe(`${HEADER}1,"A, ""b"""\n2,"b"\n`);
    expect(healed(`${HEADER}1,"A","x"\n2,"b"\n`)).toBe(`${HEADER}1,"A,x"\n2,"b"\n`);
    expect(healed(`${HEADER}1,"A","x,",\n2,"b"\n`)).toBe(`${HEADER}1,"A,x,"\n2,"b"\n`);
  });

  test('that was cut in its header gets all of it', () => {
    expect(healed('"conversation_id"')).toBe(HEADER.trimEnd());
  });

  test('loses no row to a quote that is never closed', () => {
    expect(healed(`${HEADER}1,"a\n2,"b"\n`)).toMatch(/^refused: .*: needs --lossy$/);
    expect(lossy(`${HEADER}1,"a\n2,"b"\n3,"c"\n`)).toBe(`${HEADER}1,"a"\n2,"b"\n3,"c"\n`);
    expect(lossy(`${HEADER}1,"a"\r\n2,"b, \r\nc\r\n`)).toBe(`${HEADER}1,"a"\r\n2,"b, \r\nc"\r\n`);
    expect(lossy(`${HEADER}1,"a"\n2,"b`)).toBe(`${HEADER}1,"a"\n2,"b"`);
  });

  test('loses no line to a quote that is never opened', () => {
    expect(lossy(`${HEADER}1,say ""x"""\n2,"b"\n`)).toBe(`${HEADER}1,"say ""x"""\n2,"b"\n`);
    expect(lossy(`${HEADER}1,a\n"\n2,"b"\n`)).toBe(`${HEADER}1,"a\n"\n2,"b"\n`);
  });

  test('gets quotes that were escaped in another way escaped in R’s', () => {
    expect(lossy(`${HEADER}1,"a \\"x\\", y"\n2,"b"\n`)).toBe(`${HEADER}1,"a ""x"", y"\n2,"b"\n`);
    expect(lossy(`${HEADER}1,"say \\"x, é"\n2,"b"\n`)).toBe(`${HEADER}1,"say ""x, é"\n2,"b"\n`);
  });

  test('keeps one of two equal rows, and of two names that of a person', () => {
    expect(healed(`${HEADER}1,"a"\n2,"b"\n1,"a"\n`)).toBe(`${HEADER}1,"a"\n2,"b"\n`);
    expect(healed(`${HEADER}1,"a"\n1,"b"\n`)).toMatch(/^refused: .*: needs --lossy$/);
    expect(lossy(`${HEADER}1,"a"\n2,"x"\n1,"b"\n`)).toBe(`${HEADER}1,"a"\n2,"x"\n`);
    expect(lossy(`${HEADER}1,"New conversation"\n1,"b"\n`)).toBe(`${HEADER}1,"b"\n`);
  });

  test.each(['one\ntwo,three\n', 'conversation_id\tname\n1\ta\n'])(
    'of other columns is left to a person: %j',
    (table) => {
      expect(lossy(table)).toBe('unchanged');
    },
  );

  test('is healed once, and then read', () => {
    for (const table of [
      '',
      '1,"a"\n',
      `${HEADER}1,"a\n2,"b"\n`,
      `${HEADER}1,b,c\n`,
      `${HEADER}1,"a"\n1,"b"\n1,"a"\n`,
    ]) {
      const after = lossy(table);
      expect(lossy(after)).toBe('unchanged');
      expect(codes(after).filter((code) => /^RA30[1-6]$/.test(code))).toEqual([]);
    }
  });
});

describe('when ids are named', () => {
  test('only their rows are touched', () => {
    const table = `${HEADER}1,"a"\n1,"a"\n2,"b"\n2,"c"\n`;
    expect(healed(table, {}, [1])).toBe(`${HEADER}1,"a"\n2,"b"\n2,"c"\n`);
    expect(healed(table, {}, [3])).toBe('unchanged');
    expect(healed(table, {}, [2])).toMatch(/needs --lossy$/);
  });

  test('a fault of all rows is refused, and a harmless one is left', () => {
    expect(healed(`${HEADER}1,"a\n2,"b"\n`, { lossy: true }, [1])).toBe(
      'refused: has a quote that is never closed: that concerns all conversations, so run heal without ids',
    );
    expect(healed(`\ufeff${HEADER}1,"a"\n`, {}, [1])).toBe('unchanged');
  });
});

test('only the codes asked for are healed', () => {
  const table = `\ufeff${HEADER}1,"a"\n1,"a"\n`;
  expect(healed(table, { only: ['RA306'] })).toBe(`\ufeff${HEADER}1,"a"\n`);
  expect(healed(table, { only: ['RA010'] })).toBe(`${HEADER}1,"a"\n1,"a"\n`);
  expect(healed(table, { only: ['RA002'] })).toBe('unchanged');
});

describe('a name that R takes for missing', () => {
  test('is kept with a blank behind it, which neither R nor Rao shows', () => {
    expect(healed(`${HEADER}1,"NA"\n2,"a"\n`)).toBe(`${HEADER}1,"NA "\n2,"a"\n`);
    expect(codes(`${HEADER}1,"NA "\n2,"a"\n`)).toEqual([]);
  });

  test('and is empty becomes what Rao shows for want of one', () => {
    expect(healed(`${HEADER}1,""\n2,"7"\n`)).toBe(`${HEADER}1,"New conversation"\n2,"7"\n`);
  });

  test('is left in the row of another conversation', () => {
    expect(healed(`${HEADER}1,"NA"\n2,"NA"\n`, {}, [2])).toBe(`${HEADER}1,"NA"\n2,"NA "\n`);
  });

  test('is found by the names of the columns', () => {
    expect(healed('"name","conversation_id"\n"NA",1\n"a",2\n')).toBe('"name","conversation_id"\n"NA ",1\n"a",2\n');
  });

  test('before its number, in a table that is broken, is left', () => {
    expect(lossy('"name","conversation_id"\n"2024,1\n"7",2\n')).toMatch(/^refused: has (the header|its names before)/);
  });
});
