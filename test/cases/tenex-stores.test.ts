import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { View } from '../../src/model/conversation.ts';
import { tenex } from '../../src/stores/tenex/index.ts';
import { openSite } from '../stores/open-site.ts';
import { type Criteria, caseStore, expectedStore, type Summary } from '../stores/tenex/case-store.ts';
import { pathsBelow } from '../support/folders.ts';

const names = readdirSync(new URL('../../fixtures/tenex/stores', import.meta.url)).sort();

test('there are 21 stores', () => {
  expect(names).toHaveLength(21);
});

describe.each(names)('the store %s is read as the real adapter reads it', (name) => {
  const expected = expectedStore(name);
  const project = caseStore(name);
  afterAll(() => rmSync(project, { recursive: true }));
  const { documents, sessions } = openSite(tenex, project);
  const order = sessions.get('')?.order ?? (() => Number.NaN);
  const onDisk = new Set(pathsBelow(join(project, '.tenex')));
  const views = (documents.get('') ?? []).flatMap(({ conversations }) => conversations).sort(order);

  test('the conversations of the index are there, in its order', () => {
    const indexed = new Set(expected.list.map(({ id }) => id));
    const listed = distinct(views.filter(({ id }) => indexed.has(id)).map(({ id }) => id));
    expect(listed).toEqual(distinct(expected.list.map(({ id }) => id)));
  });

  test('their titles, times and phases are those that it lists', () => {
    for (const { id, title, createdAt, updatedAt, phase } of firstOfEach(expected.list)) {
      const listed = { title, createdAt: Math.floor(createdAt), updatedAt: Math.floor(updatedAt), phase };
      for (const view of views.filter((each) => each.id === id)) expect(view).toMatchObject(listed);
    }
  });

  test('every conversation lies where it does, and loads when it does', () => {
    const found = Object.keys(expected.load).map((id) => [id, placesOf(views, id, onDisk), loadsOf(views, id, onDisk)]);
    const real = Object.entries(expected.load).map(([id, { location, real, archivedCopyIfActive }]) => {
      const active = location === 'active' || location === 'both' ? [isLoaded(real)] : [];
      const archived = location === 'archive' || location === 'both' ? [isLoaded(archivedCopyIfActive)] : [];
      return [id, location, [...active, ...archived]];
    });
    expect(found).toEqual(real);
  });

  test('a conversation that loads has as many events, and authors, as the adapter counts', () => {
    for (const [id, { real, archivedCopyIfActive }] of Object.entries(expected.load)) {
      expectCounts(
        views.find((view) => view.id === id && view.state === 'active'),
        real,
      );
      expectCounts(
        views.find((view) => view.id === id && view.state === 'archived'),
        archivedCopyIfActive,
      );
    }
  });

  test('searches find what its search finds: what is archived is told by the folder, where the flag says otherwise', () => {
    const listed = new Set(expected.list.map(({ id }) => id));
    const moved = (id: string) => expected.damage.some((each) => each.id === id && MOVED.has(each.kind));
    for (const { criteria, ids } of expected.search) {
      const found = views.filter((view) => listed.has(view.id) && fits(view, criteria)).map(({ id }) => id);
      const both = [distinct(found), distinct(ids)];
      const [ours, theirs] = criteria.archived === undefined ? both : both.map((all) => all.filter((id) => !moved(id)));
      expect([criteria, ours]).toEqual([criteria, theirs]);
    }
  });
});

/** Damage after which the flag of an entry, or one of its flags, is not where the conversation lies. */
const MOVED = new Set(['archived-flag-mismatch', 'both-places', 'duplicate-index-entry']);

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function firstOfEach<T extends { readonly id: string }>(entries: readonly T[]): T[] {
  return entries.filter(({ id }, n) => entries.findIndex((each) => each.id === id) === n);
}

function isLoaded(summary: Summary | null | undefined): boolean {
  return summary?.load === 'ok';
}

/** Where the files of an id lie, in the words of the cases; a conversation without bytes and path lies nowhere. */
function placesOf(views: readonly View[], id: string, onDisk: ReadonlySet<string>): string {
  const [state, second] = views.filter((view) => view.id === id && onDisk.has(view.path)).map((view) => view.state);
  if (state === undefined || second !== undefined) return state === undefined ? 'none' : 'both';
  return state === 'archived' ? 'archive' : 'active';
}

function loadsOf(views: readonly View[], id: string, onDisk: ReadonlySet<string>): boolean[] {
  return ['active', 'archived'].flatMap((state) =>
    views
      .filter((view) => view.id === id && view.state === state && onDisk.has(view.path))
      .map(({ readable }) => readable),
  );
}

function expectCounts(view: View | undefined, summary: Summary | null | undefined): void {
  if (view === undefined || summary?.load !== 'ok') return;
  expect([view.messages, view.agents?.length]).toEqual([summary.events, summary.agentCount]);
}

function fits({ title, phase, createdAt, state }: View, asked: Criteria): boolean {
  return (
    (asked.title === undefined || (title ?? '').toLowerCase().includes(asked.title.toLowerCase())) &&
    (asked.phase === undefined || phase === asked.phase) &&
    (asked.archived === undefined || (state === 'archived') === asked.archived) &&
    (!asked.dateFrom || (createdAt ?? 0) >= asked.dateFrom) &&
    (!asked.dateTo || (createdAt ?? 0) <= asked.dateTo)
  );
}
