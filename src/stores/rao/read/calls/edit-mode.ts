import type { Diff } from '../../decode/diffs.ts';
import { fieldOf } from '../../decode/field.ts';
import type { FunctionCall } from '../../decode/function-call.ts';
import { isTrue } from '../../decode/log-message.ts';
import { Stops } from '../stops.ts';
import { argument, commandArguments } from './call-arguments.ts';

/** Where in the file an edit goes: `lines 3-7`, `at the end`; empty where nothing tells. */
export function editMode(call: FunctionCall, diff: Diff | null): string {
  const args = quietly(call);
  const insert = argument(args, 'insert_line');
  const [start, end] = [argument(args, 'start_line'), argument(args, 'end_line')];
  const keyword = argument(args, 'keyword');
  const flags = diff === null ? null : fieldOf(diff.value, 'flags');
  if (insert !== null) return insert === '0' ? AT_START : `after line ${insert}`;
  if (start !== null && end !== null) return `lines ${start}-${end}`;
  if (keyword === 'start' || isTrue(fieldOf(flags, 'is_start_edit'))) return AT_START;
  if (keyword === 'end' || isTrue(fieldOf(flags, 'is_end_edit'))) return 'at the end';
  return keyword === null || keyword === argument(args, 'filename') ? '' : `in place of ${keyword}`;
}

const AT_START = 'at the start';

function quietly(call: FunctionCall): ReturnType<typeof commandArguments> {
  try {
    return commandArguments(call);
  } catch (error) {
    if (error instanceof Stops) return null;
    throw error;
  }
}
