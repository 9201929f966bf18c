import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Kind } from '../../src/stores/kind.ts';
import { toyTraits } from './traits.ts';

// All of src that a new kind touches: its line in the list of names, and its line in the list of code. Modules that read those at
// their start are imported after it.
const { KIND_NAMES, KIND_TABLE, KIND_DEFAULTS } = await import('../../src/model/kinds.ts');
Object.assign(KIND_TABLE, { toy: { ...KIND_DEFAULTS, ...toyTraits } });
(KIND_NAMES as string[]).push('toy');
const { KINDS } = await import('../../src/stores/registry.ts');
const { toy } = await import('./toy.ts');
(KINDS as Kind[]).push(toy);
const { conforms, storeAt } = await import('../conformance/suite.ts');

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
