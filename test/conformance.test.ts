import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { KindName } from '../src/model/kinds.ts';
import { snapshot } from './cli/change/snapshot.ts';
import { conforms, errorsIn, type Item, keyOf, storeAt } from './conformance/suite.ts';
import { KINDS } from './kinds.ts';

/** Files that the conversations of `fixtures/<kind>/store` have in common. */
const SHARED: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  tenex: ['.tenex/conversations/metadata.json'],
  codex: ['session_index.jsonl'],
  rao: ['conversation_names.csv', 'conversations/archive/conversation_names.csv'],
};

describe.each(KINDS)('a store of $name', ({ name, formats }) => {
  conforms({
    kind: name,
    path: fixture(`${name}/store`),
    shared: SHARED[name] ?? [],
    showsMoreHealed: name === 'codex' || name === 'gemini',
    migrates: formats.length > 1 && name !== 'gemini' && name !== 'qwen',
  });
});

describe('a base of Rao whose highest folder is empty, above a torn conversation', () => {
  const base = () => storeAt('rao', fixture('rao/hanging/rstudio-ai'));

  test('makes new conversations, because Rao uses the empty folder', async () => {
    expect((await errorsIn(base())).map(keyOf)).toEqual(['2 RA002']);
  });

  test.each([
    ['heal --yes', 'conversation_vars.rds and nothing else'],
    ['archive 3', 'it alone'],
    ['delete 3', 'it alone'],
    ['archive 1 3', 'another too'],
  ])('refuses %s, with %s, and names the error that would come', async (line) => {
    const store = base();
    const before = snapshot(join(store.root, 'conversations/conversation_3'));
    expect(await store.exitOf(line)).toBe(4);
    const { items } = await store.json(`${line} --dry-run`);
    expect(items.find(({ id }: Item) => id === '3')).toMatchObject({
      state: 'refused',
      codes: ['RA330'],
      reason: expect.stringContaining('RA330: conversations/conversation_2 has the highest number'),
    });
    expect(snapshot(join(store.root, 'conversations/conversation_3'))).toEqual(before);
    expect((await errorsIn(store)).map(keyOf)).toEqual(['2 RA002']);
  });

  test('refuses the same where the folder has nothing in it', async () => {
    const store = base();
    rmSync(join(store.root, 'conversations/conversation_3/conversation_vars.rds'));
    expect(await store.exitOf('heal --yes')).toBe(4);
    expect((await errorsIn(store)).map(keyOf)).toEqual(['2 RA002']);
  });

  test.each(['heal --yes', 'archive 3', 'delete 3'])('does %s with --force, and names the new error', async (line) => {
    const store = base();
    const { items } = await store.json(`${line} --force`);
    expect(items.find(({ id }: Item) => id === '3')).toMatchObject({
      state: 'changed',
      notes: expect.arrayContaining([expect.stringContaining('a new error, RA330: conversations/conversation_2')]),
    });
    expect((await errorsIn(store)).map(keyOf).sort()).toEqual(['2 RA002', '2 RA330']);
  });

  test('loses the empty folder as soon as the torn one is healed, in the same run too', async () => {
    const store = base();
    expect(await store.exitOf('heal --lossy --yes')).toBe(0);
    expect(await errorsIn(store)).toEqual([]);
  });

  test.each(['archive 2 3', 'delete --all --yes'])(
    'is changed by %s, which leaves no torn conversation',
    async (line) => {
      const store = base();
      expect(await store.exitOf(line)).toBe(0);
    },
  );
});

function fixture(path: string): string {
  return fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
}
