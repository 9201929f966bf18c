import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call } from './call.ts';
import { demoHome, emptyHome } from './demo-home.ts';

/** A file with this JSON; answers its path. */
function written(path: string, json: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
  return path;
}

const own = (home: string, json: unknown) => written(join(home, '.config/convostore/config.json'), json);

test("a person's own settings stand for flags, and a flag overrides them", async () => {
  const home = demoHome();
  const project = join(home, '.fnord/projects/orchard');
  own(home, { roots: ['~/.fnord/projects/orchard'], color: 'always' });
  const listed = await call('list', { home, terminal: 80 });
  expect(listed.stdout).toContain('\u001b[');
  expect(listed.stdout).toContain('4 conversations');
  expect((await call(`list --root ${project} --no-color`, { home, terminal: 80 })).stdout).not.toContain('\u001b[');
  expect((await call('list --no-config', { home })).stderr).toContain('10 conversations');
  // What need not be typed for this list need not be for the next command.
  expect(listed.stdout).toContain('`convo verify`');
  expect((await call(`list --root ${project}`, { home })).stderr).toContain(`\`convo --root ${project} verify\``);
});

test('a root of the settings that is not there is named with the file that has it, and one that was typed is not', async () => {
  const home = demoHome();
  const path = own(home, { roots: ['~/.fnord', '~/gone'] });
  for (const line of ['list', 'verify', 'runs', 'heal --yes'])
    expect(await call(line, { home }), line).toMatchObject({
      exit: 2,
      stderr: `convo: ${path}: roots: ${home}/gone does not exist\n  Change it there, or leave the file out with --no-config.\n`,
    });
  expect((await call('list --root /gone', { home })).stderr).toBe('convo: /gone does not exist\n  Check the path.\n');
  expect((await call('list --no-config', { home })).exit).toBe(0);
});

test("the pager of a person's own settings is used where no variable names one", async () => {
  const home = demoHome();
  own(home, { pager: 'more' });
  const pagers: string[] = [];
  const world = (vars: Readonly<Record<string, string>>) => ({
    home,
    vars,
    terminal: 80,
    over: {
      stdin: Object.assign((async function* () {})(), { isTTY: true }),
      pager: (command: string) => {
        pagers.push(command);
        const stream = { write: (_: unknown, done: () => void) => done(), on: () => undefined };
        return { stream, close: async () => 0 };
      },
    },
  });
  await call('show 3f0c', world({ PAGER: 'most' }));
  await call('show 3f0c', world({ CONVO_PAGER: 'less' }));
  expect(pagers).toEqual(['more', 'less']);
});

test('a project leaves out codes, and verify counts what it left out', async () => {
  const home = demoHome();
  const cwd = join(home, 'work');
  const path = written(join(cwd, 'package.json'), {
    name: 'work',
    convostore: { ignore: ['FN003', 'FN006', 'FN015'], severities: { fn201: 'info' }, failOn: 'error' },
  });
  const before = await call('verify --json --no-config', { home, cwd });
  const after = await call('verify --json', { home, cwd: join(cwd) });
  expect(before.exit).toBe(1);
  const [all, rest] = [before, after].map(({ stdout }) => JSON.parse(stdout));
  expect(all.summary.ignored).toBeUndefined();
  expect(rest.summary.ignored).toBeGreaterThan(0);
  expect(rest.findings.length + rest.summary.ignored).toBe(all.findings.length);
  expect(after.stderr).toContain(`convo: ${path} left out ${rest.summary.ignored} findings`);
});

test('stats counts findings with the severities that verify gives them', async () => {
  const home = demoHome();
  const cwd = join(home, 'work');
  const graded = async () => {
    const { stdout } = await call('verify --json', { home, cwd });
    const all: { code: string; severity: string }[] = JSON.parse(stdout).findings;
    const counted = new Set(all.map(({ code, severity }) => `${code} ${severity}`));
    const named = (await call('stats --markdown', { home, cwd })).stdout.matchAll(
      /^\| (FN\d+ (?:error|warning|info)),/gm,
    );
    return {
      verify: [...counted].filter((each) => each.startsWith('FN')).sort(),
      stats: new Set(Array.from(named, ([, name]) => name)),
    };
  };
  const plain = await graded();
  const [first = ''] = plain.stats;
  const [code = '', level] = first.split(' ');
  const other = level === 'info' ? 'error' : 'info';
  own(home, { severities: { [code]: other } });
  const { verify, stats } = await graded();
  expect(verify).toContain(`${code} ${other}`);
  expect([...stats]).toContain(`${code} ${other}`);
  expect([...stats]).not.toContain(first);
  // The file of the project counts first.
  written(join(cwd, 'convostore.config.json'), { severities: { [code]: level } });
  expect([...(await graded()).stats]).toContain(first);
});

test('the nearest project decides, up to the top of its repository', async () => {
  const home = demoHome();
  const codes = ['FN003', 'FN006', 'FN015'];
  written(join(home, 'work/convostore.config.json'), { ignore: codes });
  mkdirSync(join(home, 'work/repo/.git'), { recursive: true });
  mkdirSync(join(home, 'work/folder/deep'), { recursive: true });
  const below = (folder: string) => call('verify', { home, cwd: join(home, folder) });
  expect((await below('work/folder/deep')).stderr).toContain('left out');
  expect((await below('work/repo')).stderr).not.toContain('left out');
});

test("a flag counts more than the project's settings, and those more than the person's", async () => {
  const home = demoHome();
  const cwd = join(home, 'work');
  own(home, { maxWarnings: 0, ignore: ['FN003', 'FN006', 'FN015', 'FN410'], failOn: 'info' });
  written(join(cwd, 'convostore.config.json'), { failOn: 'error', maxWarnings: 1000 });
  expect((await call('verify', { home, cwd })).exit).toBe(0);
  expect((await call('verify --max-warnings 0', { home, cwd })).exit).toBe(1);
  expect((await call('verify', { home, cwd: home })).exit).toBe(1);
});

test('a config file cannot hide what was not judged', async () => {
  const home = emptyHome();
  written(join(home, '.fnord/projects/p/conversations/a.json'), '1:{"messages":[]}');
  symlinkSync('/etc/hostname', join(home, '.fnord/projects/p/conversations/b.json'));
  const seen = JSON.parse((await call('verify --json', { home })).stdout);
  const codes = seen.findings.map(({ code }: { readonly code: string }) => code);
  expect(seen.summary.unjudged).toBeGreaterThan(0);
  own(home, { ignore: codes });
  expect((await call('verify', { home })).exit).toBe(3);
});

test.each([
  [{ fail_on: 'error' }, 'there is no setting fail_on', 'failOn'],
  [{ ignore: ['FN03'] }, 'ignore.0: takes a known code', 'FN003'],
  [{ severities: { FN2O1: 'info' } }, 'there is no code FN2O1', 'FN201'],
  ['{"severities":{"__proto__":"info"}}', 'severities: there is no code __proto__', '--no-config'],
  ['{"severities":{"constructor":"info"}}', 'severities: there is no code constructor', '--no-config'],
  ['{"__proto__":{"failOn":"info"}}', 'there is no setting __proto__', '--no-config'],
  [{ severities: { FN201: 'inf' } }, 'takes error, warning or info', 'did you mean info'],
  [{ maxWarnings: '3' }, 'maxWarnings: takes a whole number', '--no-config'],
  [{ roots: ['here'] }, 'roots.0: takes absolute paths', '--no-config'],
  [{ roots: [1] }, 'roots.0: takes absolute paths', '--no-config'],
  [{ roots: '/home' }, 'roots: takes a list of paths', '--no-config'],
  [{ failOn: ['error'] }, 'failOn: takes error, warning, info or codes', 'separated by commas'],
  [{ ignore: [1] }, 'ignore.0: takes a code that `convo explain` lists', '--no-config'],
  [{ exitZero: 1 }, 'exitZero: takes true or false', '--no-config'],
  [['FN003'], 'is not an object of settings', '--no-config'],
  ['{"ignore": [}', 'is not JSON', '--no-config'],
])('a config file of %j is refused in a sentence', async (json, sentence, hint) => {
  const home = demoHome();
  const path = own(home, json);
  const { exit, stderr, stdout } = await call('list', { home });
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
  expect(stderr).toContain(path);
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(hint);
});

test('a project cannot choose stores, programs or exit codes', async () => {
  const home = demoHome();
  for (const json of [{ roots: ['/'] }, { pager: 'rm -rf /' }, { exitZero: true }]) {
    written(join(home, 'work/convostore.config.json'), json);
    const { exit, stderr } = await call('verify', { home, cwd: join(home, 'work') });
    expect(exit).toBe(2);
    expect(stderr).toContain('is not for a project to decide');
  }
});

test('the examples of docs/config.md fit', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/config.md', import.meta.url)), 'utf8');
  const [mine = '', project = '', prices = ''] = Array.from(
    page.matchAll(/^```json\n(.*?)^```$/gms),
    ([, text = '']) => text,
  );
  const home = demoHome();
  own(home, mine);
  written(join(home, 'work/package.json'), project);
  const { stderr } = await call(`verify --root ${join(home, '.fnord')}`, { home, cwd: join(home, 'work') });
  expect(stderr).toContain('package.json decided what fails');
  own(home, JSON.parse(prices));
  expect((await call('stats --cost', { home })).exit).toBe(0);
});
