import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/model/conversation.ts';
import { columnsFor, DROPPED, type ListColumn, type RowFormat } from '../../../src/report/list/rows.ts';

const ONE: Conversation = {
  kind: 'claude',
  root: '/home/ada/.claude',
  project: 'lantern',
  path: '/home/ada/.claude/projects/lantern/abcdefgh-1.jsonl',
  id: 'abcdefgh-1',
  format: 'claude',
  state: 'active',
  readable: true,
  timestamp: 1_754_600_000,
  createdAt: 1_754_600_000,
  updatedAt: 1_754_600_000,
  title: 'A lantern for the harbour',
  messages: 1200,
  bytes: 4096,
};

const FORMAT: RowFormat = {
  idOf: (id) => id.slice(0, 8),
  timeOf: () => 'yesterday',
  projectOf: ({ project }) => project ?? '',
  timeHead: 'time',
};

function columnsOf(conversations: readonly Conversation[], more: Partial<RowFormat> = {}): ListColumn[] {
  return columnsFor({ conversations, sharing: null }, { ...FORMAT, ...more });
}

function namesOf(columns: readonly ListColumn[]): string {
  return columns.map(({ name }) => name).join(' ');
}

function cellOf(each: Conversation, column: ListColumn['name']): string | undefined {
  return columnsOf([each])
    .find(({ name }) => name === column)
    ?.textOf(each);
}

function rowOf(each: Conversation, more?: Partial<RowFormat>): string[] {
  return columnsOf([each], more).map(({ textOf }) => textOf(each));
}

test('a row has its id, time, format, messages, size and title', () => {
  expect(namesOf(columnsOf([ONE]))).toBe('id time format messages size title');
  expect(rowOf(ONE)).toEqual(['abcdefgh', 'yesterday', 'claude', '1,200', '4.1 KB', 'A lantern for the harbour']);
});

test('a project is named where there are several', () => {
  const other = { ...ONE, project: 'orchard' };
  expect(namesOf(columnsOf([ONE, other]))).toBe('id time project format messages size title');
  expect(namesOf(columnsOf([ONE, { ...ONE, id: 'b' }]))).not.toContain('project');
});

test('a mark has a column of its own where signs are asked for, and words before the title elsewhere', () => {
  const due = { ...ONE, readable: false, daysLeft: 3 };
  expect(namesOf(columnsOf([due], { signs: true }))).toBe('id time format messages size mark title');
  expect(rowOf(due, { signs: true }).slice(-2)).toEqual(['✗†3d', 'A lantern for the harbour']);
  expect(rowOf(due).at(-1)).toMatch(/^\[.*3 days.*\] \[claude cannot resume this\] A lantern/);
});

test('a column goes when it says nothing: one format, no mark, nothing counted', () => {
  const informative = (all: readonly Conversation[]) =>
    namesOf(columnsOf(all, { signs: true }).filter(({ isInformative }) => isInformative?.(all) ?? true));
  expect(informative([{ ...ONE, messages: null }])).toBe('id time size title');
  expect(informative([ONE, { ...ONE, format: 'v0', readable: false }])).toBe('id time format messages size mark title');
});

test('the size goes first where there is little room, then the format; a list by size keeps it', () => {
  expect(DROPPED).toEqual(['size', 'format']);
  const staying = (more: Partial<RowFormat>) => namesOf(columnsOf([ONE], more).filter(({ stays }) => stays));
  expect(staying({})).toBe('');
  expect(staying({ isBySize: true })).toBe('size');
});

test('a large file that was not counted has a sign, and one that its program cannot read has none', () => {
  const messages = (each: Conversation) => cellOf(each, 'messages');
  expect(messages({ ...ONE, messages: null })).toBe('…');
  expect(messages({ ...ONE, messages: null, readable: false })).toBe('');
});

test('an id from another file of it says so, and no sign of a terminal gets through', () => {
  expect(cellOf({ ...ONE, earlier: 2 }, 'id')).toBe('abcdefgh~2');
  expect(cellOf({ ...ONE, id: 'a\u001bb' }, 'id')).toBe('a\\u001bb');
});
