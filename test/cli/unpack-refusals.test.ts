import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Header } from 'tar/header';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/io/disk/digest.ts';
import { TAR_END, tarHead, tarPadding } from '../../src/io/tar.ts';
import { asNobody } from '../support/real-tree.ts';
import { bareHome } from './home-of-all.ts';
import { everythingIn, ID, packed, SESSION } from './packed-home.ts';

interface Entry {
  readonly path: string;
  readonly text?: string;
  readonly type?: Header['type'];
  readonly size?: number;
}

/** A tar of these entries, with a manifest of its files that is right unless it is given. */
function hostile(entries: readonly Entry[], manifest?: string): Buffer {
  const files = entries.filter(({ type = 'File' }) => type === 'File');
  const sums = files.map(({ path, text = 'x' }) => `${digestOf(Buffer.from(text))}  ${path}\n`);
  const bytes = files.reduce((sum, { text = 'x' }) => sum + text.length, 0);
  const seal =
    manifest ?? `# convostore seal 1\n# {"conversations":0,"files":${files.length},"bytes":${bytes}}\n${sums.join('')}`;
  const all = manifest === '' ? entries : [{ path: 'MANIFEST', text: seal }, ...entries];
  return Buffer.concat([...all.flatMap(blocksOf), TAR_END]);
}

function blocksOf({ path, text = 'x', type = 'File', size = Buffer.byteLength(text) }: Entry): Uint8Array[] {
  const bytes = Buffer.from(text);
  if (type === 'File') return [tarHead({ path, size, mode: 0o600, mtimeMs: 0 }), bytes, tarPadding(bytes.length)];
  const header = new Header({ path, type, size: 0, mode: 0o600, mtime: new Date(0), linkpath: '/etc/passwd' });
  header.encode();
  return [header.block ?? Buffer.alloc(512)];
}

const GOOD = `claude/${SESSION}`;

test.each<[string, Buffer, number, RegExp]>([
  [
    'a name that leads out',
    hostile([{ path: 'claude/../../evil' }]),
    4,
    /holds "claude\/\.\.\/\.\.\/evil": the name holds the name \.\./,
  ],
  ['an absolute name', hostile([{ path: '/etc/evil' }]), 4, /holds "\/etc\/evil": the name is absolute/],
  ['a name in a journal', hostile([{ path: 'claude/.convo/runs/x' }]), 4, /the name is in the journal/],
  ['a link', hostile([{ path: GOOD, type: 'SymbolicLink' }]), 4, /which is a link/],
  ['a hard link', hostile([{ path: GOOD, type: 'Link' }]), 4, /which is a hard link/],
  ['a device', hostile([{ path: GOOD, type: 'CharacterDevice' }]), 4, /which is a device/],
  ['a pipe', hostile([{ path: GOOD, type: 'FIFO' }]), 4, /which is a pipe/],
  ['a name twice', hostile([{ path: GOOD }, { path: GOOD }]), 4, /twice/],
  [
    'a file that is a folder too',
    hostile([{ path: 'claude/projects' }, { path: GOOD }]),
    4,
    /as a file, and files below it/,
  ],
  ['a size beyond its end', hostile([{ path: GOOD, size: 7e9 }]), 4, /is cut off/],
  [
    'a size beyond every disk',
    hostile([{ path: GOOD, size: 9e15 }]),
    4,
    /a size or a time of an entry that no file can have/,
  ],
  ['a time out of all bounds', outOfBounds(), 4, /says a size or a time at byte 0 that no file can have/],
  [
    'another hash',
    hostile(
      [{ path: GOOD }],
      `# convostore seal 1\n# {"conversations":0,"files":1,"bytes":1}\n${'0'.repeat(64)}  ${GOOD}\n`,
    ),
    4,
    /with another hash than its MANIFEST says/,
  ],
  [
    'a file that its manifest does not name',
    hostile([{ path: GOOD }], '# convostore seal 1\n# {"conversations":0,"files":0,"bytes":0}\n'),
    4,
    /which its MANIFEST does not name/,
  ],
  [
    'a file less than its manifest names',
    hostile([], `# convostore seal 1\n# {"conversations":0,"files":1,"bytes":1}\n${'0'.repeat(64)}  ${GOOD}\n`),
    4,
    /lacks .* which its MANIFEST names/,
  ],
  ['no manifest', hostile([{ path: GOOD }], ''), 2, /has no MANIFEST: it is not a pack of convo/],
  ['a manifest of something else', hostile([], 'sums\n'), 2, /the MANIFEST in .* line 1: does not begin with/],
  [
    'settings of a program',
    hostile([{ path: 'claude/settings.json' }, { path: GOOD }]),
    4,
    /holds "settings\.json", which is no file of a conversation of claude/,
  ],
  ['a store of no kind', hostile([{ path: 'secrets/x' }]), 4, /holds "secrets", which is no store that convo knows/],
  ['nothing', Buffer.alloc(0), 2, /is empty/],
  ['no tar', Buffer.from('hello '.repeat(200)), 2, /is not a tar/],
  ['a short text', Buffer.from('hello'), 4, /is cut off/],
  ['a tar in gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 2, /is compressed with gzip/],
  ['a zip', Buffer.from('PK\x03\x04'), 2, /is a zip/],
  ['only zeros', Buffer.alloc(2048), 2, /has no MANIFEST/],
])('nothing is written of a pack with %s', async (_, bytes, exit, reason) => {
  const { convo, at, home } = bareHome();
  writeFileSync(at('a.tar'), bytes);
  const before = everythingIn(home);
  for (const line of [`unpack ${at('a.tar')} --yes`, `unpack ${at('a.tar')} --output ${at('out')} --yes`]) {
    const answer = await convo(line);
    // A folder takes whatever is a store; only into a store nothing goes that is no conversation.
    if (line.includes('--output') && answer.exit === 0) continue;
    expect({ exit: answer.exit, stderr: answer.stderr }).toEqual({ exit, stderr: expect.stringMatching(reason) });
    expect(answer.stderr.split('\n').length).toBeLessThan(4);
  }
  if (!/settings/.test(String(reason))) expect(everythingIn(home)).toEqual(before);
});

test('a pack that is cut off anywhere is refused', async () => {
  const { to, file } = await packed(['claude']);
  const { size } = statSync(file);
  for (const length of [size - 1024, size - 1500, size >> 1, 700, 511]) {
    cpSync(file, to.at('b.tar'));
    truncateSync(to.at('b.tar'), length);
    expect(await to.convo(`unpack ${to.at('b.tar')} --yes`)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('is cut off'),
    });
  }
  expect(existsSync(to.at('.claude'))).toBe(false);
});

test.each<[string, string, RegExp]>([
  [
    'a line that is no JSON',
    '# convostore seal 1\n# {"conversations":0,"files":0,"bytes":0}\n# {"\n',
    /line 3: not JSON/,
  ],
  [
    'a hash that is none',
    '# convostore seal 1\n# {"conversations":0,"files":0,"bytes":0}\nxyz\n',
    /line 3: is not a line/,
  ],
  ['another first line', '# convostore seaX 1\n', /line 1: does not begin with/],
])('a pack whose manifest has %s is to be packed again', async (_, manifest, reason) => {
  const { convo, at } = bareHome();
  writeFileSync(at('a.tar'), hostile([], manifest));
  const { exit, stderr } = await convo(`unpack ${at('a.tar')} --dry-run`);
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringMatching(reason) });
  expect(stderr).toContain('Nothing was written. Pack it again where it was packed.');
  expect(stderr).not.toContain('seal --output');
});

test('a link on the way in the store is not followed', async () => {
  const { to, file } = await packed(['claude'], `pack ${ID}`);
  mkdirSync(to.at('.claude/projects'), { recursive: true });
  mkdirSync(to.at('outside'));
  symlinkSync(to.at('outside'), to.at('.claude/projects/-home-ben-quay'));
  const { exit, stdout } = await to.convo(`unpack ${file} --yes`);
  expect({ exit, stdout }).toEqual({ exit: 4, stdout: expect.stringMatching(/link/) });
  expect(readdirSync(to.at('outside'))).toEqual([]);
});

test.each([
  ['unpack', 2, /FILE/],
  ['unpack nowhere.tar', 2, /nowhere\.tar does not exist/],
  ['unpack .', 2, /is not a file/],
  ['--project x unpack a.tar', 2, /--project is for `convo pack`/],
  ['--root a --root b unpack a.tar', 2, /name one --root/],
  ['--root a unpack a.tar --output b', 2, /cannot be given together/],
  ['--kind rao unpack a.tar', 2, /holds no rao store/],
  ['--root other unpack a.tar --yes', 2, /--root is for one/],
  ['unpack a.tar --yes', 2, /there is no tenex store here to unpack into/],
])('`%s` ends in one sentence', async (line, exit, reason) => {
  const { to, file } = await packed(['tenex', 'claude']);
  cpSync(file, join(to.work, 'a.tar'));
  const answer = await to.convo(line);
  expect({ exit: answer.exit, stderr: answer.stderr }).toEqual({ exit, stderr: expect.stringMatching(reason) });
});

test.each([
  ['tenex', 'fixtures/tenex/store/.tenex'],
  ['rao', 'fixtures/rao/store'],
])(
  'conversations of %s that were lost, and are in the index as they were packed, are put back',
  async (kind, store) => {
    const { at, home, convo } = bareHome();
    const root = at(`lost/${kind === 'tenex' ? '.tenex' : 'rao'}`);
    cpSync(store, root, { recursive: true, preserveTimestamps: true });
    const words = ['--kind', kind, '--root', root];
    expect((await convo([...words, 'pack', '--all', '--output', at('a.tar')])).exit).toBe(0);
    const before = everythingIn(home);
    const all = join(root, 'conversations');
    const isOne = (name: string) => /^(?:[0-9a-f]{64}\.json|conversation_\d+)$/.test(name);
    // Of others something would still be there: an archived copy, or what a save left.
    const names = readdirSync(all).filter(
      (name) => isOne(name) && ![`archive/${name}`, `${name}.tmp`].some((each) => existsSync(join(all, each))),
    );
    expect(names.length).toBeGreaterThan(1);
    for (const lost of [names.slice(0, 1), names]) {
      for (const name of lost) rmSync(join(all, name), { recursive: true });
      const { exit, stdout } = await convo([...words, 'unpack', at('a.tar'), '--yes']);
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining(`\n${lost.length} changed, `) });
      rmSync(join(root, '.convo'), { recursive: true });
      expect(everythingIn(home)).toEqual(before);
    }
  },
);

/** A head whose time in base 256 is below every number. */
function outOfBounds(): Buffer {
  const head = Buffer.from(tarHead({ path: 'MANIFEST', size: 0, mode: 0o600, mtimeMs: 0 }));
  head.fill(0xff, 136, 148);
  head[136] = 0x80;
  head.fill(' ', 148, 156);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([head, TAR_END]);
}

/** A pack of one session of Claude Code with one file more, which its manifest names. */
async function packedWith(name: string): Promise<{ to: ReturnType<typeof bareHome>; file: string }> {
  const { to, file } = await packed(['claude'], `pack ${ID}`);
  const out = to.at('taken-out');
  mkdirSync(out);
  execFileSync('tar', ['xf', file, '-C', out]);
  const bytes = Buffer.from('{"hooks":{}}\n');
  const manifest = readFileSync(join(out, 'MANIFEST'), 'utf8')
    .replace(
      /"files":(\d+),"bytes":(\d+)/,
      (_, n: string, size: string) => `"files":${Number(n) + 1},"bytes":${Number(size) + bytes.length}`,
    )
    .concat(`${digestOf(bytes)}  ${name}\n`);
  const all: [string, Buffer][] = [['MANIFEST', Buffer.from(manifest)]];
  for (const [, path = ''] of manifest.matchAll(/^[0-9a-f]{64} {2}(.+)$/gm))
    all.push([path, path === name ? bytes : readFileSync(join(out, path))]);
  const parts = all.flatMap(([path, content]) => [
    tarHead({ path, size: content.length, mode: 0o600, mtimeMs: 1_790_000_000_000 }),
    content,
    tarPadding(content.length),
  ]);
  writeFileSync(file, Buffer.concat([...parts, TAR_END]));
  return { to, file };
}

test.each([
  'claude/settings.json',
  'claude/CLAUDE.md',
  'claude/skills/x/SKILL.md',
  'claude/projects/-home-ben-quay/memory/MEMORY.md',
  'claude/projects/-home-ben-quay/.git/hooks/pre-commit',
])('a folder gets no file that a store would not: %s', async (name) => {
  const { to, file } = await packedWith(name);
  for (const how of ['--dry-run', '--yes']) {
    const { exit, stderr } = await to.convo(`unpack ${file} --output ${to.at('out')} ${how}`);
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringContaining('is no file of a conversation') });
  }
  expect(existsSync(to.at('out'))).toBe(false);
});

test('a name that is too long for the disk is refused before anything is written', async () => {
  const { to, file } = await packedWith(`claude/projects/-home-ben-quay/${ID}/tool-results/${'a'.repeat(300)}.txt`);
  mkdirSync(to.at('.claude/projects'), { recursive: true });
  const stored = await to.convo(`unpack ${file} --yes`);
  expect(stored).toMatchObject({ exit: 4, stdout: expect.stringContaining('too long for this disk') });
  expect(existsSync(to.at(join('.claude', SESSION)))).toBe(false);
  const placed = await to.convo(`unpack ${file} --output ${to.at('out')} --yes`);
  expect(placed).toMatchObject({ exit: 4, stderr: expect.stringContaining('too long for this disk') });
  expect(existsSync(to.at('out'))).toBe(false);
});

test('a pack that the system does not let be read is named, with the reason', async () => {
  const { home, at, convo } = bareHome();
  chmodSync(home, 0o755);
  const pack = at('closed.tar');
  writeFileSync(pack, hostile([]));
  chmodSync(pack, 0o000);
  expect(await asNobody(() => convo(['unpack', pack]))).toMatchObject({
    exit: 3,
    stdout: '',
    stderr: `convo: ${pack} cannot be read: permission denied\n`,
  });
});
