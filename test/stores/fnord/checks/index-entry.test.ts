import { expect, test } from 'vitest';
import {
  entriesSeen,
  indexFindings,
  indexStatus,
  searchEntry,
} from '../../../../src/stores/fnord/checks/conversation-findings.ts';
import { filePart } from '../open-site.ts';

const EMBEDDINGS = JSON.stringify(new Array(384).fill(0.25));

function entry(metadata: string | null, embeddings: string | null = EMBEDDINGS) {
  const part = (name: string, text: string) =>
    filePart(`index/a/${name}.json`, Buffer.from(text), { role: `index-${name}` });
  const parts = [];
  if (metadata !== null) parts.push(part('metadata', metadata));
  if (embeddings !== null) parts.push(part('embeddings', embeddings));
  return searchEntry(parts);
}

test.each([
  ['{"last_indexed_ts":10}', 10, 'current'],
  ['{"last_indexed_ts":9.5}', 10, 'stale'],
  ['{"last_indexed_ts":11}', 10, 'current'],
  ['{}', 0, 'stale'],
  ['{}', -1, 'current'],
  ['rubbish', 0, 'stale'],
  ['[]', 0, 'stale'],
  // What fnord's decoder refuses counts as not there.
  ['{"last_indexed_ts":10,"summary":1e400}', 10, 'stale'],
  [`{"last_indexed_ts":10,"n":${'1'.repeat(1024)}}`, 10, 'current'],
  [`{"last_indexed_ts":10,"n":${'1'.repeat(1025)}}`, 10, 'stale'],
  [`{"last_indexed_ts":10,"n":-${'1'.repeat(1024)}}`, 10, 'stale'],
  ['{"last_indexed_ts":"9"}', 10, 'current'],
  ['{"last_indexed_ts":null}', 10, 'current'],
  [null, 10, 'new'],
  ['{"last_indexed_ts":10}', null, 'deleted'],
  [null, null, null],
])('an entry that says %j of a conversation of the time %s is %s', (metadata, timestamp, status) => {
  expect(indexStatus(entry(metadata), timestamp)).toBe(status);
});

test.each([
  ['{"last_indexed_ts":10}', EMBEDDINGS, []],
  ['{"last_indexed_ts":9}', EMBEDDINGS, ['FN302']],
  ['{}', EMBEDDINGS, ['FN302']],
  ['rubbish', EMBEDDINGS, ['FN304']],
  ['{"last_indexed_ts":"9"}', EMBEDDINGS, ['FN304']],
  ['{"last_indexed_ts":10}', null, ['FN307']],
  ['{"last_indexed_ts":10}', '{}', ['FN307']],
  ['{"last_indexed_ts":10}', '[1,"2"]', ['FN307']],
  ['{"last_indexed_ts":10}', '[]', ['FN306']],
  [null, EMBEDDINGS, ['FN305']],
])('the entry %j with embeddings has its findings', (metadata, embeddings, codes) => {
  expect(Array.from(indexFindings(entry(metadata, embeddings), 'a', 10), ({ code }) => code)).toEqual(codes);
});

test('no entry has no findings', () => {
  expect([...indexFindings(searchEntry([]), 'a', 10)]).toEqual([]);
});

test.each([
  ['home', ['conversation', 'worktree'], false, 'none'],
  ['project', ['conversation'], false, 'none'],
  ['home', ['conversation', 'index-other'], false, 'some'],
  ['home', ['conversation'], true, 'unseen'],
  ['home', ['conversation', 'index-metadata'], true, 'some'],
  ['folder', ['conversation'], false, 'unseen'],
] as const)('a %s with parts that are %j has entries or not', (shape, roles, hasUnreadFolder, entries) => {
  const site = { kind: 'fnord', root: '/store', shape, scope: null, file: null } as const;
  const scope = {
    name: 'lantern',
    site,
    shared: [],
    now: 0,
    signatures: false,
    roles: new Set(roles),
    hasUnreadFolder,
  };
  expect(entriesSeen(scope)).toBe(entries);
});
