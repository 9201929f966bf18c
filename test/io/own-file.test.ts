import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { statOf } from '../../src/io/disk/look.ts';
import { nodeDisk } from '../../src/io/disk.ts';
import { makeUserFolders, userFile } from '../../src/io/user-file.ts';
import { tree } from './support/tree.ts';

/** A file in a folder, opened to be written, beside a folder that is not meant; `was` is what it held before. */
function opened(was: string | null) {
  const top = tree({ 'out/': '', 'store/r.json': 'a conversation', ...(was === null ? {} : { 'out/r.json': was }) });
  const path = join(top, 'out/r.json');
  const file = userFile({ path, name: path, was: statOf(nodeDisk(), path) });
  file.write('a report');
  return { top, path, file, at: (name: string) => join(top, name) };
}

test.each(['before', null])('is whole under its name, or not there (%s)', (was) => {
  const { path, file, at } = opened(was);
  const now = () => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  expect(now()).toBe(was);
  file.write(', and more of it');
  expect(file.settle()).toBe('a report, and more of it'.length);
  expect(now()).toBe(was);
  file.publish();
  expect(now()).toBe('a report, and more of it');
  expect(readdirSync(at('out'))).toEqual(['r.json']);
});

test('has texts and bytes in the order in which they were written', () => {
  const { path, file } = opened(null);
  for (const piece of [Buffer.from(' of'), ' two ', Buffer.from('kinds')]) file.write(piece);
  file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a report of two kinds');
});

test.each(['before', null])(
  'leaves what was there when it is given up, before and after it is on the disk (%s)',
  (was) => {
    for (const settles of [false, true]) {
      const { file, at } = opened(was);
      if (settles) file.settle();
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

test.each(CHANGES)('is not written where %s has come in its place', (_, change) => {
  for (const was of ['before', null]) {
    const made = opened(was);
    change(made);
    const before = ['out', 'store'].map((name) => [name, readdirSync(made.at(name)), contents(made.at(name))]);
    expect(() => made.file.finish()).toThrow(expect.objectContaining({ code: 'refused' }));
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

test('what a run left that was cut is not written into, even where it is a link', () => {
  const top = tree({ 'out/': '', 'store/r.json': 'a conversation' });
  const path = join(top, 'out/r.json');
  symlinkSync('../store/r.json', join(top, 'out/.r.json.convo-part'));
  const file = userFile({ path, name: path, was: null });
  file.write('a report');
  file.finish();
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

test('is durable under its name, which has its folder synced after the rename', () => {
  const { file, at } = opened(null);
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
      calls.push(`sync ${names.get(opened) ?? 'the file'}`);
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
  file.finish();
  expect(calls).toEqual(['sync the file', 'rename', `sync ${at('out')}`]);
});

test('is written under a name as long as a file system takes', () => {
  const top = tree({ 'out/': '' });
  const path = join(top, 'out', `${'ü'.repeat(125)}.json`);
  const file = userFile({ path, name: path, was: null });
  file.write('a report');
  file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a report');
});
