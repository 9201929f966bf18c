import { describe, expect, test } from 'vitest';
import { ask, changed } from './asking.ts';
import { active, archived, entry, FOLDER, ID, openUnit, part, sha256, v1 } from './home.ts';

const TEXT = v1('"messages":[{"role":"user","content":"Where?"}],"metadata":{"worktree":{"path":"/tmp/wt"}}');
const FILE = `${FOLDER}/${ID}.json`;
const ARCHIVED = `${FOLDER}/archive/${ID}.json`;
const LOCK = { path: `${FILE}.lock`, staleAfter: 120 };
const ENTRY_LOCK = { path: `${FOLDER}/index/${ID}.lock`, staleAfter: 120 };

describe('archive', () => {
  test('moves the index entry first, because fnord deletes an entry without its conversation', () => {
    const { change, before, after } = changed(openUnit(active(TEXT), ...entry()).change(ask('archive')));
    expect(change.steps).toMatchObject([
      { do: 'move', what: 'folder', from: `${FOLDER}/index/${ID}`, to: `${FOLDER}/archive/index/${ID}` },
      { do: 'move', what: 'file', from: FILE, to: ARCHIVED, was: sha256(TEXT) },
    ]);
    expect(change.locks).toEqual([LOCK, ENTRY_LOCK]);
    expect(change).toMatchObject({ kind: 'fnord', ids: [ID], path: FILE, keep: 'link' });
    expect(after).toEqual(before);
  });

  test('takes a file that fnord cannot read as it is', () => {
    const { change } = changed(openUnit(active('{"mess')).change(ask('archive')));
    expect(change.steps).toEqual([{ do: 'move', what: 'file', from: FILE, to: ARCHIVED, was: sha256('{"mess') }]);
  });

  test('never moves onto what is there', () => {
    expect(openUnit(active(TEXT), archived(TEXT)).change(ask('archive'))).toMatchObject({
      state: 'refused',
      reason: `cannot be moved: ${ARCHIVED} is in the way`,
    });
    const twice = openUnit(active(TEXT), ...entry(), ...entry('archive/index'));
    expect(twice.change(ask('archive'))).toMatchObject({
      state: 'refused',
      reason: `cannot be moved: ${FOLDER}/archive/index/${ID} is in the way`,
    });
  });

  test('leaves folders and links alone', () => {
    const folder = part(`${ID}.json`, 'conversation', null);
    expect(openUnit(folder).change(ask('archive'))).toMatchObject({ state: 'refused', codes: ['FN405'] });
    const link = { ...active(TEXT), type: 'link' as const };
    expect(openUnit(link).change(ask('archive'))).toMatchObject({ state: 'refused', codes: ['FN408'] });
  });

  test('minds a link that other verbs only mind when there is something to change', () => {
    const link = { ...active(TEXT), type: 'link' as const };
    expect(openUnit(link).change(ask('heal'))).toMatchObject({ state: 'unchanged' });
    expect(openUnit(link).change(ask('migrate', { to: 'v0' }))).toMatchObject({ state: 'refused', codes: ['FN408'] });
    expect(openUnit({ ...link, bytes: null }).change(ask('heal'))).toMatchObject({
      state: 'refused',
      codes: ['FN408'],
    });
  });

  test('has nothing to do for what is archived, and refuses what is not a conversation', () => {
    expect(openUnit(archived(TEXT)).change(ask('archive'))).toMatchObject({ state: 'unchanged' });
    expect(openUnit(...entry()).change(ask('archive'))).toMatchObject({ state: 'refused' });
  });
});

describe('restore', () => {
  test('moves the file first and its entry after it', () => {
    const { change, notes } = changed(openUnit(archived(TEXT), ...entry('archive/index')).change(ask('restore')));
    expect(change.steps).toMatchObject([
      { do: 'move', what: 'file', from: ARCHIVED, to: FILE, was: sha256(TEXT) },
      { do: 'move', what: 'folder', from: `${FOLDER}/archive/index/${ID}`, to: `${FOLDER}/index/${ID}` },
    ]);
    expect(notes).toEqual([]);
  });

  test('says so when fnord will refuse what comes back', () => {
    expect(changed(openUnit(archived('{"mess')).change(ask('restore'))).notes).toEqual([
      'cannot be read by fnord as it is',
    ]);
  });

  test('never moves onto what is there', () => {
    expect(openUnit(active(TEXT), archived(TEXT)).change(ask('restore'))).toMatchObject({
      state: 'refused',
      codes: ['FN409'],
      reason: `cannot be moved: ${FILE} is in the way`,
    });
    expect(openUnit(active(TEXT)).change(ask('restore'))).toMatchObject({ state: 'unchanged' });
  });
});

describe('delete', () => {
  test('takes the index entry along, entry first, and names the worktree that stays', () => {
    const { change, notes, after } = changed(openUnit(active(TEXT), ...entry()).change(ask('delete')));
    expect(change.steps).toMatchObject([
      { do: 'remove', what: 'folder', path: `${FOLDER}/index/${ID}` },
      { do: 'remove', what: 'file', path: FILE, was: sha256(TEXT) },
    ]);
    expect(change.locks).toEqual([LOCK, ENTRY_LOCK]);
    expect(notes).toEqual(['the worktree /tmp/wt stays']);
    expect(after.conversations).toBe(0);
  });

  test('names the folder of the worktree where it is in the store', () => {
    const folder = { ...part('x', 'worktree', null), path: `projects/lantern/worktrees/${ID}` };
    const { notes } = changed(openUnit(active(v1('"messages":[]')), folder).change(ask('delete')));
    expect(notes).toEqual([`the worktree projects/lantern/worktrees/${ID} stays`]);
  });

  test('takes the archived one only where no other has the id', () => {
    const both = changed(openUnit(active(TEXT), archived(TEXT)).change(ask('delete')));
    expect(both.change.steps).toMatchObject([{ do: 'remove', path: FILE }]);
    expect(both.notes).toContain(`the archived conversation ${ARCHIVED} stays`);
    const alone = changed(openUnit(archived(TEXT), ...entry('archive/index')).change(ask('delete')));
    expect(alone.change.steps).toMatchObject([
      { do: 'remove', what: 'folder', path: `${FOLDER}/archive/index/${ID}` },
      { do: 'remove', what: 'file', path: ARCHIVED },
    ]);
    expect(alone.change.locks).toEqual([LOCK]);
  });
});
