import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { GLOBAL, VERSION } from '../../src/cli/command.ts';
import type { Flag } from '../../src/cli/flag.ts';
import { COMMANDS } from '../../src/cli/registry.ts';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

describe('the command line', () => {
  test('answers misuse with one sentence, a way out, and exit code 2', async () => {
    await expectTranscript(
      'usage',
      [
        'lst',
        'help verfy',
        'list --format v3',
        'list --kind fnrod',
        'list --titel x',
        'stats extra',
        'list --limit zero',
        'list --since 2025-02-30',
        'list --older-than 3months',
        'list --sort colour',
        'list --title',
        'list --kind zip',
        '--root= list',
        'verify --fail-on fatal',
        'verify --only FN01',
        'verify --ignore nonsense',
        'explain FN0006',
        'list --project orchid',
        'list --root /no/such/folder',
        'verify --baseline -',
        'heal --plan-out -',
        'merge-reports -',
        'apply -',
        'show -dash',
      ],
      { home: demoHome() },
    );
  });

  test('has every flag `--no-x` on until it is typed', async () => {
    const commands = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
    const all = [GLOBAL, ...commands.map(({ flags }) => flags)].flatMap((flags): Flag<unknown>[] =>
      Object.values(flags),
    );
    const negated = all.filter(({ flags }) => flags.startsWith('--no-'));
    expect([...new Set(negated.map(({ flags }) => flags))]).toEqual(['--no-pager', '--no-config', '--no-annotations']);
    for (const { absent } of negated) expect(absent).toBe(true);
  });

  test.each([
    ['hel', 'Did you mean help, heal? '],
    ['export --format html', 'Did you mean --to? '],
    ['grep -m 1 x', 'Did you mean --limit? '],
    ['find -n 3 x', 'Did you mean --limit? '],
    ['grep -P x', 'Instead: --regex takes regular expressions, without look-around. '],
    ['undo --all', 'Instead: `convo undo` undoes the latest run, and `convo undo RUN` one that `convo runs` lists. '],
    ['show 3f0c --foo', '`convo show --help` says'],
    ['list --limt 3', 'Did you mean --limit? '],
    ['--rot x list', 'Did you mean --root? '],
    ['recover', '`convo heal` or `convo restore` or `convo undo` may do that. '],
    ['doctor', '`convo verify` does that. '],
    ['version', '`convo --version` does that. '],
    ['remove', '`convo archive` or `convo delete` may do that. '],
    ['3f0c', '`convo show 3f0c` shows a conversation by its id. '],
    ['3f0c2a7e-5b1d:12', '`convo show 3f0c2a7e-5b1d:12` shows a conversation by its id. '],
    ['decade', '`convo --help` lists'],
  ])('guesses what is near, and nothing else: %s', async (line, way) => {
    const { exit, stderr } = await call(line);
    expect(exit).toBe(2);
    expect(stderr.split('\n')[1]).toMatch(new RegExp(`^  ${way.replace(/[?.]/g, '\\$&')}`));
  });

  test('answers misuse with an error document under --json', async () => {
    await expectTranscript(
      'usage-json',
      ['lst --json', 'list --limit zero --json', 'show nothing --json', 'list --json --root /no/such/folder'],
      {
        home: demoHome(),
      },
    );
  });

  test('finds no store in an empty home, and says how to name one', async () => {
    await expectTranscript('no-store', ['list', 'verify', 'show x', 'list --json', 'list --allow-empty'], {
      home: emptyHome(),
    });
  });

  test('refuses a path that is not a store', async () => {
    const home = emptyHome();
    writeFileSync(join(home, 'notes.txt'), 'hello');
    await expectTranscript('no-store-path', [`list --root ${home}/notes.txt`, `list --root ${home}`], { home });
  });

  test('prints its version', async () => {
    expect(await call('--version')).toMatchObject({ exit: 0, stdout: `${packageJson.version}\n` });
    expect(VERSION).toBe(packageJson.version);
  });

  test('shows the exit codes once, and each command says where', async () => {
    expect((await call('--help')).stdout).toMatch(/Exit codes:\s0\sdone,\s[\s\S]*130\sinterrupted/);
    for (const line of Object.keys(COMMANDS).flatMap((name) => [`${name} --help`, `help ${name}`])) {
      const { exit, stdout } = await call(line);
      expect(exit, line).toBe(0);
      expect(stdout.replace(/\s+/g, ' '), line).toContain('exit codes: `convo help flags`');
    }
    expect((await call('help exit-codes')).stdout).toContain('130  interrupted');
  });

  test('takes the names that shells have for list, show and delete, and says what other words mean here', async () => {
    expect((await call('ls --help')).stdout).toBe((await call('list --help')).stdout);
    expect((await call('help rm')).stdout).toBe((await call('delete --help')).stdout);
    const { exit, stderr } = await call('search tides');
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('`convo grep` does that') });
  });

  test('prints the whole help of a command, with three examples, at the width of the terminal', async () => {
    for (const name of Object.keys(COMMANDS)) {
      const { stdout } = await call(`help ${name}`);
      expect(stdout).toBe((await call(`${name} --help`)).stdout);
      expect(stdout.match(/^ {2}convo /gm)?.length, name).toBeGreaterThanOrEqual(3);
      const narrow = await call(`help ${name}`, { terminal: 60 });
      expect(
        narrow.stdout.split('\n').filter((line) => line.length > 60 && !line.startsWith('Usage:')),
        name,
      ).toEqual([]);
    }
    expect((await call('help')).stdout).toBe((await call('--help')).stdout);
    expect((await call('help help')).stdout).toBe((await call('--help')).stdout);
  });

  test('alone, it says what it found here and where to begin', async () => {
    await expectTranscript('welcome', ['', '--json'], { home: demoHome() });
    await expectTranscript('welcome-empty', ['', '--json', '--root nowhere'], { home: emptyHome() });
  });

  test('is quiet on request, and says more on request', async () => {
    const home = demoHome();
    expect((await call('verify -q', { home })).stderr).toBe('');
    expect((await call('grep tide', { home })).stderr).toContain('1 searched as far as readable');
    expect((await call('grep tide -q', { home })).stderr).toBe('');
    expect((await call('verify -q --fail-on nonsense', { home })).stderr).not.toBe('');
    expect((await call('-v list', { home })).stderr).toContain(`convo: looking at the fnord store ${home}/.fnord\n`);
    expect((await call('-V')).stdout).toBe((await call('--version')).stdout);
  });

  test('takes the global flags before and after the command', async () => {
    const home = demoHome();
    const root = join(home, '.fnord');
    const lines = [
      `--root ${root} --json list`,
      `list --root ${root} --json`,
      `--json list --title pump --root ${root} --title pump`,
    ];
    for (const line of lines) expect(JSON.parse((await call(line)).stdout).command, line).toBe('list');
  });

  test('does not take a command for the value of --color', async () => {
    const home = demoHome();
    for (const line of ['--color list', '--color always list', 'list --color', 'list --color=always --project harbor'])
      expect((await call(line, { home, terminal: 100, vars: { NO_COLOR: '1' } })).stdout, line).toContain('\u001b[');
    for (const line of ['list', 'list --color never', 'list --no-color', 'list --color auto'])
      expect((await call(line, { home, terminal: 100, vars: { NO_COLOR: '1' } })).stdout, line).not.toContain(
        '\u001b[',
      );
  });

  test('shows where a failure arose only with --debug', async () => {
    const over = {
      get cwd(): string {
        throw new Error('ENOENT: the folder is gone');
      },
    };
    const plain = await call('list', { over });
    expect(plain).toMatchObject({ exit: 3, stdout: '' });
    expect(plain.stderr).not.toMatch(/\n\s+at /);
    expect((await call('list --debug', { over })).stderr).toMatch(/\n\s+at /);
  });
});

test.each([
  ['a named pipe (FIFO)', 'pipe'],
  ['a socket', 'socket'],
  ['a device', 'device'],
])('%s where a file is expected is called so', async (what, name) => {
  const home = demoHome();
  execFileSync('mkfifo', [join(home, 'pipe')]);
  symlinkSync('/dev/null', join(home, 'device'));
  const server = createServer().listen(join(home, 'socket'));
  onTestFinished(() => void server.close());
  for (const line of ['verify --baseline @', 'verify --against @', 'apply @', 'list --root @']) {
    const { exit, stdout, stderr } = await call(line.replace('@', name), { home, cwd: home });
    expect({ line, exit, stdout, stderr }).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(`${name} is ${what}, not a file`),
    });
  }
  renameSync(join(home, name), join(home, 'convostore.config.json'));
  const { exit, stderr } = await call('verify', { home: '/nowhere', cwd: home });
  expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining(`is ${what}, not a file`) });
});

test('the help is one screen of commands in groups, each command once, and `help flags` has every flag', async () => {
  const { stdout } = await call('--help', { terminal: 80 });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(48);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const named = lines.flatMap((line) => /^[a-z ]{8}([a-z-]+) {2}/.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual(Object.keys(COMMANDS).sort());
  const flags = (await call('help flags')).stdout;
  for (const flag of ['--root <path>', '--allow-empty', '--debug']) expect(flags).toContain(flag);
  const near = await call('help flag');
  expect([near.exit, near.stderr]).toEqual([2, expect.stringContaining('Did you mean flags?')]);
});

test('a word that a flag takes for its value asks for no JSON', async () => {
  const { stdout, stderr } = await call(['list', '--root', '--json']);
  expect([stdout, stderr.split('\n')[0]]).toEqual(['', 'convo: /--json does not exist']);
});
