import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/registry.ts';
import { KIND_NAMES } from '../../src/model/kinds.ts';
import { buildFirst } from '../support/built.ts';
import { isThorough, oneIn } from '../support/sampling.ts';
import { demoHome, emptyHome } from './demo-home.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(top, 'bin', 'convo.js');

/** The command as it is shipped: bin/convo.js over the bundle in dist/. */
describe('the process', () => {
  beforeAll(buildFirst);

  test('sets its exit code, keeps answer and commentary apart, and writes nothing into a store that it reads', () => {
    const home = demoHome();
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [bin, ...argv], {
        encoding: 'utf8',
        env: { ...process.env, HOME: home, GIT_DIR: '/nowhere' },
      });
    execFileSync('git', ['init', '-q', home]);
    expect(run('verify', '--changed-since', 'HEAD').stderr).toContain(`no commit HEAD in the git repository ${home}`);
    const summary =
      '10 conversations in 1 store (16 files, 12 KB): 4 errors, 4 warnings, 6 infos (--all lists 4 more)\n';
    expect(run('verify')).toMatchObject({ status: 1, stderr: summary });
    expect(run('verify', '--report', 'json=/dev/stdout').stderr).toContain('/dev/stdout is a pipe here, not a file');
    expect(existsSync(join(home, '.fnord', '.convo'))).toBe(false);
  });

  test.runIf(process.platform === 'linux')('works from a folder that is gone, and makes nothing there', () => {
    const home = demoHome();
    const script = `mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$0" "$@"`;
    const run = (...argv: string[]) =>
      spawnSync('sh', ['-c', script, process.execPath, bin, ...argv], {
        encoding: 'utf8',
        env: { ...process.env, HOME: home },
      });
    expect(run('--root', join(home, '.fnord'), 'list')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^10 conversations, .*\n$/),
    });
    if (isThorough) expect(run('archive', '3f0c', '--dry-run')).toMatchObject({ status: 0 });
    expect(run('--root', '.', 'list')).toMatchObject({
      status: 3,
      stderr: 'convo: the folder that this runs in is gone\n  Go to another one.\n',
    });
    if (isThorough) expect(run('seal', '--output', 'seal.json').status).toBe(2);
    expect(existsSync(join(home, 'gone'))).toBe(false);
  });

  test('loads few files, and no module of Node that a list does not need', () => {
    const { modules, chunks } = loadedBy(['list', '--root', join(demoHome(), '.fnord')]);
    expect(modules.filter((name) => LATE.includes(name))).toEqual([]);
    expect(chunks).toBeGreaterThan(4);
    expect(chunks).toBeLessThan(14);
    if (!isThorough) return;
    // Files that several kinds read with are one chunk, whichever kind it is.
    const other = loadedBy(['list', '--root', join(top, 'fixtures/tenex/TX001-empty/before')]);
    expect(other.chunks).toBeLessThan(14);
  });

  test('ends quietly when its reader goes, and nothing waits', () => {
    const home = demoHome();
    // A pipe holds 64 KB: a shorter list is written before its reader goes.
    fill(home, 2000);
    for (const line of oneIn(5, ['list', 'list --json', 'verify', 'show big', 'show big --raw'], 3)) {
      const script = `"${process.execPath}" "${bin}" ${line} | head -c 1 > /dev/null; echo "\${PIPESTATUS[0]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', script], {
        encoding: 'utf8',
        env: { ...process.env, HOME: home },
      });
      expect(stderr, line).toBe('');
      expect(['0\n', '1\n'], line).toContain(stdout);
    }
  });

  test('sends a large answer whole through a pipe to a slow reader', () => {
    const home = demoHome();
    fill(home, 1);
    const script = `"${process.execPath}" "${bin}" show big --raw | dd bs=512 2>/dev/null | wc -c`;
    const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { ...process.env, HOME: home } });
    expect(Number(stdout)).toBe(BIG.length);
  });

  test('stops on SIGINT with 130, its JSON document whole', async () => {
    const home = demoHome();
    fill(home, 4000);
    const child = spawn(process.execPath, [bin, 'verify', '--json'], { env: { ...process.env, HOME: home } });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      // The first findings are out, so the run is under way.
      if (stdout === '') child.kill('SIGINT');
      stdout += chunk.toString();
    });
    expect(await exitOf(child)).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ command: 'verify', interrupted: true });
  });

  test('carries the demo to its end', () => {
    const env = { ...process.env, TMPDIR: emptyHome() };
    const { status, stdout } = spawnSync(process.execPath, [bin, 'demo', '--all'], { encoding: 'utf8', env });
    expect(stdout).toContain('$ convo verify');
    expect(status).toBe(0);
    const kept = /^# These stores are kept in (.*) until you remove them$/m.exec(stdout)?.[1] ?? '';
    expect(existsSync(join(kept, 'works', '.fnord', '.convo'))).toBe(true);
  });

  test('is a package of less than 1.7 MB that needs nothing installed with it', () => {
    const folder = emptyHome();
    const unpacked = join(folder, 'package');
    expect(isThorough ? packedByNpm(folder) : packedBySettings(unpacked)).toBeLessThan(1_700_000);

    const { dependencies, man: pages } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    // npm links the pages of a list alone.
    expect(pages).toEqual(['./dist/convo.1']);
    const man = readFileSync(join(unpacked, 'dist', 'convo.1'), 'utf8');
    for (const name of Object.keys(COMMANDS)) expect(man).toContain(`\n.SS convo ${name}\n`);
    expect(existsSync(join(unpacked, 'completions', 'convo.fish'))).toBe(true);
    expect(readFileSync(join(unpacked, 'THIRD-PARTY.txt'), 'utf8')).toMatch(/^commander 14\.[\d.]+ \(MIT\)$/m);
    expect(readdirSync(join(unpacked, 'fixtures/demo')).sort()).toEqual([...KIND_NAMES].sort());
    const list = [join(unpacked, 'bin', 'convo.js'), 'list', '--root', join(unpacked, 'fixtures/demo/codex')];
    const { status, stderr } = spawnSync(process.execPath, list, { encoding: 'utf8', env: { TMPDIR: folder } });
    expect(status).toBe(0);
    expect(stderr).not.toContain('Warning');
  });
});

/** Has npm pack and unpacks that; answers the size of the pack. */
function packedByNpm(folder: string): number {
  const packing = ['pack', '--ignore-scripts', '--offline', '--json', '--pack-destination', folder];
  const { stdout } = spawnSync('npm', packing, { cwd: top, encoding: 'utf8' });
  const [{ filename, size }] = JSON.parse(stdout);
  expect(spawnSync('tar', ['-xzf', filename], { cwd: folder }).status).toBe(0);
  return size;
}

/** Copies what `files` of package.json names, in a sixth of the time of npm; answers its size, compressed as npm does. */
function packedBySettings(to: string): number {
  const { files } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { files: readonly string[] };
  const not = files.flatMap((name) => (name.startsWith('!') ? [join(top, name.slice(1))] : []));
  for (const name of ['package.json', ...files.filter((each) => !each.startsWith('!'))])
    cpSync(join(top, name), join(to, name), { recursive: true, filter: (path) => !not.includes(path) });
  const paths = readdirSync(to, { recursive: true, encoding: 'utf8' }).map((name) => join(to, name));
  const texts = paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
  return gzipSync(Buffer.concat(texts), { level: 9 }).length;
}

/** Which modules of Node a command line loads, and how many files of dist/. */
function loadedBy(argv: readonly string[]) {
  const watch = `
    process.on('exit', () => {
      const { _cache } = process.getBuiltinModule('module');
      console.error(JSON.stringify({ modules: process.moduleLoadList, files: Object.keys(_cache) }));
    });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, bin, ...argv];
  // Compiled code that is kept is checked with zlib.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  const { modules, files }: { modules: string[]; files: string[] } = JSON.parse(stderr.slice(stderr.indexOf('{')));
  return {
    modules: modules.map((each) => each.split(' ').at(-1) ?? ''),
    chunks: files.filter((file) => file.startsWith(join(top, 'dist'))).length,
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    child.on('close', (code) => done(code));
  });
}

/** What no list loads: the streams that a pipe or a file is written with among it, which are not needed for what is short. */
const LATE = ['child_process', 'crypto', 'net', 'stream', 'v8', 'worker_threads', 'zlib'];

const BIG = `1:${JSON.stringify({ messages: [{ role: 'user', content: 'long '.repeat(400_000) }] })}`;

/** Many damaged conversations, so that there is much to reportTried, and a large one. */
function fill(home: string, count: number): void {
  const folder = join(home, '.fnord/projects/many/conversations');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++)
    writeFileSync(join(folder, `torn-${i}.json`), `1:{"messages":[{"role":"user","content":"${'x'.repeat(400)}`);
  writeFileSync(join(folder, 'big.json'), BIG);
}
