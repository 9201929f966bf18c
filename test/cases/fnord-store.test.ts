import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { indexStatus, searchEntry } from '../../src/stores/fnord/checks/conversation-findings.ts';
import { sortKey } from '../../src/stores/fnord/conversation-file.ts';
import type { FnordDocument } from '../../src/stores/fnord/document.ts';
import { fnordOrder } from '../../src/stores/fnord/list/view.ts';
import type { Document } from '../../src/stores/kind.ts';
import { openSite } from '../stores/fnord/open-site.ts';

const STORE = fileURLToPath(new URL('../../fixtures/fnord/store', import.meta.url));
const EXPECTED = new URL('../../fixtures/fnord/store.expected.json', import.meta.url);

/** What the real program said of the store. */
interface Expected {
  readonly projects: Readonly<Record<string, Project>>;
}

interface Project {
  readonly list: readonly string[];
  readonly index_status: Readonly<Record<'new' | 'stale' | 'deleted', readonly string[]>>;
  readonly conversations: Readonly<Record<string, Read>>;
}

interface Read {
  readonly detect: string;
  readonly timestamp: number;
  readonly read: string;
  readonly error: string | null;
  readonly num_messages: number;
  readonly question: string | null;
  readonly rewritten: boolean;
}

const expected: Expected = JSON.parse(readFileSync(EXPECTED, 'utf8'));
const { documents, site } = openSite(STORE);

test('the store is a home', () => {
  expect(site).toEqual({ kind: 'fnord', root: STORE, shape: 'home', scope: null, file: null });
});

describe.each(Object.entries(expected.projects))('project %s', (name, project) => {
  const mine: readonly Document[] = documents.get(name) ?? [];
  const views = mine.flatMap(({ conversations }) => conversations).filter(({ state }) => state === 'active');

  test('is listed in the order of the real program', () => {
    expect([...views].sort(fnordOrder).map(({ id }) => id)).toEqual(project.list);
  });

  test('has the same new, stale and deleted index entries', () => {
    const found: Record<string, string[]> = { new: [], stale: [], deleted: [] };
    for (const document of mine as readonly (Document & FnordDocument)[])
      found[indexStatus(searchEntry(document.unit.parts), sortKey(document)) ?? '']?.push(document.id);
    expect(found).toEqual(project.index_status);
  });

  test('has each conversation read the same', () => {
    const read = Object.fromEntries(
      views.map((view) => [
        view.id,
        {
          detect: view.format ?? 'unrecognized',
          timestamp: view.timestamp ?? 0,
          read: view.readable ? 'ok' : 'corrupt',
          num_messages: view.messages ?? 0,
          question: view.title,
        },
      ]),
    );
    const wanted = Object.entries(project.conversations).map(([id, { error, rewritten, ...rest }]) => [id, rest]);
    expect(read).toEqual(Object.fromEntries(wanted));
  });
});
