import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { isConvoOutput } from '../../src/model/convo-output.ts';
import { REPORT_FORMATS } from '../../src/report/reporters/reporters.ts';
import { copyTree, removeTree } from '../support/folders.ts';
import { isThorough, oneIn } from '../support/sampling.ts';
import { call } from './call.ts';

const FNORD = 'projects/orchard/conversations/3f0c2a7e-5b1d-4c8e-9a64-1f2e3d4c5b6a.json';
const OTHER = 'projects/orchard/conversations/8d41b7c3-0e92-4f5a-b6d8-7a9c1e2f3b40.json';
const TENEX = 'conversations/7f02ef7babd0c6781baf4a7caf981726fb35456f4f250df18749b44f76dfe934.json';
const CLAUDE = 'projects/-home-ben-quay/7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6.jsonl';

/** A folder of its own for a test, as `madePlaces` makes it. */
function places() {
  const made = madePlaces();
  onTestFinished(() => removeTree(made.home));
  return made;
}

/** A folder with a small store in scope, `mine`, and one of each kind beside it, under names that say nothing. */
function madePlaces() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convostore-outputs-')));
  const demo = (kind: string, to: string) => copyTree(`fixtures/demo/${kind}`, join(home, to));
  demo('claude', 'mine');
  demo('fnord', 'f');
  demo('claude', 'c');
  demo('rao', 'rao');
  demo('tenex', 'lighthouse/.tenex');
  demo('fnord/projects/harbor/conversations', 'project/conversations');
  demo('fnord/projects/harbor', 'home/projects/harbor');
  demo('fnord/projects/harbor/conversations', 'bare/fnord');
  demo('tenex/conversations', 'bare/tenex');
  demo('claude/projects/-home-ben-quay', 'bare/claude');
  demo('rao/conversations', 'bare/rao');
  mkdirSync(join(home, 'empty/conversations'), { recursive: true });
  writeFileSync(join(home, 'c/history.jsonl'), '{}\n');
  mkdirSync(join(home, 'f/.convo/runs'), { recursive: true });
  mkdirSync(join(home, '.claude'));
  symlinkSync('../f/projects', join(home, 'bare/link'));
  symlinkSync(join(home, 'f', FNORD), join(home, 'linked.json'));
  mkdirSync(join(home, 'blobs'));
  const convo = (line: string, root = 'mine', vars: Readonly<Record<string, string>> = {}) =>
    call(['--root', root, ...line.split(' ')], { home, cwd: home, vars });
  return { home, convo, at: (path: string) => join(home, path), everything: () => everythingIn(home) };
}

/** Where `keep` notes its folders, and the folders above. */
const NOTED = /^\.local(?:\/state(?:\/.*)?)?$/;

/** Every path below a folder, journals too, with what it holds. */
function everythingIn(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  // With file types it goes through no link: one to its own folder would be followed until the system refuses.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const name = relative(folder, path);
    if (NOTED.test(name)) continue;
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) all[name] = `-> ${readlinkSync(path)}`;
    else all[name] = stat.isFile() ? `${stat.ino} ${stat.mtimeMs} ${readFileSync(path, 'latin1')}` : 'folder';
  }
  return all;
}

/** Paths that belong to a store, or would: they are there, or still to be made. */
const OWNED = [
  `f/${FNORD}`,
  'f/projects/orchard/conversations/new.json',
  'f/projects/orchard/conversations/none/new.json',
  'f/projects/nobody/conversations/new.json',
  'f/projects/harbor/notes.md',
  'f/projects/new',
  'f/settings.json',
  'f/new',
  'f/.convo/lock',
  'f/.convo/runs/20200101T000000000Z-aaaa',
  'bare/../f/./projects/orchard/conversations/../new',
  `bare/link/${FNORD.replace('projects/', '')}`,
  'bare/link/orchard/conversations/new.json',
  'linked.json',
  `c/${CLAUDE}`,
  'c/projects/-home-ben-quay/sessions-index.json',
  'c/projects/-home-ben-quay/memory/MEMORY.md',
  'c/projects/-home-new/new.jsonl',
  'c/history.jsonl',
  'c/settings.json',
  'c/todos/new',
  '.claude/settings.json',
  '.claude.json',
  '.fnord/settings.json',
  '.local/share/R/rstudio-ai/new',
  'elsewhere/projects/new',
  `lighthouse/.tenex/${TENEX}`,
  'lighthouse/.tenex/conversations/metadata.json',
  'lighthouse/.tenex/new',
  '.tenex/config.json',
  'rao/conversation_names.csv',
  'rao/conversations/conversation_2/conversation_log.json',
  'rao/conversations/conversation_9/new',
  'rao/new',
  'project/conversations/new.json',
  'project/new',
  'project/none/new',
  'home/projects/harbor/none/new',
  'home/projects/harbor/notes',
  'empty/conversations/new.json',
  'bare/fnord/new',
  'bare/tenex/new.json',
  'bare/tenex/archive/new.json',
  'bare/claude/new.jsonl',
  'bare/claude/new',
  'bare/rao/new',
  'bare/rao/conversation_2/new',
  'bare/rao/conversation_9/plots/new',
];

/** Every way to have something written, to `@`. */
const WAYS = [
  'seal --output @',
  'verify --report json=@',
  'verify --baseline @ --update-baseline',
  'heal --dry-run --report markdown=@',
  'heal --lossy --plan-out @',
  'keep @ --all',
  'export @',
];

describe('nothing is written to what belongs to a store of any kind, in scope or not', () => {
  // Nothing of it changes, so one is enough for all paths.
  const { home, convo, everything } = madePlaces();
  afterAll(() => removeTree(home));
  const before = everything();

  test.each(oneIn(16, OWNED))('%s', async (path) => {
    const vars = { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') };
    // Each way meets one guard: one of them on every path, and each on several.
    const nth = OWNED.indexOf(path);
    for (const way of WAYS.filter((_, n) => n === nth % WAYS.length || (isThorough && (n === 0 || n === 5)))) {
      const { exit, stdout, stderr } = await convo(way.replace('@', path), 'mine', vars);
      expect({ way, exit, stdout }).toEqual({ way, exit: 4, stdout: '' });
      expect(stderr).toMatch(
        /^convo: \S+ is (?:in the \w+ store|where \w+ keeps|in \S+\.convo, where) .*\n {2}Name a path outside/,
      );
    }
    expect(everything()).toEqual(before);
  });

  test('not with --force either, and whatever of the store is in scope', async () => {
    const { convo, everything } = places();
    const before = everything();
    const roots = [`f/${OTHER}`, 'f/projects/harbor', 'f/projects/orchard/conversations', 'f'];
    for (const [nth, root] of roots.entries())
      for (const way of oneIn(4, WAYS.slice(0, 5), nth)) {
        const { exit, stderr } = await convo(`${way.replace('@', `f/${FNORD}`)} --force`, root);
        expect({ way, exit, stderr }).toMatchObject({
          exit: 4,
          stderr: expect.stringContaining('is in the fnord store'),
        });
      }
    expect(everything()).toEqual(before);
  });

  test('not where shards are joined, which looks at no store', async () => {
    const { home, convo, everything } = places();
    await convo('verify --shard 1/1 --report blob=blobs/1', 'f');
    const before = everything();
    for (const way of [`--report json=f/${FNORD}`, '--baseline f/projects/new.json --update-baseline'])
      expect((await call(`merge-reports blobs ${way}`, { cwd: home })).exit, way).toBe(4);
    expect(everything()).toEqual(before);
  });

  test('not through another mount of it', async ({ skip }) => {
    const { convo, at, everything } = places();
    mkdirSync(at('mounted'));
    try {
      execFileSync('mount', ['--bind', at('f/projects'), at('mounted')], { stdio: 'ignore' });
    } catch {
      skip('only root may mount, and not in every container');
    }
    onTestFinished(() => void execFileSync('umount', [at('mounted')]));
    const before = everything();
    for (const way of oneIn(3, WAYS.slice(0, 5)))
      expect((await convo(way.replace('@', 'mounted/orchard/conversations/new.json'))).exit, way).toBe(4);
    expect((await convo('seal --output mounted/new', 'f')).exit).toBe(4);
    expect(everything()).toEqual(before);
  });

  test.each(
    [
      'out.json',
      'lighthouse/out.json',
      'repo/out.json',
      'repo/src/out.json',
      'repo/src/conversations/out.sarif',
      'projects/web/out.json',
      'scratch/out.json',
      'bare/fnord/sub/out.json',
      'chats/work/out.json',
      'chats/projects/web/out.json',
      'chats/projects/web/src/out.json',
      'chats/rao/out/out.json',
      '.claude.jsonl',
    ].filter((_, n) => isThorough || n % 4 === 0),
  )('but to %s, which belongs to none', async (path) => {
    const { convo, at } = places();
    for (const folder of ['repo/src/conversations', 'projects/web/files', 'scratch', 'bare/fnord/sub'])
      mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('repo/src/conversations/welcome.md'), '# A chat');
    // What others have of these names, and it even looks like conversations.
    for (const folder of [
      'chats/work',
      'chats/conversations',
      'chats/projects/web/src',
      'chats/projects/bot/conversations',
    ])
      mkdirSync(at(folder), { recursive: true });
    for (const folder of ['chats', 'chats/projects/bot'])
      writeFileSync(at(`${folder}/conversations/hello.json`), '{"messages":[{"role":"user","content":"Hello"}]}');
    mkdirSync(at('chats/rao/conversations/conversation_1'), { recursive: true });
    writeFileSync(at('chats/rao/conversations/conversation_1/conversation_log.json'), '[]');
    mkdirSync(at('chats/rao/out'));
    writeFileSync(at('scratch/0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3.json'), '{"job":17}');
    expect((await convo(`seal --output ${path}`)).exit).toBe(0);
    expect(existsSync(at(path))).toBe(true);
  });

  test('an export may be continued in its folder, and a folder of copies kept up', async () => {
    const { convo, at } = places();
    for (const shard of ['1/2', '2/2']) expect((await convo(`export tables --shard ${shard}`, 'f')).exit).toBe(0);
    expect((await convo('keep kept --all')).exit).toBe(0);
    appendFileSync(at(`mine/${CLAUDE}`), '{"type":"summary","summary":"more","leafUuid":"x"}\n');
    expect(JSON.parse((await convo('keep kept --all --json')).stdout)).toMatchObject({ changed: 1, refused: 0 });
    expect((await convo('export project', 'f')).exit).toBe(4);
  });
});

describe('a file that convo did not write', () => {
  test.each(WAYS.slice(0, 5))('is not replaced by `convo %s` without --force', async (way) => {
    const { convo, at } = places();
    const line = way.replace('@', 'notes');
    const texts = ['mine\n', '{"schema":"mine"}', '# mine', '[1]', '\u0000'];
    for (const text of oneIn(5, texts, WAYS.indexOf(way))) {
      writeFileSync(at('notes'), text);
      expect(await convo(line)).toMatchObject({
        exit: 4,
        stdout: '',
        stderr: expect.stringContaining('exists already'),
      });
      expect(readFileSync(at('notes'), 'utf8')).toBe(text);
    }
    expect([0, 1]).toContain((await convo(`${line} --force`)).exit);
    const written = readFileSync(at('notes'), 'utf8');
    expect(written).not.toBe('\u0000');
    // What it wrote is its own from now on, and an empty file is nobody's.
    expect([0, 1]).toContain((await convo(line)).exit);
    writeFileSync(at('notes'), '');
    expect([0, 1]).toContain((await convo(line)).exit);
    for (const other of oneIn(4, WAYS.slice(0, 5), WAYS.indexOf(way) + 1)) {
      const isSame = other.includes('--report') && way.includes('--report');
      if (other !== way && !isSame) expect((await convo(other.replace('@', 'notes'))).exit, other).toBe(4);
    }
  });

  test('keeps its mode when it is replaced, but for a plan, which is private', async () => {
    const { convo, at } = places();
    for (const [line, mode] of [
      ['seal --output r', 0o640],
      ['verify --baseline b --update-baseline', 0o600],
      ['heal --lossy --plan-out p', 0o644],
    ] as const) {
      const file = at(line.split(' ').find((word) => word.length === 1) ?? '');
      await convo(line);
      chmodSync(file, mode);
      await convo(line);
      expect(statSync(file).mode & 0o777, line).toBe(line.startsWith('heal') ? 0o600 : mode);
    }
  });

  test("is added to where it is GitHub's step summary, unless that is another name of a conversation", async () => {
    const { convo, at } = places();
    writeFileSync(at('summary'), '# Job\n');
    const vars = { GITHUB_STEP_SUMMARY: at('summary') };
    expect((await convo('verify --report markdown=summary', 'mine', vars)).exit).toBe(1);
    expect(readFileSync(at('summary'), 'utf8')).toMatch(/^# Job\n## Conversation stores/);
    expect((await convo('seal --output summary', 'mine', vars)).exit).toBe(4);
    rmSync(at('summary'));
    linkSync(at(`f/${FNORD}`), at('summary'));
    const before = readFileSync(at('summary'));
    expect((await convo('verify --report markdown=summary', 'mine', vars)).exit).toBe(4);
    expect(readFileSync(at('summary'))).toEqual(before);
  });

  test('is the only name of a conversation that --force may take', async () => {
    const { convo, at } = places();
    const before = readFileSync(at(`f/${FNORD}`));
    for (const name of ['hard.json', 'hard']) {
      linkSync(at(`f/${FNORD}`), at(name));
      expect((await convo(`seal --output ${name}`)).exit).toBe(4);
      await convo(`seal --output ${name} --force`);
      expect(readFileSync(at(`f/${FNORD}`))).toEqual(before);
    }
    expect(readFileSync(at('hard.json'))).toEqual(before);
  });

  test.each([
    ['a folder', 'blobs'],
    ['a named pipe (FIFO)', 'pipe'],
    ['a folder', 'none/'],
    ['a folder', 'none/.'],
  ])('is told by its name where it is %s', async (what, path) => {
    const { convo, at } = places();
    execFileSync('mkfifo', [at('pipe')]);
    for (const way of oneIn(5, WAYS.slice(0, 5), path.length))
      expect(await convo(way.replace('@', path))).toMatchObject({
        exit: 2,
        stderr: expect.stringContaining(`is ${what}, not a file`),
      });
  });
});

describe('every report', () => {
  const FORMATS = ['text', ...REPORT_FORMATS];

  test.each(FORMATS)('of the format %s is known as one, whatever it found', async (format) => {
    const { convo, at } = places();
    const lines = [
      `verify --report ${format}=r`,
      `verify --allow-empty --project nobody --report ${format}=r`,
      `verify --severity CL010=info --report ${format}=r`,
    ];
    for (const root of oneIn(2, ['mine', 'f'], FORMATS.indexOf(format)))
      for (const line of oneIn(3, lines, FORMATS.indexOf(format) >> 1)) {
        expect([0, 1], `${root}: ${line}`).toContain((await convo(line, root)).exit);
        const head = readFileSync(at('r'), 'utf8').slice(0, 4096);
        expect(head === '' || isConvoOutput('report', head), head).toBe(true);
      }
  });

  test.each(['json', 'ndjson', 'junit', 'github', 'markdown'])(
    'of a change in the format %s is known too',
    async (format) => {
      const { convo } = places();
      for (const root of oneIn(2, ['mine', 'f'], FORMATS.indexOf(format)))
        for (const line of oneIn(
          3,
          ['heal --dry-run', 'migrate --dry-run', 'heal --dry-run --allow-empty --project nobody'],
          FORMATS.indexOf(format),
        ))
          expect([0, 1], `${root}: ${line}`).toContain((await convo(`${line} --report ${format}=r`, root)).exit);
    },
  );
});

describe('two things in one command line', () => {
  test.each([
    'verify --report json=r --report sarif=link/r',
    'verify --report json=r --report sarif=./x/../r',
    'verify --baseline new --report json=./new --update-baseline',
    'verify --against seal --report json=seal',
    'verify --report json=.config/convostore/config.json --force',
    'heal --dry-run --plan-out r --report json=r',
    'merge-reports blobs --report json=blobs/1',
    'merge-reports blobs --report blob=blobs/1',
  ])('are not written to one path, nor to one that is read: %s', async (line) => {
    const { convo, at, everything } = places();
    symlinkSync('.', at('link'));
    await convo('verify --shard 1/1 --report blob=blobs/1');
    await convo('seal --output seal');
    mkdirSync(at('.config/convostore'), { recursive: true });
    writeFileSync(at('.config/convostore/config.json'), '{}');
    const before = everything();
    expect(await convo(line)).toMatchObject({ exit: 2, stderr: expect.stringContaining('named for two things') });
    expect(everything()).toEqual(before);
  });

  test('are not written into each other', async () => {
    const { convo, at } = places();
    mkdirSync(at('new'));
    const line = 'migrate --to tenex-e12 --output new --yes --report json=new/r.json';
    expect(await convo(line, 'lighthouse')).toMatchObject({ exit: 2, stderr: expect.stringContaining('two things') });
    expect(readdirSync(at('new'))).toEqual([]);
  });
});

describe('nothing is written through a link', () => {
  test('below the folder of an export or of copies', async () => {
    const { convo, at, everything } = places();
    mkdirSync(at('victim'));
    for (const [dir, link, exit] of [
      ['tables', 'messages', 4],
      ['tables', 'messages/host=testbed', 4],
      ['kept', '-home-ben-quay', 4],
      ['kept', 'SHA256SUMS', 4],
    ] as const) {
      rmSync(at(dir), { recursive: true, force: true });
      mkdirSync(dirname(at(`${dir}/${link}`)), { recursive: true });
      symlinkSync(at(link === 'SHA256SUMS' ? 'victim/file' : 'victim'), at(`${dir}/${link}`));
      if (link === 'SHA256SUMS') writeFileSync(at('victim/file'), '');
      const before = everything();
      expect((await convo(dir === 'kept' ? 'keep kept --all' : 'export tables')).exit, link).toBe(exit);
      expect(everything(), link).toEqual(before);
    }
  });
});
