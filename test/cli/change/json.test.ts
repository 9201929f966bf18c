import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { DOCUMENTS } from '../../../src/contract/documents.ts';
import { oneIn } from '../../support/sampling.ts';
import { type Person, personWith } from './person.ts';

const change = DOCUMENTS.change.schema;
const runs = DOCUMENTS.runs.schema;
const failure = DOCUMENTS.error.schema;

describe('the change document', () => {
  test.each(
    oneIn(2, [
      'heal',
      'heal --lossy',
      'migrate',
      'migrate --to v0',
      'fork 40fd',
      'archive --all',
      'restore --all',
      'delete --all',
    ]),
  )('of %s keeps the contract: dry, planned, done, undone', async (verb) => {
    const ann = personWith('store');
    await ann.convo('archive d70b');
    const dry = await document(ann, `${verb} --dry-run`);
    const planned = await document(ann, `${verb} --plan-out p.plan`);
    const done = await document(ann, `${verb} --yes`);
    expect(planned).toMatchObject({ before: dry.before, after: dry.after, changed: dry.changed });
    expect(done).toMatchObject({ before: dry.before, after: dry.after, changed: dry.changed });
    const undone = await document(ann, 'undo --yes');
    expect(undone).toMatchObject({ changed: done.changed, before: done.after, after: done.before });
    const applied = await document(ann, 'apply p.plan --yes');
    expect(applied).toMatchObject({ changed: done.changed, before: done.before, after: done.after });
    for (const each of [dry, planned, done, undone, applied]) expectSums(each);
  });

  test('of nothing to do is the same document', async () => {
    const ann = personWith('store');
    for (const verb of ['undo', 'resume', 'restore --project lantern --yes'])
      expect(await document(ann, verb)).toMatchObject({ run: null, changed: 0, refused: 0, failed: 0 });
  });

  test('says what a person could not see otherwise, and lets no control character through', async () => {
    const ann = personWith('store');
    const name = 'x\u001b[31my\u202e';
    writeFileSync(join(ann.store, 'projects/lantern/conversations', `${name}.json`), '1:{"messages":[]}');
    for (const line of ['migrate --dry-run', 'migrate --dry-run --json', 'archive --all --yes', 'undo', 'runs']) {
      const { stdout } = await ann.convo(`${line} --project lantern`);
      for (const hidden of ['\u001b', '\u202e']) expect(stdout, line).not.toContain(hidden);
    }
    const { document: told } = await ann.json('migrate --project lantern --dry-run');
    expect(told.items.map(({ id }: { id: string }) => id)).toContain(name);
  });
});

test('the document of runs, and of a prune, keeps the contract', async () => {
  const ann = personWith('store');
  await ann.convo('archive --all --yes');
  await ann.convo('undo --yes');
  await ann.convo('heal --yes');
  expect(runs.parse((await ann.json('runs')).document).runs).toHaveLength(2);
  expect(runs.parse((await ann.json('runs prune --yes')).document).runs).toHaveLength(2);
  expect(runs.parse((await ann.json('runs')).document).runs).toEqual([]);
});

test('a changing command without an answer gives the error document', async () => {
  const ann = personWith('store');
  const lines = [
    ['heal', 2, 'usage'],
    ['heal nobody', 2, 'no-match'],
    ['heal --project empty --yes', 2, 'no-match'],
    ['migrate --to v7 --yes', 2, 'usage'],
    ['undo 1999', 2, 'no-match'],
    ['apply none.plan', 2, 'usage'],
  ] as const;
  for (const [line, exit, code] of lines) {
    const answer = await ann.json(line);
    expect(failure.parse(answer.document), line).toMatchObject({ error: { code } });
    expect(answer.exit, line).toBe(exit);
  }
});

async function document(ann: Person, line: string): Promise<z.infer<typeof change>> {
  return change.parse((await ann.json(line)).document);
}

function expectSums({ items, ...report }: z.infer<typeof change>): void {
  for (const state of ['changed', 'unchanged', 'refused', 'failed'] as const)
    expect(items.filter((each) => each.state === state)).toHaveLength(report[state]);
  const names = items.map(({ id, path }) => `${id} ${path}`);
  expect(new Set(names).size).toBe(names.length);
}
