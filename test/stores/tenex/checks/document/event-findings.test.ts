import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeTenex } from '../../../../../src/stores/tenex/checks/document/judge.ts';
import { decodeTenex } from '../../../../../src/stores/tenex/read/decoded.ts';

const SIG = 'c'.repeat(128);

/** The text of an event whose id is right. */
function event(tags: readonly (readonly string[])[] = [], time: unknown = 5, content = ''): string {
  const fields = [0, 'a'.repeat(64), time, 11, tags, content];
  return JSON.stringify([...fields, SIG, createHash('sha256').update(JSON.stringify(fields)).digest('hex')]);
}

const idOf = (text: string): string => JSON.parse(text)[7];

function told(history: readonly unknown[], id?: string): string[] {
  const named = id ?? (typeof history[0] === 'string' ? 'lamp' : '');
  const document = { id: named, title: '', phase: 'chat', history, metadata: {} };
  const judged = judgeTenex(decodeTenex(Buffer.from(JSON.stringify(document))), {
    id: named,
    now: 5,
    signatures: null,
  });
  return judged.findings.filter(({ code }) => code !== 'TX202').map(({ code, at }) => `${code} ${at}`);
}

const first = event();

test.each<[string, unknown[], string[]]>([
  ['sound ones', [first, event([['E', idOf(first)]])], []],
  ['one that is cut', [first, first.slice(0, -9)], ['TX120 /history/1']],
  ['null and nothing', [first, 'null', ''], ['TX120 /history/1', 'TX120 /history/2']],
  ['an object', [first, '{"kind":1}'], ['TX121 /history/1']],
  ['a draft', [first, '[0,"p",6,1111,[],"hm"]'], ['TX122 /history/1']],
  ['a draft with an id', [first, `[0,"p",6,1111,[],"hm",null,"${'d'.repeat(64)}"]`], ['TX122 /history/1']],
  ['a changed one', [first, event([], 6, 'on').replace('"on"', '"off"')], ['TX123 /history/1']],
  ['a short signature', [first, event([], 6).replace(SIG, SIG.slice(1))], ['TX125 /history/1']],
  ['a time as text', [first, event([], '6')], ['TX126 /history/1']],
  ['more elements', [first, event([], 6).replace(/\]$/, ',1]')], ['TX127 /history/1']],
  ['another first element', [first, event([], 6).replace('[0', '[7')], ['TX127 /history/1']],
  ['one twice', [first, event([], 6), event([], 6), first], ['TX128 /history/2', 'TX128 /history/3']],
  ['one twice behind an object', [{ kind: 1 }, first, first], ['TX110 /history/0', 'TX128 /history/2']],
  ['one twice, the second time otherwise spaced', [first, event([], 6), ` ${event([], 6)}`], ['TX128 /history/2']],
  ['one twice, the first time otherwise spaced', [first, `${event([], 6)} `, event([], 6)], ['TX128 /history/2']],
  ['the id of another', [first, first.replace(',5,', ',6,')], ['TX123 /history/1', 'TX128 /history/1']],
  ['a thread whose id ends otherwise', [first, event([['E', idOf(first).replace(/.$/, 'x')]])], ['TX201 /history/1']],
  ['one of another thread', [first, event([['E', 'elsewhere']])], ['TX201 /history/1']],
  ['one of a thread that this conversation is named for', [event([['E', 'lamp']])], []],
])('a history with %s', (_, history, expected) => {
  expect(told(history)).toEqual(expected);
});

test.each([
  ['"5"', true],
  ['true', true],
  ['[1]', true],
  ['1e999', true],
  ['null', false],
  ['0', false],
  ['""', false],
  ['-5', false],
  ['5.5', false],
])('the time %s of the first event that is kept spoils the index: %s', (time, spoils) => {
  const text = event().replace(',5,', `,${time},`);
  expect(told(['cut [', text]).includes('TX129 /history/1')).toBe(spoils);
  expect(told([first, text]).some((each) => each.startsWith('TX129'))).toBe(false);
});

test('an event that was changed has its code whether or not signatures are judged', () => {
  const spoilt = event([], 6, 'on').replace('"on"', '"off"');
  expect(told([first, spoilt])).toEqual(['TX123 /history/1']);
});

test('an event nested deeper than TENEX can write is told instead of its id, which nothing could work out', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const deep = (levels: number) =>
    first.replace(',[],"",', `,${nested(levels)},"",`).replace(idOf(first), 'b'.repeat(64));
  expect(told([first, deep(5000)])).toEqual(['TX126 /history/1', 'TX017 /history/1']);
  // A level for the event itself.
  expect(told([first, deep(4000)])).toContain('TX017 /history/1');
  expect(told([first, deep(3999)])).toEqual(['TX126 /history/1', 'TX123 /history/1']);
});
