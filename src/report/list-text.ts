import { columnsOf, padded } from './columns.ts';
import { countText, numberText } from './count.ts';
import { columnsFor, EXACT, type Group, headingOf } from './list-rows.ts';

/** A group for a pipe: its heading and aligned columns; ids, times and titles whole. */
export function* listText(group: Group): Generator<string> {
  const columns = columnsFor(group, EXACT);
  const rows = group.conversations.map((each) => columns.map(({ textOf }) => textOf(each)));
  const all = [columns.map(({ head }) => head), ...rows];
  const widths = columns.map((_, at) => all.reduce((most, row) => Math.max(most, columnsOf(row[at] ?? '')), 0));
  yield* headingOf(group);
  for (const row of all) {
    const cells = row.map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]?.side));
    yield `  ${cells.join('  ').trimEnd()}`;
  }
  yield '';
}

/** How many conversations a list shows, of how many. */
export interface Total {
  readonly shown: number;
  /** Those that were asked for, shown or not. */
  readonly wanted: number;
  readonly unreadable: number;
  /** All that there are in scope. */
  readonly found: number;
}

/** The last line of a list: how many there are, how many the program cannot read, and how many were left out. */
export function listTotal({ wanted, unreadable, found }: Total): string {
  const rest = found > wanted ? ` of ${numberText(found)} in scope` : '';
  const bad = unreadable === 0 ? '' : `, ${numberText(unreadable)} not readable (\`convo verify\` says why)`;
  return `${countText(wanted, 'conversation')}${rest}${bad}`;
}
