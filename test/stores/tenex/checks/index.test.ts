import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../src/model/finding.ts';
import type { Part } from '../../../../src/model/part.ts';
import type { Site } from '../../../../src/stores/kind.ts';
import { beginNow, openNoted } from '../../asked.ts';

const ARCHIVE = part('conversations/archive', null, 'archive-folder');

function part(path: string, text: string | Uint8Array | null, role: string, more: Partial<Part> = {}): Part {
  const bytes = text === null ? null : Buffer.from(text);
  const size = bytes?.length ?? 0;
  return { path, role, type: 'file', bytes, size, mtime: 1_754_600_000, mode: 0o600, digest: () => '', ...more };
}

const conversation = (id: string, more: object = {}) =>
  JSON.stringify({ id, title: 'Lamp', phase: 'chat', history: [], metadata: {}, ...more });

const entry = (id: string, more: object = {}) => ({
  id,
  title: 'Lamp',
  createdAt: 1.5,
  updatedAt: 2.5,
  phase: 'chat',
  eventCount: 0,
  agentCount: 0,
  archived: false,
  ...more,
});

/** Active and archived files by id, beside an index of this source; null for none. */
interface Store {
  readonly index: string | Uint8Array | null;
  readonly active?: Readonly<Record<string, string>>;
  readonly archived?: Readonly<Record<string, string>>;
  readonly shared?: readonly Part[];
  readonly site?: Partial<Site>;
  readonly hidden?: boolean;
}

function findingsOf({
  index,
  active = {},
  archived = {},
  shared = [ARCHIVE],
  site: given = {},
  hidden = false,
}: Store) {
  const site: Site = { kind: 'tenex', root: '/p/.tenex', shape: 'store', scope: null, file: null, ...given };
  const parts = index === null ? shared : [part('conversations/metadata.json', index, 'index'), ...shared];
  const paths = [
    ...Object.keys(active).map((id) => [id, { path: `conversations/${id}.json` }] as const),
    ...Object.keys(archived).map((id) => [id, { path: `conversations/archive/${id}.json` }] as const),
  ];
  const units = new Map(paths.map(([id]) => [id, paths.flatMap(([other, path]) => (other === id ? [path] : []))]));
  const session = beginNow('tenex', {
    name: '',
    units,
    site,
    shared: parts,
    now: 1_754_600_000,
    signatures: false,
    hasUnreadFolder: hidden,
  });
  const findings: Finding[] = [];
  for (const id of new Set([...Object.keys(active), ...Object.keys(archived)])) {
    const here = active[id] === undefined ? [] : [part(`conversations/${id}.json`, active[id], 'conversation')];
    const there =
      archived[id] === undefined ? [] : [part(`conversations/archive/${id}.json`, archived[id], 'archived')];
    findings.push(...openNoted(session, { id, parts: [...here, ...there] }, 'tenex').findings());
  }
  for (const id of session.absent()) findings.push(...session.open({ id, parts: [] }).findings());
  return [...findings, ...session.findings()];
}

const told = (store: Store) => findingsOf(store).map(({ code, id, at }) => `${code} ${id} ${at}`);
const listed = (...entries: readonly object[]) => JSON.stringify({ conversations: entries });
const a = { a: conversation('a') };

describe('an index', () => {
  test.each<[string, string | null, string[]]>([
    ['that is sound', listed(entry('a')), []],
    [
      'in another order, with other white space',
      ` ${JSON.stringify({ conversations: [entry('a')] }, null, 5)}\r\n`,
      [],
    ],
    ['that is gone', null, ['TX304 null null']],
    ['of no bytes', '', ['TX301 null null']],
    ['that is cut', listed(entry('a')).slice(0, 40), ['TX301 null null']],
    ['behind a byte-order mark', `\ufeff${listed(entry('a'))}`, ['TX301 null null']],
    ['with a tail', `${listed(entry('a'))}]`, ['TX301 null null']],
    ['that is null', 'null', ['TX302 null ']],
    ['without a list', '{"conversations":{}}', ['TX302 null ']],
    ['with an entry that is null', listed(entry('a'), null as never), ['TX303 null /conversations/1']],
    [
      'with a number beyond a double',
      listed(entry('a'), entry('b')).replaceAll('2.5', '1e999'),
      ['TX305 b /conversations/1', 'TX303 a /conversations/0', 'TX303 b /conversations/1'],
    ],
    ['with a null in place of a flag', listed(entry('a', { archived: null })), ['TX303 a /conversations/0']],
    ['with a further key', listed(entry('a', { star: 1 })), ['TX315 null /conversations/0/star']],
    ['with a key twice', `{"conversations":[],${listed(entry('a')).slice(1)}`, ['TX022 null /conversations']],
    ['that does not name it', listed(), ['TX306 a null']],
    ['that names it twice', listed(entry('a'), entry('a')), ['TX311 a /conversations/1']],
    ['that names another', listed(entry('a'), entry('b')), ['TX305 b /conversations/1']],
    ['that says archived', listed(entry('a', { archived: true })), ['TX308 a /conversations/0']],
    ['that does not say', listed(entry('a', { archived: undefined })), ['TX313 a /conversations/0']],
    ['with a phase in capitals', listed(entry('a', { phase: 'CHAT' })), []],
    ['with another phase', listed(entry('a', { phase: 'plan' })), ['TX312 a /conversations/0']],
    ['with another count', listed(entry('a', { agentCount: 1 })), ['TX312 a /conversations/0']],
    ['with an id that leads out', listed(entry('a'), entry('../x')), ['TX410 ../x /conversations/1']],
    ['with its own name as an id', listed(entry('a'), entry('metadata')), ['TX410 metadata /conversations/1']],
    [
      'with a name that is too long',
      listed(entry('a'), entry('é'.repeat(126))),
      [`TX410 ${'é'.repeat(126)} /conversations/1`],
    ],
    ['with an id in another case', listed(entry('a'), entry('A')), ['TX305 A /conversations/1', 'TX412 A null']],
  ])('%s', (_, index, expected) => {
    expect(told({ index, active: a }).filter((each) => !each.startsWith('TX306') || expected.includes(each))).toEqual(
      expected,
    );
  });

  test('that cannot be read is not held against each conversation', () => {
    expect(told({ index: '{', active: { a: conversation('a'), b: conversation('b') } })).toEqual(['TX301 null null']);
  });

  test('that is torn still tells a copy by the entry that it holds', () => {
    const index = `${listed(entry('a'))}]`;
    expect(told({ index, active: { ...a, 'a (copy)': conversation('a') } })).toEqual([
      'TX406 a (copy) null',
      'TX301 null null',
    ]);
  });

  test('may name what lies in a folder that could not be looked into', () => {
    expect(told({ index: listed(entry('a'), entry('b')), active: a, hidden: true })).toEqual([]);
  });

  test('is not asked for where one file is, and what it cannot tell is left out', () => {
    const site = { file: 'conversations/a.json' };
    expect(told({ index: listed(entry('a'), entry('b')), active: a, site })).toEqual([]);
    expect(told({ index: null, active: a, site: { shape: 'file', file: 'a.json' }, shared: [] })).toEqual([]);
  });

  test('that has lost more than it names is told as a whole', () => {
    const active = { a: conversation('a'), b: conversation('b'), c: conversation('c') };
    expect(told({ index: listed(entry('a')), active })).toContain('TX314 null null');
    expect(told({ index: listed(entry('a'), entry('b')), active })).toEqual(['TX306 c null']);
  });

  test('has not lost what TENEX could not load, nor copies that call themselves otherwise', () => {
    const unreadable = { b: '{}', c: '{}', d: conversation('a'), e: conversation('a') };
    expect(told({ index: listed(entry('a')), active: { ...a, ...unreadable } }).join()).not.toContain('TX314');
  });

  test('of 20,000 entries, none of them with a file, is gone through once', () => {
    const entries = Array.from({ length: 20_000 }, (_, n) => entry(`id-${n}`));
    const found = findingsOf({ index: listed(...entries) });
    expect(found).toHaveLength(20_000);
    expect(found.at(-1)).toMatchObject({ code: 'TX305', id: 'id-19999', at: '/conversations/19999' });
  });
});

describe('an empty store', () => {
  test('lacks nothing', () => expect(told({ index: null })).toEqual([]));
  test('of later versions lacks no archive', () => expect(told({ index: null, shared: [], active: {} })).toEqual([]));
  test('with an index needs its archive', () =>
    expect(told({ index: listed(), shared: [] })).toEqual(['TX413 null null']));
});

describe('both places', () => {
  const event = (n: number) => JSON.stringify([0, 'p', n, 11, [], '']);
  const of = (times: readonly number[], more: object = {}) => conversation('a', { history: times.map(event), ...more });

  function copies(active: string, archived: string): Pick<Finding, 'code' | 'detail'> | undefined {
    const index = listed(entry('a'));
    return findingsOf({ index, active: { a: active }, archived: { a: archived } }).find(({ code }) =>
      /TX3(?:09|10)/.test(code),
    );
  }

  test.each<[string, string, string, RegExp]>([
    [of([1]), of([1]), 'TX310', /both say the same/],
    [of([1]), of([1], { phase: 'plan' }), 'TX310', /same history.* phase/],
    [of([1, 2, 3]), of([1]), 'TX310', /active one has 2 events more/],
    [of([1]), of([1, 2]), 'TX310', /archived one has 1 event more/],
    [of([1, 1]), of([1]), 'TX310', /active one has 1 event more/],
    [of([1, 2]), of([1, 3]), 'TX309', /1 event that the archived one lacks, and lacks 1 .*archived one is newer/],
    [of([1, 2]).slice(0, 40), of([1]), 'TX309', /cannot be read/],
  ])('%#', (active, archived, code, detail) => {
    expect(copies(active, archived)?.code).toBe(code);
    expect(copies(active, archived)?.detail).toMatch(detail);
  });
});

describe('the id within', () => {
  test('of no other conversation', () => {
    expect(told({ index: listed(entry('a')), active: { a: conversation('z') } })).toEqual(['TX205 a /id']);
  });

  test('of a copy that the index does not name is nothing to TENEX, and never to be indexed', () => {
    const active = { a: conversation('a'), 'a (copy)': conversation('a') };
    expect(told({ index: listed(entry('a')), active })).toEqual(['TX406 a (copy) null']);
  });

  test('of a file that is gone, which the index names still', () => {
    expect(told({ index: listed(entry('a')), active: { 'a (copy)': conversation('a') } })).toEqual([
      'TX205 a (copy) /id',
      'TX306 a (copy) null',
      'TX305 a /conversations/0',
    ]);
  });

  test('of another file, whatever the index says', () => {
    const active = { a: conversation('b'), b: conversation('b') };
    expect(told({ index: null, active })).toEqual(['TX206 a /id', 'TX304 null null']);
  });

  test('of a file outside of a store, whose name says nothing unless it is the id of an event', () => {
    const alone = (id: string) =>
      told({
        index: null,
        active: { [id]: conversation('z') },
        shared: [],
        site: { shape: 'file', file: `${id}.json` },
      });
    expect(alone('input')).toEqual([]);
    expect(alone('ab'.repeat(32))).toEqual([`TX205 ${'ab'.repeat(32)} /id`]);
  });

  test('of two that were exchanged', () => {
    const active = { a: conversation('b'), b: conversation('a') };
    expect(told({ index: listed(entry('a'), entry('b')), active })).toEqual(['TX206 a /id', 'TX206 b /id']);
  });
});

test('a metadata.json in the archive has the name of the index', () => {
  const archived = { metadata: conversation('metadata') };
  expect(told({ index: listed(), archived })).toEqual(['TX410 metadata null']);
});
