import { countText } from './count.ts';
import { cells, type Group, HEADS, headingOf, RIGHT } from './list-rows.ts';

/** A group for a pipe: its heading and aligned columns; ids and titles whole. */
export function* listText(group: Group): Generator<string> {
  const rows = group.conversations.map((each) => cells(each, (id) => id));
  const widths = HEADS.map((head, column) =>
    rows.reduce((most, row) => Math.max(most, length(row[column])), head.length),
  );
  yield* headingOf(group);
  for (const row of [HEADS, ...rows]) yield `  ${aligned(row, widths)}`;
  yield '';
}

function aligned(row: readonly string[], widths: readonly number[]): string {
  const last = row.length - 1;
  const padded = row.map((cell, column) => {
    const space = ' '.repeat(column === last ? 0 : (widths[column] ?? 0) - length(cell));
    return RIGHT.has(column) ? space + cell : cell + space;
  });
  return padded.join('  ').trimEnd();
}

function length(text = ''): number {
  return Array.from(text).length;
}

/** The last line of a list: how many there are, how many the owner cannot read, and how many were left out. */
export function listTotal({
  all,
  unreadable,
  found,
}: {
  readonly all: number;
  readonly unreadable: number;
  readonly found: number;
}): string {
  const rest = found > all ? ` of ${found} in scope` : '';
  const bad = unreadable === 0 ? '' : `, ${unreadable} not readable (\`convo verify\` says why)`;
  return `${countText(all, 'conversation')}${rest}${bad}`;
}
