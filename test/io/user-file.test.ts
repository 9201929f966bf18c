import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { statOf } from '../../src/io/disk/stat-of.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { makeUserFolders, userFile } from '../../src/io/user-file.ts';
import { tree } from '../support/real-tree.ts';

/**
 * A file in a folder, opened to be written, beside a folder that is not meant; `was` is what it held before. `inPieces`: as large
 * files and private ones are written, not by the library.
 */
function opened(was: string | null, { inPieces = false } = {}) {
  const top = tree({ 'out/': '', 'store/r.json': 'a conversation', ...(was === null ? {} : { 'out/r.json': was }) });
  const path = join(top, 'out/r.json');
  const file = userFile({ path, name: path, was: statOf(nodeDisk(), path) }, { isPrivate: inPieces });
  file.write('a report');
  return { top, path, file, at: (name: string) => join(top, name) };
}

test.each(['before', null])('is whole under its name, or not there (%s)', (was) => {
  const { path, file, at } = opened(was);
  const now = () => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  expect(now()).toBe(was);
  file.write(', and more of it');
  expect(file.sync()).toBe('a report, and more of it'.length);
  expect(now()).toBe(was);
  file.publish();
  expect(now()).toBe('a report, and more of it');
  expect(readdirSync(at('out'))).toEqual(['r.json']);
});

test('has texts and bytes in the order in which they were written', async () => {
  const { path, file } = opened(null);
  for (const piece of [Buffer.from(' of'), ' two ', Buffer.from('kinds')]) file.write(piece);
  await file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a report of two kinds');
});

test.each(['before', null])(
  'leaves what was there when it is given up, before and after it is on the disk (%s)',
  (was) => {
    for (const settles of [false, true]) {
      const { file, at } = opened(was);
      if (settles) file.sync();
      file.abandon();
      file.abandon();
      expect(readdirSync(at('out'))).toEqual(was === null ? [] : ['r.json']);
    }
  },
);

type Opened = ReturnType<typeof opened>;

const CHANGES: readonly (readonly [string, (of: Opened) => void])[] = [
  [
    'a link for its folder',
    ({ at }) => {
      renameSync(at('out'), at('was'));
      symlinkSync('store', at('out'));
    },
  ],
  [
    'a link',
    ({ path }) => {
      rmSync(path, { force: true });
      symlinkSync('../store/r.json', path);
    },
  ],
  [
    'another file',
    ({ path }) => {
      rmSync(path, { force: true });
      writeFileSync(path, 'mine');
    },
  ],
  [
    'a later version of it',
    ({ path }) => {
      writeFileSync(path, 'mine');
      utimesSync(path, 1, 1);
    },
  ],
  [
    'the half of what another convo writes',
    ({ at }) => {
      rmSync(at('out/.r.json.convo-part'));
      writeFileSync(at('out/.r.json.convo-part'), 'half a rep');
    },
  ],
];

const WAYS = [
  ['before', false],
  ['before', true],
  [null, false],
  [null, true],
] as const;

test.each(CHANGES)('is not written where %s has come in its place', async (_, change) => {
  for (const [was, inPieces] of WAYS) {
    if (_.includes('half') && !inPieces) continue;
    const made = opened(was, { inPieces });
    change(made);
    const before = ['out', 'store'].map((name) => [name, readdirSync(made.at(name)), contents(made.at(name))]);
    await expect(made.file.finish()).rejects.toThrow(expect.objectContaining({ code: 'refused' }));
    const left = (names: readonly string[]) =>
      names.filter((name) => !name.endsWith('.convo-part') || _.includes('half'));
    expect(['out', 'store'].map((name) => [name, readdirSync(made.at(name)), contents(made.at(name))])).toEqual(
      before.map(([name, names, text]) => [name, left(names as string[]), text]),
    );
    expect(readFileSync(made.at('store/r.json'), 'utf8')).toBe('a conversation');
  }
});

function contents(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

test('the leftover of a run that was cut is not written into, even where it is a link', async () => {
  const top = tree({ 'out/': '', 'store/r.json': 'a conversation' });
  const path = join(top, 'out/r.json');
  symlinkSync('../store/r.json', join(top, 'out/.r.json.convo-part'));
  const file = userFile({ path, name: path, was: null });
  file.write('a report');
  await file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a report');
  expect(readFileSync(join(top, 'store/r.json'), 'utf8')).toBe('a conversation');
  mkdirSync(join(top, 'none'));
});

test.runIf(process.platform === 'linux')(
  'a disk that makes no folder, and says that there is none, is one refusal',
  () => {
    const refuse = () => makeUserFolders('/proc/none/deeper', new Set());
    expect(refuse).toThrow(expect.objectContaining({ code: 'failed' }));
  },
);

test.each([false, true])(
  'is durable under its name, which has its folder synced after the rename (in pieces: %s)',
  async (inPieces) => {
    const { file, at } = opened(null, { inPieces });
    const calls: string[] = [];
    const names = new Map<number, string>();
    const { openSync, fsyncSync, renameSync: rename } = fs;
    const spies = [
      vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
        const opened = openSync(path, ...more);
        names.set(opened, String(path));
        return opened;
      }),
      vi.spyOn(fs, 'fsyncSync').mockImplementation((opened) => {
        calls.push(names.get(opened) === at('out') ? 'sync the folder' : 'sync the file');
        fsyncSync(opened);
      }),
      vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
        calls.push('rename');
        rename(from, to);
      }),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    await file.finish();
    expect(calls).toEqual(['sync the file', 'rename', 'sync the folder']);
  },
);

test.each([0, 1, 2])(
  'a disk that is full at write %i leaves the file as it was, and nothing beside it',
  async (full) => {
    const { file, path, at } = opened('before');
    const { writeSync } = fs;
    let calls = 0;
    const spy = vi.spyOn(fs, 'writeSync').mockImplementation(((file: number, bytes: Uint8Array, ...more: number[]) => {
      if (calls++ === full) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      // Room for half of it: a write that comes short is no error.
      return calls <= 1 ? writeSync(file, bytes, 0, bytes.length >> 1) : writeSync(file, bytes, ...more);
    }) as typeof fs.writeSync);
    onTestFinished(() => spy.mockRestore());
    await expect(file.finish()).rejects.toThrow(expect.objectContaining({ code: 'failed' }));
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(at('out'))).toEqual(['r.json']);
  },
);

test('keeps the mode of the file that it replaces, and leaves no listener of a signal behind', async () => {
  const { file, path } = opened('before');
  const count = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name));
  chmodSync(path, 0o640);
  const again = userFile({ path, name: path, was: statOf(nodeDisk(), path) });
  again.write('a report');
  const before = count();
  expect(await again.finish()).toBe('a report'.length);
  expect(count()).toEqual(before);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  file.abandon();
  expect(readFileSync(path, 'utf8')).toBe('a report');
});

test('is written under a name as long as a file system takes', async () => {
  const top = tree({ 'out/': '' });
  const path = join(top, 'out', `${'ü'.repeat(125)}.json`);
  const file = userFile({ path, name: path, was: null });
  file.write('a report');
  await file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a report');
});
