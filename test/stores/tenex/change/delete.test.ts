import { describe, expect, test } from 'vitest';
import { ask } from '../../ask.ts';
import { adapterOf } from '../adapter.ts';
import { carryOut, changed, conversation, decide, filesOf, indexOf, projectOf } from './project.ts';

const A = conversation('Lantern');
const B = conversation('Harbour', 4);
const ghost = conversation('Nowhere');

function removed(files: Readonly<Record<string, string>>, id = A.id) {
  const project = projectOf(files);
  const decision = decide(project, ask('delete'), [id]);
  const change = changed(decision);
  carryOut(project, change.change.steps);
  return { ...change, outcome: decision.outcomes.get(id), project, files: filesOf(project) };
}

describe('delete', () => {
  test('leaves the index as TENEX itself leaves it, entry first', () => {
    const files = { 'metadata.json': indexOf(A.entry, B.entry), [`${A.id}.json`]: A.file, [`${B.id}.json`]: B.file };
    const { change, before, after, ...left } = removed(files);
    expect(change.steps.map((step) => step.do)).toEqual(['put', 'remove']);
    expect(left.files).toEqual({ 'metadata.json': indexOf(B.entry), [`${B.id}.json`]: B.file });
    expect([before.messages, after.messages, after.conversations]).toEqual([3, 0, 0]);
    expect(adapterOf(left.project).managerWouldLoad()).toEqual([B.id]);
  });

  test('takes every entry and both copies of an id, and says so', () => {
    const files = {
      'metadata.json': indexOf(A.entry, B.entry, { ...A.entry, archived: true }),
      [`${A.id}.json`]: A.file,
      [`archive/${A.id}.json`]: A.file,
    };
    const { outcome, before, ...left } = removed(files);
    expect(left.files).toEqual({ 'metadata.json': indexOf(B.entry) });
    expect(before.conversations).toBe(2);
    expect(outcome).toMatchObject({
      notes: [`the copy conversations/archive/${A.id}.json goes into the journal too`],
    });
  });

  test('takes what has no entry, and an entry that has no file', () => {
    const files = { 'metadata.json': indexOf(B.entry, ghost.entry), [`${A.id}.json`]: A.file };
    expect(removed(files).change.steps.map((step) => step.do)).toEqual(['remove']);
    const entry = removed(files, ghost.id);
    expect(entry.files['metadata.json']).toBe(indexOf(B.entry));
    expect(entry.change.path).toBe('conversations/metadata.json');
    expect(entry.outcome).toMatchObject({ notes: ['had no conversation file: only its index entry goes'] });
  });
});
