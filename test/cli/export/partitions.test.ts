import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyTree, removeTree } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { call } from '../call.ts';

const TABLES = ['conversations', 'findings', 'messages', 'tokens'];

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'convostore-partitions-'));
  onTestFinished(() => removeTree(folder));
  for (const kind of ['fnord', 'rao']) copyTree(`fixtures/demo/${kind}`, join(folder, kind));
  return folder;
}

/** Every file below a folder, with its bytes and where it is on the disk. */
function filesOf(folder: string): Map<string, string> {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(
    files.map((path) => [path, `${statSync(join(folder, path)).ino} ${readFileSync(join(folder, path), 'base64')}`]),
  );
}

const run = (cwd: string, line: string | readonly string[]) => call(line, { cwd });

test('each table has a folder for the host, the kind and the day, and a file for each store in it', async () => {
  const cwd = home();
  expect((await run(cwd, '--root fnord --root rao export tables')).exit).toBe(0);
  const places = [...filesOf(join(cwd, 'tables')).keys()].map((path) => path.replace(/[0-9a-f]{12}/, 'STORE'));
  expect(places).toEqual(
    TABLES.flatMap((table) =>
      ['fnord', 'rao'].map((kind) => `${table}/host=testbed/kind=${kind}/date=2026-11-21/STORE.parquet`),
    ),
  );
});

test('a second export replaces the files of its host, store and day, and nothing else', async () => {
  const cwd = home();
  const tables = join(cwd, 'tables');
  for (const words of ['--host a --date 2026-11-20', '--host a', '--host b'])
    await run(cwd, `--root fnord --root rao export tables ${words}`);
  const before = filesOf(tables);
  rmSync(join(cwd, 'fnord/projects/harbor'), { recursive: true });
  expect((await run(cwd, '--root fnord export tables --host a')).exit).toBe(0);
  const after = filesOf(tables);
  expect([...after.keys()]).toEqual([...before.keys()]);
  const changed = [...after].filter(([path, file]) => before.get(path) !== file).map(([path]) => dirname(path));
  expect(changed).toEqual(TABLES.map((table) => `${table}/host=a/kind=fnord/date=2026-11-21`));
});

test('a store that is named by two paths is one, and a store beside it keeps its files', async () => {
  const cwd = home();
  symlinkSync('fnord', join(cwd, 'link'));
  cpSync(join(cwd, 'fnord'), join(cwd, 'other'), { recursive: true });
  await run(cwd, '--root fnord export tables');
  const files = [...filesOf(join(cwd, 'tables')).keys()];
  await run(cwd, '--root link export tables');
  expect([...filesOf(join(cwd, 'tables')).keys()]).toEqual(files);
  const two = ['--root', 'fnord/projects/harbor', '--root', 'fnord/projects/orchard', 'export', 'tables', '--json'];
  const { files: count, conversations } = JSON.parse((await run(cwd, two)).stdout);
  expect([count, conversations]).toEqual([4, 2 + 4]);
  await run(cwd, '--root other export tables');
  expect(filesOf(join(cwd, 'tables')).size).toBe(2 * files.length);
});

test('a part of which nothing is left any more has empty tables, and an export of nothing leaves them', async () => {
  const cwd = home();
  const rows = async (line: string) => {
    const { stdout, exit } = await run(cwd, `--root fnord export tables --json ${line}`);
    const { conversations, files } = JSON.parse(stdout);
    return { exit, conversations, files };
  };
  expect(await rows('--changed-since 2000-01-01')).toEqual({ exit: 0, conversations: 10, files: 4 });
  const before = filesOf(join(cwd, 'tables'));
  expect((await run(cwd, '--root fnord --project nowhere export tables')).exit).toBe(2);
  expect(filesOf(join(cwd, 'tables'))).toEqual(before);
  expect(await rows('--changed-since 2100-01-01')).toEqual({ exit: 0, conversations: 0, files: 4 });
  expect(filesOf(join(cwd, 'tables')).size).toBe(4);
});

test.each([
  ['..', '..'],
  ['büro 2/日本', 'büro 2%2F日本'],
  ['a:b=c*d?"e"\\{[f]^#\'\n\u007f 50%', 'a%3Ab%3Dc%2Ad%3F%22e%22%5C%7B%5Bf%5D%5E%23%27%0A%7F 50%25'],
])('the host %j has the folder that Hive would give it', async (host, folder) => {
  const cwd = home();
  expect((await run(cwd, ['--root', 'rao', 'export', 'tables', '--host', host])).exit).toBe(0);
  expect(readdirSync(join(cwd, 'tables/messages'))).toEqual([`host=${folder}`]);
});

test.each([
  ['', '--host takes a text that is not empty'],
  [' ', 'the host " " is no name'],
  ['__HIVE_DEFAULT_PARTITION__', 'the host "__HIVE_DEFAULT_PARTITION__" is no name'],
  ['é'.repeat(126), 'is too long for the name of a folder'],
])('the host %j is refused in a sentence, before anything is written', async (host, why) => {
  const cwd = home();
  const { exit, stderr } = await run(cwd, ['--root', 'rao', 'export', 'tables', '--host', host]);
  expect([exit, stderr.split('\n').length <= 3]).toEqual([2, true]);
  expect(stderr).toContain(why);
  expect(readdirSync(cwd)).not.toContain('tables');
});

test('a machine without a name has to be named', async () => {
  const cwd = home();
  const nameless = await call('--root rao export tables', { cwd, over: { host: '' } });
  expect(nameless).toMatchObject({
    exit: 2,
    stderr: 'convo: the host "" is no name\n  Name the machine: --host NAME\n',
  });
});

test('shards of one day write beside each other, as the batch system numbers them', async () => {
  const cwd = home();
  const tables = join(cwd, 'tables');
  const parts = [
    { SLURM_ARRAY_TASK_ID: '4', SLURM_ARRAY_TASK_MIN: '4', SLURM_ARRAY_TASK_MAX: '6', SLURM_ARRAY_TASK_COUNT: '3' },
    { JOB_COMPLETION_INDEX: '1' },
    { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' },
  ];
  const counts = [];
  for (const vars of parts) {
    const words = ['--root', 'fnord', 'export', 'tables', '--json', '--shard'];
    const { stdout } = await call([...words, 'SLURM_ARRAY_TASK_ID' in vars ? 'auto' : 'auto/3'], { cwd, vars });
    counts.push(JSON.parse(stdout).conversations);
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10);
  const names = [...filesOf(join(tables, 'conversations')).keys()].map((path) => path.replace(/^.*-/, ''));
  expect(names).toEqual(['1of3.parquet', '2of3.parquet', '3of3.parquet'].slice(0, names.length));
  expect(names.length).toBeGreaterThan(1);
  const before = filesOf(tables);
  for (const words of ['', ' --shard 1/2']) {
    const { exit, stderr } = await run(cwd, `--root fnord export tables${words}`);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('is of an export of this store in other parts')]);
  }
  expect(filesOf(tables)).toEqual(before);
});

test('a folder that has more than such tables is refused, and so are a file, a link and a store in the way', async () => {
  const cwd = home();
  const refused = async (folder: string, exit: number, why: string) => {
    const before = filesOf(join(cwd, folder));
    const called = await run(cwd, ['--root', 'fnord', 'export', folder]);
    expect([called.exit, called.stderr]).toEqual([exit, expect.stringContaining(why)]);
    expect(filesOf(join(cwd, folder))).toEqual(before);
  };
  mkdirSync(join(cwd, 'mail/messages/2026'), { recursive: true });
  writeFileSync(join(cwd, 'mail/messages/2026/1.eml'), 'x');
  await refused('mail', 2, 'mail/messages/2026 is not of an export by hosts');
  await run(cwd, '--root fnord export own');
  const [path = ''] = filesOf(join(cwd, 'own')).keys();
  writeFileSync(join(cwd, 'own', path), 'a text of mine');
  await refused('own', 4, `${path} is no table of convo`);
  mkdirSync(join(cwd, 'linked/messages'), { recursive: true });
  mkdirSync(join(cwd, 'elsewhere'));
  symlinkSync('../../elsewhere', join(cwd, 'linked/messages/host=testbed'));
  await refused('linked', 4, 'does not lead where it did');
  expect(readdirSync(join(cwd, 'elsewhere'))).toEqual([]);
  await refused('fnord', 4, 'is in the fnord store');
  await refused('fnord/tables', 4, 'is in the fnord store');
});

test('a folder with other things beside the tables is left as it is', async () => {
  const cwd = home();
  mkdirSync(join(cwd, 'lake/messages'), { recursive: true });
  for (const path of ['lake/notes.txt', 'lake/messages/_SUCCESS', 'lake/messages/.DS_Store'])
    writeFileSync(join(cwd, path), 'mine');
  expect((await run(cwd, '--root fnord export lake')).exit).toBe(0);
  expect(readFileSync(join(cwd, 'lake/notes.txt'), 'utf8')).toBe('mine');
});

test('a folder that may not be written to is one sentence, and exit 3', async () => {
  const cwd = home();
  mkdirSync(join(cwd, 'tables'));
  const denied = () => {
    throw Object.assign(new Error('denied'), { code: 'EACCES' });
  };
  vi.spyOn(fs, 'mkdirSync').mockImplementation(denied);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { exit, stderr } = await run(cwd, '--root fnord export tables');
  expect([exit, stderr]).toEqual([
    3,
    expect.stringMatching(/^convo: \S+ could not be written: permission denied\n.*\n$/),
  ]);
});

test('a disk that is full at any write leaves the tables of before, and no half file', async () => {
  const cwd = home();
  const tables = join(cwd, 'tables');
  await run(cwd, '--root fnord --root rao export tables');
  const before = filesOf(tables);
  const write = fs.writeSync;
  const spy = vi.spyOn(fs, 'writeSync');
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  spy.mockClear();
  await run(cwd, '--root fnord --root rao export other');
  const writes = spy.mock.calls.length;
  expect(writes).toBeGreaterThan(7);
  for (const last of oneIn(
    10,
    Array.from({ length: writes }, (_, n) => n),
  )) {
    let left = last;
    spy.mockImplementation(((...given: Parameters<typeof write>) => {
      if (left-- <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return write(...given);
    }) as typeof write);
    const { exit, stderr } = await run(cwd, '--root fnord --root rao export tables');
    expect([exit, stderr], String(last)).toEqual([
      3,
      expect.stringMatching(/^convo: \S+ could not be written: the disk is full\n.*\n$/),
    ]);
    expect(filesOf(tables)).toEqual(before);
  }
});

test('an export that is interrupted leaves the tables of before', async () => {
  const cwd = home();
  await run(cwd, '--root fnord export tables');
  const before = filesOf(join(cwd, 'tables'));
  const { exit, stdout } = await call('--root fnord export tables', { cwd, interrupted: true });
  expect([exit, stdout]).toEqual([130, 'interrupted: nothing was written\n']);
  expect(filesOf(join(cwd, 'tables'))).toEqual(before);
});

test('flags of tables are refused for pages, and a day has to be one', async () => {
  const cwd = home();
  for (const words of ['--host a', '--date 2026-01-31', '--shard 1/2', '--changed-since 2d', '--sample 5%']) {
    const { exit, stderr } = await run(cwd, `--root fnord export --to html --output pages ${words}`);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`${words.split(' ')[0]} is for tables alone`)]);
  }
  for (const date of ['2026-02-30', 'today', '2026-1-1', '../2026-01-01'])
    expect((await run(cwd, `--root fnord export tables --date ${date}`)).stderr).toContain(
      '--date takes a day such as',
    );
  expect(readdirSync(cwd).sort()).toEqual(['fnord', 'rao']);
});
