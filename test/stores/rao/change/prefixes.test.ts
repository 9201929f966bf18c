import { describe, expect, test } from 'vitest';
import type { Ask } from '../../../../src/stores/decision.ts';
import type { AnyAsk } from '../../ask.ts';
import { readBase, type Tree } from '../reader.ts';
import { changeOf, RECORDED } from './base.ts';
import { applied, prefixes } from './tree.ts';

const shelved = (...ids: string[]) => applied(RECORDED, changeOf(RECORDED, 'archive', ids).change);

const RUNS: readonly (readonly [string, Tree, Ask['verb'], readonly string[] | null, AnyAsk])[] = [
  ['archive one', RECORDED, 'archive', ['2'], {}],
  ['archive the highest', RECORDED, 'archive', ['7'], {}],
  ['archive all', RECORDED, 'archive', null, {}],
  ['restore two', shelved('2', '6'), 'restore', ['2', '6'], {}],
  ['restore under another number', shelved('2', '6'), 'restore', ['6'], { as: '12' }],
  ['fork', RECORDED, 'fork', ['6'], { carry: new Set(['changes', 'remote']) }],
  ['fork a part', RECORDED, 'fork', ['2'], { at: '5' }],
  ['delete two', RECORDED, 'delete', ['1', '7'], {}],
  ['delete an archived one', shelved('4'), 'delete', ['4'], {}],
];

describe('whatever a run was cut after', () => {
  test.each(RUNS)('%s: Rao sees each conversation as before or as after', (_, tree, verb, ids, more) => {
    const { change } = changeOf(tree, verb, ids, more);
    const all = prefixes(tree, change);
    const [before, after] = [readBase(tree), readBase(all.at(-1) ?? tree)];
    for (const each of all.map(readBase)) {
      expect(each.losesNames).toBe(false);
      expect(each.next).not.toBe(null);
      for (const [number, seen] of each.conversations)
        expect([before.conversations.get(number), after.conversations.get(number)]).toContainEqual(seen);
      for (const number of before.listing) if (after.listing.includes(number)) expect(each.listing).toContain(number);
    }
  });

  test.each(RUNS)('%s: no file is gone but into the journal', (_, tree, verb, ids, more) => {
    const { change } = changeOf(tree, verb, ids, more);
    const removed = change.steps.flatMap((step) => (step.do === 'remove' ? [`${step.path}/`] : []));
    for (const each of prefixes(tree, change)) {
      const held = new Set([...each.values()].map((bytes) => bytes.toString('latin1')));
      for (const [path, bytes] of tree) {
        const isTable = path.endsWith('conversation_names.csv');
        if (!isTable && !removed.some((folder) => path.startsWith(folder)))
          expect(held).toContain(bytes.toString('latin1'));
      }
    }
  });

  test.each(RUNS)('%s: the row of a name is in one of the tables', (_, tree, verb, ids, more) => {
    if (verb === 'delete') return;
    const { change } = changeOf(tree, verb, ids, more);
    const namesIn = (each: Tree) =>
      [...each]
        .filter(([path]) => path.endsWith('conversation_names.csv'))
        .map(([, bytes]) => bytes.toString())
        .join('');
    for (const each of prefixes(tree, change))
      for (const name of ['CSV columns', '"Normals"', 'New conversation 5', "'n more"])
        expect(namesIn(each)).toContain(name);
  });
});
