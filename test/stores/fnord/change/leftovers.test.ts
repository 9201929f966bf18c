import { describe, expect, test } from 'vitest';
import type { Part } from '../../../../src/model/part.ts';
import { ask, changed } from './asking.ts';
import { active, archived, entry, FOLDER, ID, NOW, openUnit, part, v1 } from './home.ts';

const SOUND = active(v1('"messages":[]'));
const temporary = part(`${ID}.json.tmp.1.2`, 'temporary', '{"mess');
const lock = (age: number) => part(`${ID}.json.lock`, 'lock', null, { mtime: NOW - age, digest: () => 'p' });
const rest = part(`${ID}.json.lock.released.3`, 'lock-rest', null, { digest: () => 'q' });
const heal = (...parts: Part[]) => openUnit(...parts).change(ask('heal'));
const removed = (...parts: Part[]) =>
  changed(heal(...parts)).change.steps.map((step) => `${step.do} ${step.do === 'move' ? step.to : step.path}`);

describe('heal moves into the journal', () => {
  test('temporary files, stale locks and the rests of locks', () => {
    expect(removed(SOUND, temporary, lock(121), rest)).toEqual([
      `remove ${FOLDER}/${ID}.json.tmp.1.2`,
      `remove ${FOLDER}/${ID}.json.lock`,
      `remove ${FOLDER}/${ID}.json.lock.released.3`,
    ]);
    const { change, before, after } = changed(heal(SOUND, temporary, lock(121), rest));
    expect(change.codes).toEqual(['FN401', 'FN403', 'FN404']);
    // Taking a stale lock over would move away what is to be removed.
    expect(change.locks).toEqual([]);
    expect(before).toEqual(after);
  });

  test('nothing while a lock is held', () => {
    expect(heal(SOUND, temporary, lock(120), rest)).toMatchObject({ state: 'unchanged' });
  });

  test('no temporary file that may be all there is', () => {
    expect(heal(temporary)).toMatchObject({ state: 'unchanged' });
  });

  test('no leftover of a conversation that cannot be healed', () => {
    expect(heal(active('{"mess'), temporary)).toMatchObject({ state: 'refused', codes: ['FN023'] });
  });

  test('only what is asked for', () => {
    const outcome = openUnit(SOUND, temporary, lock(121)).change(ask('heal', { only: ['FN403'] }));
    expect(changed(outcome).change.codes).toEqual(['FN403']);
  });

  test('beside an edit everything but the lock that the edit takes', () => {
    const { change } = changed(heal(active(`\ufeff${v1('"messages":[]')}`), temporary, lock(121)));
    expect(change.steps.map(({ do: what }) => what)).toEqual(['put', 'remove']);
    expect(change.locks).toEqual([{ path: `${FOLDER}/${ID}.json.lock`, staleAfter: 120 }]);
  });
});

describe('an index entry', () => {
  test('without a conversation goes into the journal', () => {
    expect(removed(...entry())).toEqual([`remove ${FOLDER}/index/${ID}`]);
    expect(changed(heal(...entry())).change.codes).toEqual(['FN303']);
  });

  test('of a conversation stays', () => {
    expect(heal(SOUND, ...entry())).toMatchObject({ state: 'unchanged' });
  });

  test('without its metadata goes', () => {
    expect(changed(heal(SOUND, ...entry().slice(0, 1))).change.codes).toEqual(['FN305']);
  });

  test('of an archived conversation goes beside it', () => {
    expect(removed(archived(v1('"messages":[]')), ...entry())).toEqual([`move ${FOLDER}/archive/index/${ID}`]);
    expect(removed(archived(v1('"messages":[]')), ...entry(), ...entry('archive/index'))).toEqual([
      `remove ${FOLDER}/index/${ID}`,
    ]);
  });
});
