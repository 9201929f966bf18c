import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Code } from '../../../../../src/model/finding.ts';
import type { KnownMessages } from '../../../../../src/stores/rao/checks/log/entry.ts';
import {
  buttonsFindings,
  historyFindings,
  isSurelySoundButtons,
  isSurelySoundHistory,
} from '../../../../../src/stores/rao/checks/tables/table.ts';
import { decodeCompanionTable, decodeHistory } from '../../../../../src/stores/rao/read/tables/companion-table.ts';
import { runs } from '../../../../support/sampling.ts';
import { callOf, codesIn, LOG, outputOf, QUESTION } from '../found.ts';

const CALL = `[${QUESTION},${callOf(2)},${outputOf(3, 'call_2')}]`;

describe('message_buttons.csv', () => {
  const buttons = (text: string): readonly Code[] =>
    codesIn({ 'conversation_log.json': CALL, 'message_buttons.csv': text });
  const HEAD = '"message_id","buttons_run"\n';

  test.each(['', '\n', '  \n\n'])('%j is empty', (text) => {
    expect(buttons(text)).toEqual(['RA030']);
  });

  test.each([`${HEAD}2,TRUE,1,2\n`, `${HEAD}two,TRUE\n`, `${HEAD}NA,TRUE\n`, 'id,run\n2,TRUE\n'])(
    '%j cannot be read',
    (text) => {
      expect(buttons(text)).toEqual(['RA031']);
    },
  );

  test('NUL bytes at the end are told, and nothing stops', () => {
    expect(buttons(`${HEAD}2,TRUE\n\0\0\0`)).toEqual(['RA053']);
  });

  test('a row that is too long after the first five begins another', () => {
    expect(buttons(`${HEAD}1,TRUE\n2,TRUE\n3,TRUE\n4,TRUE\n5,TRUE\n6,TRUE,7\n`)).toContain('RA031');
  });

  test.each([HEAD, 'message_id,buttons_run\n2,TRUE\n', `${HEAD}2,FALSE\n`, `${HEAD}2,T`, `${HEAD}"2","TRUE"\r\n`])(
    '%j is sound',
    (text) => {
      expect(buttons(text)).toEqual([]);
    },
  );

  test.each(['2,TRU', '2,', '2', '2, TRUE\n', '2,WAHR\n', '"2","TRU\n'])(
    '%j does not say that its buttons were used',
    (row) => {
      expect(buttons(`${HEAD}${row}`)).toEqual(['RA055']);
    },
  );

  test.each(['2,TRUE,\n', '1,TRUE\n2,TRUE,\n'])('%j has a field too many, so that numbers are labels', (rows) => {
    expect(buttons(`${HEAD}${rows}`)).toEqual(['RA054']);
  });

  test('names of buttons are of an older version', () => {
    expect(buttons('"message_id","buttons_run","next_button","on_deck_button"\n2,"run","accept",""\n')).toEqual([
      'RA132',
    ]);
  });

  test('messages are not looked for in a log that cannot be read', () => {
    const files = { 'conversation_log.json': `${CALL.slice(0, -9)}`, 'message_buttons.csv': `${HEAD}42,TRUE\n` };
    expect(codesIn(files)).toEqual(['RA002']);
  });
});

describe('script_history.tsv', () => {
  const history = (text: string, id = '1'): readonly Code[] =>
    codesIn({ 'conversation_log.json': LOG, 'script_history.tsv': text }, id);
  const HEAD = 'filename\torder\tconversation_index\n';

  test.each(["it's.R", 'say "hi".R', 'C#.R', '"a" b.R'])('the name %s breaks it', (name) => {
    expect(history(`${HEAD}${name}\t1\t1\n`)).toEqual(['RA033']);
  });

  test.each(['"it\'s.R"', '"C#.R"', '"say ""hi"".R"', 'b with space.R', '007.R', 'naïve.R'])(
    'the name %s does not',
    (name) => {
      expect(history(`${HEAD}${name}\t1\t1\n`)).toEqual([]);
    },
  );

  test('NUL bytes behind the last row are told, and are no row', () => {
    expect(history(`${HEAD}a.R\t1\t1\n\0\0\0`)).toEqual(['RA053']);
    expect(decodeHistory(Buffer.from(`${HEAD}a.R\t1\t1\n\0\0\0`)).rows.map(({ filename }) => filename)).toEqual([
      'a.R',
    ]);
  });

  test('two columns are new without rows, and old with them', () => {
    expect(history('filename\torder\n')).toEqual([]);
    expect(history('filename\torder\na.R\t1\n')).toEqual(['RA133']);
  });

  test('rows are of the conversation that the folder is', () => {
    expect(history(`${HEAD}a.R\t1\t4\n`, '4')).toEqual([]);
    expect(history(`${HEAD}a.R\t1\t4\n`, '5')).toEqual(['RA134']);
  });

  test.each(['', '\n'])('%j is empty', (text) => {
    expect(history(text)).toEqual(['RA032']);
  });

  test.each([
    'name\torder\na.R\t1\n',
    `sep=,\n${HEAD}a.R\t1\t1\n`,
    `${HEAD}a.R\tone\t1\n`,
    `${HEAD}a.R\t1\t"1\nb.R\t2\t1\n`,
  ])('%j cannot be read', (text) => {
    expect(history(text)).toContain('RA034');
  });

  const ROWS = ['a.R', 'b.R', 'c.R', 'd.R'].map((name, at) => `${name}\t${at + 1}\t1\n`);
  const rows = (many: number) => ROWS.slice(0, many).join('');

  test.each([
    `${HEAD}src/f`,
    `${HEAD}${rows(1)}src/f`,
    `${HEAD}${rows(3)}src/fit.R\t4`,
    'filename\torder\nx',
    `${HEAD}a.R\t1\n`,
  ])('stops R where its last row is short among the first five lines: %j', (text) => {
    expect(history(text)).toEqual(['RA044']);
  });

  test('is padded by R where its last row is short behind four others, unless a line end follows', () => {
    expect(history(`${HEAD}${rows(4)}src/f`)).toEqual([]);
    expect(history(`${HEAD}${rows(4)}src/f\n`)).toEqual(['RA044']);
  });

  test.each([' ', '\t', ' \n', '  \t\n'])('stops R where a line of white space follows: %j', (line) => {
    expect(history(`${HEAD}${rows(2)}${line}`)).toEqual(['RA045']);
  });

  test.each(['', '""\n', '""'])('reads on where %j follows', (line) => {
    expect(history(`${HEAD}${rows(1)}${line}`)).toEqual([]);
  });

  test('gives file names away as labels where rows have a field more than the header', () => {
    expect(history('filename\torder\na.R\t1\t1\nb.R\t2\t1\n')).toEqual(['RA046']);
    expect(history(`${HEAD}a.R\t1\t1\tx\nb.R\t2\t1\tx\n`)).toEqual(['RA047', 'RA047']);
    expect(history(`${HEAD}1\ta.R\t1\t1\n2\tb.R\t2\t1\n`)).toEqual([]);
  });

  test('is torn, not only quoted wrongly, where the last of its names has a quote', () => {
    expect(history(`${HEAD}${rows(2)}it's`)).toEqual(['RA044']);
    expect(history(`${HEAD}it's.R\t1\t1\n${rows(1)}src/f`)).toEqual(['RA033', 'RA044']);
  });
});

describe('attachments.csv', () => {
  const attachments = (text: string): readonly Code[] =>
    codesIn({ 'conversation_log.json': LOG, 'attachments.csv': text });
  const HEAD = '"timestamp","message_id","file_path","file_id","vector_store_id"\n';

  test('ids that are in no message are as they should be', () => {
    expect(attachments(`${HEAD}"2025-06-28 09:50:43",77,"say ""hi"", twice.txt","file-A1",""\n`)).toEqual([]);
  });

  test.each([
    ['', ['RA035']],
    [`${HEAD}1,2,3,4,5,6\n`, ['RA036']],
    [`${HEAD}"a",1,"b","c","d"\n"a",2,"/ho`, ['RA036']],
    [`${HEAD}"a",1,"b,"c","d"\n"a",2,"b","c","d"\n`, ['RA036']],
    [`${HEAD}${'"a",1,"b","c","d"\n'.repeat(5)}"a",2,"/ho`, []],
    ['"timestamp","message_id"\n"2025-06-28",1\n', ['RA036']],
  ])('%j', (text, codes) => {
    expect(attachments(text)).toEqual(codes);
  });
});

describe('a look at a plain table', () => {
  const row = fc
    .tuple(
      fc.constantFrom('2', '3', '02', '', 'a b', "it's", 'é', 'NA', '#', '"a"', '<U+00E9>'),
      fc.constantFrom('TRUE', '1', '7', '01', ''),
      fc.constantFrom('1', '2', '', 'x'),
    )
    .chain(([a, b, c]) =>
      fc.constantFrom(`${a},${b}\n`, `${a}\t${b}\t${c}\n`, `${a}\t${b}\n`, `${a}\t${b}\t${c}`, `${a},${b}\r\n`),
    );
  const button = fc.tuple(fc.constantFrom('2', '3', '4'), fc.constantFrom('TRUE', 'FALSE')).map((row) => `${row}\n`);
  const script = fc
    .tuple(fc.constantFrom('a.R', 'b c.R', "it's"), fc.constantFrom('1', '2'), fc.constantFrom('1', '1', '2'))
    .map((row) => `${row.join('\t')}\n`);
  const file = (plain: fc.Arbitrary<string>, ...heads: readonly string[]) =>
    fc
      .tuple(fc.constantFrom(...heads), fc.array(fc.oneof({ weight: 4, arbitrary: plain }, row), { maxLength: 3 }))
      .map(([head, rows]) => head + rows.join(''));
  const known: KnownMessages = {
    entries: [],
    questions: 1,
    hasId: (id) => id === '2' || id === '3',
    isEdit: () => false,
  };

  test('takes for sound only what every check finds sound', () => {
    let plain = 0;
    const buttons = file(button, '"message_id","buttons_run"\n', 'message_id,buttons_run\n');
    const histories = file(script, 'filename\torder\n', 'filename\torder\tconversation_index\n');
    fc.assert(
      fc.property(fc.oneof(buttons, histories), (text) => {
        const bytes = Buffer.from(text);
        const findings = isSurelySoundButtons(bytes, known)
          ? [...buttonsFindings(decodeCompanionTable(bytes), known)]
          : isSurelySoundHistory(bytes, 1)
            ? [...historyFindings(decodeHistory(bytes), 1)]
            : null;
        expect(findings ?? []).toEqual([]);
        if (findings !== null && /\n./.test(text)) plain++;
      }),
      runs(18_000),
    );
    // Of tables with rows: one without them is plain whatever the checks are.
    expect(plain).toBeGreaterThan(runs(18_000).numRuns / 50);
  });
});
