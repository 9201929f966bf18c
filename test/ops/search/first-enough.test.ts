import { expect, test } from 'vitest';
import type { Message, View } from '../../../src/model/conversation.ts';
import { searcherOf, searchUnit } from '../../../src/ops/search/search-unit.ts';
import type { Document } from '../../../src/stores/kind.ts';

/** A conversation of a hundred messages that all match, and how many of them were read. */
function hundred() {
  let read = 0;
  function* messages(): Generator<Message> {
    for (; read < 100; read++)
      yield { role: 'user', type: 'text', text: 'pears', index: read, hidden: false } as Message;
  }
  const view = { id: 'a', path: 'a.jsonl', bytes: 1, messages: 100, updatedAt: null } as View;
  const document = {
    conversations: [view],
    transcript: () => ({ path: 'a.jsonl', messages: messages(), sections: [] }),
  } as unknown as Document;
  return { document, read: () => read };
}

const QUERY = { patterns: ['pears'], syntax: 'literal', ignoreCase: true, words: false } as const;
const OPEN = { roles: [], tools: [], since: null, until: null, context: { before: 0, after: 0 } };

test.each([
  [false, 100, 100],
  [true, 1, 0],
])(
  'where the first match is enough (%s), %i messages match and %i more are read',
  async (isFirstEnough, count, more) => {
    const { document, read } = hundred();
    const [found] = searchUnit(await searcherOf({ ...QUERY, ...OPEN, isFirstEnough }), document, []);
    expect(found?.result.count).toBe(count);
    expect(read()).toBe(more);
  },
);
