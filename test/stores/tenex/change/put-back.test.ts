import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../../src/codecs/edit.ts';
import { putBackTenex } from '../../../../src/stores/tenex/change/put-back.ts';

interface Like {
  readonly id: string;
  readonly archived?: boolean;
  readonly updatedAt?: number;
  readonly more?: string;
}

const bytes = (entries: readonly Like[]) => Buffer.from(JSON.stringify({ conversations: entries }, null, 2));

function back(before: readonly Like[], after: readonly Like[], now: readonly Like[]): unknown {
  const last = bytes(now);
  const edits = putBackTenex('conversations/metadata.json', { before: bytes(before), after: bytes(after), now: last });
  return edits === null ? null : JSON.parse(Buffer.from(applyEdits(last, edits)).toString()).conversations;
}

const A = { id: 'a', archived: false, updatedAt: 1 };
const B = { id: 'b', archived: false, updatedAt: 2 };
const C = { id: 'c', archived: true, updatedAt: 3 };
const D = { id: 'd', archived: false, updatedAt: 4 };

describe('after TENEX saved its index once more', () => {
  test('a flag goes back, and a new conversation stays', () => {
    const flagged = { ...B, archived: true };
    expect(back([A, B], [A, flagged], [{ ...A, updatedAt: 9 }, flagged, D])).toEqual([{ ...A, updatedAt: 9 }, B, D]);
  });

  test('an entry that was taken out comes back after the one that stood before it', () => {
    expect(back([A, B, C], [A, C], [A, C, D])).toEqual([A, B, C, D]);
    expect(back([A, B, C], [A, B], [A, B, D])).toEqual([A, B, C, D]);
    expect(back([A, B], [B], [B, D])).toEqual([A, B, D]);
    expect(back([A, B, C, D], [A], [D, A])).toEqual([D, A, B, C]);
    expect(back([A, B], [], [])).toEqual([A, B]);
  });

  test('one whose neighbour TENEX deleted comes back after the next that stands', () => {
    expect(back([A, B, C], [A, B], [A, D])).toEqual([A, C, D]);
  });

  test('a fork goes, as long as TENEX has not saved it', () => {
    expect(back([A], [A, D], [A, B, D])).toEqual([A, B]);
    expect(back([A], [A, D], [A, { ...D, updatedAt: 5 }])).toBeNull();
  });

  test('duplicates that were collapsed stand twice again', () => {
    const other = { ...A, updatedAt: 7 };
    expect(back([A, B, other], [B, other], [B, other, D])).toEqual([A, B, other, D]);
  });

  test('a key that TENEX strips from an entry is not a change', () => {
    const { more: _, ...stripped } = { ...B, archived: true, more: 'x' };
    expect(back([A, { ...B, more: 'x' }], [A, { ...B, archived: true, more: 'x' }], [A, stripped])).toEqual([
      A,
      { ...B, more: 'x' },
    ]);
  });

  test('an entry that TENEX changed, or took out, since then stays as it is', () => {
    const flagged = { ...B, archived: true };
    expect(back([A, B], [A, flagged], [A, { ...flagged, updatedAt: 8 }])).toBeNull();
    expect(back([A, B], [A, flagged], [A])).toBeNull();
    expect(back([A, B], [A], [A, { ...B, updatedAt: 8 }])).toBeNull();
  });

  test('an entry that is back already is left alone', () => {
    const flagged = { ...B, archived: true };
    expect(back([A, B], [A, flagged], [D, B, A])).toEqual([D, B, A]);
    expect(back([A, B, C], [flagged], [A, flagged, C])).toEqual([A, B, C]);
  });
});

test('only the index is shared', () => {
  const versions = { before: bytes([A]), after: bytes([A, B]), now: bytes([A, B]) };
  expect(putBackTenex('conversations/a.json', versions)).toBeNull();
  expect(putBackTenex('metadata.json', versions)).toHaveLength(1);
});

test('an index that cannot be read is not touched', () => {
  const sound = bytes([A]);
  const torn = sound.subarray(0, 20);
  for (const versions of [
    { before: torn, after: sound, now: sound },
    { before: sound, after: torn, now: sound },
    { before: sound, after: sound, now: torn },
    { before: new Uint8Array(), after: sound, now: sound },
    { before: sound, after: sound, now: Buffer.from('[]') },
  ])
    expect(putBackTenex('conversations/metadata.json', versions)).toBeNull();
});
