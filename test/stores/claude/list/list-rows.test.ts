import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Source } from '../../../../src/codecs/lines/source.ts';
import { nodeDisk } from '../../../../src/io/disk.ts';
import type { Conversation, LazyView } from '../../../../src/model/conversation.ts';
import { bytesSource, type Part } from '../../../../src/model/part.ts';
import { list } from '../../../../src/ops/list.ts';
import { everythingAt } from '../../../../src/ops/survey/survey-options.ts';
import { claude } from '../../../../src/stores/claude/index.ts';
import { viewOf } from '../../../../src/stores/claude/list/file-view.ts';
import { listedFile } from '../../../../src/stores/claude/list/listed-file.ts';
import { lastSaidAt } from '../../../../src/stores/claude/list/listing.ts';
import type { Kind } from '../../../../src/stores/kind.ts';
import { isThorough, oneIn } from '../../../support/sampling.ts';
import { type Die, numbers } from '../../../support/seeded-numbers.ts';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures/claude', import.meta.url));

/** A project folder of which only the file is known. */
const ALONE = {
  site: { kind: 'claude', root: '/', shape: 'home', scope: null, file: null },
  daysLeft: () => null,
} as const;

/** Lists as if every session had to be opened. */
const { rows: _rows, ...whole } = claude;
const opening: Kind = {
  ...whole,
  begin: async (...given) => {
    const { row: _, ...session } = await claude.begin(...given);
    return session;
  },
};

/** Without a way to read the ends of a file by one open. */
const { edges: _, ...piecewise } = nodeDisk();

async function listed(root: string, kind: Kind, count: boolean, disk = nodeDisk()): Promise<unknown> {
  const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
  const all: Conversation[] = [];
  const report = async (some: readonly Conversation[]) => {
    all.push(...some);
  };
  const ask = { ...everythingAt(1_795_447_000), wanted: () => true, sharing: false, report, count };
  const { found, inOtherStates: otherwise, unjudged } = await list({ disk, kinds: [kind], sites: [site] }, ask);
  return { all: JSON.parse(JSON.stringify(all)), found, otherwise, unjudged };
}

async function expectSame(root: string): Promise<number> {
  let rows = 0;
  for (const count of [false, true]) {
    const fast = await listed(root, claude, count);
    expect(fast).toEqual(await listed(root, opening, count));
    expect(fast).toEqual(await listed(root, opening, count, piecewise));
    rows = (fast as { all: unknown[] }).all.length;
  }
  return rows;
}

const homes = (readdirSync(FIXTURES, { recursive: true }) as string[])
  .filter((path) => path.endsWith('/projects') || path.endsWith('/archive'))
  .map((path) => path.slice(0, path.lastIndexOf('/')))
  .filter((path, n, all) => all.indexOf(path) === n);

test('rows of all fixtures are what opening each session says', async () => {
  let rows = 0;
  const tried = oneIn(32, homes);
  for (const home of tried) rows += await expectSame(join(FIXTURES, home));
  expect(tried.length).toBeGreaterThan(5);
  expect(rows).toBeGreaterThan(tried.length);
}, 120_000);

const TEXTS = (readdirSync(FIXTURES, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.jsonl') && path.includes('/projects/'))
  .map((path) => join(FIXTURES, path))
  .filter((path) => statSync(path).isFile())
  .map((path) => readFileSync(path))
  .filter(({ length }) => length > 0 && length < 60_000);

/** Bytes that mean something in a line, and words that a list looks for. */
const PIECES = [
  '"',
  '\\',
  '\n',
  '{',
  '}',
  '\r',
  '\0',
  '\xff',
  ' ',
  '"isSidechain":true,',
  '"aiTitle":"x",',
  '\n{"type":"tag","tag":"t"}\n',
];

/** A fixture with a hurt head and tail, and as much between them that neither end reaches the other. */
function hurt(die: Die): Buffer {
  const text = TEXTS[die(TEXTS.length)] as Buffer;
  const between = ['', 'x'.repeat(70_000), `\n${'{"type":"mode","mode":"normal"}\n'.repeat(9000)}`][die(3)] as string;
  let bytes = Buffer.concat([text, Buffer.from(between), text]);
  for (let n = die(4); n >= 0; n--) {
    const far = die(Math.min(bytes.length, 65_536));
    const at = die(2) === 0 ? far : bytes.length - far;
    const piece = Buffer.from(PIECES[die(PIECES.length)] as string, 'latin1');
    bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + die(3))]);
  }
  return bytes;
}

test('the times and the successor of a session that are asked alone are those of its row', () => {
  const die = numbers(52);
  let timed = 0;
  for (let n = 0; n < (isThorough ? 3000 : 60); n++) {
    const bytes = hurt(die);
    const part = { source: bytesSource(bytes) } as Part;
    const { createdAt, lastAt, isLastSaid } = listedFile(part).listing();
    expect(listedFile(part).times()).toEqual({ createdAt, lastAt, isLastSaid });
    if (isLastSaid) expect(listedFile(part).lastSaidAt()).toBe(lastSaidAt(part.source as Source));
    expect(listedFile(part).continuedIn()).toBe(listedFile(part).listing().continuedIn);
    if (createdAt !== null && lastAt !== null) timed++;
  }
  expect(timed).toBeGreaterThan(30);
});

test('rows of sessions with hurt heads and tails are what opening each of them says', async () => {
  const home = mkdtempSync(join(tmpdir(), 'convostore-rows-'));
  const folder = join(home, 'projects/-srv-ada');
  mkdirSync(folder, { recursive: true });
  const die = numbers(48);
  const sessions = isThorough ? 3000 : 12;
  for (let n = 0; n < sessions; n++)
    writeFileSync(join(folder, `${n.toString(16).padStart(8, '0')}-0000-4000-8000-00000000abcd.jsonl`), hurt(die));
  expect(await expectSame(home)).toBe(sessions);
  rmSync(home, { recursive: true });
}, 300_000);

test.each<readonly ['utf-16' | 'array', number]>([
  ['utf-16', 9000],
  ['utf-16', 200_000],
  ['array', 9000],
  ['array', 200_000],
])(
  'a session as %s that has more than %d bytes is listed as one that cannot be read, without a count',
  async (shape, size) => {
    const home = mkdtempSync(join(tmpdir(), 'convostore-rows-'));
    const folder = join(home, 'projects/-srv-ada');
    mkdirSync(folder, { recursive: true });
    const uuid = '2a2b2c2d-0000-4000-8000-000000000001';
    const message = { role: 'user', content: 'x'.repeat(size) };
    const record = {
      parentUuid: null,
      isSidechain: false,
      type: 'user',
      message,
      uuid,
      timestamp: '2026-11-18T09:11:00.000Z',
    };
    const bytes =
      shape === 'array'
        ? JSON.stringify([record, record])
        : Buffer.from(`\ufeff${JSON.stringify(record)}\n`, 'utf16le');
    writeFileSync(join(folder, `${uuid}.jsonl`), bytes);
    const { all } = (await listed(home, claude, false)) as { readonly all: readonly Conversation[] };
    expect(all).toMatchObject([{ id: uuid, readable: false, messages: null }]);
    expect(await expectSame(home)).toBe(1);
    rmSync(home, { recursive: true });
  },
);

test('a list of the archive works out no row of a session that is not in it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'convostore-rows-'));
  mkdirSync(join(home, 'projects/-srv-ada'), { recursive: true });
  writeFileSync(join(home, 'projects/-srv-ada/2a2b2c2d-0000-4000-8000-000000000001.jsonl'), TEXTS[0] as Buffer);
  let rows = 0;
  const counting: Kind = {
    ...whole,
    begin: async (...given) => {
      const session = await claude.begin(...given);
      const row: typeof session.row = (id, part) => {
        const view = session.row?.(id, part) as LazyView;
        const plain = (all: boolean) => {
          rows++;
          return view.plain(all);
        };
        return { state: view.state, plain } as LazyView;
      };
      return { ...session, row };
    },
  };
  const site = { kind: 'claude', root: home, shape: 'home', scope: null, file: null } as const;
  const rowsOf = async (state: 'active' | 'archived') => {
    const ask = {
      ...everythingAt(1_795_447_000),
      states: [state],
      wanted: () => true,
      sharing: false,
      report: async () => {},
      count: false,
    };
    rows = 0;
    await list({ disk: nodeDisk(), kinds: [counting], sites: [site] }, ask);
    return rows;
  };
  expect([await rowsOf('archived'), await rowsOf('active')]).toEqual([0, 1]);
  rmSync(home, { recursive: true });
});

test('a session is as old as what was said last in it, however much is noted behind that', () => {
  const said = {
    type: 'user',
    uuid: 'a',
    parentUuid: null,
    timestamp: '2026-01-15T10:00:00.000Z',
    message: { role: 'user', content: 'Go on.' },
  };
  const note = { type: 'file-history-snapshot', snapshot: 'x'.repeat(70_000) };
  const seconds = Date.parse(said.timestamp) / 1000;
  for (const count of [1, 30]) {
    const bytes = Buffer.from([said, ...Array(count).fill(note)].map((each) => `${JSON.stringify(each)}\n`).join(''));
    const part = {
      source: bytesSource(bytes),
      path: 'a.jsonl',
      mtime: seconds + 9000,
      size: bytes.length,
      type: 'file',
    } as Part;
    const view = viewOf(ALONE, 'a', listedFile(part), () => null);
    expect([count, view.timestamp, view.activeAt]).toEqual([count, seconds + 9000, seconds]);
  }
});

test('records that lie on one line say when something was said last, which the program does not look for there', () => {
  const said = (type: string, timestamp: string) =>
    JSON.stringify({
      type,
      uuid: 'a',
      timestamp,
      message: { role: type, content: 'A text with }{"type":"user"} in it' },
    });
  const seconds = Date.parse('2026-01-15T10:00:00.000Z') / 1000;
  const first = said('user', '2026-01-15T09:00:00.000Z');
  const second = said('assistant', '2026-01-15T10:00:00.000Z');
  for (const line of [first + second, `${first + second}{"type":"system"}`, `torn${first + second}{"type":"us`]) {
    const bytes = Buffer.from(`${line}\n`);
    const about = { path: 'a.jsonl', mtime: seconds + 9000, size: bytes.length, type: 'file' };
    const part = { source: bytesSource(bytes), ...about } as Part;
    const view = viewOf(ALONE, 'a', listedFile(part), () => null);
    expect([line, view.timestamp, view.activeAt]).toEqual([line, seconds + 9000, seconds]);
  }
});

const BLANKS: readonly [string, (records: readonly object[]) => string][] = [
  ['a blank behind the colon', (records) => records.map((each) => `${spaced(each, ': ')}\n`).join('')],
  ['blanks on both sides of it', (records) => records.map((each) => `${spaced(each, ' : ')}\n`).join('')],
  ['records over several lines', (records) => records.map((each) => `${JSON.stringify(each, null, 2)}\n`).join('')],
];

function spaced(record: object, colon: string): string {
  return JSON.stringify(record).replaceAll('":', `"${colon}`);
}

test.each(BLANKS)('JSON with %s says when and where something was said', (_, written) => {
  const said = (type: string, timestamp: string) => ({
    cwd: '/srv/ada',
    timestamp,
    type,
    message: { role: type, content: 'Go on.' },
  });
  const told = [said('user', '2026-01-15T09:00:00.000Z'), said('assistant', '2026-01-15T10:00:00.000Z')];
  const bytes = Buffer.from(written([...told, { type: 'custom-title', customTitle: 'Boats' }]));
  const seconds = Date.parse('2026-01-15T10:00:00.000Z') / 1000;
  const about = { path: 'a.jsonl', mtime: seconds + 9000, size: bytes.length, type: 'file' };
  const view = viewOf(ALONE, 'a', listedFile({ source: bytesSource(bytes), ...about } as Part), () => null);
  // As 2.1.332, which sorts such a session by the time of its file.
  expect([view.timestamp, view.activeAt]).toEqual([seconds + 9000, seconds]);
  expect([view.cwd, view.createdAt]).toEqual(['/srv/ada', seconds - 3600]);
});

test('a last answer with a blank behind the colon counts for what was said last, after records without one', () => {
  const said = { type: 'user', timestamp: '2026-01-15T09:00:00.000Z', message: { role: 'user', content: 'Go on.' } };
  const later = { ...said, timestamp: '2026-01-15T10:00:00.000Z' };
  const bytes = Buffer.from(`${JSON.stringify(said)}\n${spaced(later, ': ')}\n`);
  const seconds = Date.parse('2026-01-15T10:00:00.000Z') / 1000;
  const about = { path: 'a.jsonl', mtime: seconds + 9000, size: bytes.length, type: 'file' };
  const part = { source: bytesSource(bytes), ...about } as Part;
  const view = viewOf(ALONE, 'a', listedFile(part), () => null);
  expect([view.timestamp, view.activeAt]).toEqual([seconds - 3600, seconds]);
});
