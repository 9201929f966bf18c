import fs from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { nodeDisk, type ReadDisk } from '../../src/io/disk.ts';
import { storeRules } from '../../src/model/rules/store.ts';
import { findSites } from '../../src/ops/sites/find-sites.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { verify } from '../../src/ops/verify.ts';
import type { Kind } from '../../src/stores/kind.ts';
import { failingDisk } from '../io/support/failing-disk.ts';
import { KINDS } from '../kinds.ts';
import { failingKind } from '../ops/notes-kind.ts';
import { fifo, tree } from '../support/real-tree.ts';

const FOLDER = 'projects/p/conversations';
const ID = '0b3c1f6e-6c1e-4f6e-9d5e-0a1b2c3d4e5f';
const FILE = `${FOLDER}/${ID}.json`;
const SOUND =
  '{"version":1,"timestamp":1741953600,"messages":[{"role":"user","content":"hi"}],"metadata":{},"memory":[],"tasks":{}}';

/** How each finding comes about in a fnord home that is sound before, and the path it must name. Fixtures of files cannot hold these. */
interface Recipe {
  readonly path: string;
  spoil?(at: (path: string) => string): void;
  disk?(root: string): ReadDisk;
  readonly kinds?: readonly Kind[];
}

function failing(call: keyof ReadDisk, below: string, code: string): Recipe['disk'] {
  return (root) => failingDisk((each, path) => (each === call && path === join(root, below) ? code : null));
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  ST001: { path: FILE, ...withDisk(failing('read', FILE, 'EACCES')) },
  ST002: { path: FOLDER, ...withDisk(failing('list', FOLDER, 'EACCES')) },
  ST003: { path: `${FOLDER}/x.json`, spoil: (at) => fifo(at(`${FOLDER}/x.json`)) },
  ST004: {
    path: `${FOLDER}/\uFFFD.json`,
    spoil: (at) =>
      fs.writeFileSync(
        Buffer.concat([Buffer.from(at(`${FOLDER}/`)), Buffer.from([0xff]), Buffer.from('.json')]),
        SOUND,
      ),
  },
  ST005: { path: `${FOLDER}/x.json`, spoil: (at) => fs.symlinkSync('/etc/hostname', at(`${FOLDER}/x.json`)) },
  ST006: { path: `${FOLDER}/x.json`, spoil: (at) => fs.symlinkSync('gone.json', at(`${FOLDER}/x.json`)) },
  ST007: { path: FILE, disk: restless },
  ST008: { path: FILE, spoil: (at) => fs.truncateSync(at(FILE), 2 ** 31 + 1) },
  ST009: { path: FILE, ...withDisk(failing('read', FILE, 'ENOENT')) },
  ST010: { path: FILE, kinds: KINDS.map((kind) => failingKind(kind, 'open')) },
  ST011: { path: `${FOLDER}/x.json.gz`, spoil: (at) => fs.writeFileSync(at(`${FOLDER}/x.json.gz`), gzipSync(SOUND)) },
  ST401: {
    path: '.convo/runs/20260102T030405Z-00ff',
    spoil: (at) => writeRun(at('.convo/runs/20260102T030405Z-00ff'), PLAN),
  },
  ST402: {
    path: `${FOLDER}/.${ID}.json.convo-20260102T030405Z-00ff-1.1`,
    spoil: (at) => fs.writeFileSync(at(`${FOLDER}/.${ID}.json.convo-20260102T030405Z-00ff-1.1`), SOUND.slice(0, 20)),
  },
  ST404: {
    path: '.convo/runs',
    spoil: (at) => {
      fs.mkdirSync(at('.convo'));
      fs.symlinkSync('/etc', at('.convo/runs'));
    },
  },
  ST405: {
    path: '.convo/runs/20260102T030405Z-00ff',
    spoil: (at) => writeRun(at('.convo/runs/20260102T030405Z-00ff'), { 'plan.ndjson': 'garbage' }),
  },
  ST406: {
    path: '.convo/runs/20260102T030405Z-00ff',
    spoil: (at) =>
      writeRun(at('.convo/runs/20260102T030405Z-00ff'), {
        ...PLAN,
        'is-done': '{"changed":1}\n',
        'is-undoing': '{"changed":0}\n',
        'is-undone': '{"changed":0}\n{"number":0,"state":"refused","reason":"is locked"}\n',
      }),
  },
};

/** A run that was cut before its first change. */
const PLAN = {
  'plan.ndjson': `${JSON.stringify({ journal: 1, run: '20260102T030405Z-00ff', startedAt: 1, header: { plan: 1, command: 'heal', kind: 'fnord', root: '/s', madeAt: 1 } })}\n`,
};

function writeRun(folder: string, files: Readonly<Record<string, string>>): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(folder, name), text);
}

function withDisk(disk: Recipe['disk']): Pick<Recipe, 'disk'> {
  return disk === undefined ? {} : { disk };
}

/** A disk on which the conversation has another time at every look. */
function restless(root: string): ReadDisk {
  const disk = nodeDisk();
  let looks = 0;
  const lstat: ReadDisk['lstat'] = (path) => {
    const stat = disk.lstat(path);
    return path === join(root, FILE) ? { ...stat, mtimeMs: looks++ } : stat;
  };
  return { ...disk, lstat };
}

async function verified(recipe: Recipe) {
  const root = tree({ [FILE]: SOUND, 'settings.json': '{"version":"0.8.30","projects":{"p":{"root":"/w"}}}' });
  recipe.spoil?.((path) => join(root, path));
  const disk = recipe.disk?.(root) ?? nodeDisk();
  const around = { home: null, cwd: root, platform: 'linux', env: {}, worktrees: [] };
  const { sites } = await findSites({ roots: [root], ofKinds: [], around }, nodeDisk(), KINDS);
  const found: { code: string; path: string }[] = [];
  const { summary } = await verify(
    { disk, kinds: recipe.kinds ?? KINDS, sites },
    {
      ...everythingAt(1_800_000_000),
      admits: () => true,
      report: async ({ code, path }) => void found.push({ code, path: path.slice(root.length + 1) }),
    },
  );
  return { summary, found: found.filter(({ code }) => code.startsWith('ST')) };
}

test('the home the recipes begin with has none of these findings', async () => {
  expect((await verified({ path: '' })).found).toEqual([]);
});

// A stray file of fnord has a code of its own; ST403 is for kinds that have none.
const CODES = Object.keys(storeRules).filter((code) => code !== 'ST403');

test('every code has a recipe', () => {
  // ST5xx are differences from a seal or a baseline: test/cli/seal.test.ts and test/cli/verify-reports.test.ts bring them about.
  expect(Object.keys(RECIPES).sort()).toEqual(CODES.filter((code) => !code.startsWith('ST5')).sort());
});

test.each(Object.entries(RECIPES))(
  '%s is told once, with its path, and counted as its row says',
  async (code, recipe) => {
    const { summary, found } = await verified(recipe);
    expect(found).toEqual([{ code, path: recipe.path }]);
    const row = Object.entries(storeRules).find(([name]) => name === code)?.[1];
    expect(summary.unjudged > 0).toBe(row !== undefined && 'unjudged' in row);
  },
);
