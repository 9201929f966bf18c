import { describe, expect, test } from 'vitest';
import { isThorough, oneIn } from '../../../support/sampling.ts';
import { ask } from '../../ask.ts';
import { adapterOf } from '../adapter.ts';
import { expectedOf, fileCases, fixtureStore, storeNames } from '../fixture-store.ts';
import { carried, changesOf, codesIn, saidOf } from './carried.ts';
import { conversation, decide, event, filesOf, indexOf, projectOf } from './project.ts';

const A = conversation('Lantern');
const B = conversation('Harbour', 4, { phaseStartedAt: 1 });
const C = conversation('Meadow', 2);
const FILES = { [`${A.id}.json`]: A.file, [`${B.id}.json`]: B.file, [`archive/${C.id}.json`]: C.file };
const shelved = { ...C.entry, archived: true };
const SOUND = indexOf(A.entry, B.entry, shelved);

/** What a heal makes of an index beside these conversations. */
function healed(index: string | null, more: Parameters<typeof carried>[2] = {}, ids: readonly string[] | null = null) {
  const project = projectOf(index === null ? FILES : { ...FILES, 'metadata.json': index });
  const decision = carried(project, 'heal', more, ids);
  const again = changesOf(decide(project, ask('heal', more), ids));
  const [closing] = decision.closings;
  return { index: filesOf(project)['metadata.json'], said: saidOf(closing), project, again };
}

/** The time in an entry that is made anew: when its last event was. */
const fresh = ({ entry }: typeof A) => ({ ...entry, updatedAt: Math.floor(Number(entry['updatedAt'])) - 60 });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('an index', () => {
  test('that agrees with the files is left alone', () => {
    expect(healed(SOUND)).toMatchObject({ index: SOUND, said: 'nothing' });
  });

  test('that is missing is written as TENEX writes it, the oldest conversation first', () => {
    const older = conversation('Older', 1, { history: [event(1_753_000_000, 'ann', 'hello')] });
    const project = projectOf({ [`archive/${C.id}.json`]: C.file, [`${older.id}.json`]: older.file });
    carried(project, 'heal');
    const entries = JSON.parse(filesOf(project)['metadata.json'] ?? '').conversations;
    expect(filesOf(project)['metadata.json']).toBe(indexOf(...entries));
    expect(Object.keys(entries[0])).toEqual(Object.keys(A.entry));
    expect(entries.map(({ id }: typeof A) => id)).toEqual([older.id, C.id]);
  });

  test('that is missing is not made where there is no conversation', () => {
    const project = projectOf({ 'notes.txt': 'x' });
    expect(carried(project, 'heal').closings).toEqual([]);
  });

  test.each(['', '\0\0', 'x', '{"conversations', '[]x'])('of which nothing is whole is made anew: %j', (text) => {
    const { project, again } = healed(text);
    expect(
      adapterOf(project)
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([A.id, B.id, C.id].sort());
    expect(again).toEqual([]);
  });

  test('that is torn keeps its whole entries as they stand, in their order, and gets the others behind them', () => {
    const whole = indexOf({ ...shelved, mine: 1 }, A.entry, B.entry);
    const { index, said, again } = healed(whole.slice(0, whole.indexOf('Harbour')));
    expect(index).toBe(indexOf({ ...shelved, mine: 1 }, A.entry, fresh(B)));
    expect(said).toMatch(
      /^changed TX301 TX306: keeps the 2 of its entries that are whole, in their order; enters "Harbour"/,
    );
    expect(again).toEqual([]);
  });

  test('in which one byte is wrong keeps every entry that is whole, before the byte and behind it', () => {
    for (let at = 0; at < SOUND.length; at += isThorough ? 1 : 122)
      for (const wrong of [at % 2 === 0 ? '"' : '{']) {
        const damaged = SOUND.slice(0, at) + wrong + SOUND.slice(at + 1);
        if (isJson(damaged)) continue;
        const { index = '' } = healed(damaged);
        const kept = JSON.parse(index).conversations;
        for (const { entry } of [A, B, { entry: shelved }]) {
          const own = SOUND.indexOf(String((entry as Readonly<Record<string, unknown>>)['id'])) - '{"id":"'.length - 12;
          const isWhole = at < own || at > SOUND.indexOf('}', own + 20);
          if (isWhole) expect([at, wrong, kept]).toEqual([at, wrong, expect.arrayContaining([entry])]);
        }
      }
  });

  test('whose list has a wrong key keeps the list', () => {
    const { index, said } = healed(SOUND.replace('conversations', 'conversationz'));
    expect(index).toBe(SOUND);
    expect(said).toContain('has its 3 entries under the key conversationz');
  });

  test('of brackets alone is made anew in linear time', () => {
    const { index } = healed('{"a":'.repeat(20_000));
    expect(JSON.parse(index ?? '').conversations).toHaveLength(3);
  });

  test('that is torn loses its entries without a file in the same run', () => {
    const whole = indexOf(conversation('Gone').entry, A.entry, shelved, B.entry);
    const { index, again } = healed(whole.slice(0, -9));
    expect(index).toBe(indexOf(A.entry, shelved, fresh(B)));
    expect(again).toEqual([]);
  });

  test('loses what stands before and behind it', () => {
    expect(healed(`\ufeff${SOUND}`).index).toBe(SOUND);
    expect(healed(`${SOUND}ations": []`).index).toBe(SOUND);
    expect(healed(`${SOUND}\0\0\0`).index).toBe(SOUND);
  });

  test('without a list keeps what else it holds', () => {
    const { index, project } = healed('{"version":2}');
    expect(index).toMatch(/^\{"version":2,"conversations":\[/);
    expect(adapterOf(project).list()).toHaveLength(3);
    expect(adapterOf(healed('{"conversations":{"a":1}}').project).list()).toHaveLength(3);
    expect(adapterOf(healed('[1]').project).list()).toHaveLength(3);
  });
});

describe('where a folder cannot be looked into', () => {
  const hidden = { hidden: true };
  const orphans = { [`${A.id}.json`]: A.file, 'metadata.json': indexOf(A.entry, B.entry, shelved) };

  test('the entries of what may lie there stay', () => {
    const project = projectOf(orphans);
    expect(changesOf(decide(project, ask('heal'), null, hidden))).toEqual([]);
    expect(changesOf(decide(project, ask('heal'), [C.id], hidden))).toEqual([]);
    expect(changesOf(decide(project, ask('heal')))).toHaveLength(1);
  });

  test('an index that is gone is not made from the rest', () => {
    const { closings } = decide(projectOf({ [`${A.id}.json`]: A.file }), ask('heal'), null, hidden);
    expect(saidOf(closings[0])).toMatch(/^refused: needs all conversations .* not all were read/);
    expect(closings[0]).toMatchObject({ path: 'conversations/metadata.json' });
  });

  test('nothing is moved, and no entry deleted', () => {
    const project = projectOf(orphans);
    const told = (verb: 'archive' | 'delete', id: string) =>
      saidOf(decide(project, ask(verb), [id], hidden).outcomes.get(id));
    expect(told('archive', A.id)).toMatch(/^refused: cannot be moved while a folder/);
    expect(told('delete', C.id)).toMatch(/^refused: has an index entry, and its file may be/);
  });
});

describe('an entry', () => {
  const broken = (entry: object) => healed(indexOf(entry, B.entry, shelved));

  test.each([
    ['createdAt', { createdAt: undefined }],
    ['createdAt', { createdAt: '1754000000' }],
    ['title', { title: null }],
    ['phase', { phase: undefined }],
    ['eventCount', { eventCount: '3' }],
    ['archived', { archived: null }],
  ])('that makes the whole index unreadable gets its %s from the file and keeps the rest', (_, wrong) => {
    const { project, index, said, again } = broken({ ...A.entry, ...wrong, mine: { x: [1] } });
    expect(adapterOf(project).list()).toHaveLength(3);
    const [entry] = JSON.parse(index ?? '').conversations;
    expect(entry).toEqual({ ...A.entry, mine: { x: [1] } });
    expect(said).toMatch(/^changed TX303: sets /);
    expect(again).toEqual([]);
  });

  test('whose number TENEX would write as null gets another one', () => {
    const index = indexOf({ ...A.entry, mine: 1 }, B.entry, shelved).replace(
      /"updatedAt": [\d.]+/,
      '"updatedAt": 1e999',
    );
    const { project, said, again } = healed(index);
    expect(adapterOf(project).list()[0]?.updatedAt).toBe(fresh(A).updatedAt);
    expect(said).toMatch(/^changed TX303: sets updatedAt to /);
    expect(again).toEqual([]);
  });

  test('that lacks its id gets it back by its title, and goes when nothing has that title', () => {
    const { index } = broken({ ...A.entry, id: undefined });
    expect(JSON.parse(index ?? '').conversations[0]).toEqual(A.entry);
    expect(JSON.parse(broken({ ...A.entry, id: 7, title: 'x' }).index ?? '').conversations).toEqual([
      B.entry,
      shelved,
      fresh(A),
    ]);
    expect(adapterOf(broken([]).project).list()).toHaveLength(3);
  });

  test('of an id that can name no file is made readable where it stands', () => {
    const project = projectOf({ ...FILES, 'metadata.json': indexOf(A.entry, B.entry, shelved, { id: '../x' }) });
    carried(project, 'heal');
    expect(adapterOf(project).list()).toHaveLength(4);
  });

  test.each([
    ['eventCount', 99],
    ['agentCount', 0],
    ['createdAt', 1],
    ['title', 'lantern'],
    ['phase', 'chat'],
  ])('with the %s of another day is set right, nothing else', (key, value) => {
    const { index, said } = healed(indexOf({ ...A.entry, [key]: value }, B.entry, shelved));
    expect(index).toBe(SOUND);
    expect(said).toMatch(/^changed TX312: sets /);
  });

  test('may be older than its last save, and write its phase in capitals', () => {
    const index = indexOf({ ...A.entry, updatedAt: 1, phase: 'PLAN' }, B.entry, shelved);
    expect(healed(index)).toMatchObject({ index, said: 'nothing' });
  });

  test('says by where the file lies whether it is archived', () => {
    const { archived: _, ...silent } = A.entry;
    const { index, said } = healed(indexOf({ ...A.entry, archived: true }, B.entry, C.entry));
    expect(index).toBe(SOUND);
    expect(said).toMatch(/^changed TX308/);
    expect(healed(indexOf(silent, B.entry, shelved)).index).toBe(SOUND);
    expect(JSON.parse(healed(indexOf(A.entry, B.entry, { ...C.entry, archived: undefined })).index ?? '')).toEqual(
      JSON.parse(SOUND),
    );
  });

  test('without a file goes; one with a temporary file only stays', () => {
    const gone = conversation('Gone');
    expect(healed(indexOf(A.entry, gone.entry, B.entry, shelved)).index).toBe(SOUND);
    const index = indexOf(gone.entry, A.entry, B.entry, shelved);
    const project = projectOf({ ...FILES, 'metadata.json': index, [`${gone.id}.json.tmp`]: gone.file });
    carried(project, 'heal');
    expect(filesOf(project)['metadata.json']).toBe(index);
  });

  test('that stands three times stays once, at the first place, as the one that fits the file best', () => {
    const index = indexOf({ ...A.entry, title: 'x', eventCount: 1 }, B.entry, { ...A.entry, mine: 1 }, shelved, {
      ...A.entry,
      archived: true,
    });
    const healing = healed(index);
    expect(healing.index).toBe(indexOf({ ...A.entry, mine: 1 }, B.entry, shelved));
    expect(healing.said).toMatch(/^changed TX311: keeps one of 3 entries of "Lantern"/);
  });

  test('of a conversation that cannot be read stays, but for what keeps TENEX from reading the index', () => {
    const project = projectOf({ ...FILES, [`${A.id}.json`]: '', 'metadata.json': SOUND });
    carried(project, 'heal');
    expect(filesOf(project)['metadata.json']).toBe(SOUND);
    const { createdAt: _, ...bad } = A.entry;
    const other = projectOf({ ...FILES, [`${A.id}.json`]: '', 'metadata.json': indexOf(bad, B.entry, shelved) });
    carried(other, 'heal');
    expect(
      adapterOf(other)
        .list()
        .map(({ title }) => title),
    ).toEqual(['Lantern', 'Harbour', 'Meadow']);
  });

  test('is made for the file as the same run heals it', () => {
    const project = projectOf({
      [`${A.id}.json`]: A.file.replace('"plan"', '"REVIEW"'),
      'metadata.json': indexOf(A.entry),
    });
    carried(project, 'heal');
    expect(adapterOf(project).list()).toMatchObject([{ phase: 'verification' }]);
  });

  test('is not made for a file that calls itself by the name of another', () => {
    const copy = { ...FILES, [`${conversation('Copy').id}.json`]: A.file, 'metadata.json': SOUND };
    const project = projectOf(copy);
    carried(project, 'heal');
    expect(filesOf(project)['metadata.json']).toBe(SOUND);
  });
});

describe('codes that are asked for', () => {
  test('is healed, and nothing else', () => {
    const index = indexOf({ ...A.entry, eventCount: 9, archived: true }, B.entry);
    const left = (...only: string[]) => JSON.parse(healed(index, { only }).index ?? '').conversations;
    expect(left('TX312')).toEqual([{ ...A.entry, archived: true }, B.entry]);
    expect(left('TX308')).toEqual([{ ...A.entry, eventCount: 9 }, B.entry]);
    expect(left('TX307')).toHaveLength(3);
    expect(left('TX003')).toHaveLength(2);
    expect(healed('{', { only: ['TX312'] }).said).toBe('nothing');
  });

  test('by id touches the entries of that id only', () => {
    const index = indexOf({ ...A.entry, eventCount: 9 }, { ...B.entry, eventCount: 9 });
    expect(healed(index, {}, [A.id]).index).toBe(indexOf(A.entry, { ...B.entry, eventCount: 9 }));
    expect(healed(indexOf(B.entry), {}, [A.id]).index).toBe(indexOf(B.entry, fresh(A)));
  });

  test('by id is refused where the index cannot be read', () => {
    const reason =
      'refused: needs all conversations to be made whole again, and not all were read: run `convo heal` without ids, once all of them can be';
    expect(healed('{', {}, [A.id])).toMatchObject({ index: '{', said: reason });
    expect(healed(null, {}, [A.id]).said).toBe(reason);
  });
});

describe.each(oneIn(2, storeNames()))('the store %s', (name) => {
  /** What a heal takes away whenever it is there. */
  const HEALED = /^TX(003|10[123]|205|30[123456]|307|308|31[01234]|401)$/;

  test('is listed as before or better once it is healed, and is healed once', () => {
    const project = fixtureStore(name);
    const loaded = adapterOf(project).managerWouldLoad();
    carried(project, 'heal', { lossy: true });
    expect(codesIn(project).filter((code) => HEALED.test(code))).toEqual([]);
    const adapter = adapterOf(project);
    const ids = adapter.list().map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(adapter.managerWouldLoad()).toEqual(expect.arrayContaining(loaded));
    const files = filesOf(project);
    carried(project, 'heal', { lossy: true });
    expect(filesOf(project)).toEqual(files);
  });

  test('keeps the order of its entries', () => {
    const project = fixtureStore(name);
    const before = [...new Set(expectedOf(name).list.map(({ id }) => id))];
    carried(project, 'heal', { lossy: true });
    const after = adapterOf(project)
      .list()
      .map(({ id }) => id);
    const stays = before.filter((id) => after.includes(id));
    expect(after.filter((id) => stays.includes(id))).toEqual(stays);
  });
});

/** These first events have no time that TENEX could put into an index and read again. */
const TIMELESS = ['empty-history', 'minimal-empty-everything', 'events-all-dropped', 'event-created-at-string'];

describe.each(fileCases().filter(({ expected }) => expected.resave !== undefined))('the case $name', (one) => {
  test('gets the entry that TENEX itself writes, but for its own time', () => {
    const { fileId, resave } = one.expected;
    const project = projectOf({ [`${fileId}.json`]: one.bytes });
    carried(project, 'heal');
    const [entry] = adapterOf(project).list();
    const { updatedAt: _, createdAt, ...real } = resave?.indexEntryWritten ?? {};
    expect(entry).toMatchObject({ ...real, id: fileId });
    if (!TIMELESS.includes(one.name)) expect(entry?.createdAt).toBe(createdAt);
  });
});
