import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { call } from './call.ts';
import { bareHome } from './home-of-all.ts';

const HOME = mkdtempSync(join(tmpdir(), 'convo-projects-'));
const NAMES = ['lantern', '.dotfiles', 'org', 'org/repo', 'org/.github', 'forge/group/org/repo', 'app\\x'];

function write(path: string, text: string): void {
  const at = join(HOME, '.fnord', path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
}

for (const [n, name] of NAMES.entries())
  write(`projects/${name}/conversations/id-${n}.json`, `{"version":1,"timestamp":${n},"messages":[]}`);
// Not projects: what version control keeps, and a worktree of a project that holds such a folder itself.
write('projects/.git/x/conversations/no.json', '{}');
write('projects/lantern/worktrees/id-0/conversations/no.json', '{}');
const projects = Object.fromEntries([...NAMES, 'unused', '../outside'].map((name) => [name, { root: `/srv/${name}` }]));
write('settings.json', JSON.stringify({ version: '0.8.30', projects }));

afterAll(() => rmSync(HOME, { recursive: true }));

async function projectsOf(...words: string[]): Promise<string[]> {
  const { stdout } = await call(['list', '--json', ...words], { home: HOME });
  return (JSON.parse(stdout).conversations ?? []).map(({ project }: { project: string }) => project);
}

test('projects are found whatever their names: with a point first, with slashes, one below another', async () => {
  expect((await projectsOf()).sort()).toEqual([...NAMES].sort());
});

test.each(NAMES)('--project %s reaches that project alone', async (name) => {
  expect(await projectsOf('--project', name)).toEqual([name]);
});

test('a project that is unknown is answered with names as they can be pasted', async () => {
  const { stderr } = await call(['list', '--project', 'nothing like it'], { home: HOME });
  expect(stderr).toMatch(/There are .*'app\\x'/);
});

test('an unknown project among many is answered with ten names, and how many more there are', async () => {
  const home = join(HOME, 'many');
  for (let i = 10; i < 22; i++) {
    const folder = join(home, `.fnord/projects/p${i}/conversations`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'one.json'), '1:{"messages":[]}');
  }
  const { stderr } = await call(['list', '--root', join(home, '.fnord'), '--project', 'quay'], { home });
  expect(stderr).toMatch(/The newest are p\d\d(?:, p\d\d){9}, and there are 2 more\./);
});

test('an unknown project is answered with folders that lists have, the newest first, and with near last parts', async () => {
  const home = join(HOME, 'newest');
  for (const [day, name] of ['quay', 'mill', 'pier'].entries()) {
    const folder = join(home, `.claude/projects/-srv-ada-${name}`);
    mkdirSync(folder, { recursive: true });
    const said = { type: 'user', message: { role: 'user', content: 'Why?' }, uuid: 'u', parentUuid: null };
    const id = `11110000-0000-4000-8000-00000000000${day}`;
    const at = { sessionId: id, cwd: `/srv/ada/${name}`, timestamp: `2026-01-0${day + 1}T00:00:00.000Z` };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify({ ...said, ...at })}\n`);
  }
  const answer = async (name: string) => (await call(['list', '--project', name], { home })).stderr;
  expect(await answer('elephants')).toContain('There are /srv/ada/pier, /srv/ada/mill, /srv/ada/quay.');
  expect(await answer('queay')).toContain('Did you mean quay?');
});

test('a project with a session that cannot be read has one name, and its folder for a heading', async () => {
  const home = join(HOME, 'unreadable');
  const folder = join(home, '.claude/projects/-srv-ada-quay');
  mkdirSync(folder, { recursive: true });
  const id = '11110000-0000-4000-8000-000000000001';
  const said = { type: 'user', message: { role: 'user', content: 'Why?' }, uuid: 'u', parentUuid: null, sessionId: id };
  const at = { cwd: '/srv/ada/quay', timestamp: '2026-01-01T00:00:00.000Z' };
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify({ ...said, ...at })}\n`);
  writeFileSync(join(folder, `${id.replace('1111', '2222')}.jsonl`), Buffer.alloc(300, 0xfe));
  const { stderr } = await call(['list', '--project', 'elephants'], { home });
  expect(stderr).toContain('There is /srv/ada/quay.');
  const { stdout } = await call(['list', '--limit', '1'], { home });
  expect(stdout).toContain('22220000');
  expect(stdout).toContain('\t/srv/ada/quay\t');
});

test('a name that reads like a command stays as it is where it is offered', async () => {
  const home = join(HOME, 'other');
  const name = '`convo list` of a';
  mkdirSync(join(home, `.fnord/projects/${name}b/conversations`), { recursive: true });
  writeFileSync(join(home, `.fnord/projects/${name}b/conversations/one.json`), '1:{"messages":[]}');
  const root = join(home, '.fnord');
  const { stderr } = await call(['list', '--root', root, '--project', name], { home });
  expect(stderr).toContain(`Did you mean '${name}b'?`);
  const unlike = await call(['list', '--root', root, '--project', 'nothing like it'], { home });
  expect(unlike.stderr).toContain(`There is '${name}b'.`);
});

test.each(['.dotfiles', 'org/repo', 'forge/group/org/repo'])(
  '--root reaches %s by its folder and its file',
  async (name) => {
    const folder = join(HOME, '.fnord/projects', name);
    expect(await projectsOf('--root', folder)).toEqual([name]);
    expect(await projectsOf('--root', join(folder, 'conversations'))).toEqual([name]);
    expect(await projectsOf('--root', join(folder, `conversations/id-${NAMES.indexOf(name)}.json`))).toEqual([name]);
  },
);

test('a folder that projects lie below reaches all of them', async () => {
  expect((await projectsOf('--root', join(HOME, '.fnord/projects/forge'))).sort()).toEqual(['forge/group/org/repo']);
  expect((await projectsOf('--root', join(HOME, '.fnord/projects/org'))).sort()).toEqual([
    'org',
    'org/.github',
    'org/repo',
  ]);
});

test('verify names what fnord cannot list, and what the settings name and no store has', async () => {
  const { stdout } = await call(['verify', '--json', '--only', 'FN314', '--only', 'FN318', '--only', 'FN319'], {
    home: HOME,
  });
  const found = JSON.parse(stdout).findings.map(
    ({ code, project, at }: { code: string; project: string; at: string }) => [code, project ?? at],
  );
  expect(found.sort()).toEqual([
    ['FN314', '/projects/unused'],
    ['FN318', 'app\\x'],
    ['FN319', '/projects/..~1outside'],
  ]);
});

test('with --project, what was not walked is not missed', async () => {
  const { stdout } = await call(['verify', '--json', '--project', 'lantern'], { home: HOME });
  expect(JSON.parse(stdout).findings.filter(({ code }: { code: string }) => code === 'FN314')).toEqual([]);
});

describe("a project of Claude Code's", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'convo-folders-')));
  const [app, beside, other] = ['app', 'beside', 'other'].map((name) => join(base, name)) as [string, string, string];
  const config = join(base, '.claude');
  const line = '{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"hi"}}\n';
  for (const [n, folder] of [app, beside, other].entries()) {
    const sessions = join(config, 'projects', folder.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, `11111111-1111-4111-8111-00000000000${n}.jsonl`), line);
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', app, '-c', 'user.name=a', '-c', 'user.email=a@a.example', ...words], {
      stdio: 'ignore',
    });
  mkdirSync(join(app, 'src'), { recursive: true });
  mkdirSync(other);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'begin');
  git('worktree', 'add', '-q', beside);

  afterAll(() => rmSync(base, { recursive: true }));

  async function sessionsOf(project: string, cwd: string): Promise<string[]> {
    const { stdout } = await call(['--root', config, 'list', '--json', '--project', project], { cwd, home: base });
    return (JSON.parse(stdout).conversations ?? []).map(({ id }: { id: string }) => id.slice(-1)).sort();
  }

  test('is meant by its folder, with those of the other worktrees, as its program lists them', async () => {
    expect(await sessionsOf('.', app)).toEqual(['0', '1']);
    expect(await sessionsOf('../beside', app)).toEqual(['0', '1']);
    expect(await sessionsOf('./src', app)).toEqual(['0', '1']);
    expect(await sessionsOf(other, '/')).toEqual(['2']);
  });

  test('is meant by its folder without ./ before it, and below ~ that no shell has replaced', async () => {
    expect(await sessionsOf(`${base.split('/').at(-1)}/app`, dirname(base))).toEqual(['0', '1']);
    expect(await sessionsOf('~/other', '/')).toEqual(['2']);
    expect(await sessionsOf('~/nowhere', '/')).toEqual([]);
    expect(await sessionsOf('nowhere/app', base)).toEqual([]);
  });

  test('is meant by the last part of its folder, wherever that is asked for', async () => {
    expect(await sessionsOf('other', base)).toEqual(['2']);
    expect(await sessionsOf('ther', base)).toEqual([]);
  });

  test('is not meant by a folder above it', async () => {
    expect(await sessionsOf('..', app)).toEqual([]);
  });
});

/** `gone`: relative to the home. */
async function askedIn(folder: string, gone: string) {
  const { at, convo } = bareHome();
  const id = '11111111-2222-4333-8444-555555555501';
  const message = { role: 'user', content: 'Count them.' };
  const record = { type: 'user', uuid: id, parentUuid: null, sessionId: id, cwd: at(gone), message };
  mkdirSync(at('.claude/projects/-gone'), { recursive: true });
  mkdirSync(at(folder), { recursive: true });
  writeFileSync(at(`.claude/projects/-gone/${id}.jsonl`), `${JSON.stringify(record)}\n`);
  const { exit, stderr } = await convo('list --project .', { cwd: at(folder) });
  return { exit, stderr, way: `\`convo rehome ${at(gone)} ${at(folder)}\``, gone: at(gone) };
}

test.each([
  ['of its name', 'new/orchard', 'old/orchard'],
  ['of a similar name', 'src/orchard-app', 'old/orchard-ap'],
])(
  'in a folder that has no sessions, those of a gone folder %s are named, with the command that moves them',
  async (_, folder, gone) => {
    const asked = await askedIn(folder, gone);
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining(asked.way) });
    expect(asked.stderr).toContain(`There are conversations of ${asked.gone}, which is gone.`);
  },
);

test.each([
  ['of another name', 'new/kitchen', 'old/orchard'],
  ['whose short name differs by a letter', 'src/p1', 'src/p2'],
])('a gone folder %s is not taken for the one that has no sessions', async (_, folder, gone) => {
  const { exit, stderr } = await askedIn(folder, gone);
  expect(exit).toBe(2);
  expect(stderr).not.toContain('rehome');
});
