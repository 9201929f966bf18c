import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource } from '../../../../src/model/part.ts';
import { StatsTally } from '../../../../src/ops/survey/unit-tally.ts';
import { type FileFacts, factsOf } from '../../../../src/stores/claude/checks/facts.ts';
import { checkRecord } from '../../../../src/stores/claude/checks/record-checks.ts';
import type { RecordFinding } from '../../../../src/stores/claude/checks/record-finding.ts';
import { readRecords } from '../../../../src/stores/claude/read/records.ts';
import { tallyVisitor } from '../../../../src/stores/claude/read/tally.ts';
import { isThorough, oneIn, runs } from '../../../support/sampling.ts';
import { lineFiles } from '../../fixture-lines.ts';

const files = lineFiles('claude');

/** All that a pass over a file answers with its sums, with plain records read apart or like all others, and how many of them there were. */
function passed(bytes: Uint8Array, id: string, isApart: boolean): { readonly all: string; readonly plain: number } {
  const tally = new StatsTally();
  const visitor = tallyVisitor(tally);
  let plain = 0;
  const counted = {
    takes: visitor.plain.takes,
    visit: (...visited: Parameters<typeof visitor.plain.visit>) => {
      plain++;
      visitor.plain.visit(...visited);
    },
  };
  const facts = factsOf(bytesSource(bytes), id, { visit: visitor.visit, plain: isApart ? counted : null });
  visitor.end();
  const { by, ...sums } = tally.plain();
  const names = Object.entries(by).map(([name, counts]) => [name, [...counts].sort()]);
  return { all: JSON.stringify({ facts: plainFacts(facts), sums, names }), plain };
}

function plainFacts({ records, ...facts }: FileFacts) {
  const { count } = records;
  const columns = [records.at, records.classOf, records.flags, records.time].map((each) => [
    ...each.subarray(0, count),
  ]);
  const hashes = [records.id, records.parent, records.answer].map((each) => [...each.subarray(0, 2 * count)]);
  const { tools, end, prompted, isPrompted, titled, tagged, naming } = records;
  const calls = [tools.n, tools.isCall, tools.block].map((each) => [...each.subarray(0, tools.count)]);
  const ids = [...tools.id.subarray(0, 2 * tools.count)];
  const beside = { end, prompted: prompted === null ? null : [...prompted], isPrompted, titled, tagged, naming };
  return { facts, columns, hashes, calls, ids, beside };
}

/** Answers how many records are plain where nothing is summed up. */
function agree(bytes: Uint8Array, id: string): number {
  expect(passed(bytes, id, true).all).toBe(passed(bytes, id, false).all);
  let plain = 0;
  const apart = factsOf(bytesSource(bytes), id, {
    visit: () => {},
    plain: {
      takes: () => true,
      visit: () => {
        plain++;
      },
    },
  });
  const alike = factsOf(bytesSource(bytes), id, { visit: () => {}, plain: null });
  expect(JSON.stringify(plainFacts(apart))).toBe(JSON.stringify(plainFacts(alike)));
  return plain;
}

test('records that are plain are read as all others are, in every fixture, and most records are plain', () => {
  const plain = oneIn(5, files).reduce((sum, { bytes, id }) => sum + agree(bytes, id), 0);
  expect(plain).toBeGreaterThan(isThorough ? 2500 : 500);
});

test('no record in which a check finds anything is plain, in every fixture', () => {
  for (const { bytes, id } of files) {
    const found: RecordFinding[] = [];
    readRecords(bytesSource(bytes), (visited, all) => checkRecord(all, visited, found), null);
    const reached = new Set(factsOf(bytesSource(bytes), id).spotted.map(placeOf));
    expect(
      found.map(placeOf).filter((place) => !reached.has(place)),
      MISSED,
    ).toEqual([]);
  }
});

function placeOf({ n, code, at }: RecordFinding): string {
  return `${code} in record ${n} at ${at}`;
}

const MISSED =
  'found by the checks, but its record is plain for isPlainRecord (record-checks.ts) or for kernel/record.ts';

test('so they are in a file of another session, of the same name in capitals, and of none', () => {
  const ids = [() => 'other', (id: string) => id.toUpperCase(), () => ''];
  for (const [n, { bytes, id }] of oneIn(15, files).entries()) agree(bytes, (ids[n % 3] as (id: string) => string)(id));
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

test('so are records of any time, which is that of its text', () => {
  const digits = (max: number) => fc.nat(max).map((n) => String(n).padStart(String(max).length, '0'));
  const form = fc
    .tuple(digits(9999), digits(13), digits(32), digits(24), digits(60), digits(60), digits(999))
    .map(
      ([year, month, date, hour, minute, second, rest]) =>
        `${year}-${month}-${date}T${hour}:${minute}:${second}.${rest}Z`,
    );
  const other = fc.constantFrom(
    '2026-02-30T00:00:00.000Z',
    '2026-01-02',
    '2026-01-02T03:04:05+02:00',
    '',
    '/:;-01-02T03:04:05.678Z',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(form, other), { minLength: 20, maxLength: 20 }), (times) => {
      const lines = times.map((timestamp, n) =>
        JSON.stringify({
          parentUuid: null,
          sessionId: 's',
          type: 'user',
          uuid: `u${n}`,
          timestamp,
          message: { content: 'x' },
        }),
      );
      const { time, count } = readRecords(bytesSource(Buffer.from(`${lines.join('\n')}\n`)));
      expect([...time.subarray(0, count)]).toEqual(times.map((text) => Date.parse(text)));
    }),
    runs(2000),
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

const NUMBERS = ['0', '7', '-0', '00', '01', '1e3', '1.0', '999999999', '1000000000', '9007199254740993', '1e400'];
const words = (...all: readonly string[]) => fc.constantFrom(...all.map((each) => JSON.stringify(each)));

/** Objects with most of these members, in any order, now and then one of them twice, or with an escape in its key. */
function objects(fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const written = Object.entries(fields).map(([key, value]) =>
    fc.tuple(value, fc.constantFrom('', '', ' ', '\t'), fc.nat(60)).map(([text, space, rare]) => {
      const name = rare === 1 ? `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}` : key;
      const member = `"${name}"${space}:${space}${text}`;
      if (rare === 0) return [];
      return rare === 2 ? [member, member] : [member];
    }),
  );
  return fc
    .tuple(fc.tuple(...written), fc.nat())
    .map(([members, from]) => [...members.slice(from % members.length), ...members.slice(0, from % members.length)])
    .map((members) => `{${members.flat().join(',')}}`);
}

test('so are records with their keys in another order, twice or escaped, in one window and in several', () => {
  const [id, text, number] = [
    words('a', 'b', 'c', 'd'),
    words('pears', '<pears', ' ', ''),
    fc.constantFrom(...NUMBERS),
  ];
  const inner = fc
    .array(fc.oneof(objects({ type: words('text', 'image', 'tool_reference'), text }), fc.constant('null'), text), {
      maxLength: 2,
    })
    .map((blocks) => `[${blocks.join(',')}]`);
  const usage = objects({ input_tokens: number, cache: fc.constant('{"input_tokens":5}'), output_tokens: number });
  const content = fc
    .array(
      fc.oneof(
        objects({ type: words('text'), text }),
        objects({ type: words('tool_use'), id, name: text, input: fc.constant('{"type":"text","id":"a"}') }),
        objects({ type: words('tool_result'), content: fc.oneof(text, inner), tool_use_id: id }),
        objects({ type: words('thinking'), thinking: text, signature: text }),
      ),
      { maxLength: 3 },
    )
    .map((blocks) => `[${blocks.join(',')}]`);
  const message = objects({ id, usage, model: words('m', '<synthetic>'), content: fc.oneof(text, content) });
  const links = { uuid: id, parentUuid: fc.oneof(id, fc.constant('null')), sessionId: words('s', 't') };
  const record = objects({
    ...links,
    type: words('user', 'assistant'),
    message,
    isMeta: fc.constantFrom('false', 'true'),
  });
  const attachment = objects({
    type: words('hook_success', 'queued_command', 'new_delta', 'skill_listing', 'todo'),
    hookEvent: words('SessionStart', 'Stop'),
    content: text,
    prompt: fc.oneof(text, content),
    names: fc.constantFrom('[]', '["a"]'),
  });
  const beside = objects({
    ...links,
    type: words('attachment', 'system', 'progress', 'last-prompt', 'custom-title', 'tag', 'queue-operation', 'mode'),
    subtype: fc.oneof(words('local_command', 'compact_boundary', 'turn_duration'), fc.constant('null')),
    content: fc.oneof(text, fc.constant('[]')),
    isDisplayOnly: fc.constantFrom('true', 'false'),
    leafUuid: fc.oneof(id, fc.constant('null')),
    attachment,
    rendered: fc.constantFrom('[]', '["a"]', 'null'),
  });
  const line = fc
    .tuple(fc.oneof({ weight: 3, arbitrary: record }, beside), fc.constantFrom('\n', '\n', '\r\n', '\r', ' \n'))
    .map((parts) => parts.join(''));
  let plain = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), fc.nat(60), (lines, rare) => {
      const one = lines.join('');
      plain += agree(Buffer.from(rare === 0 ? one.repeat(Math.ceil(140_000 / one.length)) : one), 's');
    }),
    runs(6000),
  );
  expect(plain).toBeGreaterThan(50);
});
