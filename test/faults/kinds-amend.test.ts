import { expect, test } from 'vitest';
import { FAULTS, faultyDisk } from '../support/faulty-disk.ts';
import type { ModelDisk } from '../support/model-disk.ts';
import { oneIn, reportTried } from '../support/sampling.ts';
import { treeOf } from '../support/store-tree.ts';
import { leadOut } from './support/kind-lab.ts';
import { ownerSave } from './support/kind-owner-saves.ts';
import { RAO_WISHES, TENEX_WISHES, type Wish } from './support/kind-plans.ts';
import { saveFile } from './support/kind-store.ts';
import { futures, promised, sample } from './support/kind-strike.ts';
import { differ, type Promises, runIn } from './support/kind-verdict.ts';
import { callsOf, quietly } from './support/strike.ts';

const WISHES: readonly (readonly [string, Wish])[] = [...TENEX_WISHES, ...RAO_WISHES]
  .filter(({ verb }) => verb !== 'heal' && verb !== 'migrate')
  .map((options) => [options.name, options]);

/** A store after a run, its index saved again by the owner since. */
interface Saved {
  readonly promises: Promises;
  readonly disk: ModelDisk;
  /** What is wrong once the run is undone; null for nothing. */
  wrongEnd(disk: ModelDisk): string | null;
  /** Is what the owner saved still there? */
  isKept(disk: ModelDisk): boolean;
}

async function saved(options: Wish): Promise<Saved> {
  const promises = await promised(options);
  const { lab, applied } = promises;
  const { path, save, holds, says } = ownerSave(lab);
  const textAt = (disk: ModelDisk) => Buffer.from(disk.read(path)).toString();
  const disk = applied.copy();
  saveFile(disk, path, save(textAt(applied)));
  const want = save(textAt(lab.store));
  const others = (of: ModelDisk) =>
    Object.fromEntries(Object.entries(treeOf(of, '/s', true)).filter(([each]) => `/s/${each}` !== path));
  return {
    promises,
    disk,
    wrongEnd: (end) => {
      const { state, standing } = runIn(end, lab) ?? {};
      if (state !== 'undone' || standing !== 0) return `${state}, ${standing} stand`;
      const index = differ({ index: says(textAt(end)) }, { index: says(want) }, 'saved again:');
      return index ?? differ(others(end), others(lab.store), 'undone:');
    },
    isKept: (now) => holds(textAt(now)),
  };
}

test.each(oneIn(2, WISHES))(
  '%s: the owner saved the index again, and undo takes back only what is ours',
  async (_, options) => {
    const { promises, disk, wrongEnd } = await saved(options);
    const { lab } = promises;
    expect(await leadOut(lab, 'undo', disk)).toMatchObject({ state: 'undone', refused: 0, failed: 0 });
    expect(wrongEnd(disk)).toBeNull();
  },
);

test.each(oneIn(9, WISHES))(
  '%s: whatever call of such an undo fails, a further one leads to its end',
  async (_, options) => {
    const { promises, disk, wrongEnd, isKept } = await saved(options);
    const { lab } = promises;
    const calls = await callsOf(disk, (each) => leadOut(lab, 'undo', each));
    const wrong: string[] = [];
    let tried = 0;
    for (const [offset, kind] of FAULTS.entries())
      for (const at of sample(calls.length, 1, { offset })) {
        const struck = disk.copy();
        await quietly(leadOut(lab, 'undo', faultyDisk(struck, at, kind).disk));
        const where = `${kind} at call ${at} (${calls[at]})`;
        if (!isKept(struck)) wrong.push(`${where}: what the owner saved is lost`);
        const run = runIn(struck, lab);
        if (run?.state !== 'undone' || run.standing > 0) await quietly(leadOut(lab, 'undo', struck));
        const end = wrongEnd(struck);
        if (end !== null) wrong.push(`${where}: ${end}`);
        tried += 1;
      }
    reportTried(`faults in an undo of an index that was saved again, ${options.name}`, tried);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(FAULTS.length);
  },
);

test.each(oneIn(3, WISHES))('%s: a power cut at any call of such an undo is recovered from', async (_, options) => {
  const { promises, disk, wrongEnd, isKept } = await saved(options);
  const { lab } = promises;
  const calls = await callsOf(disk, (each) => leadOut(lab, 'undo', each));
  const wrong: string[] = [];
  let tried = 0;
  for (const at of [...sample(calls.length, 1, { thorough: 3 }), calls.length]) {
    const running = disk.copy();
    await quietly(leadOut(lab, 'undo', faultyDisk(running, at, 'halt').disk));
    for (const survives of futures(at)) {
      const dark = running.cut(survives);
      const where = `dark at call ${at} (${calls[at]})`;
      if (!isKept(dark)) wrong.push(`${where}: what the owner saved is lost`);
      if (runIn(dark, lab)?.state !== 'undone') await quietly(leadOut(lab, 'undo', dark));
      const end = wrongEnd(dark);
      if (end !== null) wrong.push(`${where}: ${end}`);
      tried += 1;
    }
  }
  reportTried(`power cuts in an undo of an index that was saved again, ${options.name}`, tried);
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(6);
});

const named = (name: string): Wish => {
  const options = [...TENEX_WISHES, ...RAO_WISHES].find((each) => each.name === name);
  if (options === undefined) throw new Error(`no options ${name}`);
  return options;
};

test('tenex: an entry of ours that the owner took out since refuses the undo, and every file stays', async () => {
  const { lab, applied } = await promised(named('tenex: archive three'));
  const disk = applied.copy();
  const path = `${lab.root}/conversations/metadata.json`;
  const index: { conversations: { id: string }[] } = JSON.parse(Buffer.from(disk.read(path)).toString());
  const left = index.conversations.filter(({ id }) => id !== lab.changes[0]?.ids[1]);
  expect(left).toHaveLength(index.conversations.length - 1);
  saveFile(disk, path, JSON.stringify({ conversations: left }, null, 2));
  const before = treeOf(disk, '/s', true);
  expect(await leadOut(lab, 'undo', disk)).toMatchObject({ changed: 0, refused: 3 });
  expect(treeOf(disk, '/s', true)).toEqual(before);
});

test('rao: a number that Rao has given away again since refuses the undo, and every file stays', async () => {
  const { lab, applied } = await promised(named('rao: archive two where nothing was archived before'));
  const disk = applied.copy();
  disk.mkdir('/s/conversations/conversation_7', 0o755);
  const log = disk.create('/s/conversations/conversation_7/conversation_log.json', 0o644);
  disk.write(log, Buffer.from('[]'));
  disk.close(log);
  const path = '/s/conversation_names.csv';
  saveFile(disk, path, `${Buffer.from(disk.read(path)).toString()}7,"New conversation"\n`);
  const before = treeOf(disk, '/s', true);
  expect(await leadOut(lab, 'undo', disk)).toMatchObject({ changed: 0, refused: 2 });
  expect(treeOf(disk, '/s', true)).toEqual(before);
});
