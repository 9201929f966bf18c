import { elements, isObject, isText, kindOf, lexemeOf, type Value } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import { textIn } from '../../decode/function-call.ts';
import { isTrue } from '../../decode/log-message.ts';

/** One message of a log, as far as ids and references go. */
export interface Entry {
  /** Its place in the log. */
  readonly index: number;
  readonly value: Value;
  /** Its id, when that is a whole number. */
  readonly id: number | null;
  /** What it is related to, when that is a whole number. */
  readonly related: number | null;
  readonly kind: 'question' | 'call' | 'output' | 'text' | 'user';
  /** Of a call and of its output. */
  readonly callId: string | null;
  /** The function that a call names. */
  readonly calls: string | null;
}

/** The messages of a log; what is not an object has no entry. */
export function entriesOf(log: Value): Entry[] {
  return elements(log).flatMap((value, index) => (isObject(value) ? [entryOf(value, index)] : []));
}

function entryOf(value: Value, index: number): Entry {
  const call = callOf(value);
  return {
    index,
    value,
    id: wholeNumber(fieldOf(value, 'id')),
    related: wholeNumber(fieldOf(value, 'related_to')),
    kind: kindOfEntry(value),
    callId: textIn(call ?? value, 'call_id'),
    calls: textIn(call, 'name'),
  };
}

/** The function call of a message. */
export function callOf(message: Value): Value | null {
  const call = fieldOf(message, 'function_call');
  return isObject(call) ? call : null;
}

function kindOfEntry(value: Value): Entry['kind'] {
  if (callOf(value) !== null) return 'call';
  if (isText(fieldOf(value, 'type'), 'function_call_output')) return 'output';
  if (!isText(fieldOf(value, 'role'), 'user')) return 'text';
  return isTrue(fieldOf(value, 'original_query')) ? 'question' : 'user';
}

/** A number without fraction that a double holds: R has no other integers. `1e+05` is one. */
export function wholeNumber(value: Value | null): number | null {
  if (value === null || kindOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isSafeInteger(number) ? number : null;
}

/** A call that edits a file: its diffs are kept under its id (docs/formats/rao.md, "Files"; `search_replace` is of Erdos). */
export function isEdit({ calls }: Entry): boolean {
  return calls === 'edit_file' || calls === 'search_replace';
}
