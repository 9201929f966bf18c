import type { Value } from '../../../../codecs/json/value.ts';
import type { FunctionCall } from '../../decode/function-call.ts';
import type { LogMessage } from '../../decode/log-message.ts';
import { argument, baseNameOf, commandArguments, pasted, pathArgument } from './call-arguments.ts';

/** A command that Rao offers to run. */
export interface Command {
  readonly command: string;
  readonly explanation: string;
}

const CONSOLE = ['run_console_cmd', 'delete_file', 'run_file'];

/** The calls that Rao shows as a command with buttons. */
export function isCommand(name: string): boolean {
  return CONSOLE.includes(name) || name === 'run_terminal_cmd';
}

/** Runs in R's console, not in a terminal. */
export function isConsole(name: string): boolean {
  return CONSOLE.includes(name);
}

/** The command of a call, and what Rao writes over it. Throws Stops where R stops. */
export function commandOf(message: LogMessage, call: FunctionCall): Command {
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

function deletion(args: Value): Command {
  const file = argument(args, 'filename') ?? '';
  return {
    command: `unlink("${file}")`,
    explanation: argument(args, 'explanation') ?? `Deleting file: ${file}`,
  };
}

/** Rao shows the file as it is now; what it was then stands beside the call. */
function run(message: LogMessage, args: Value): Command {
  const script = message.field('modified_script');
  return { command: script === null ? '' : pasted(script), explanation: runTitle(args) };
}

/** What Rao calls a run of a file, or of lines of it. Throws Stops where R stops. */
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
  return trimmed(inside);
}

/** R's `trimws`. */
export function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(/^[ \t\r\n]+/, '');
}
