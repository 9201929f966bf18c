import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldSource } from '../../../src/model/part.ts';
import { StatsTally } from '../../../src/ops/survey/unit-tally.ts';
import { factsOf } from '../../../src/stores/claude/checks/facts.ts';
import { tallyMeeting } from '../../../src/stores/claude/read/tally.ts';
import { isThorough, oneIn, runs } from '../../faults/support/thorough.ts';
import { lineFiles } from '../fixture-lines.ts';

const files = lineFiles('claude');

/** All that a pass over a file answers, with plain records read apart or like all others, and how many of them there were. */
function passed(bytes: Uint8Array, id: string, isApart: boolean): { readonly all: string; readonly plain: number } {
  const tally = new StatsTally();
  const meeting = tallyMeeting(tally);
  let plain = 0;
  const counted = {
    takes: meeting.plain.takes,
    meet: (...met: Parameters<typeof meeting.plain.meet>) => {
      plain++;
      meeting.plain.meet(...met);
    },
  };
  const { records, ...facts } = factsOf(heldSource(bytes), id, { meet: meeting.meet, plain: isApart ? counted : null });
  meeting.end();
  const { count } = records;
  const columns = [records.at, records.kind, records.flags, records.stamp].map((each) => [...each.subarray(0, count)]);
  const hashes = [records.id, records.parent, records.answer].map((each) => [...each.subarray(0, 2 * count)]);
  const { tools, end, prompted, isPrompted, titled, tagged } = records;
  const calls = [tools.n, tools.isCall, tools.block].map((each) => [...each.subarray(0, tools.count)]);
  const ids = [...tools.id.subarray(0, 2 * tools.count)];
  const { by, ...sums } = tally.plain();
  const names = Object.entries(by).map(([name, counts]) => [name, [...counts].sort()]);
  const beside = { end, prompted: prompted === null ? null : [...prompted], isPrompted, titled, tagged };
  return { all: JSON.stringify({ facts, columns, hashes, calls, ids, beside, sums, names }), plain };
}

/** Answers the number of plain records. */
function agree(bytes: Uint8Array, id: string): number {
  const { all, plain } = passed(bytes, id, true);
  expect(all).toBe(passed(bytes, id, false).all);
  return plain;
}

test('records that are plain are read as all others are, in every fixture, and most records are plain', () => {
  const plain = oneIn(3, files).reduce((sum, { bytes, id }) => sum + agree(bytes, id), 0);
  expect(plain).toBeGreaterThan(isThorough ? 2500 : 900);
});

test('so they are in a file of another session, of the same name in capitals, and of none', () => {
  const ids = [() => 'other', (id: string) => id.toUpperCase(), () => ''];
  for (const [n, { bytes, id }] of oneIn(9, files).entries()) agree(bytes, (ids[n % 3] as (id: string) => string)(id));
});

const PIECES = [
  'null',
  'true',
  '1',
  '""',
  '"a"',
  '" "',
  '[]',
  '{}',
  '[null]',
  '"\\u0061"',
  '"é"',
  'x',
  '"<synthetic>"',
];
const whole = files.filter(({ bytes }) => bytes.length > 500 && bytes.length < 20_000);

test('so are records in which a value or a name is another one', () => {
  const changed = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...PIECES));
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.array(changed, { minLength: 1, maxLength: 3 }), (n, changes) => {
      const { bytes, id } = whole[n] as (typeof whole)[number];
      let text = bytes.toString('latin1');
      for (const [at, which, piece] of changes) {
        const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b|\[\]|\{\}/g)];
        const value = values[at % Math.max(values.length, 1)];
        if (value === undefined) continue;
        const other = which % 3 === 0 ? (values[which % values.length] as RegExpExecArray)[0] : piece;
        text = text.slice(0, value.index) + other + text.slice(value.index + value[0].length);
      }
      agree(Buffer.from(text, 'latin1'), id);
    }),
    runs(9000),
  );
});

test('so are sessions with many calls, blocks and answers', () => {
  const record = (n: number, type: string, content: unknown) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : `u${n - 1}`,
      isSidechain: false,
      sessionId: 's',
      type,
      uuid: `u${n}`,
      timestamp: '2026-01-02T03:04:05.678Z',
      message: { id: `m${n >> 2}`, role: type, model: 'm', usage: { input_tokens: 1, output_tokens: n }, content },
    });
  const call = (n: number) => ({ type: 'tool_use', id: `t${n}`, name: 'Read', input: {} });
  const result = (n: number) => ({ type: 'tool_result', tool_use_id: `t${n}`, content: 'done' });
  const lines = Array.from({ length: 400 }, (_, n) =>
    n % 2 === 0
      ? record(
          n,
          'assistant',
          Array.from({ length: n % 40 || 1 }, (__, i) => call(100 * n + i)),
        )
      : record(
          n,
          'user',
          Array.from({ length: n % 40 }, (__, i) => result(100 * n + i)),
        ),
  );
  expect(agree(Buffer.from(`${lines.join('\n')}\n`), 's')).toBe(400);
});

test('so is a message with more blocks than there is room for in a window, and those around it', () => {
  const record = (n: number, blocks: number) =>
    JSON.stringify({
      ...{ parentUuid: n === 0 ? null : `u${n - 1}`, uuid: `u${n}`, sessionId: 's', type: 'user' },
      message: { role: 'user', content: Array.from({ length: blocks }, () => ({ type: 'text', text: 'a' })) },
    });
  const lines = [record(0, 2), record(1, 4200), record(2, 3)];
  expect(agree(Buffer.from(`${lines.join('\n')}\n`), 's')).toBe(2);
});

test('so are answers whose tokens are no short whole numbers', () => {
  const numbers = ['0', '-1', '1.5', '1e3', '123456789', '1234567890', '9007199254740993', 'null', '"7"', '{}'];
  const line = (usage: string, n: number) =>
    `{"type":"assistant","uuid":"u${n}","parentUuid":null,"sessionId":"s","message":{"model":"m","usage":${usage},"content":"a"}}`;
  const usages = numbers.flatMap((number) => [
    `{"input_tokens":${number},"output_tokens":2}`,
    `{"output_tokens":${number},"other":1,"cache_read_input_tokens":${number}}`,
    `{"cache_creation_input_tokens":${number},"output_\\u0074okens":3}`,
  ]);
  const lines = [...usages, 'null', '[]', '7'].map(line);
  // A line with an escape in a key is no row.
  expect(agree(Buffer.from(`${lines.join('\n')}\n`), 's')).toBe(lines.length - numbers.length);
});
