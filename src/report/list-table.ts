import Table from 'cli-table3';
import type { Conversation } from '../model/conversation.ts';
import { cells, type Group, HEADS, headingOf, RIGHT } from './list-rows.ts';
import { listText } from './list-text.ts';
import type { Paint } from './paint.ts';

/** Room that a title has at least, and at most. */
const TITLE = { least: 16, most: 100 };

/** Rows of the largest table that is drawn: cli-table3 takes quadratic time, and nobody reads on. */
const DRAWN = 500;

/** Lists for a terminal `width` columns wide: a heading and a table each, ids as short as they stay unique. */
export function* listTable(groups: readonly Group[], width: number, paint: Paint): Generator<string> {
  const idOf = shortener(groups.flatMap(({ conversations }) => conversations.map(({ id }) => id)));
  for (const group of groups) {
    if (group.conversations.length > DRAWN) {
      yield* listText(group);
      continue;
    }
    const rows = group.conversations.map((each) => ({ each, row: cells(each, idOf) }));
    const table = new Table({
      head: HEADS.map((head) => paint.strong(head)),
      colWidths: widthsOf(
        rows.map(({ row }) => row),
        width,
      ),
      colAligns: HEADS.map((_, i) => (RIGHT.has(i) ? 'right' : 'left')),
      style: { head: [], border: [], compact: true },
    });
    for (const { each, row } of rows) table.push(painted(each, row, paint));
    for (const line of headingOf(group)) yield paint.accent(line);
    yield table.toString();
    yield '';
  }
}

/** As wide as the texts need, and the title as wide as the terminal allows; a border and two blanks go with each column. */
function widthsOf(rows: readonly (readonly string[])[], width: number): number[] {
  const needed = HEADS.map((head, i) => 2 + rows.reduce((most, row) => Math.max(most, columnsOf(row[i])), head.length));
  const fixed = needed.slice(0, -1);
  const room = width - fixed.reduce((sum, each) => sum + each + 1, 2);
  return [...fixed, Math.min(Math.max(room, TITLE.least), TITLE.most, needed.at(-1) ?? 0)];
}

/** Columns that a text takes on a terminal: East Asian characters and pictures take two. */
function columnsOf(text = ''): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (/[\u1100-\uffff]|\p{Emoji_Presentation}/u.test(character) ? 2 : 1),
    0,
  );
}

function painted({ readable, state }: Conversation, row: string[], paint: Paint): string[] {
  if (!readable) return row.map(paint.bad);
  return state === 'archived' ? row.map(paint.faint) : row;
}

/** Characters of an id that are shown at least. */
const SHORTEST = 8;

/** Gives each id its shortest beginning that no other of them has. */
export function shortener(ids: readonly string[]): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const short = new Map<string, string>();
  for (const [i, id] of sorted.entries()) {
    const needed = 1 + Math.max(shared(id, sorted[i - 1]), shared(id, sorted[i + 1]));
    short.set(id, id.slice(0, Math.max(SHORTEST, needed)));
  }
  return (id) => short.get(id) ?? id;
}

function shared(a: string, b = ''): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
