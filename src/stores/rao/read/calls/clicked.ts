import type { Ref } from '../../decode/ref.ts';
import type { CompanionTable } from '../../decode/tables/companion-table.ts';
import type { RColumn } from '../../decode/tables/type-convert.ts';
import { Stops } from '../stops.ts';

/** Whether the buttons under a message were used, and Rao hides them. Throws Stops where R stops. */
export type Clicked = (id: Ref) => boolean;

/** Looks into a table of buttons, when it is first asked; without one, none was used. */
export function clicked(buttons: CompanionTable | null): Clicked {
  let known: Runs | null = null;
  return (id) => {
    known ??= runsOf(buttons);
    if (id.is === 'none' || id.is === 'other') return false;
    return usedIn(known, 'number' in id ? whole(id.number) : integer(id.text));
  };
}

function usedIn({ isEmpty, runs, strays }: Runs, id: number | null): boolean {
  if (isEmpty) return false;
  if (id === null) throw new Stops('an id is no integer to R, which then finds all rows of message_buttons.csv');
  const [run = false, ...more] = [...(runs.get(id) ?? []), ...strays];
  if (more.length > 0) throw new Stops('message_buttons.csv has several rows for one message');
  if (run === null) throw new Stops('message_buttons.csv has a row without a message');
  return run;
}

interface Runs {
  readonly isEmpty: boolean;
  readonly runs: ReadonlyMap<number, readonly boolean[]>;
  /** Rows whose number R cannot read: it finds them for every message. */
  readonly strays: readonly null[];
}

const NONE: Runs = { isEmpty: true, runs: new Map(), strays: [] };

function runsOf(buttons: CompanionTable | null): Runs {
  if (buttons === null) return NONE;
  const { read } = buttons;
  if (!read.ok) throw new Stops(`message_buttons.csv: ${read.error}`);
  if (read.rows.length === 0) return NONE;
  const ids = read.columns.find(({ name }) => name === 'message_id');
  const runs = read.columns.find(({ name }) => name === 'buttons_run');
  if (ids === undefined || runs === undefined) throw new Stops('message_buttons.csv lacks a column');
  return byId(ids, runs);
}

function byId({ type, cells }: RColumn, used: RColumn): Runs {
  const runs = new Map<number, boolean[]>();
  const strays: null[] = [];
  for (const [at, cell] of cells.entries()) {
    const id = integer(type === 'logical' ? (FLAGS.get(cell ?? '') ?? null) : cell);
    if (id === null) strays.push(null);
    else runs.set(id, [...(runs.get(id) ?? []), isTrue(used.type, used.cells[at] ?? null)]);
  }
  return { isEmpty: false, runs, strays };
}

/** R's `as.integer` of a logical value. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['TRUE', '1'],
  ['FALSE', '0'],
]);

/** R's `as.integer`. */
function integer(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  return whole(Number(text));
}

function whole(value: number): number | null {
  const number = Math.trunc(value);
  return Math.abs(number) <= LARGEST ? number : null;
}

const LARGEST = 2 ** 31 - 1;

/** R's `as.logical`, with false for NA; a number counts in a column of numbers only. */
function isTrue(type: RColumn['type'], cell: string | null): boolean {
  if (type === 'integer' || type === 'double') return cell !== null && Number(cell) !== 0;
  return cell !== null && ['T', 'TRUE', 'True', 'true'].includes(cell);
}
