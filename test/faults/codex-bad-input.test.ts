import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '../cli/call.ts';
import { tree } from '../support/real-tree.ts';
import { isThorough, NO_LIMIT, oneIn } from '../support/sampling.ts';

const TIME = '2026-03-04T09:30:15.000Z';
/** Bytes of a line, and containers in one another: as many as were ever reported in a thorough run. */
const LONG = isThorough ? 300 << 20 : 1 << 18;
const DEEP = 100_000;

const idOf = (n: number) => `019a4e33-e458-7610-88eb-${String(n).padStart(12, '0')}`;
const fileOf = (n: number, time = '2026-03-04T09-30-15') =>
  `sessions/${time.slice(0, 10).replaceAll('-', '/')}/rollout-${time}-${idOf(n)}.jsonl`;

function line(type: string, payload: object, ordinal?: number): string {
  return `${JSON.stringify({ timestamp: TIME, ...(ordinal === undefined ? {} : { ordinal }), type, payload })}\n`;
}

function meta(n: number, more: object = {}): object {
  const from = { source: 'cli', model_provider: 'openai' };
  return { id: idOf(n), timestamp: TIME, cwd: '/srv/ada', originator: 'codex', cli_version: '1', ...from, ...more };
}

const asked = (text: string) => line('event_msg', { type: 'user_message', message: text });
const chat = (n: number, more: object = {}) => line('session_meta', meta(n, more)) + asked('How deep do leeks go?');

/** A paginated thread; of a fork, with the thread, the ordinal and the byte that it goes on from. */
function paginated(n: number, base?: readonly [thread: string, ordinal: number, bytes: number]): string {
  const [thread_id, ordinal = 0, end_byte_offset] = base ?? [];
  const from =
    base === undefined ? {} : { history_base: { thread_id, end_ordinal_exclusive: ordinal, end_byte_offset } };
  const item = { type: 'UserMessage', id: 'i', content: [{ type: 'text', text: `Bed ${n}` }] };
  return [
    line('session_meta', meta(n, { history_mode: 'paginated', ...from }), ordinal),
    line('event_msg', { type: 'task_started', turn_id: `t${n}` }, ordinal + 1),
    line('event_msg', { type: 'item_completed', thread_id: idOf(n), turn_id: `t${n}`, item }, ordinal + 2),
    line('event_msg', { type: 'task_complete', turn_id: `t${n}` }, ordinal + 3),
  ].join('');
}

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** A block of one byte repeated: 4 bytes that become 128 KiB. */
function block(isLast = false): Buffer {
  const header = Buffer.alloc(4, '[');
  header.writeUIntLE((131_072 << 3) | 2 | (isLast ? 1 : 0), 0, 3);
  return header;
}

/** A frame of so many blocks, that asks for this window. */
function frame(blocks: number, window = 0x38): Buffer {
  return Buffer.concat([
    MAGIC,
    Buffer.from([0, window]),
    ...Array.from({ length: blocks }, () => block()),
    block(true),
  ]);
}

const SOURCE = paginated(1);
const forkOf = (bytes: number, ordinal = 4, thread = idOf(1)) => ({
  [fileOf(1)]: SOURCE,
  [fileOf(2)]: paginated(2, [thread, ordinal, bytes]),
});

type Home = Readonly<Record<string, string | Buffer>>;

/** A home, and what `verify` says of it. */
type Case = readonly [what: string, home: Home, said: readonly string[]];

/** It takes as long as ten others. */
const CHAIN: Case = [
  'a chain of 270 forks',
  Object.fromEntries(
    Array.from({ length: 270 }, (_, n) => [
      fileOf(n + 1),
      n === 0 ? SOURCE : paginated(n + 1, [idOf(n), 4 * n, Buffer.byteLength(paginated(n, [idOf(1), 4 * n - 4, 99]))]),
    ]),
  ),
  [`CX206 goes on from ${idOf(269)}, which goes on through more than 256 others`],
];

const HOMES: readonly Case[] = [
  ['a zstd bomb', { [`${fileOf(1)}.zst`]: frame(2_100) }, ['CX018 more than 256 MiB when it is inflated']],
  [
    'a zstd bomb behind a small frame',
    { [`${fileOf(1)}.zst`]: Buffer.concat([frame(0), frame(2_100)]) },
    ['CX018 more than 256 MiB when it is inflated'],
  ],
  [
    'a compressed file of 14 bytes that asks for 2 GB of memory',
    { [`${fileOf(1)}.zst`]: frame(0, 0xa7) },
    ['CX018 asks for more than 128 MiB of memory to be inflated'],
  ],
  [
    'a compressed file that says it has 2 GB',
    { [`${fileOf(1)}.zst`]: Buffer.concat([MAGIC, Buffer.from([0xa0, 0, 0, 0, 0x80]), block(true)]) },
    ['CX018 asks for more than 128 MiB of memory to be inflated'],
  ],
  ['a compressed file that is cut', { [`${fileOf(1)}.zst`]: frame(3).subarray(0, 9) }, ['CX016 cannot be inflated']],
  ['an empty compressed file', { [`${fileOf(1)}.zst`]: '' }, ['CX016 cannot be inflated']],
  ['a compressed file of other bytes', { [`${fileOf(1)}.zst`]: Buffer.alloc(99, 7) }, ['CX016 cannot be inflated']],
  ['a text that is called compressed', { [`${fileOf(1)}.zst`]: chat(1) }, ['CX017 not compressed']],
  [
    'a long line that is a record',
    { [fileOf(1)]: chat(1) + line('event_msg', { type: 'agent_message', message: 'x'.repeat(LONG) }) },
    [],
  ],
  ['a long line of brackets', { [fileOf(1)]: `${chat(1)}${'['.repeat(LONG)}` }, ['CX014 a line that is no JSON']],
  ['a long line before the first record', { [fileOf(1)]: `${'x'.repeat(LONG)}\n${chat(1)}` }, ['CX014']],
  [
    'a record that is nested deeply',
    { [fileOf(1)]: `${chat(1)}{"timestamp":"","type":"event_msg","payload":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}\n` },
    ['CX015 a record that is nested too deeply'],
  ],
  [
    'a torn record that is nested deeply',
    { [fileOf(1)]: `${chat(1)}{"timestamp":"","type":"event_msg","payload":${'{"a":'.repeat(DEEP)}` },
    ['CX007 ends in the middle of a record'],
  ],
  [
    'types that every object of JavaScript has',
    {
      [fileOf(1)]: [
        chat(1),
        ...['constructor', 'toString', '__proto__'].flatMap((word) => [
          line(word, { type: word }),
          line('event_msg', { type: word }),
          line('response_item', { type: word }),
          `{"type":"${word}"}\n`,
        ]),
      ].join(''),
    },
    ['CX014 a line that is no record'],
  ],
  [
    'a torn record before the marks of a merge conflict',
    { [fileOf(1)]: `${chat(1)}{"timestamp":"","type":"event_msg"\n<<<<<<< HEAD\n=======\n>>>>>>> laptop\n` },
    ['CX008 a line that ends in the middle of a record', 'CX020 marks of a merge conflict'],
  ],
  ['an index that is nested deeply', { [fileOf(1)]: chat(1), 'session_index.jsonl': '['.repeat(DEEP) }, ['CX308']],
  [
    'two forks of each other',
    { [fileOf(1)]: paginated(1, [idOf(2), 4, 99]), [fileOf(2)]: paginated(2, [idOf(1), 4, 99]) },
    [`CX206 goes on from ${idOf(2)}, which in the end`, `CX206 goes on from ${idOf(1)}, which in the end`],
  ],
  [
    'a fork of itself',
    { [fileOf(1)]: paginated(1, [idOf(1), 4, 99]) },
    ['CX204 goes on from an earlier rollout of the same thread, which is not there'],
  ],
  ...(isThorough ? [CHAIN] : []),
  ['a fork whose source is gone', forkOf(9, 4, idOf(7)), [`CX204 goes on from ${idOf(7)}, which is not there`]],
  ['a fork whose source is shorter', forkOf(5_000), ['CX205 goes on from 5000 bytes of']],
  ['a fork of more bytes than can be counted', forkOf(2 ** 64), ['CX105']],
  ['a fork whose source was edited', forkOf(SOURCE.length - 7), ['which now end inside a record']],
  ['a fork whose source has lost a record', forkOf(SOURCE.length, 5), ['end with record 3, and ended with 4']],
  ['a fork of nothing', forkOf(0), ['which now end before any record, and ended with 3']],
  ['a fork of a whole source', forkOf(SOURCE.length), []],
  ['an id that leads outside', { [fileOf(1)]: chat(1, { id: '../../../../etc/passwd' }) }, ['CX104']],
  ['a source that leads outside', forkOf(9, 4, '../../../../etc/passwd'), ['CX105']],
  [
    'names in the index that lead outside, or act on a terminal',
    {
      [fileOf(1)]: chat(1),
      'session_index.jsonl': `{"id":"../../x","thread_name":"n","updated_at":""}\n{"id":"${idOf(1)}","thread_name":"\\u001b[31mred","updated_at":""}\n`,
    },
    ['CX308'],
  ],
  [
    'names in the times of other zones, and at the ends of time',
    Object.fromEntries(
      [
        '2026-03-05T13-59-59',
        '2026-03-29T02-30-00',
        '2024-02-29T00-00-00',
        '0000-01-01T00-00-00',
        '9999-12-31T23-59-59',
      ].map((time, n) => [fileOf(n, time), chat(n)]),
    ),
    [],
  ],
  ['a name with a day that does not exist', { [fileOf(1, '2026-02-30T09-30-15')]: chat(1) }, ['CX306']],
];

/** What else may not fail; all of it in a thorough run. */
const VERBS = [
  'heal --lossy --dry-run',
  ...(isThorough ? [`show ${idOf(1)}`, 'list --all', 'list --hidden', 'stats', `why ${idOf(1)}`] : []),
];

/** It inflates as much as the one before it. */
const AS_LONG = 'a zstd bomb behind a small frame';

describe.each(oneIn(2, HOMES).filter(([what]) => isThorough || what !== AS_LONG))('%s', (_, home, said) => {
  test('has a sentence, makes nothing fail, and is only read', NO_LIMIT, async () => {
    const root = homeOf(home);
    // Each verb inflates it once more, up to its bound, or follows as many forks.
    const isLong = said.some((words) => /^CX018 more than|more than 256 others$/.test(words));
    const before = shapeOf(root);
    const { exit, stdout, stderr } = await call(['verify', '--all', '--no-config', '--root', root]);
    const lines = stdout.split('\n').filter((each) => each.startsWith(root));
    const found = said.map((words) => lines.some((each) => each.includes(words)));
    expect([found, exit], stdout.slice(0, 2_000) + stderr).toEqual([
      said.map(() => true),
      said.some((words) => words.startsWith('CX018')) ? 3 : exitOf(lines),
    ]);
    if (said.length === 0) expect(lines).toEqual([]);
    for (const words of isLong && !isThorough ? [] : VERBS) {
      const other = await call([...words.split(' '), '--no-config', '--root', root]);
      expect([0, 1, 3, 4], `${words}: ${other.stderr}`).toContain(other.exit);
      expect(other.stderr + other.stdout.slice(0, 10_000)).not.toMatch(
        /\bat .*\.[jt]s:|this cannot go on|convo itself failed/,
      );
      expect(other.stdout.slice(0, 10_000)).not.toContain('\u001b');
    }
    expect(shapeOf(root)).toEqual(before);
  });
});

test('targets of links outside of the home are neither read nor moved', async () => {
  const outside = tree({ [fileOf(9)]: chat(9) });
  const root = homeOf({ [fileOf(1)]: chat(1) });
  symlinkSync(join(outside, fileOf(9)), join(root, fileOf(9)));
  symlinkSync(join(outside, 'sessions'), join(root, 'sessions', '2027'));
  symlinkSync(join(outside, 'sessions'), join(root, 'archived_sessions'));
  symlinkSync('..', join(root, 'sessions', '2026', '04'));
  const before = shapeOf(outside);
  for (const words of ['list', 'heal --lossy --yes', `archive ${idOf(9)}`, `delete ${idOf(9)} --yes`]) {
    const { exit, stderr } = await call([...words.split(' '), '--no-config', '--root', root]);
    expect([3, 4], stderr).toContain(exit);
  }
  const { stdout } = await call(['archive', idOf(1), '--no-config', '--root', root]);
  expect(stdout).not.toMatch(/archived_sessions\/rollout.*\n.*changed/);
  expect(shapeOf(outside)).toEqual(before);
});

function homeOf(files: Home): string {
  const root = tree();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** 1 where something is an error. */
function exitOf(lines: readonly string[]): number {
  return lines.some((each) => / error CX/.test(each)) ? 1 : 0;
}

/** Every path with its size, its time and the beginning of what it holds. */
function shapeOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const { size, mtimeMs, isFile } = statShape(join(root, path));
      return `${path} ${size} ${mtimeMs} ${isFile && size < 1 << 20 ? readFileSync(join(root, path), 'base64') : ''}`;
    });
}

function statShape(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  return { size: found?.size ?? 0, mtimeMs: found?.mtimeMs ?? 0, isFile: found?.isFile() === true };
}
