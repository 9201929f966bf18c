import { describe, expect, test } from 'vitest';
import { checkChange } from '../../../../src/model/check-change.ts';
import { ask } from '../../ask.ts';
import { adapterOf } from '../adapter.ts';
import { carried, changesOf, saidOf } from './carried.ts';
import { conversation, decide, filesOf, indexOf, projectOf } from './project.ts';

const SHORT = conversation('Lantern', 2);
const LONG = conversation('Lantern', 4);
const { id } = SHORT;
const HERE = `${id}.json`;
const THERE = `archive/${HERE}`;
const flagged = (archived: boolean) => ({ 'metadata.json': indexOf({ ...LONG.entry, archived }) });

function healed(files: Readonly<Record<string, string>>, lossy = false) {
  const project = projectOf(files);
  const decision = carried(project, 'heal', { lossy });
  const { 'metadata.json': index, ...rest } = filesOf(project);
  return { project, decision, files: rest, said: saidOf(decision.outcomes.get(id)) };
}

describe('a conversation in both places', () => {
  test.each([
    [true, LONG.file, SHORT.file, THERE],
    [false, LONG.file, SHORT.file, HERE],
    [true, SHORT.file, LONG.file, THERE],
    [false, SHORT.file, LONG.file, HERE],
    [true, LONG.file, LONG.file, THERE],
    [false, LONG.file, LONG.file, HERE],
  ])('is left where the index says (archived: %s), with all its events', (archived, here, there, left) => {
    const { files, project } = healed({ ...flagged(archived), [HERE]: here, [THERE]: there });
    expect(files).toEqual({ [left]: LONG.file });
    expect(adapterOf(project).list()).toMatchObject([{ id, archived, eventCount: 4 }]);
    expect(changesOf(decide(project, ask('heal')))).toEqual([]);
  });

  test('is put where it belongs before a copy goes, so that no step leaves less than it holds', () => {
    const stepsOf = (archived: boolean) => {
      const project = projectOf({ ...flagged(archived), [HERE]: LONG.file, [THERE]: SHORT.file });
      const [change] = changesOf(decide(project, ask('heal')));
      if (change === undefined) throw new Error('no change');
      expect(change).toMatchObject({ ids: [id], codes: ['TX310'], keep: 'copy' });
      checkChange(change);
      return change.steps.map((step) => `${step.do} ${'path' in step ? step.path : ''}`);
    };
    expect(stepsOf(true)).toEqual([`put conversations/${THERE}`, `remove conversations/${HERE}`]);
    expect(stepsOf(false)).toEqual([`remove conversations/${THERE}`]);
  });

  test('is healed on the way', () => {
    const { files } = healed({ ...flagged(true), [HERE]: LONG.file.replace('"plan"', '"PLAN"'), [THERE]: SHORT.file });
    expect(files).toEqual({ [THERE]: LONG.file });
  });

  test('says what the copy has otherwise', () => {
    const { said } = healed({ ...flagged(false), [HERE]: LONG.file, [THERE]: SHORT.file.replace('Lantern', 'Old') });
    expect(said).toMatch(/; what it has otherwise as title stays there$/);
  });

  test('is left alone when each copy holds what the other lacks, and says which is newer', () => {
    const other = LONG.file.replaceAll('Lantern 3', 'Lantern 3b');
    const { files, said } = healed({ ...flagged(false), [HERE]: LONG.file, [THERE]: other });
    expect(files).toEqual({ [HERE]: LONG.file, [THERE]: other });
    expect(said).toMatch(
      /^refused: is in both places, and each copy holds what the other lacks \(1 events in the active one, 1 in/,
    );
    expect(said).toContain('`convo fork`');
  });

  test.each(['', LONG.file.slice(0, LONG.file.indexOf('Lantern 2'))])(
    'may be an empty or torn copy, with --lossy',
    (torn) => {
      const files = { ...flagged(false), [HERE]: torn, [THERE]: LONG.file };
      expect(healed(files).said).toMatch(/the archived one holds all events of the other: needs --lossy$/);
      expect(healed(files, true).files).toEqual({ [HERE]: LONG.file });
    },
  );

  test.each([
    ['the other is whole', SHORT.file],
    ['the other is torn too', SHORT.file.slice(0, -3)],
    ['both hold the same events', LONG.file.slice(0, -5)],
  ])('may be the torn copy that has more, with --lossy: it is healed and kept where %s', (_, other) => {
    const files = { ...flagged(false), [HERE]: LONG.file.slice(0, -3), [THERE]: other };
    expect(healed(files).said).toMatch(/^refused: is in both places, and .*needs --lossy$/);
    const { project, files: left } = healed(files, true);
    expect(Object.keys(left)).toEqual([HERE]);
    expect(adapterOf(project).load(id)?.events).toHaveLength(4);
  });

  test('is left alone, with true numbers, when the healed copies hold what the other lacks', () => {
    const torn = LONG.file.replaceAll('Lantern 3', 'Lantern 3b').slice(0, -3);
    const { files, said } = healed({ ...flagged(false), [HERE]: LONG.file, [THERE]: torn }, true);
    expect(files).toEqual({ [HERE]: LONG.file, [THERE]: torn });
    expect(said).toMatch(/each copy holds what the other lacks \(1 events in the active one, 1 in the archived one\)/);
  });

  test('is healed in both places when only other findings are asked for', () => {
    const project = projectOf({ ...flagged(false), [HERE]: `\ufeff${LONG.file}`, [THERE]: `\ufeff${SHORT.file}` });
    carried(project, 'heal', { only: ['TX003'] });
    expect(filesOf(project)).toMatchObject({ [HERE]: LONG.file, [THERE]: SHORT.file });
  });
});
