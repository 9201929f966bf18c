import type { Value } from '../../../codecs/json/value.ts';
import { grouped } from '../../../model/grouped.ts';
import { argument, baseNameOf, commandArguments, pasted, pathArgument, Stops } from './call-arguments.ts';
import type { FunctionCall, Ref } from './field.ts';
import type { LogMessage } from './log.ts';
import type { CompanionTable } from './tables/companion-table.ts';
import { asLogical, LARGEST_INTEGER, type RColumn } from './tables/type-convert.ts';
import { trimws } from './trimws.ts';

export interface ShellCommand {
  readonly command: string;
  readonly explanation: string;
}

/** The command of a call, with Rao's title. Throws Stops where R stops. */
export function commandOf(message: LogMessage, call: FunctionCall): ShellCommand {
  const args = commandArguments(call);
  if (args === null) return { command: '', explanation: '' };
  if (call.name === 'delete_file') return deletion(args);
  if (call.name === 'run_file') return run(message, args);
  const command = argument(args, 'command') ?? '';
  const fence =
    call.name === 'run_console_cmd'
      ? /^```[rR]?[mM]?[dD]?[ \t\n\v\f\r]*\n?/
      : /^```(?:shell|bash|sh)?[ \t\n\v\f\r]*\n?/;
  return { command: withoutFence(command, fence), explanation: argument(args, 'explanation') ?? '' };
}

function deletion(args: Value): ShellCommand {
  const file = argument(args, 'filename') ?? '';
  return {
    command: `unlink("${file}")`,
    explanation: argument(args, 'explanation') ?? `Deleting file: ${file}`,
  };
}

/** Rao shows the file as it is now. The call's own copy is used here. */
function run(message: LogMessage, args: Value): ShellCommand {
  const script = message.field('modified_script');
  return { command: script === null ? '' : pasted(script), explanation: runTitle(args) };
}

/** Rao's title for a run of a file, or of lines of it. Throws Stops where R stops. */
export function runTitle(args: Value | null): string {
  const file = pathArgument(args, 'filename');
  if (file === null) return 'Running file';
  const start = argument(args, 'start_line_one_indexed');
  const end = argument(args, 'end_line_one_indexed_inclusive');
  const lines = start === null && end === null ? '' : ` (${start ?? '1'}-${end ?? 'end'})`;
  return `Running: ${baseNameOf(file)}${lines}`;
}

function withoutFence(command: string, fence: RegExp): string {
  const inside = command
    .replace(fence, '')
    .replace(/\n?```[ \t\n\v\f\r]*$/, '')
    .replaceAll('```\n', '');
  return trimws(inside);
}

/** True for used buttons, which Rao hides. Throws Stops where R stops. */
export type Clicked = (id: Ref) => boolean;

/** Reads the table on first use. Without one, no button was used. */
export function clicked(buttons: CompanionTable | null): Clicked {
  let known: Runs | null = null;
  return (id) => {
    known ??= runsOf(buttons);
    if (id.type === 'none' || id.type === 'other') return false;
    return usedIn(known, 'number' in id ? whole(id.number) : integer(id.text));
  };
}

/** By message. Null collects unreadable numbers, which R matches with every message. */
type Runs = ReadonlyMap<number | null, readonly boolean[]>;

function usedIn(runs: Runs, id: number | null): boolean {
  if (runs.size === 0) return false;
  if (id === null) throw new Stops('an id is not an integer to R, which then finds all rows of message_buttons.csv');
  const [run = false, ...more] = [...(runs.get(id) ?? []), ...(runs.get(null) ?? []).map(() => null)];
  if (more.length > 0) throw new Stops('message_buttons.csv has several rows for one message');
  if (run === null) throw new Stops('message_buttons.csv has a row without a message');
  return run;
}

function runsOf(buttons: CompanionTable | null): Runs {
  if (buttons === null) return new Map();
  const { read } = buttons;
  if (!read.ok) throw new Stops(`message_buttons.csv: ${read.error}`);
  if (read.rows.length === 0) return new Map();
  const ids = read.columns.find(({ name }) => name === 'message_id');
  const runs = read.columns.find(({ name }) => name === 'buttons_run');
  if (ids === undefined || runs === undefined) throw new Stops('message_buttons.csv lacks a column');
  return byId(ids, runs);
}

function byId({ type, cells }: RColumn, used: RColumn): Runs {
  return grouped(
    cells.map((cell, at) => {
      const id = integer(type === 'logical' ? (FLAGS.get(cell ?? '') ?? null) : cell);
      return [id, isTrue(used.type, used.cells[at] ?? null)];
    }),
  );
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
  return Math.abs(number) <= LARGEST_INTEGER ? number : null;
}

/** R's `as.logical`, false for NA. Numbers count in a numeric column only. */
function isTrue(type: RColumn['type'], cell: string | null): boolean {
  if (type === 'integer' || type === 'double') return cell !== null && Number(cell) !== 0;
  return cell !== null && asLogical(cell) === true;
}
