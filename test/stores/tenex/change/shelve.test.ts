import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask } from '../../ask.ts';
import { inWords } from '../../in-words.ts';
import { adapterOf } from '../adapter.ts';
import { carryOut, changed, conversation, copyOf, decide, event, filesOf, indexOf, projectOf } from './project.ts';

const A = conversation('Lantern');
const B = conversation('Harbour', 4);
const C = conversation('Meadow', 2);
const flagged = (made: typeof A) => ({ ...made.entry, archived: true });
const at = ({ id }: typeof A) => `${id}.json`;
const shelved = ({ id }: typeof A) => `archive/${id}.json`;

/** Two active ones and an archived one, as TENEX leaves them. */
const sound = () => ({
  'metadata.json': indexOf(A.entry, B.entry, flagged(C)),
  [at(A)]: A.file,
  [at(B)]: B.file,
  [shelved(C)]: C.file,
});

function archived(project: string, ids: readonly string[] | null = [A.id]) {
  const change = changed(decide(project, ask('archive'), ids));
  carryOut(project, change.change.steps);
  return change;
}

describe('archive', () => {
  test('leaves, byte for byte, what TENEX itself leaves', () => {
    const project = projectOf(sound());
    const { change } = archived(project);
    expect(filesOf(project)).toEqual({
      'metadata.json': indexOf(flagged(A), B.entry, flagged(C)),
      [at(B)]: B.file,
      [shelved(A)]: A.file,
      [shelved(C)]: C.file,
    });
    expect(change).toMatchObject({ kind: 'tenex', project: null, ids: [A.id], keep: 'copy', locks: [] });
    expect(adapterOf(project).managerWouldLoad()).toEqual([B.id]);
  });

  test('marks the entry before the file goes, because TENEX reads a marked conversation that is still there', () => {
    const { change } = changed(decide(projectOf(sound()), ask('archive'), [A.id]));
    expect(change.steps.map((step) => step.do)).toEqual(['put', 'move']);
  });

  test('takes all that is active in one Change, each an item of it, and counts what they hold', () => {
    const { change, before, after } = archived(projectOf(sound()), null);
    expect(change.ids.toSorted()).toEqual([A.id, B.id].toSorted());
    expect(change.items?.map(({ path }) => path).toSorted()).toEqual(
      [A, B].map((made) => `conversations/${at(made)}`).toSorted(),
    );
    expect(change.steps.filter((step) => step.do === 'put')).toHaveLength(1);
    expect(before).toEqual(after);
    expect(before).toMatchObject({ conversations: 2, messages: 7 });
  });

  test('finishes what was cut between the entry and the file', () => {
    const project = projectOf({ ...sound(), 'metadata.json': indexOf(flagged(A), B.entry, flagged(C)) });
    expect(archived(project).change.steps.map((step) => step.do)).toEqual(['move']);
  });

  test('does not enter a copy that calls itself otherwise: TENEX would save it over the other one', () => {
    const project = projectOf({ 'metadata.json': indexOf(A.entry), [at(A)]: A.file, 'copy.json': A.file });
    expect(archived(project, ['copy']).change.steps.map((step) => step.do)).toEqual(['move']);
    expect(adapterOf(project).list()).toEqual([A.entry]);
  });

  test('enters a conversation in the index that was not there', () => {
    const project = projectOf({ ...sound(), 'metadata.json': indexOf(B.entry, flagged(C)) });
    expect(archived(project).change.steps).toHaveLength(2);
    const entry = adapterOf(project).list().at(-1);
    expect(entry).toEqual({ ...flagged(A), updatedAt: 1_754_000_120 });
  });

  test('takes a file that TENEX cannot read as it is', () => {
    const project = projectOf({ ...sound(), [at(A)]: '{"id":' });
    archived(project);
    expect(filesOf(project)[shelved(A)]).toBe('{"id":');
  });

  test('moves one that is neither readable nor in the index, and says that it stays out of it', () => {
    const project = projectOf({ ...sound(), [at(A)]: '{', 'metadata.json': indexOf(B.entry) });
    const { outcomes } = decide(project, ask('archive'), [A.id]);
    expect(outcomes.get(A.id)).toMatchObject({ notes: ['has no index entry, and gets none: TENEX cannot read it'] });
    expect(archived(project).change.steps.map((step) => step.do)).toEqual(['move']);
  });

  test('warns when TENEX may still hold what it saved a moment ago', () => {
    const project = projectOf(sound());
    const notes = (now: number, ids: readonly string[] | null) =>
      changed(decide(project, ask('archive', { now }), ids)).notes;
    const warning = 'saved within the last 5 minutes: a TENEX that still runs overwrites this with its next save';
    expect(notes(1_754_000_200, [A.id])).toEqual([`was ${warning}`]);
    expect(notes(1_754_000_500, null)).toEqual([`one of these was ${warning}`]);
    expect(notes(1_754_000_200, null)).toEqual([`2 of these were ${warning}`]);
    expect(notes(1_754_000_600, null)).toEqual([]);
  });
});

describe('restore', () => {
  test('brings back, byte for byte, what archive took', () => {
    const project = projectOf(sound());
    const before = filesOf(project);
    archived(project);
    const { change } = changed(decide(project, ask('restore'), [A.id]));
    expect(change.steps.map((step) => step.do)).toEqual(['move', 'put']);
    carryOut(project, change.steps);
    expect(filesOf(project)).toEqual(before);
    expect(adapterOf(project).load(A.id)?.events).toHaveLength(3);
  });

  test('says so when TENEX will not read what comes back', () => {
    const project = projectOf({ ...sound(), [shelved(C)]: '{}' });
    const { outcomes } = decide(project, ask('restore'), [C.id]);
    expect(outcomes.get(C.id)).toMatchObject({ state: 'joined', notes: ['cannot be read by TENEX as it is'] });
  });
});

describe('a copy in the other place', () => {
  const longer = conversation('Lantern', 5);
  const other = conversation('Lantern', 3, {
    history: [event(1, 'x', 'first'), event(2, 'y', 'second')],
  });

  test.each([
    [A.file, A.file, 'both hold the same events: `convo heal` keeps one of them', 'TX310'],
    [longer.file, A.file, 'the active copy is newer by 2 events: `convo heal` keeps that one', 'TX310'],
    [A.file, longer.file, 'the archived copy is newer by 2 events: `convo heal` keeps that one', 'TX310'],
    [
      A.file,
      other.file,
      'each copy holds events that the other lacks (3 in the active one, 2 in the archived one',
      'TX309',
    ],
    [A.file, '{"id"', 'the archived copy is not a whole document: heal it first', undefined],
  ])('is never overwritten, and the refusal says which is newer', (active, archive, difference, code) => {
    const project = projectOf({ ...sound(), [at(A)]: active, [shelved(A)]: archive });
    for (const verb of ['archive', 'restore'] as const) {
      const { outcomes, closings } = decide(project, ask(verb), [A.id]);
      const inTheWay = `conversations/${verb === 'archive' ? shelved(A) : at(A)}`;
      expect(inWords(outcomes.get(A.id))).toMatchObject({
        state: 'refused',
        unsafe: true,
        codes: code === undefined ? [] : [code],
        reason: expect.stringContaining(`cannot be moved: ${inTheWay} is in the way, and ${difference}`),
      });
      expect(closings).toEqual([]);
    }
  });
});

describe('files in their place', () => {
  const reason = (verb: 'archive' | 'restore', id: string, index: string) => {
    const { outcomes, closings } = decide(projectOf({ ...sound(), 'metadata.json': index }), ask(verb), [id]);
    expect(closings).toEqual([]);
    return outcomes.get(id);
  };

  test('stays, and a wrong mark is told of', () => {
    expect(reason('archive', C.id, indexOf(flagged(C)))).toMatchObject({
      state: 'unchanged',
      reason: 'is archived already',
    });
    expect(reason('archive', C.id, indexOf(C.entry))).toMatchObject({
      state: 'unchanged',
      reason: 'is archived already, but its index entry says otherwise: heal repairs the entry',
    });
    expect(reason('restore', A.id, indexOf(A.entry))).toMatchObject({ state: 'unchanged', reason: 'is not archived' });
    expect(reason('restore', A.id, indexOf(flagged(A)))).toMatchObject({ state: 'unchanged' });
    expect(reason('restore', A.id, indexOf())).toMatchObject({
      reason: 'is not archived, but not in the index: heal puts it there',
    });
  });

  test('and an entry without a file stays as it is: heal is there for it', () => {
    const ghost = conversation('Nowhere');
    expect(reason('archive', ghost.id, indexOf(ghost.entry))).toMatchObject({
      state: 'unchanged',
      reason: expect.stringContaining('heal'),
    });
  });
});

describe('nothing is moved while the index cannot be read', () => {
  const { createdAt: _, ...bad } = A.entry as Record<string, unknown>;
  test.each([
    ['torn', '{"conversations":[{', 'TX301'],
    ['without a list', '{}', 'TX302'],
    ['with one bad entry', indexOf(bad, B.entry), 'TX303'],
    ['missing', null, 'TX304'],
  ])('%s', (_, index, code) => {
    const { 'metadata.json': __, ...files } = sound();
    const project = projectOf(index === null ? files : { ...files, 'metadata.json': index });
    for (const verb of ['archive', 'delete', 'fork'] as const)
      expect(inWords(decide(project, ask(verb), [A.id]).closings)).toMatchObject([
        { state: 'refused', codes: [code], reason: expect.stringContaining('`convo heal` first') },
      ]);
  });
});

test('a store that was cut between two steps is read by TENEX without loss', () => {
  const start = projectOf(sound());
  const done = copyOf(start);
  archived(done, null);
  for (const [project, verb] of [
    [start, 'archive'],
    [done, 'restore'],
    [start, 'delete'],
    [start, 'fork'],
  ] as const) {
    const { steps, ids } = changed(decide(project, ask(verb))).change;
    const adapter = adapterOf(project);
    for (let n = 1; n < steps.length; n++) {
      const cut = copyOf(project);
      carryOut(cut, steps.slice(0, n));
      const { list, load } = adapterOf(cut);
      const there = filesOf(cut);
      const kept = adapter.list().filter(({ id }) => verb !== 'delete' || !ids.includes(id));
      expect(list().map(({ id }) => id)).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
      for (const { id } of kept) {
        expect(`${id}.json` in there || `archive/${id}.json` in there).toBe(true);
        if (`${id}.json` in there) expect(load(id)?.id).toBe(id);
      }
      for (const { id, archived: type } of list()) if (type !== true) expect(load(id)?.id).toBe(id);
    }
  }
});

test('nothing is changed through a link', () => {
  const project = projectOf(sound());
  for (const verb of ['archive', 'delete', 'fork'] as const) {
    const link = { links: [`conversations/${at(A)}`] };
    expect(decide(project, ask(verb), [A.id], link).outcomes.get(A.id)).toMatchObject({
      state: 'refused',
      codes: ['TX408'],
      unsafe: true,
    });
    const index = { links: ['conversations/metadata.json'] };
    expect(decide(project, ask(verb), [A.id], index).closings).toMatchObject([{ state: 'refused', unsafe: true }]);
  }
});

test('a file by itself is not changed without its index', () => {
  const project = projectOf(sound());
  const lone = join(project, '.tenex/conversations', at(A));
  const away = join(project, at(A));
  writeFileSync(away, readFileSync(lone));
  const { closings } = decide(away, ask('archive'));
  expect(closings).toMatchObject([{ state: 'refused', reason: expect.stringContaining('give the store') }]);
});

test('an id that is not a file name leads nowhere', () => {
  const project = projectOf({ ...sound(), 'metadata.json': indexOf({ ...A.entry, id: '../../x' }) });
  for (const verb of ['archive', 'restore', 'delete', 'fork'] as const)
    expect(decide(project, ask(verb), ['../../x']).outcomes.get('../../x')).toMatchObject({
      state: 'refused',
      codes: ['TX410'],
    });
});
