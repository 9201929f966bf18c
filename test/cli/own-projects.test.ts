import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homeWith } from '../stores/codex/home.ts';
import { fileOf, rollout } from '../stores/codex/paginated.ts';
import { tree } from '../support/real-tree.ts';
import { call } from './call.ts';

const [PUMP, MILL, OTHER, NONE] = [1, 2, 3, 4].map((n) => `019a4e33-e458-7610-88eb-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const PLACE = '"cwd":"/srv/ada"';
const inFolder = (id: string, cwd: string, text: string) =>
  rollout(id, 0, text).replace(PLACE, `"cwd":${JSON.stringify(cwd)}`);

const home = () =>
  homeWith({
    [fileOf(PUMP, '30')]: inFolder(PUMP, '/srv/ada/pump', 'How deep?'),
    [fileOf(MILL, '40')]: inFolder(MILL, '/srv/bo/mill/', 'How wide?'),
    [fileOf(OTHER, '50')]: inFolder(OTHER, '/srv/bo/pump', 'How far?'),
    [fileOf(NONE, '55')]: '{"torn\n',
  });

const run = (root: string, ...words: readonly string[]) => call([...words, '--root', root, '--no-config']);
const idsIn = async (root: string, ...words: readonly string[]) =>
  JSON.parse((await run(root, 'list', '--json', ...words)).stdout).conversations.map(({ id }: { id: string }) => id);

test('a thread is in the project of its folder, called by the name of that', async () => {
  const { stdout } = await run(home(), 'list', '--json');
  const all = JSON.parse(stdout).conversations as { id: string; project: string | null; cwd: string | null }[];
  expect(new Map(all.map(({ id, project, cwd }) => [id, [project, cwd]]))).toEqual(
    new Map<string, (string | null)[]>([
      [PUMP, ['pump', '/srv/ada/pump']],
      [MILL, ['mill', '/srv/bo/mill/']],
      [OTHER, ['pump', '/srv/bo/pump']],
      [NONE, [null, null]],
    ]),
  );
});

test('lists group by folder', async () => {
  const { stdout } = await run(home(), 'list');
  const places = stdout.split('\n').flatMap((line) => line.split('\t')[5] ?? []);
  expect([...new Set(places)].slice(0, 3)).toEqual(['/srv/bo/pump', '/srv/bo/mill/', '/srv/ada/pump']);
});

test('--project takes the name of the folder, and its path', async () => {
  const root = home();
  expect((await idsIn(root, '--project', 'pump')).sort()).toEqual([PUMP, OTHER]);
  expect(await idsIn(root, '--project', '/srv/bo/pump')).toEqual([OTHER]);
  expect(await idsIn(root, '--project', 'mill')).toEqual([MILL]);
  const folder = tree();
  const here = homeWith({ [fileOf(PUMP, '30')]: inFolder(PUMP, folder, 'How deep?') });
  expect(await idsIn(here, '--project', folder)).toEqual([PUMP]);
});

test('every verb takes it', async () => {
  const root = home();
  const { stores } = JSON.parse((await run(root, 'stats', '--json')).stdout);
  type Counted = { project: string; cwd: string; conversations: number };
  const counts = stores.map(({ project, cwd, conversations }: Counted) => [project, cwd, conversations]);
  expect(counts.sort()).toEqual([
    [null, null, 1],
    ['mill', '/srv/bo/mill/', 1],
    ['pump', '/srv/ada/pump', 1],
    ['pump', '/srv/bo/pump', 1],
  ]);
  expect((await run(root, 'grep', 'How', '--project', 'mill')).stdout).toBe(`${MILL}:0:user: How wide?\n`);
  expect((await run(root, 'verify', '--project', 'mill')).stderr).toContain('1 conversation in 1 store');
  const archived = await run(root, 'archive', '--project', 'mill', '--yes');
  expect(archived.stdout).toContain('1 changed, 0 unchanged');
  expect((await idsIn(root)).sort()).toEqual([PUMP, OTHER, NONE]);
  expect((await run(root, 'undo', '--yes')).exit).toBe(0);
});

test('a project that is none has one sentence, with those that are near', async () => {
  const { exit, stderr } = await run(home(), 'list', '--project', 'pumps');
  expect(exit).toBe(2);
  expect(stderr).toContain('there is no conversation of the project pumps');
  expect(stderr).toContain('Did you mean pump?');
});

test('a baseline, and a seal, of the whole store holds for a project of it', async () => {
  const root = home();
  const { findings } = JSON.parse((await run(root, 'verify', '--all', '--json')).stdout);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.every(({ project }: { project: null }) => project === null)).toBe(true);
  const output = join(tree(), 'seal.json');
  await run(root, 'seal', '--output', output);
  expect(readFileSync(output, 'utf8')).not.toContain('pump"');
});
