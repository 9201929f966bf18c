import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { conforms, storeAt } from '../conformance/suite.ts';

// All of src that a new kind touches: its line in the list of names, and its line in the list of code.
vi.mock(import('../../src/model/kinds.ts'), async (original) => {
  const { KIND_TABLE, PLAIN_KIND } = await original();
  const { toyTraits } = await import('./traits.ts');
  const table = { ...KIND_TABLE, toy: { ...PLAIN_KIND, ...toyTraits } };
  return { PLAIN_KIND, KIND_TABLE: table, KIND_NAMES: Object.keys(table) as ['fnord'] };
});
vi.mock(import('../../src/stores/registry.ts'), async (original) => {
  const { toy } = await import('./toy.ts');
  const { KINDS } = await original();
  return { KINDS: [...KINDS, toy] };
});

const path = mkdtempSync(join(tmpdir(), 'convostore-toy-'));
afterAll(() => rmSync(path, { recursive: true }));
mkdirSync(join(path, 'chats/archive'), { recursive: true });
for (const [name, text] of Object.entries({
  a1: '{"title":"Boats","messages":["Where is the boat?","In the harbour."]}',
  b2: '{"messages":["Who has the key?"]}',
  c3: '{"title":"Torn","messages":["One","Two","Thr',
  'archive/d4': '{"title":"Old","messages":["Long ago"]}',
}))
  writeFileSync(join(path, `chats/${name}.json`), text);

describe('a store of a kind that only a test has', () => {
  conforms({ kind: 'toy', path, shared: [], migrates: false });

  test('is found by its path, listed, shown and verified', async () => {
    const store = storeAt('toy', path);
    expect(await store.json('list --all')).toMatchObject({ conversations: [{ id: 'a1', title: 'Boats' }, {}, {}, {}] });
    expect(await store.json('show a1')).toMatchObject({
      conversation: { messages: [{}, { text: 'In the harbour.' }] },
    });
    expect((await store.json('verify')).findings).toMatchObject([{ code: 'TY002' }, { code: 'TY001', id: 'c3' }]);
    expect((await store.json('why c3')).reasons).toEqual([]);
  });
});
