import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';
import { expectTranscript } from './transcript.ts';

// Texts are wrapped: paths must be as long on every machine.
vi.stubEnv('TMPDIR', '/tmp');
afterAll(() => vi.unstubAllEnvs());

describe('convo verify', () => {
  test('writes each finding on a line of its own through a pipe, with its place', async () => {
    await expectTranscript(
      'verify',
      ['verify', 'verify --project orchard', 'verify 8d41', 'verify c7a8 b52e --color always'],
      {
        home: demoHome(),
      },
    );
  });

  for (const terminal of [40, 80, 120])
    test(`groups findings by conversation on a terminal of ${terminal} columns, with the bytes there`, async () => {
      const home = demoHome();
      await expectTranscript(`verify-${terminal}`, ['verify', 'verify --all 8d41 c7a8'], {
        home,
        cwd: home,
        terminal,
        vars: { NO_COLOR: '1' },
      });
    });

  test.each([
    ['verify', 0, true],
    ['verify --project lantern', 0, true],
    ['verify --all', 1, false],
    ['verify --only FN171', 1, false],
    ['verify --fail-on info', 1, false],
    ['verify --fail-on FN171', 1, true],
    ['verify e0b9', 1, false],
    ['verify --severity FN171=warning', 1, true],
  ])(
    'counts infos about single conversations, and lists them where they are asked for: %s',
    async (words, lines, hint) => {
      const { stdout, stderr } = await call(words, { home: demoHome() });
      expect(stdout.split('\n').filter((line) => line.includes(' FN171 '))).toHaveLength(lines);
      expect(/\(--all lists \d+ more\)/.test(stderr)).toBe(hint);
    },
  );

  test('keeps to the width, longer paths and commands are on lines of their own, and whole', async () => {
    const home = demoHome();
    for (const terminal of [40, 50, 60, 80, 100, 200]) {
      const { stdout } = await call('verify --all --color never', { home, cwd: home, terminal });
      const wide = stdout.split('\n').filter((line) => Array.from(line).length > terminal);
      expect(wide.filter((line) => !/^(?:\S+|convo .*)$/.test(line.trim()))).toEqual([]);
    }
  });

  test('says the same place in verify, show and heal', async () => {
    const home = demoHome();
    const { stdout: verified } = await call('verify c7a8 --only FN006', { home });
    const { stderr: shown } = await call('show c7a8', { home });
    const { stdout: found } = await call('verify 60fb --only FN112', { home });
    const { stdout: healed } = await call('heal 60fb --dry-run', { home });
    for (const text of [verified, shown]) expect(text).toContain('.json:1:439: error FN006');
    expect(found).toContain('.json:1:201: warning FN112');
    expect(healed).toContain('at 1:201\n');
  });

  test('counts on a terminal what one code has many of, unless all are asked for', async () => {
    const home = demoHome();
    const folder = join(home, '.fnord/projects/harbor/conversations');
    for (let i = 100; i < 120; i++)
      writeFileSync(join(folder, `torn-${i}.json`), '1:{"messages":[{"role":"user","content":"Sail"},');
    const { stdout } = await call('verify --only FN006 --project harbor', {
      home,
      terminal: 80,
      vars: { NO_COLOR: '1' },
    });
    expect(stdout.match(/^error FN006: torn/gm)).toHaveLength(5);
    expect(stdout).toContain('(15 more findings of this code)');
    expect(stdout).toContain('and 12 more (--all lists them)');
    const all = await call('verify --only FN006 --project harbor --all', {
      home,
      terminal: 80,
      vars: { NO_COLOR: '1' },
    });
    expect(all.stdout.match(/^error FN006: torn/gm)).toHaveLength(20);
    const piped = await call('verify --only FN006 --project harbor', { home });
    expect(piped.stdout.trim().split('\n')).toHaveLength(20);
  });

  test('exits 1 from the severity asked for on, and counts only the codes asked for', async () => {
    const home = demoHome();
    const exits = async (line: string) => (await call(line, { home })).exit;
    expect(await exits('verify')).toBe(1);
    expect(await exits('verify b52e')).toBe(0);
    expect(await exits('verify b52e --fail-on warning')).toBe(1);
    expect(await exits('verify 4b6d --fail-on warning')).toBe(0);
    expect(await exits('verify 4b6d --fail-on info')).toBe(1);
    expect(await exits('verify --only FN134')).toBe(0);
    expect(await exits('verify --only fn006 --only FN134')).toBe(1);
    expect(await exits('verify --only FN134,fn006')).toBe(1);
    expect(await exits('verify --only FN134,FN006 --ignore FN006,FN134')).toBe(0);
    expect(await exits('verify --only FN134,nothing')).toBe(2);
    expect(await exits('verify --only FN134,')).toBe(2);
    expect(await exits('verify c7a8 --ignore FN006')).toBe(0);
    expect(await exits('verify 8d41 --signatures')).toBe(0);
  });

  test('exits 3 when something could not be judged, and says so', async () => {
    const home = demoHome();
    const outside = emptyHome();
    symlinkSync(outside, join(home, '.fnord/projects/harbor/conversations/linked.json'));
    const { exit, stderr } = await call('verify --project harbor', { home });
    expect(exit).toBe(3);
    expect(stderr).toContain('1 not judged');
    expect((await call('list', { home })).exit).toBe(3);
  });

  test('exits 2 when there is no conversation in scope, unless that is allowed', async () => {
    const home = demoHome();
    rmSync(join(home, '.fnord/projects'), { recursive: true });
    await expectTranscript(
      'empty',
      [
        'verify',
        'verify --allow-empty',
        'list',
        'list --allow-empty',
        'list --json',
        'list --json --allow-empty',
        'verify --json',
      ],
      { home },
    );
  });

  test('names a few of many empty stores, and counts the others', async () => {
    const home = demoHome();
    for (let n = 10; n < 30; n++) mkdirSync(join(home, `many/${n}/.tenex/conversations`), { recursive: true });
    const { exit, stdout, stderr } = await call(['verify', '--root', join(home, 'many')], { home });
    const store = (n: number) => `the tenex store ${join(home, `many/${n}/.tenex`)}`;
    expect({ exit, stdout, lines: stderr.trimEnd().split('\n') }).toEqual({
      exit: 2,
      stdout: '',
      lines: [
        ...Array.from({ length: 3 }, (_, n) => `convo: found ${store(10 + n)}`),
        'convo: and 17 more stores (-v names each)',
        `convo: there is no conversation in ${store(10)}, ${store(11)}, ${store(12)} and 17 more stores`,
        '  With --allow-empty that is not an error.',
      ],
    });
    const verbose = await call(['verify', '-v', '--root', join(home, 'many')], { home });
    expect(verbose.stderr.match(/looking at the tenex store /g)).toHaveLength(20);
  });

  test('exits 2 when one of several roots is empty, names it, and keeps its document; not for what asks for a part', async () => {
    const home = demoHome();
    const [full, hollow] = [join(home, '.fnord'), join(home, 'hollow')];
    mkdirSync(join(hollow, 'projects/x/conversations'), { recursive: true });
    const both = ['--root', full, '--root', hollow, '--kind', 'fnord', '--exit-zero'];
    const { exit, stdout, stderr } = await call(['verify', '--json', ...both], { home });
    expect([exit, stderr]).toEqual([
      2,
      `convo: there is no conversation in the fnord store ${hollow} (--allow-empty permits that)\n`,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ command: 'verify', summary: { stores: 2 } });
    expect((await call(['verify', ...both, '--allow-empty'], { home })).exit).toBe(0);
    const harbor = await call(['verify', ...both, '--project', 'harbor', '--json'], { home });
    expect([harbor.exit, JSON.parse(harbor.stdout).summary.stores]).toEqual([0, 1]);
    expect((await call(['verify', '8d41', ...both], { home })).exit).toBe(0);
  });

  test('exits 130 when interrupted; the JSON document is whole and says so', async () => {
    const home = demoHome();
    expect((await call('verify', { home, interrupted: true })).exit).toBe(130);
    expect((await call('list', { home, interrupted: true })).exit).toBe(130);
    const { exit, stdout } = await call('verify --json', { home, interrupted: true });
    expect(exit).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ command: 'verify', interrupted: true });
  });
});
