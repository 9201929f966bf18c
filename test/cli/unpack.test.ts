import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Header } from 'tar/header';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/io/disk/digest.ts';
import { TAR_END, tarHead, tarPadding } from '../../src/io/tar.ts';
import { bareHome, homeOf, PLACES } from './home-of-all.ts';

const ID = 'b3f8a2d7-914e-4c06-b5e1-72c8d06a94fe';
const SESSION = `projects/-home-ben-quay/${ID}.jsonl`;

/** Every path below a folder, with its bytes, mode and time. */
function everythingIn(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.split('/').includes('.convo')) continue;
    const { mode, mtimeMs } = lstatSync(join(folder, name));
    all[name] = lstatSync(join(folder, name)).isFile()
      ? `${mode} ${Math.floor(mtimeMs)} ${readFileSync(join(folder, name), 'latin1')}`
      : `${mode}`;
  }
  return all;
}

/** Packs that were made, by what is in them: of the same home each would be the same again. */
const packs = new Map<string, Buffer>();

/** A pack of a home with the demo's stores, and an empty home to unpack it in. */
async function packed(kinds?: Parameters<typeof homeOf>[0], line = 'pack --all') {
  const from = homeOf(kinds);
  const to = bareHome();
  const file = to.at('a.tar');
  const name = `${line} ${kinds}`;
  const made = packs.get(name);
  if (made === undefined) expect((await from.convo(`${line} --output ${file}`)).exit).toBe(0);
  else writeFileSync(file, made);
  packs.set(name, made ?? readFileSync(file));
  return { from, to, file };
}

test('the stores of a home are unpacked into the usual places of another one, and undo leaves those as they were', async () => {
  const { from, to, file } = await packed();
  mkdirSync(to.at('work/.tenex'), { recursive: true });
  const before = everythingIn(to.home);
  const { exit, stdout } = await to.convo(`unpack ${file} --yes`);
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringContaining('31 changed, 0 unchanged, 0 refused, 0 failed'),
  });
  const files = (home: string) =>
    Object.entries(everythingIn(home)).filter(
      ([path, what]) =>
        what.includes(' ') && !/(?:settings|projects)\.json$|a\.tar$|notes\.md$|\/worktrees\//.test(path),
    );
  expect(files(to.home)).toEqual(files(from.home));
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('0 changed, 31 unchanged'),
  });
  expect((await to.convo('undo --yes')).exit).toBe(0);
  const roots = Object.values(PLACES);
  // Journals stay, with their stores and the folders above those, which a new machine lacks.
  const holds = (path: string) => roots.some((root) => root === path || root.startsWith(`${path}/`));
  const left = Object.keys(everythingIn(to.home)).filter((path) => !(path in before) && !holds(path));
  expect(left).toEqual([]);
});

test.each([[['codex'] as const], [['claude', 'codex', 'gemini'] as const]])(
  'after the undo of an unpack of %s into nothing, runs has all of its stores',
  async (kinds) => {
    const { to, file } = await packed([...kinds]);
    expect((await to.convo('runs')).exit).toBe(2);
    expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
    const stores = (json: string) => JSON.parse(json).runs.map(({ root }: { root: string }) => root);
    const made = stores((await to.convo('runs --json')).stdout);
    expect(made).toHaveLength(kinds.length);
    expect(await to.convo('undo --yes')).toMatchObject({ exit: 0, stderr: '' });
    const { exit, stdout } = await to.convo('runs --json');
    expect({ exit, stores: stores(stdout) }).toEqual({ exit: 0, stores: made });
    expect((await to.convo('list')).exit).not.toBe(0);
  },
);

test('a folder gets what tar would take out, with a manifest that checks, and undo takes it out again', async () => {
  const { to, file } = await packed();
  const { exit } = await to.convo(`unpack ${file} --output ${to.at('out')} --yes`);
  expect(exit).toBe(0);
  execFileSync('sha256sum', ['--quiet', '-c', 'MANIFEST'], { cwd: to.at('out') });
  expect((await to.convo(`undo --root ${to.at('out')} --yes`)).exit).toBe(0);
  expect(Object.keys(everythingIn(to.at('out')))).toEqual([]);
  expect(await to.convo(`unpack ${file} --output ${to.home} --yes`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('is not an empty folder'),
  });
});

test('a file that is there already is never overwritten: the same bytes are unchanged, others are named', async () => {
  const { to, file } = await packed(['claude']);
  const at = to.at(join('.claude', SESSION));
  mkdirSync(join(at, '..'), { recursive: true });
  writeFileSync(at, '{"mine":true}\n');
  const { exit, stdout, stderr } = await to.convo(`unpack ${file} --yes`);
  expect({ exit, stdout, stderr }).toEqual({
    exit: 4,
    stdout: expect.stringContaining(`${at} is in the way: it holds other bytes`),
    stderr: expect.stringContaining(
      `\`convo unpack ${file} --output DIR\` puts all of the pack into a folder of its own, and \`convo diff `,
    ),
  });
  expect(readFileSync(at, 'utf8')).toBe('{"mine":true}\n');
  expect(stdout).toContain('3 changed, 0 unchanged, 1 refused, 0 failed');
});

test('an id that is there in another place is refused in its project, and named in another one', async () => {
  const { from, to, file } = await packed(['claude'], `pack ${ID}`);
  const source = readFileSync(from.at(join('.claude', SESSION)));
  const put = (path: string) => {
    mkdirSync(join(to.at(path), '..'), { recursive: true });
    writeFileSync(to.at(path), source);
  };
  put(`.claude/projects/-home-other/${ID}.jsonl`);
  const named = await to.convo(`unpack ${file} --dry-run`);
  expect(named).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/its id is there in another project too: .*-home-other/),
  });
  put(`.claude/archive/-home-ben-quay/${ID}.jsonl`);
  const taken = await to.convo(`unpack ${file}`);
  expect(taken).toMatchObject({ exit: 4, stdout: expect.stringMatching(/its id is there already \(.*archive/) });
});

/** After the runs that prepare a store, of which undo takes the last. */
const LATER = { over: { now: () => Date.UTC(2026, 11, 1) } };

test('an index that is there gets the entries of the pack, and keeps its own', async () => {
  const tenex = '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604';
  const thread = '019b2f10-1a2b-7c3d-8e4f-0a1b2c3d4e5f';
  const name = (id: string) => `{"id":"${id}","thread_name":"${id.slice(-4)}","updated_at":"2025-12-02T09:30:15Z"}\n`;
  const table = (row: string) => `"conversation_id","name"\n${row}\n`;
  const from = homeOf(['tenex', 'rao', 'codex']);
  await from.convo('heal --kind tenex --yes');
  writeFileSync(from.at('.codex/session_index.jsonl'), name(thread));
  writeFileSync(from.at(`${PLACES.rao}/conversation_names.csv`), table('"3","Theirs"'));
  const to = homeOf(['tenex', 'rao', 'codex']);
  await to.convo('heal --kind tenex --yes');
  await to.convo(['delete', tenex, thread]);
  rmSync(to.at(`${PLACES.rao}/conversations/conversation_3`), { recursive: true });
  writeFileSync(to.at('.codex/session_index.jsonl'), name('019b5a77-3c4d-7e5f-9a0b-1c2d3e4f5a6b').trimEnd());
  writeFileSync(to.at(`${PLACES.rao}/conversation_names.csv`), table('"1","Mine"'));
  const before = everythingIn(to.home);
  const entries = (home: typeof to) =>
    JSON.parse(readFileSync(home.at(`${PLACES.tenex}/conversations/metadata.json`), 'utf8')).conversations as {
      id: string;
    }[];
  expect(entries(to).map(({ id }) => id)).not.toContain(tenex);
  await from.convo(`pack ${tenex} 3 ${thread} --output ${to.at('a.tar')}`);
  expect(await to.convo(`unpack ${to.at('a.tar')} --yes`, LATER)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('3 changed'),
  });
  expect(entries(to).find(({ id }) => id === tenex)).toEqual(entries(from).find(({ id }) => id === tenex));
  expect(entries(to)).toHaveLength(entries(from).length);
  expect(readFileSync(to.at('.codex/session_index.jsonl'), 'utf8')).toBe(
    name('019b5a77-3c4d-7e5f-9a0b-1c2d3e4f5a6b') + name(thread),
  );
  expect(readFileSync(to.at(`${PLACES.rao}/conversation_names.csv`), 'utf8')).toBe(table('"1","Mine"\n"3","Theirs"'));
  await to.convo('undo --yes');
  rmSync(to.at('a.tar'));
  expect(everythingIn(to.home)).toEqual(before);
});

test('an index that cannot be understood takes nothing in, and one that names an id already is named', async () => {
  const { to, file } = await packed(['tenex']);
  const index = to.at(`${PLACES.tenex}/conversations/metadata.json`);
  mkdirSync(join(index, '..'), { recursive: true });
  writeFileSync(index, '{"conversations":[');
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining(`${index} cannot be understood`),
  });
  const entry = {
    id: '5d83d6fb816cd234a0512eb8090bde6ff0f717f0995b4750b179ce474ca55604',
    title: 'x',
    createdAt: 1,
    updatedAt: 1,
    phase: 'chat',
    eventCount: 1,
    agentCount: 1,
  };
  writeFileSync(index, JSON.stringify({ conversations: [entry] }));
  expect(await to.convo(`unpack ${file} --yes`)).toMatchObject({
    exit: 4,
    stdout: expect.stringContaining(`${index} has another entry of it already`),
  });
  expect(JSON.parse(readFileSync(index, 'utf8')).conversations[0]).toEqual(entry);
});

test('a new store is not made in a store, of whatever kind, nor where another program has its own', async () => {
  const { to, file } = await packed(['claude']);
  const { home } = await packed(['fnord', 'claude']).then(({ from }) => from);
  for (const path of ['.fnord/projects/new', '.fnord/projects/new/deep', '.claude/projects/new']) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    const { exit, stderr } = await to.convo(`unpack ${file} --root ${join(home, path)} --yes`);
    expect({ exit, stderr }).toEqual({ exit: 4, stderr: expect.stringMatching(/new\S* is in the \w+ store /) });
    expect(existsSync(join(home, path))).toBe(false);
  }
  expect(await to.convo(`unpack ${file} --root ${to.at('.codex')} --yes`)).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('is in the codex store'),
  });
  expect(await to.convo(`unpack ${file} --root ${to.at('other')} --yes`)).toMatchObject({ exit: 0 });
});

test('a folder that is not on this machine is named, with the command that leads on', async () => {
  const { to, file } = await packed(['claude']);
  const { stdout } = await to.convo(`unpack ${file} --dry-run`);
  expect(stdout).toContain(
    'there is no /home/ben/quay here, which 4 conversations are about: `convo rehome /home/ben/quay NEW`',
  );
});

test('a folder that is below the home of who is here is named as where sessions can go', async () => {
  const { to, file } = await packed(['claude']);
  mkdirSync(to.at('quay'));
  const { stdout } = await to.convo(`unpack ${file} --dry-run`);
  expect(stdout).toContain(`\`convo rehome /home/ben/quay ${to.at('quay')}\` moves them there`);
});

test('a folder that cannot be looked at, as that of another person, keeps nothing from being unpacked', async () => {
  const { at, convo } = homeOf(['claude']);
  // A link to itself: whoever looks behind it gets an error, root too.
  symlinkSync(at('loop'), at('loop'));
  const session = at(`.claude/${SESSION}`);
  writeFileSync(session, readFileSync(session, 'utf8').replaceAll('/home/ben/quay', at('loop/quay')));
  expect((await convo(`pack ${ID} --output ${at('a.tar')}`)).exit).toBe(0);
  const { exit, stdout } = await bareHome().convo(`unpack ${at('a.tar')} --yes`);
  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 changed') });
  expect(stdout).not.toContain('loop/quay here');
});

test('a dry run names conversations by their titles, and a pack or an unpacked folder says how it is looked at', async () => {
  const { to, file } = await packed(['claude']);
  expect((await to.convo(`unpack ${file} --dry-run`)).stdout).toContain('Move the bookings into a table.');
  expect(await to.convo(`list ${file}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`\`convo unpack ${file} --dry-run\` says what is in it`),
  });
  const out = to.at('out');
  const { stderr } = await to.convo(`unpack ${file} --output ${out} --yes`);
  expect(stderr).toContain(`\`convo list ${out}/claude\` shows what is unpacked there`);
  expect((await to.convo(`list ${out}`)).stderr).toContain(`\`convo list ${out}/claude\``);
  expect((await to.convo(`list ${out}/claude`)).exit).toBe(0);
});

test('of many folders that are not here, those that have one here are named, and the others together', async () => {
  const { at, convo } = homeOf(['claude']);
  const folder = at('.claude/projects/-home-ben-quay');
  for (const [n, name] of readdirSync(folder)
    .filter((each) => each.endsWith('.jsonl'))
    .entries()) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('/home/ben/quay', `/home/ben/quay${n}`));
  }
  expect((await convo(`pack --output ${at('a.tar')}`)).exit).toBe(0);
  const to = bareHome();
  mkdirSync(to.at('quay2'));
  const { stdout } = await to.convo(`unpack ${at('a.tar')} --dry-run`);
  expect(stdout).toContain(`\`convo rehome /home/ben/quay2 ${to.at('quay2')}\` moves them there`);
  expect(stdout).toMatch(
    /^3 folders that 3 conversations of claude are about are not here, .*: `convo rehome OLD NEW`/m,
  );
  expect(stdout.match(/ here, /g)).toHaveLength(2);
});

test('an undo that takes several conversations away asks, and by its number does not', async () => {
  const { to, file } = await packed(['claude']);
  await to.convo(`unpack ${file} --yes`);
  expect(await to.convo('undo')).toMatchObject({ exit: 2, stderr: expect.stringContaining('--yes') });
  expect(existsSync(to.at(`.claude/${SESSION}`))).toBe(true);
  expect((await to.convo('undo 1')).exit).toBe(0);
  expect(existsSync(to.at(`.claude/${SESSION}`))).toBe(false);
});

test('several conversations need consent where nobody can be asked, and a dry run writes nothing', async () => {
  const { to, file } = await packed(['claude']);
  const before = everythingIn(to.home);
  expect(await to.convo(`unpack ${file}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('there is no terminal to ask on'),
  });
  expect((await to.convo(`unpack ${file} --dry-run`)).exit).toBe(0);
  expect((await to.convo(`unpack ${file} --yes`, { interrupted: true })).exit).toBe(130);
  expect(everythingIn(to.home)).toEqual(before);
});

test('a dry run says that another convo is changing a store, and ends as the run would', async () => {
  const { to, file } = await packed(['claude', 'codex']);
  const tryOut = async () => {
    const { exit, stdout } = await to.convo(`unpack ${file} --dry-run --json`);
    return { exit, ...JSON.parse(stdout) };
  };
  const free = await tryOut();
  expect([free.exit, free.stopped]).toEqual([0, undefined]);
  mkdirSync(to.at('.codex/.convo'), { recursive: true });
  const lock = { pid: 1, host: 'elsewhere', since: '2026-11-21T12:00:00.000Z', run: 'other' };
  writeFileSync(to.at('.codex/.convo/lock'), JSON.stringify(lock));
  const held = await tryOut();
  expect([held.exit, held.items]).toEqual([4, free.items]);
  expect(held.stopped).toMatchObject({
    by: 'refused',
    reason: expect.stringContaining('/.codex is being changed by process 1'),
  });
});

test('a pack that is taken out and packed again by tar is still one', async () => {
  const { to, file } = await packed(['claude']);
  const out = to.at('out');
  mkdirSync(out);
  execFileSync('tar', ['xf', file, '-C', out]);
  for (const format of ['gnu', 'pax', 'ustar']) {
    execFileSync('tar', ['cf', to.at('b.tar'), `--format=${format}`, '-C', out, '.']);
    expect(await to.convo(`unpack ${to.at('b.tar')} --dry-run`)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('4 to change'),
    });
  }
});

test('an unpack that was undone comes again by its command, which redo names', async () => {
  const { to, file } = await packed(['claude']);
  expect((await to.convo(`unpack ${file} --yes`)).exit).toBe(0);
  await to.convo('undo --yes');
  expect(await to.convo('redo')).toMatchObject({
    exit: 4,
    stderr: expect.stringMatching(/was an unpack, which.*\n.*`convo unpack FILE` of the same pack does it again/),
  });
});

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

test('unpack says how many sessions Claude Code deletes at its next start, and how many soon', async () => {
  const from = homeOf(['claude']);
  const now = Date.UTC(2026, 10, 30);
  const world = { over: { now: () => now } };
  const sessions = readdirSync(from.at('.claude'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^projects\/[^/]+\/[^/]+\.jsonl$/.test(path))
    .sort();
  expect(sessions.length).toBeGreaterThan(3);
  const daysOld = [90, 40, 28];
  for (const [n, path] of sessions.entries()) {
    const time = now / 1000 - (daysOld[n] ?? 1) * 86_400;
    utimesSync(from.at(`.claude/${path}`), time, time);
  }
  const file = from.at('a.tar');
  expect((await from.convo(`pack --all --output ${file}`, world)).exit).toBe(0);
  const goes = 'Claude Code deletes 2 of these at its next start, and 1 more within 7 days: raise cleanupPeriodDays';
  const [isNew, isThere] = [bareHome(), bareHome()];
  mkdirSync(isThere.at('.claude/projects'), { recursive: true });
  for (const to of [isNew, isThere]) {
    expect((await to.convo(`unpack ${file} --dry-run`, world)).stdout).toContain(goes);
    expect((await to.convo(`unpack ${file} --yes`, world)).stderr).toContain(goes);
  }
});
