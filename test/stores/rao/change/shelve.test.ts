import { describe, expect, test } from 'vitest';
import { inWords } from '../../in-words.ts';
import { readBase } from '../reader.ts';
import { changeOf, inShort, RECORDED, run, withFiles } from './base.ts';
import { applied, below } from './tree.ts';

const NAMES = 'conversation_names.csv';
const ARCHIVE_NAMES = 'conversations/archive/conversation_names.csv';
const text = (bytes: Buffer | undefined) => bytes?.toString() ?? null;

const archive = (...ids: string[]) => applied(RECORDED, changeOf(RECORDED, 'archive', ids).change);

describe('archive', () => {
  test('puts the row aside, moves the whole folder, and takes the row out', () => {
    const { change, before, after: counts } = changeOf(RECORDED, 'archive', ['2']);
    expect(inShort(change)).toEqual([
      `put ${ARCHIVE_NAMES}`,
      'move conversations/conversation_2 -> conversations/archive/conversation_2',
      `put ${NAMES}`,
    ]);
    expect(change).toMatchObject({ kind: 'rao', project: null, ids: ['2'], locks: [], keep: 'copy' });
    expect(counts).toEqual(before);
    const tree = applied(RECORDED, change);
    expect(below(tree, 'conversations/archive/conversation_2')).toEqual(
      below(RECORDED, 'conversations/conversation_2'),
    );
    expect(text(tree.get(ARCHIVE_NAMES))).toBe('"conversation_id","name"\n2,"Normals"\n');
    expect(text(tree.get(NAMES))).toBe(text(RECORDED.get(NAMES))?.replace('2,"Normals"\n', ''));
    expect(readBase(tree).listing).toEqual([1, 4, 5, 6, 7]);
  });

  test('takes several as one Change, with an item for each', () => {
    const { change } = changeOf(RECORDED, 'archive', ['1', '6']);
    expect(change.items).toMatchObject([
      { id: '1', path: 'conversations/conversation_1' },
      { id: '6', path: 'conversations/conversation_6' },
    ]);
    expect(text(applied(RECORDED, change).get(ARCHIVE_NAMES))).toBe(
      '"conversation_id","name"\n1,"CSV columns, ""quoted"" name"\n6,"fig, ""dot"" \'n more"\n',
    );
  });

  test('adds to the table that is in the archive already', () => {
    const tree = archive('4');
    expect(text(applied(tree, changeOf(tree, 'archive', ['2']).change).get(ARCHIVE_NAMES))).toBe(
      '"conversation_id","name"\n4,"New conversation"\n2,"Normals"\n',
    );
  });

  test('says which numbers Rao will give away again', () => {
    expect(inWords(changeOf(RECORDED, 'archive', ['7']).notes)).toEqual([
      expect.stringContaining('will give 7 to new'),
    ]);
    expect(inWords(changeOf(RECORDED, 'archive', ['6', '7']).notes)).toEqual([
      expect.stringContaining('from 5 now, and will give 6 to 7'),
    ]);
    expect(changeOf(RECORDED, 'archive', ['6']).notes).toEqual([]);
    const tree = archive('7');
    expect(readBase(tree).next).toBe(7);
    expect(inWords(changeOf(tree, 'archive', ['6']).notes)).toEqual([expect.stringContaining('will give 6 to new')]);
  });

  test('moves a folder that has no row, and one whose log cannot be read', () => {
    const torn = withFiles(RECORDED, {
      [NAMES]: null,
      'conversations/conversation_1/conversation_log.json': '[{"id":1',
    });
    expect(inShort(changeOf(torn, 'archive', ['1']).change)).toEqual([
      'move conversations/conversation_1 -> conversations/archive/conversation_1',
    ]);
  });

  test('leaves the row of 7 alone when conversation_007 goes', () => {
    const tree = withFiles(RECORDED, { 'conversations/conversation_007/conversation_log.json': '[]' });
    expect(inShort(changeOf(tree, 'archive', ['007']).change)).toEqual([
      'move conversations/conversation_007 -> conversations/archive/conversation_007',
    ]);
  });

  test('does nothing twice, and moves onto nothing', () => {
    const tree = archive('2');
    expect(run(tree, 'archive', ['2'])).toMatchObject({ closings: [] });
    expect(run(tree, 'archive', ['2']).outcomes.get('2')).toMatchObject({ state: 'unchanged' });
    const both = withFiles(tree, { 'conversations/conversation_2/conversation_log.json': '[]' });
    expect(run(both, 'archive', ['2']).outcomes.get('2')).toMatchObject({
      state: 'refused',
      codes: ['RA314'],
      unsafe: true,
    });
  });

  test.each([
    ['', 'RA301', 'heal'],
    ['"conversation_id","name"\n1,"a\n2,"b"x"\n3,"c', 'RA303', 'heal --lossy'],
    ['"conversation_id","name"\n1,"a",2,3\n', 'RA302', 'heal'],
  ])('is refused beside a table that Rao would lose: %j', (names, code, verb) => {
    const { closings } = run(withFiles(RECORDED, { [NAMES]: names }), 'archive', ['1', '2']);
    expect(inWords(closings)).toMatchObject([
      {
        state: 'refused',
        codes: [code],
        reason: expect.stringContaining(`: run \`convo ${verb}\` first, without ids`),
      },
    ]);
  });
});

describe('restore', () => {
  test('undoes an archive byte for byte, but for the place of the row', () => {
    const tree = archive('2', '6');
    const { change } = changeOf(tree, 'restore', ['2']);
    expect(inShort(change)).toEqual([
      `put ${NAMES}`,
      'move conversations/archive/conversation_2 -> conversations/conversation_2',
      `put ${ARCHIVE_NAMES}`,
    ]);
    const back = applied(tree, change);
    expect(below(back, 'conversations/conversation_2')).toEqual(below(RECORDED, 'conversations/conversation_2'));
    expect(readBase(back).conversations.get(2)).toEqual(readBase(RECORDED).conversations.get(2));
    expect(text(back.get(ARCHIVE_NAMES))).toBe('"conversation_id","name"\n6,"fig, ""dot"" \'n more"\n');
  });

  test('never moves onto a number that was given away, and names a free one', () => {
    const tree = withFiles(archive('7'), { 'conversations/conversation_7/conversation_log.json': '[]' });
    expect(run(tree, 'restore', ['7']).outcomes.get('7')).toMatchObject({
      state: 'refused',
      unsafe: true,
      codes: ['RA314'],
      reason: 'cannot come back as 7: that number is in use again (--as 8 is free)',
    });
    const odd = withFiles(archive('7'), { 'conversations/conversation_007/conversation_log.json': '[]' });
    expect(run(odd, 'restore', ['7']).outcomes.get('7')).toMatchObject({ state: 'refused' });
  });

  test('comes back under another number that says so wherever it named its own', () => {
    const tree = archive('6', '2');
    const { change } = changeOf(tree, 'restore', ['6'], { as: '9' });
    expect(inShort(change)).toEqual([
      `put ${NAMES}`,
      'plant conversations/conversation_9',
      'remove conversations/archive/conversation_6',
      `put ${ARCHIVE_NAMES}`,
    ]);
    expect(change).toMatchObject({ ids: ['6', '9'], items: [{ id: '6', newId: '9' }] });
    const back = applied(tree, change);
    expect(readBase(back).conversations.get(9)?.name).toBe('fig, "dot" \'n more');
    expect(text(back.get('conversations/conversation_9/images.csv'))).toContain(
      '/conversations/conversation_9/images_attached/fig.png"',
    );
    expect(back.get('conversations/conversation_9/attachments.csv')).toEqual(
      RECORDED.get('conversations/conversation_6/attachments.csv'),
    );
    const two = applied(tree, changeOf(tree, 'restore', ['2'], { as: '20' }).change);
    const file = (name: string) => text(two.get(`conversations/conversation_20/${name}`));
    expect(file('script_history.tsv')).toBe('filename\torder\tconversation_index\nnormals.R\t1\t20\n');
    expect(file('file_changes.json')?.match(/"conversation_index": \d+/g)).toEqual(
      Array(3).fill('"conversation_index": 20'),
    );
    expect(file('conversation_diffs.json')).not.toContain('"conversation_index": 2,');
    expect(file('conversation_log.json')).toBe(
      text(RECORDED.get('conversations/conversation_2/conversation_log.json')),
    );
  });

  test.each(['0', '07', 'x', '../x', '-1', '1e3', '99999999999', ''])('takes no number like %j', (as) => {
    expect(run(archive('6'), 'restore', ['6'], { as }).outcomes.get('6')).toMatchObject({ state: 'refused' });
  });

  test('takes no number that another has, archived or not', () => {
    const tree = archive('6', '2');
    for (const as of ['2', '7'])
      expect(run(tree, 'restore', ['6'], { as }).outcomes.get('6')).toMatchObject({
        state: 'refused',
        codes: ['RA314'],
      });
    const twice = run(tree, 'restore', ['6', '2'], { as: '30' });
    expect([...twice.outcomes.values()].map(({ state }) => state)).toEqual(['joined', 'refused']);
  });

  test('puts its own row in the place of one that was left over, and says so', () => {
    const names = `${text(archive('6').get(NAMES))}6,"somebody else"\n`;
    const tree = withFiles(archive('6'), { [NAMES]: names });
    const closing = changeOf(tree, 'restore', ['6']);
    expect(closing.notes).toEqual(['the row of 6, "somebody else", was left over and gives way']);
    expect(readBase(applied(tree, closing.change)).conversations.get(6)?.name).toBe('fig, "dot" \'n more');
  });

  test('has nothing to do for what is not archived, and says what Rao cannot open', () => {
    expect(run(RECORDED, 'restore', ['1']).outcomes.get('1')).toMatchObject({ state: 'unchanged' });
    const torn = withFiles(archive('1'), { 'conversations/archive/conversation_1/conversation_log.json': '[{' });
    expect(run(torn, 'restore', ['1']).outcomes.get('1')).toMatchObject({
      state: 'joined',
      notes: [expect.stringContaining('so Rao will not open it')],
    });
  });

  test('brings all of them back at once', () => {
    const tree = applied(RECORDED, changeOf(RECORDED, 'archive', null).change);
    expect(readBase(tree).listing).toEqual([]);
    const back = applied(tree, changeOf(tree, 'restore', null).change);
    expect(readBase(back)).toEqual(readBase(RECORDED));
  });
});

describe('delete', () => {
  test('takes the folder, then its row, and says what stays with the provider', () => {
    const closing = changeOf(RECORDED, 'delete', ['1']);
    expect(inShort(closing.change)).toEqual(['remove conversations/conversation_1', `put ${NAMES}`]);
    expect(closing.after.conversations).toBe(0);
    expect(run(RECORDED, 'delete', ['1']).outcomes.get('1')).toMatchObject({
      notes: [expect.stringContaining('2 of its attachments stay with the provider')],
    });
    const tree = applied(RECORDED, closing.change);
    expect(readBase(tree).listing).toEqual([2, 4, 5, 6, 7]);
    expect(text(tree.get(NAMES))).not.toContain('CSV columns');
  });

  test('takes the archived one only where no other has the number', () => {
    const tree = archive('1');
    const alone = applied(tree, changeOf(tree, 'delete', ['1']).change);
    expect(below(alone, 'conversations/archive/conversation_1').size).toBe(0);
    expect(text(alone.get(ARCHIVE_NAMES))).toBe('"conversation_id","name"\n');
    const both = withFiles(tree, { 'conversations/conversation_1/conversation_log.json': '[]' });
    expect(inShort(changeOf(both, 'delete', ['1']).change)).toEqual(['remove conversations/conversation_1']);
  });

  test('takes all of them as one', () => {
    const tree = applied(RECORDED, changeOf(RECORDED, 'delete', null).change);
    expect([...tree.keys()]).toEqual([NAMES]);
    expect(text(tree.get(NAMES))).toBe('"conversation_id","name"\n');
  });
});

describe('beside a bare folder of conversations', () => {
  const bare = new Map(
    [...RECORDED].flatMap(([path, bytes]) =>
      path.startsWith('conversations/') ? [[path.slice(14), bytes] as const] : [],
    ),
  );
  const site = { kind: 'rao', root: '/copy', shape: 'folder', scope: null, file: null } as const;

  test('no table of names is begun', () => {
    const [closing] = run(bare, 'fork', ['2'], {}, site).closings;
    if (closing?.state !== 'changed') throw new Error('no Change');
    expect(inShort(closing.change)).toEqual(['plant conversation_8']);
    expect(closing.notes).toEqual(['the table of names is out of sight, and stays as it is']);
  });
});

describe('a table of names that is not as Rao writes it', () => {
  const HEADER = '"conversation_id","name"\n';
  const reason = (names: string, more: Readonly<Record<string, string>> = {}) => {
    const { closings } = run(withFiles(RECORDED, { [NAMES]: names, ...more }), 'archive', ['2']);
    return closings.map((closing) => inWords(closing.state === 'refused' ? closing.reason : closing.state));
  };

  test('is not made one that R refuses, by taking rows before a wide one', () => {
    const wide = `${HEADER}1,"a"\n2,"b"\n4,"c"\n5,"d"\n6,"x","y","z"\n`;
    expect(reason(wide)).toEqual([expect.stringContaining('run `convo heal` first, without ids')]);
  });

  test('is left alone with its labels', () => {
    expect(reason(`${HEADER}"1",2,"a"\n"2",4,"b"\n`)).toEqual([expect.stringContaining('labels')]);
  });

  test('keeps the order of its columns, by whose names R adds rows', () => {
    const tree = withFiles(RECORDED, { [NAMES]: '"name","conversation_id"\n"a",2\n"b",4\n' });
    const archived = applied(tree, changeOf(tree, 'archive', ['2']).change);
    expect(text(archived.get(NAMES))).toBe('"name","conversation_id"\n"b",4\n');
    expect(text(archived.get(ARCHIVE_NAMES))).toBe('"name","conversation_id"\n"a",2\n');
    const back = applied(archived, changeOf(archived, 'restore', ['2'], { as: '9' }).change);
    expect(text(back.get(NAMES))).toBe('"name","conversation_id"\n"b",4\n"a",9\n');
    const forked = applied(tree, changeOf(tree, 'fork', ['4']).change);
    expect(text(forked.get(NAMES))).toBe('"name","conversation_id"\n"a",2\n"b",4\n"b (fork)",8\n');
    const gone = applied(tree, changeOf(tree, 'delete', ['2', '4']).change);
    expect(text(gone.get(NAMES))).toBe('"name","conversation_id"\n');
  });

  test('gives no row to an archive whose columns are in another order', () => {
    const other = { [ARCHIVE_NAMES]: `${HEADER}9,"c"\n` };
    expect(reason('"name","conversation_id"\n"a",2\n', other)).toEqual([expect.stringContaining('no row of one fits')]);
  });

  test('is left when R would not read what is left of it', () => {
    const latin = Buffer.from(`${HEADER}2,"a"\n4,"3.\xe9"\n`, 'latin1').toString('latin1');
    const { closings } = run(withFiles(RECORDED, { [NAMES]: Buffer.from(latin, 'latin1') }), 'archive', ['2']);
    expect(closings).toMatchObject([{ state: 'refused', reason: expect.stringContaining('would not read') }]);
  });

  test('tells which names R shows otherwise without the ones that go', () => {
    const tree = withFiles(RECORDED, { [NAMES]: `${HEADER}2,"a"\n4,"007"\n` });
    expect(changeOf(tree, 'archive', ['2']).notes).toContain('R shows the name of 4 as "7" from now on, not "007"');
  });

  test('gives no row to an archive of other columns', () => {
    const three = '"conversation_id","name","more"\n2,"a",1\n4,"b",1\n';
    expect(reason(three)).toEqual(['changed']);
    expect(reason(three, { [ARCHIVE_NAMES]: `${HEADER}9,"c"\n` })).toEqual([expect.stringContaining('name, more')]);
  });
});
