import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeDisk } from '../../src/io/disk.ts';
import { listStoredIds } from '../../src/ops/resolve-ids.ts';
import { everythingAt } from '../../src/ops/survey/survey-options.ts';
import { why } from '../../src/ops/why.ts';
import { claude } from '../../src/stores/claude/index.ts';
import { findFolder, projectFolders } from '../../src/stores/claude/layout/layout.ts';
import { CASES, type OpenedCase, openCase } from '../stores/claude/open-case.ts';

// The recorded reader ran in UTC, and a time without an offset is in the local zone.
process.env['TZ'] = 'UTC';

const names = readdirSync(CASES).sort();
const opened = new Map<string, Awaited<ReturnType<typeof openCase>>>();
for (const name of names) opened.set(name, await openCase(name));
afterAll(() => {
  for (const { done } of opened.values()) done();
});

test('every recorded case is here', () => {
  expect(names.length).toBe(143);
});

describe.each(names)('%s', (name) => {
  const { documents, expected, given, root } = opened.get(name) as OpenedCase;
  const folders = readdirSync(join(root, 'projects'));

  test('has the folder of each directory, and of its worktrees, where the reader looks for it', () => {
    for (const path of given.directories) {
      const real = path.normalize('NFC');
      expect(findFolder(real, folders)).toBe(expected.folder_of[path]);
      const around = (given.worktrees[path] ?? []).map((each) => each.normalize('NFC'));
      const here = projectFolders(real, around, folders).flatMap((each) => readdirSync(join(root, 'projects', each)));
      for (const { id } of expected.list[path].sessions ?? []) expect(here).toContain(`${id}.jsonl`);
    }
  });

  test('why gives the reason for what is hidden, and none that hides what is listed', async () => {
    const site = { kind: 'claude', root, shape: 'home', scope: null, file: null } as const;
    const reading = { disk: nodeDisk(), kinds: [claude], sites: [site] };
    const options = everythingAt(1_795_000_000);
    const found: Record<string, string | null> = {};
    for (const place of await listStoredIds(reading, options))
      found[`${place.scope} ${place.id}`] = (await why(reading, place, options, { paths: [], isOne: true })).hidden;
    const wanted = documents.flatMap(({ scope, document: { id, conversations } }) =>
      conversations.slice(0, 1).map((view) => [`${scope} ${id}`, view.hidden]),
    );
    expect(found).toEqual(Object.fromEntries(wanted));
  });
});
