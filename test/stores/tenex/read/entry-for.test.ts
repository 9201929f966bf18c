import { expect, test } from 'vitest';
import { newIndex } from '../../../../src/stores/tenex/change/heal-index.ts';
import { decodeTenex } from '../../../../src/stores/tenex/read/decoded.ts';
import { entryFor } from '../../../../src/stores/tenex/read/reindex.ts';
import { fileCases } from '../fixture-store.ts';

/** The clock of the cases, in seconds. */
const NOW = 1_754_650_000.123;

const SAVED = fileCases().flatMap(({ name, bytes, expected: { resave } }) =>
  resave === undefined ? [] : [{ name, bytes, written: resave.indexEntryWritten }],
);

test('there are entries to compare with', () => expect(SAVED.length).toBeGreaterThan(35));

test.each(SAVED)('the entry for $name is byte for byte the one that TENEX writes', ({ bytes, written }) => {
  const { body } = decodeTenex(bytes);
  const entry = body && entryFor(body, { id: written.id, archived: false, updatedAt: NOW, otherwise: NOW });
  // TENEX takes a text over as it stands, and can then read nothing of its index.
  const createdAt = typeof written.createdAt === 'number' ? written.createdAt : NOW;
  const index = JSON.stringify({ conversations: [{ ...written, createdAt }] }, null, 2);
  expect(Buffer.from(newIndex(entry === null ? [] : [entry])).toString()).toBe(index);
});

test('there is no entry for what has no title, no phase or no history', () => {
  for (const text of [
    '{}',
    '{"title":"x","phase":"chat"}',
    '{"title":1,"phase":"chat","history":[]}',
    '{"title":"x","history":[]}',
  ]) {
    const { body } = decodeTenex(Buffer.from(text));
    expect(body && entryFor(body, { id: 'x', archived: false, updatedAt: 1, otherwise: 1 })).toBeNull();
  }
});
