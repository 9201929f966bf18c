import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../support/sampling.ts';
import { ask } from '../../ask.ts';
import type { Outcome } from '../../asked.ts';
import { adapterOf, type ListedEntry } from '../adapter.ts';
import { expectedOf, fixtureStore, storeNames } from '../fixture-store.ts';
import { carryOut, changed, decide, filesOf, indexOf } from './project.ts';

type Verb = 'archive' | 'restore' | 'delete' | 'fork';

/** What the real adapter would have in its index after the same verb. */
const INDEX: Readonly<Record<Verb, (list: readonly ListedEntry[], id: string) => readonly ListedEntry[]>> = {
  archive: (list, id) => list.map((each) => (each.id === id ? { ...each, archived: true } : each)),
  restore: (list, id) => list.map((each) => (each.id === id ? { ...each, archived: false } : each)),
  delete: (list, id) => list.filter((each) => each.id !== id),
  fork: (list) => list,
};

const VERBS = ['archive', 'restore', 'delete', 'fork'] as const;

/** Changes conversations of a fresh copy, as far as they can be. */
function change(store: string, verb: Verb, ids: readonly string[]) {
  const project = fixtureStore(store);
  const adapter = adapterOf(project);
  const loads = () => new Map(Object.keys(expectedOf(store).load).map((id) => [id, adapter.load(id)]));
  const look = () => ({
    list: adapter.list(),
    files: filesOf(project),
    loads: loads(),
    manager: adapter.managerWouldLoad(),
  });
  const before = look();
  let made = 0;
  const options = ask(verb, { newId: () => `new ${made++}` });
  const decision = decide(project, options, ids);
  const joined = [...decision.outcomes].filter(([, { state }]) => state === 'joined');
  const isRefused = decision.closings.some(({ state }) => state === 'refused');
  if (joined.length > 0 && !isRefused) carryOut(project, changed(decision).change.steps);
  return { before, after: look(), joined: isRefused ? new Map() : new Map<string, Outcome>(joined), isRefused };
}

describe.each(storeNames().map((store, n) => [store, n] as const))('in the store %s', (store, nth) => {
  const ids = Object.keys(expectedOf(store).load);
  // In the check each store is asked for two of them, the next store for the others.
  test.each(oneIn(3, VERBS, nth))(
    '%s leaves what TENEX itself would leave, and every other conversation as it was',
    (verb) => {
      const { before, after, joined, isRefused } = change(store, verb, ids);
      if (isRefused) expect(before.list).toEqual([]);
      for (const id of ids) {
        const [here, there] = [`${id}.json`, `archive/${id}.json`];
        const [was, current] = [before, after].map(({ files }) => [files[here], files[there]]);
        if (!joined.has(id) || verb === 'fork')
          expect([current, after.loads.get(id)]).toEqual([was, before.loads.get(id)]);
        else if (verb === 'delete') expect(current).toEqual([undefined, undefined]);
        else expect(current).toEqual(was?.toReversed());
      }
      const listed = before.list.map(({ id }) => id);
      const known = verb === 'delete' || [...joined.keys()].every((id) => listed.includes(id));
      const wished = [...joined.keys()].reduce((list, id) => INDEX[verb](list, id), before.list);
      if (joined.size > 0 && known && verb !== 'fork') expect(after.files['metadata.json']).toBe(indexOf(...wished));
      if (verb === 'fork') expect(after.list.slice(0, listed.length)).toEqual(before.list);
      const forks = [...joined.values()].flatMap((outcome) =>
        outcome.state === 'joined' ? (outcome.newId ?? []) : [],
      );
      expect(after.manager).toEqual(expect.arrayContaining(forks));
    },
  );
});

describe('of the clean store', () => {
  const ids = Object.keys(expectedOf('clean').load);

  test.each(VERBS)('%s by its id touches one conversation and its entry', (verb) => {
    const one = ids.find((id) => change('clean', verb, [id]).joined.has(id)) ?? '';
    const { before, after } = change('clean', verb, [one]);
    for (const id of ids) if (id !== one) expect(after.loads.get(id)).toEqual(before.loads.get(id));
    if (verb !== 'fork') expect(after.files['metadata.json']).toBe(indexOf(...INDEX[verb](before.list, one)));
  });

  test('every conversation can be deleted and forked, the active ones archived, the others restored', () => {
    expect(VERBS.map((verb) => change('clean', verb, ids).joined.size)).toEqual([9, 3, 12, 12]);
  });
});
