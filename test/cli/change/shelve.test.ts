import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KIND_NAMES } from '../../../src/model/kinds.ts';
import { copyTree } from '../../support/folders.ts';
import { oneIn } from '../../support/sampling.ts';
import { homeOf, PLACES } from '../home-of-all.ts';
import { personWith } from './person.ts';
import { differences, snapshot } from './snapshot.ts';

const FOLDER = 'projects/orchard/conversations';
const INDEXED = '40fd1d2b-c237-4656-84be-659759dba5a2';
const PLAIN = 'd9aa70b1-4cda-4a88-af9a-feb9bea8ffa3';

describe('convo archive and restore', () => {
  test('move a conversation with its index entry, and back to the same bytes', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    expect((await ann.convo(`archive ${INDEXED} d9aa`)).exit).toBe(0);
    const between = snapshot(ann.store);
    expect(between).toHaveProperty([`${FOLDER}/archive/${INDEXED}.json`]);
    expect(between).toHaveProperty([`${FOLDER}/archive/index/${INDEXED}/metadata.json`]);
    expect(between).not.toHaveProperty([`${FOLDER}/${INDEXED}.json`]);
    expect(between).not.toHaveProperty([`${FOLDER}/index/${INDEXED}`]);
    const { stdout } = await ann.convo(`archive ${INDEXED}`);
    expect(stdout).toMatch(/^ {2}unchanged {2}.*: is archived already\n\n0 changed, 1 unchanged/m);
    const other = await ann.convo(`restore ${INDEXED} --as other`);
    expect(other).toMatchObject({ exit: 2, stderr: `convo: --as is for rao, and ${INDEXED} is in a fnord store\n` });
    expect((await ann.convo(`restore ${INDEXED} d9aa`)).exit).toBe(0);
    // The folder that our archive needed stays; it holds nothing that was not there.
    expect(differences(before, snapshot(ann.store))).toEqual([`${FOLDER}/archive/index`]);
  });

  test('undone leave nothing behind, the folders they made neither', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await ann.convo('archive --all --yes');
    await ann.convo('restore --all --yes');
    await ann.convo('undo --yes');
    await ann.convo('undo --yes');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('are undone from the last on, and the folder of the archive may be gone', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    await ann.convo('archive d70b');
    await ann.convo('restore d70b');
    expect(await ann.convo('undo 1')).toMatchObject({
      exit: 4,
      stdout: expect.stringContaining('was changed again by run 0002 (restore): `convo undo 0002` first, then'),
    });
    rmSync(join(ann.store, 'projects/lantern/conversations/archive'), { recursive: true });
    for (const run of ['2', '1']) expect((await ann.convo(`undo ${run}`)).exit).toBe(0);
    expect(snapshot(ann.store)).toEqual(before);
    expect((await ann.convo('runs prune --yes')).stdout).toContain('2 runs pruned');
  });

  test('of what was moved on since are no lost originals', async () => {
    const ann = personWith('store');
    await ann.convo(`archive ${PLAIN}`);
    renameSync(join(ann.store, FOLDER, 'archive', `${PLAIN}.json`), join(ann.store, 'elsewhere.json'));
    const before = snapshot(ann.store);
    for (const words of ['undo 1 --dry-run', 'undo 1']) {
      const { exit, stdout } = await ann.convo(words);
      expect([words, exit]).toEqual([words, 4]);
      expect(stdout).toContain('cannot be undone: it is neither where it was nor where the run put it');
    }
    expect(differences(before, snapshot(ann.store))).toEqual([]);
  });

  test('never go onto an existing file, and say what is in the way', async () => {
    const ann = personWith('store');
    mkdirSync(join(ann.store, FOLDER, 'archive'), { recursive: true });
    writeFileSync(join(ann.store, FOLDER, 'archive', `${PLAIN}.json`), '1:{"messages":[]}');
    const before = snapshot(ann.store);
    for (const verb of ['archive', 'restore']) {
      const { exit, stdout } = await ann.convo(`${verb} d9aa`);
      expect(exit).toBe(4);
      expect(stdout).toContain('is in the way [FN409]');
    }
    expect(snapshot(ann.store)).toEqual(before);
  });
});

describe('convo delete', () => {
  test('takes the index entry along, names the worktree that stays, and undo brings all of it back', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    const { exit, document } = await ann.json('delete 40fd');
    expect(exit).toBe(0);
    expect(document).toMatchObject({ before: { conversations: 1 }, after: { conversations: 0, bytes: 0 } });
    expect(document.items[0].notes).toEqual([expect.stringMatching(/^the worktree .* stays$/)]);
    expect(document.remarks).toEqual([expect.stringContaining('convo runs prune')]);
    expect(differences(before, snapshot(ann.store))).toEqual([
      `${FOLDER}/${INDEXED}.json`,
      `${FOLDER}/index/${INDEXED}`,
      `${FOLDER}/index/${INDEXED}/embeddings.json`,
      `${FOLDER}/index/${INDEXED}/metadata.json`,
    ]);
    await ann.convo('undo --yes');
    expect(snapshot(ann.store)).toEqual(before);
  });

  test('of all leaves no conversation, and undo every one', async () => {
    const ann = personWith('store');
    const before = snapshot(ann.store);
    expect((await ann.json('delete --all --yes')).document).toMatchObject({ changed: 13, refused: 0, failed: 0 });
    expect((await ann.convo('list --all')).exit).toBe(2);
    expect((await ann.json('undo --yes')).document).toMatchObject({ changed: 13, after: { conversations: 13 } });
    expect(snapshot(ann.store)).toEqual(before);
  });
});

describe('ids', () => {
  test.each(oneIn(2, ['archive', 'restore', 'delete', 'heal', 'migrate', 'fork']))(
    '%s takes whole ids and unique beginnings, and touches nothing when one means none or several',
    async (verb) => {
      const ann = personWith('store');
      const before = snapshot(ann.store);
      const several = await ann.convo(`${verb} 0`);
      expect(several).toMatchObject({ exit: 2, stderr: expect.stringContaining('08feb3a0-b0b1-4ccb') });
      expect(await ann.convo(`${verb} zz`)).toMatchObject({ exit: 2, stderr: expect.stringContaining('zz') });
      for (const id of ['../../settings', '/etc/passwd', '..', '.'])
        expect((await ann.convo(`${verb} ${id}`)).exit).toBe(2);
      if (verb !== 'fork') expect((await ann.convo(`${verb} d70b zz`)).exit).toBe(2);
      expect(snapshot(ann.store)).toEqual(before);
      expect((await ann.convo(`${verb} d70b --dry-run`)).exit).toBe(0);
    },
  );

  test('an id that lies in two projects has to be told which', async () => {
    const ann = personWith('store');
    writeFileSync(join(ann.store, 'projects/lantern/conversations', `${PLAIN}.json`), '1:{"messages":[]}');
    const before = snapshot(ann.store);
    const { exit, stderr } = await ann.convo(`delete ${PLAIN}`);
    expect(exit).toBe(2);
    expect(stderr).toContain('(project lantern)');
    expect(stderr).toContain('(project orchard)');
    expect(snapshot(ann.store)).toEqual(before);
    expect((await ann.convo(`delete ${PLAIN} --project lantern`)).exit).toBe(0);
    expect(differences(before, snapshot(ann.store))).toEqual([`projects/lantern/conversations/${PLAIN}.json`]);
  });
});

test.each(KIND_NAMES)(
  'a copy of a store of %s in a folder of any name is of that kind also once all is archived',
  async (kind) => {
    const { convo, at } = homeOf([kind]);
    const copy = at('copy');
    copyTree(at(PLACES[kind]), copy, { times: true });
    const kinds = async () => {
      const { conversations } = JSON.parse((await convo(`list --all --root ${copy} --json`)).stdout);
      return conversations.map((each: { readonly kind: string }) => each.kind);
    };
    const before = await kinds();
    await convo(`archive --all --yes --root ${copy}`);
    expect(new Set(before)).toEqual(new Set([kind]));
    expect(await kinds()).toEqual(before);
  },
);
