import { expect, test } from 'vitest';
import { EXPORT_TABLES, TABLES_VERSION } from '../../src/ops/export/tables.ts';

test('version 1 of the tables has these columns: none of them goes or changes its type while it is version 1', () => {
  expect(TABLES_VERSION).toBe(1);
  const plain = EXPORT_TABLES.map(
    ({ name, columns }) => `${name}: ${columns.map((each) => `${each.name} ${each.type}`).join(', ')}`,
  );
  expect(plain).toEqual(VERSION_1);
});

const VERSION_1 = [
  'conversations: root text, project text, id text, path text, format text, state text, readable flag, hidden text, timestamp large, created_at time, updated_at time, title text, messages number, bytes large, branch text, cwd text',
  'messages: root text, project text, conversation text, path text, index number, id text, related_to text, at text, role text, type text, text text, name text, call_id text, arguments text, time time, author text, author_name text, hidden flag, source text, model text, duration large, failed flag',
  'findings: root text, project text, code text, severity text, healing text, conversation text, path text, at text, offset large, line number, column number, owner text, message text, expected text, actual text, fingerprint text, count number',
  'tokens: root text, project text, conversation text, path text, answer large, model text, month text, input large, output large, cache_read large, cache_write large',
];
