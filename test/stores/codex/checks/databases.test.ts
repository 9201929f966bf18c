import { expect, test } from 'vitest';
import type { TableRead } from '../../../../src/model/part.ts';
import { databaseFindings } from '../../../../src/stores/codex/checks/home-findings.ts';
import { threadIndex } from '../../../../src/stores/codex/read/databases.ts';

const site = { kind: 'codex', root: '/home/ada/.codex', shape: 'home', scope: null, file: null } as const;
const ROW = { id: 'A', rollout_path: '/x', name: 'Leeks', title: '', first_user_message: 'When?', preview: 'When?' };
const { name: _, ...UNNAMED } = ROW;

/** The index of threads where there are these files, and the rows that are read of each. */
const indexOf = (files: Readonly<Record<string, TableRead>>) =>
  threadIndex({
    site,
    exists: (path) => Object.keys(files).some((file) => path === `${site.root}/${file}`),
    tableAt: (path) => files[path] ?? { none: 'absent', reason: 'is not there' },
  });
const home = { hasThread: () => true, exists: () => true, read: new Set<string>(), isPartial: false };
const said = (files: Readonly<Record<string, TableRead>>) =>
  [...databaseFindings(indexOf(files), home, true)].map(({ code, path, detail }) => `${code} ${path} ${detail}`);

test('names are those of the index of threads', () => {
  expect(indexOf({ 'state_5.sqlite': [ROW] })?.rows.get('a')?.name).toBe('Leeks');
  expect(said({ 'state_5.sqlite': [ROW] })).toEqual([]);
});

test.each<[string, Readonly<Record<string, TableRead>>, string]>([
  [
    'lacks the names',
    { 'state_5.sqlite': [UNNAMED] },
    'CX502 state_5.sqlite has no column name in its table threads, as in no version that convo knows: names that are there alone are not shown',
  ],
  [
    'has threads of another shape',
    { 'state_5.sqlite': [{ name: 'Leeks' }] },
    'CX502 state_5.sqlite cannot be read: has another table threads than this version knows',
  ],
  [
    'is beside that of a newer program',
    { 'state_5.sqlite': [ROW], 'state_6.sqlite': [ROW] },
    'CX502 state_6.sqlite cannot be read: is of a newer version of the program than convo knows',
  ],
])('that no name is known is said once, where the index of threads %s', (_, files, sentence) => {
  expect(said(files)).toEqual([sentence]);
  expect(indexOf(files)?.rows.get('a')?.name ?? null).toBe(null);
});
