import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../../src/io/disk.ts';
import { resolveIds, type StoredId } from '../../../src/ops/resolve-ids.ts';
import { distinctSites } from '../../../src/ops/sites/find-sites.ts';
import { rootsOfPaths } from '../../../src/ops/sites/store-around.ts';
import type { Site } from '../../../src/stores/kind.ts';
import { KINDS } from '../../../src/stores/registry.ts';
import { tree } from '../../support/real-tree.ts';

const idOf = (n: number) => `${String(n).padStart(8, '0')}-2222-4333-8444-555555555501`;
const PROJECT = '.claude/projects/-srv-app';

test('a folder of which every file is named is listed once, not for each of them', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `${idOf(n)}.jsonl`);
  const home = tree(Object.fromEntries(names.map((name) => [`${PROJECT}/${name}`, '{}\n'])));
  const folder = join(home, PROJECT);
  const disk = nodeDisk();
  let lists = 0;
  const counted: ReadDisk = {
    ...disk,
    list: (path) => {
      if (path === folder) lists++;
      return disk.list(path);
    },
  };
  const around = { home: '/nowhere', cwd: folder, platform: 'linux', env: {} };
  expect(await rootsOfPaths({ roots: [], ofKinds: [], around }, counted, KINDS, names)).toEqual([
    join(home, '.claude'),
  ]);
  expect(lists).toBe(1);
});

test('words that are paths are looked up in one pass over what is known', () => {
  const site: Site = { kind: 'claude', root: '/h/.claude', shape: 'home', scope: null, file: null };
  let asked = 0;
  const known = Array.from({ length: 50 }, (_, n): StoredId => {
    const id = idOf(n);
    return {
      site,
      scope: '-srv-app',
      id,
      get paths() {
        asked++;
        return [`projects/-srv-app/${id}.jsonl`, `projects/-srv-app/${id}/subagents/agent-a.jsonl`];
      },
    };
  });
  const how = { cwd: '/h/.claude/projects/-srv-app', min: 1 };
  const words = known.map(({ id }) => `${id}.jsonl:3:1`);
  expect(resolveIds(words, known, how)).toEqual(known.map(({ id }) => id));
  expect(resolveIds([`./${idOf(7)}`], known, how)).toEqual([idOf(7)]);
  expect(asked).toBe(2 * known.length);
  expect(() => resolveIds(['..'], known, how)).toThrow('no conversation has the id ..');
  expect(() => resolveIds(['../'], known, how)).toThrow('../ holds 50 conversations');
  expect(() => resolveIds(['./nowhere.jsonl'], known, how)).toThrow('has the file ./nowhere.jsonl');
});

test('of sites of one store those are left out that another one covers, whatever their order', () => {
  const root = tree({ 'a/x': '', 'b/x': '' });
  const site = (at: string, scope: string | null, file: string | null = null): Site => ({
    kind: 'fnord',
    root: join(root, at),
    shape: 'home',
    scope,
    file,
  });
  const [org, repo, other] = [site('a', 'org'), site('a', 'org/repo'), site('a', 'organ')];
  const [whole, one, two] = [site('b', null), site('b', 'p'), site('b', null, 'x')];
  const disk = nodeDisk();
  expect(distinctSites(disk, [repo, org, other, { ...org }, two, one])).toEqual([org, other, two, one]);
  expect(distinctSites(disk, [one, two, whole, org])).toEqual([whole, org]);
});
