import { mkdirSync, readdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copyTree } from '../support/folders.ts';
import { call } from './call.ts';
import { snapshot } from './change/snapshot.ts';
import { emptyHome } from './demo-home.ts';

const DEMO = fileURLToPath(new URL('../../fixtures/demo/claude/projects', import.meta.url));
const FNORD = fileURLToPath(new URL('../../fixtures/demo/fnord/projects', import.meta.url));
const ID = '7e905b3a-c6d1-4f28-8a47-0d9b2e51c3f6';

/** A home whose `projects`, or one of the folders in it, is a link to a folder elsewhere. */
function linkedHome(linked: 'projects' | 'a project folder'): { home: string; folder: string } {
  const home = emptyHome();
  const synced = join(home, 'synced');
  const projects = join(home, '.claude/projects');
  const [project = ''] = readdirSync(DEMO).filter((name) => readdirSync(join(DEMO, name)).includes(`${ID}.jsonl`));
  copyTree(DEMO, synced);
  utimesSync(join(synced, project, `${ID}.jsonl`), 1_700_000_000, 1_700_000_000);
  mkdirSync(join(home, '.claude'));
  if (linked === 'projects') symlinkSync(synced, projects);
  else {
    mkdirSync(projects);
    for (const name of readdirSync(synced))
      if (name === project) symlinkSync(join(synced, name), join(projects, name));
      else renameSync(join(synced, name), join(projects, name));
  }
  return { home, folder: join(synced, project) };
}

describe.each(['projects', 'a project folder'] as const)('where %s is a link to a synced folder', (linked) => {
  test('its sessions are listed, shown, found, verified and sealed as the program lists them', async () => {
    const { home } = linkedHome(linked);
    const listed = await call(['list', '--json'], { home });
    expect(JSON.parse(listed.stdout).conversations.map(({ id }: { id: string }) => id)).toContain(ID);
    expect((await call(['show', ID], { home })).exit).toBe(0);
    expect((await call(['resume', ID], { home })).stderr).not.toContain('ST005');
    expect((await call(['verify', '--json'], { home })).stdout).not.toContain('ST005');
    const seal = join(home, 'seal.txt');
    expect((await call(['seal', '--output', seal], { home })).stderr).toContain('sealed');
    expect((await call(['verify', '--against', seal, '--quick'], { home })).stdout).toContain('as they were sealed');
  });

  test('no change goes through it, and the refusal names the folder through which one does', async () => {
    const { home, folder } = linkedHome(linked);
    const before = snapshot(home);
    const { exit, stdout } = await call(['archive', ID, '--yes'], { home });
    expect([exit, stdout]).toEqual([4, expect.stringContaining(`with \`--root ${folder}\` its own folder is changed`)]);
    expect(snapshot(home)).toEqual(before);
    expect((await call(['rename', ID, 'Dawn', '--yes', '--root', folder], { home })).exit).toBe(0);
    expect((await call(['list'], { home })).stdout).toContain('Dawn');
  });
});

test('a project folder with two names is listed once, under its own', async () => {
  const { home, folder } = linkedHome('a project folder');
  const projects = join(home, '.claude/projects');
  symlinkSync(folder, join(projects, '-zz-second-link'));
  symlinkSync(folder, join(projects, '-aa-first'));
  const { conversations } = JSON.parse((await call(['list', '--all', '--json'], { home })).stdout);
  const places = conversations.map(({ id, project }: { id: string; project: string }) => `${project} ${id}`);
  expect(places).toEqual([...new Set(places)]);
  expect(places.join()).not.toMatch(/-aa-first|-zz-second-link/);
  const alone = JSON.parse((await call(['list', '--all', '--json', '--project', '-aa-first'], { home })).stdout);
  expect(alone.conversations.length).toBeGreaterThan(0);
});

test('a link in a linked project folder is followed inside it alone', async () => {
  const { home, folder } = linkedHome('a project folder');
  const copy = '00000000-0000-4000-8000-000000000001.jsonl';
  symlinkSync(`${ID}.jsonl`, join(folder, copy));
  symlinkSync('/etc/hostname', join(folder, '00000000-0000-4000-8000-000000000002.jsonl'));
  const { stdout, stderr, exit } = await call(['list', '--all'], { home });
  expect([exit, stdout]).toEqual([3, expect.stringContaining('00000000-0000-4000-8000-000000000001')]);
  expect(stderr).toContain('00000000-0000-4000-8000-000000000002.jsonl:1:1: warning ST005');
});

test('where another program follows a link out of its store, what finds nothing names the command that lists what is there', async () => {
  const home = emptyHome();
  const synced = join(home, 'synced');
  copyTree(FNORD, synced);
  mkdirSync(join(home, '.fnord'));
  symlinkSync(synced, join(home, '.fnord/projects'));
  const way = `convo list ${synced}`;
  expect((await call([], { home })).stdout).toContain(`A link points out of the store\n  \`${way}\``);
  expect((await call(['list'], { home })).stderr).toContain(`  \`${way}\` lists what is there\n`);
  expect((await call(['verify'], { home, terminal: 200, vars: { NO_COLOR: '1' } })).stdout).toContain(`help: ${way}\n`);
  expect((await call(['verify', '--json'], { home })).stdout).toContain(`"actual":${JSON.stringify(synced)}`);
});
