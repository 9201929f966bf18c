import {
  elements,
  isObject,
  isString,
  root,
  sourceOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { grouped } from '../../../model/collections.ts';
import {
  type FunctionCall,
  fieldOf,
  isScalar,
  itemsOf,
  type RaoReference,
  referenceOf,
  textOfReference,
} from './field.ts';
import type { LogMessage } from './log.ts';
import { isVector, scanAsR } from './r-json.ts';
import type { CompanionTable } from './tables/companion-table.ts';
import { asLogical, MAX_R_INTEGER, type RColumn, trimws } from './tables/type-convert.ts';

export interface ShellCommand {
  readonly command: string;
  readonly explanation: string;
}

/** The command of a call, with Rao's title. Throws RStops where R stops. */
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

/** The command of a run, from the call's own copy of the file; Rao shows the file as it is now. */
function run(message: LogMessage, args: Value): ShellCommand {
  const script = message.field('modified_script');
  return { command: script === null ? '' : pastedText(script), explanation: runTitle(args) };
}

/** Rao's title for a run of a file, or of lines of it. Throws RStops where R stops. */
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

/** True for used buttons, which Rao hides. Throws RStops where R stops. */
export type IsClicked = (id: RaoReference) => boolean;

/** Reads the table on first use. Without one, no button was used. */
export function clickedButtons(buttons: CompanionTable | null): IsClicked {
  let known: Runs | null = null;
  return (id) => {
    known ??= runsOf(buttons);
    if (id.type === 'none' || id.type === 'other') return false;
    return usedIn(known, 'number' in id ? truncatedInteger(id.number) : integer(id.text));
  };
}

/** Runs by message. Those with an unreadable number are under null: R matches them with every message. */
type Runs = ReadonlyMap<number | null, readonly boolean[]>;

function usedIn(runs: Runs, id: number | null): boolean {
  if (runs.size === 0) return false;
  if (id === null) throw new RStops('an id is not an integer to R, which then finds all rows of message_buttons.csv');
  const [run = false, ...more] = [...(runs.get(id) ?? []), ...(runs.get(null) ?? []).map(() => null)];
  if (more.length > 0) throw new RStops('message_buttons.csv has several rows for one message');
  if (run === null) throw new RStops('message_buttons.csv has a row without a message');
  return run;
}

function runsOf(buttons: CompanionTable | null): Runs {
  if (buttons === null) return new Map();
  const { read } = buttons;
  if (!read.ok) throw new RStops(`message_buttons.csv: ${read.error}`);
  if (read.rows.length === 0) return new Map();
  const ids = read.columns.find(({ name }) => name === 'message_id');
  const runs = read.columns.find(({ name }) => name === 'buttons_run');
  if (ids === undefined || runs === undefined) throw new RStops('message_buttons.csv lacks a column');
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

/** R's `as.integer` of a text; null for NA. */
function integer(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  return truncatedInteger(Number(text));
}

function truncatedInteger(value: number): number | null {
  const number = Math.trunc(value);
  return Math.abs(number) <= MAX_R_INTEGER ? number : null;
}

/** R's `as.logical`, false for NA. Numbers count only in a numeric column. */
function isTrue(type: RColumn['type'], cell: string | null): boolean {
  if (type === 'integer' || type === 'double') return cell !== null && Number(cell) !== 0;
  return cell !== null && asLogical(cell) === true;
}

/** Thrown where R stops while it shows a conversation. The message is R's. */
export class RStops extends Error {
  override readonly name = 'RStops';
}

/** The arguments of a call, for lines and edits that Rao shows. Throws RStops where R stops. */
export function argumentsOf(call: FunctionCall): Value | null {
  const args = unboxedValue(call.arguments);
  if (!isString(args)) return isObject(args) ? args : null;
  const parsed = parse(textOf(args));
  if (parsed === undefined) throw new RStops('the arguments of a call are not JSON');
  if (parsed !== null && isVector(parsed)) throw new RStops(NAMELESS);
  return memberSource(parsed);
}

/** Arguments of a command. Broken JSON is null; a boxed text is not opened. Throws RStops where R stops. */
export function commandArguments(call: FunctionCall): Value | null {
  const args = call.arguments;
  const parsed = isString(args) ? parse(textOf(args)) : args;
  return parsed === undefined ? null : memberSource(parsed);
}

function parse(text: string): Value | null | undefined {
  const { tape } = scanAsR(Buffer.from(text), 'lines');
  return tape.fault === null ? root(tape) : undefined;
}

const NAMELESS = 'the arguments of a call have no names';

/** The value of which R reads members: a list and null have none, and a plain value stops R. */
function memberSource(value: Value | null): Value | null {
  if (value === null || typeOf(value) === 'null') return null;
  if (isScalar(value)) throw new RStops(NAMELESS);
  return value;
}

/** The value inside a list or object of one member, which means that member; else the value itself. */
function unboxedValue(value: Value | null): Value | null {
  if (value === null) return null;
  const inside = itemsOf(value);
  return inside.length === 1 ? (inside[0] ?? null) : value;
}

/** An argument as R pastes it into a text; null if absent. */
export function argument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  return value === null ? null : pastedText(value);
}

/** An argument that R compares. Throws RStops for an empty list or object. */
export function comparedArgument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  if (value !== null && !isScalar(value) && itemsOf(value).length === 0)
    throw new RStops(`the argument ${name} is empty`);
  return value === null ? null : pastedText(value);
}

/** A path in a line; R unboxes a list of one. Throws RStops for other types. */
export function pathInLine(args: Value | null, name: string): string | null {
  const [only, ...more] = elements(fieldOf(args, name));
  return isString(only) && more.length === 0 ? textOf(only) : pathArgument(args, name);
}

/** A path that R needs. Throws RStops for anything but a text. */
export function pathArgument(args: Value | null, name: string): string | null {
  const value = fieldOf(args, name);
  if (value !== null && !isString(value)) throw new RStops(`the argument ${name} is not text`);
  return value === null ? null : textOf(value);
}

/** R's `paste`: nothing for an empty list, the item of a list of one, else the source. */
export function pastedText(value: Value): string {
  for (let inner = value; ; ) {
    const plain = textOfReference(referenceOf(inner));
    const [only, ...more] = itemsOf(inner);
    if (plain !== null) return plain;
    if (only === undefined) return '';
    if (more.length > 0) return Buffer.from(sourceOf(inner)).toString();
    inner = only;
  }
}

/** R's `basename`: trailing slashes are ignored. */
export function baseNameOf(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
