import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from '../call.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/journals', import.meta.url));

const ROOTS = { fnord: '.fnord', tenex: 'lighthouse/.tenex', rao: 'tides' };
type Kind = keyof typeof ROOTS;

/** A store with the journal of one run, as convo 0.1.0 left both on a disk. */
function recorded(kind: Kind, name: string) {
  const home = mkdtempSync(join(tmpdir(), 'convo-recorded-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const root = join(home, ROOTS[kind]);
  const from = join(fixtures, kind, name);
  const store = join(from, 'store');
  cpSync(existsSync(store) ? store : join(fixtures, kind, 'before'), root, { recursive: true });
  cpSync(join(from, 'runs'), join(root, '.convo/runs'), { recursive: true });
  const [run = ''] = readdirSync(join(from, 'runs'));
  // Git keeps no empty folders.
  for (const folder of ['kept', 'undone']) mkdirSync(join(root, '.convo/runs', run, folder), { recursive: true });
  const convo = (line: string) => call([...line.split(' '), '--root', root], { home });
  const json = async (line: string) => JSON.parse((await convo(`${line} --json`)).stdout);
  return { root, run, convo, runs: async () => (await json('runs')).runs };
}

// One heal takes its file's time, and the fixtures were recorded within minutes of each other.
const RECORDED_AT = /17953\d{5}/;

/** Every file of a store with its bytes, the journal left out. */
function filesOf(root: string, below = ''): Record<string, string> {
  const out: Record<string, string> = {};
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (path === '.convo') continue;
    if (entry.isDirectory()) Object.assign(out, filesOf(root, path));
    else out[path] = readFileSync(join(root, path)).toString('latin1').replace(RECORDED_AT, 'the time of the file');
  }
  return out;
}

const oldFiles = (kind: Kind) => filesOf(join(fixtures, kind, 'before'));
const newFiles = (kind: Kind) => filesOf(join(fixtures, kind, 'finished', 'store'));

/** Prunes all runs, and expects none to be left. */
async function pruned({ convo, root }: ReturnType<typeof recorded>): Promise<void> {
  expect((await convo('runs prune --yes')).exit).toBe(0);
  expect(readdirSync(join(root, '.convo/runs'))).toEqual([]);
}

const KINDS: readonly Kind[] = ['fnord', 'tenex', 'rao'];

const FINISHED: readonly (readonly [Kind, string])[] = [
  ['fnord', 'finished'],
  ['tenex', 'finished'],
  ['rao', 'finished'],
  ['rao', 'forked'],
];

describe('a journal that convo 0.1.0 wrote', () => {
  test.each(FINISHED)('%s, %s: is listed, undone to the byte, and pruned', async (kind, name) => {
    const store = recorded(kind, name);
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'done' }]);
    expect((await store.convo('undo')).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(oldFiles(kind));
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'undone', standing: 0 }]);
    await pruned(store);
  });

  test.each(['20261122T000425Z-2da7', '+0122571122T000425Z-2da7'])('keeps its id %s in JSON too', async (id) => {
    const store = recorded('fnord', 'finished');
    renameSync(join(store.root, '.convo/runs', store.run), join(store.root, '.convo/runs', id));
    expect(await store.runs()).toMatchObject([{ id }]);
  });

  test.each(KINDS)('%s, finished: is pruned, and the store stays as it is', async (kind) => {
    const store = recorded(kind, 'finished');
    await pruned(store);
    expect(filesOf(store.root)).toEqual(newFiles(kind));
  });

  test.each(KINDS)('%s, cut: is resumed to its end, then undone', async (kind) => {
    const store = recorded(kind, 'cut');
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'cut' }]);
    expect((await store.convo('verify')).stdout).toContain(
      `\`convo --root ${store.root} resume ${store.run}\` finishes it`,
    );
    expect((await store.convo('resume')).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(newFiles(kind));
    expect((await store.convo('undo')).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(oldFiles(kind));
    await pruned(store);
  });

  test.each(KINDS)('%s, cut: is undone, and pruned no earlier', async (kind) => {
    const store = recorded(kind, 'cut');
    await store.convo('runs prune --yes');
    expect((await store.convo('undo')).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(oldFiles(kind));
    await pruned(store);
  });

  test.each(KINDS)('%s, undone: is listed as such, leaves nothing to undo, and is pruned', async (kind) => {
    const store = recorded(kind, 'undone');
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'undone', standing: 0 }]);
    expect((await store.convo('undo')).stderr).toContain('there is no run to undo');
    expect(filesOf(store.root)).toEqual(oldFiles(kind));
    await pruned(store);
  });

  test.each(KINDS)('%s, undone: is not redone, because nothing says what it was made for', async (kind) => {
    const store = recorded(kind, 'undone');
    const { exit, stderr } = await store.convo('redo');
    expect(exit).toBe(4);
    expect(stderr).toContain('does not say what it was made for, as that of an older version of convo');
    expect(stderr).toContain('Nothing was changed. Give its command again.');
    expect(filesOf(store.root)).toEqual(oldFiles(kind));
  });

  test.each(['undo', 'resume'])('fnord, an undo that was cut: %s ends it', async (verb) => {
    const store = recorded('fnord', 'cut-undo');
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'cut' }]);
    expect((await store.convo(verb)).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(oldFiles('fnord'));
    expect(await store.runs()).toMatchObject([{ id: store.run, state: 'undone', standing: 0 }]);
    await pruned(store);
  });

  test('fnord, an undo that was cut: resume says what it undid, in words and as JSON', async () => {
    const said = recorded('fnord', 'cut-undo');
    const { exit, stdout, stderr } = await said.convo('resume');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const items = stdout
      .split('\n')
      .filter((line) => /^ {2}\S/.test(line) && !/^ {2}(?:before|after|still|new):/.test(line));
    expect(items.length).toBe(4);
    for (const item of items) expect(item).toMatch(/^ {2}undone {2}/);
    expect(stdout).toContain('\n4 changed, 0 unchanged, 0 refused, 0 failed\n');
    // What was undone cannot be undone once more: no such hint.
    expect(stdout).not.toContain('convo undo');
    const listed = recorded('fnord', 'cut-undo');
    const document = JSON.parse((await listed.convo('resume --json')).stdout);
    const { command, run, changed, refused, failed, isUndone, items: undone } = document;
    const states = undone.map(({ state }: { state: string }) => state);
    expect({ command, run, changed, refused, failed, isUndone, states }).toEqual({
      command: 'resume',
      run: listed.run,
      changed: 4,
      refused: 0,
      failed: 0,
      isUndone: undefined,
      states: Array.from(items, () => 'changed'),
    });
  });

  test('fnord, undone but for one file: that one is undone once it is as the run left it', async () => {
    const store = recorded('fnord', 'partly-undone');
    expect(await store.runs()).toMatchObject([{ id: store.run, standing: 1 }]);
    const path = join(store.root, 'projects/lantern/conversations/60fb1e8a-7d2c-4b95-9e3f-2c4d6e8f0a1b.json');
    truncateSync(path, readFileSync(path).length - 1);
    expect((await store.convo(`undo ${store.run}`)).exit).toBe(0);
    expect(filesOf(store.root)).toEqual(oldFiles('fnord'));
    await pruned(store);
  });
});
