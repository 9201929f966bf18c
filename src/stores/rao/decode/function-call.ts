import { elements, isArray, isString, textOf, type Value } from '../../../codecs/json/value.ts';
import { fieldOf } from './field.ts';
import { type Ref, refOf } from './ref.ts';

/** A call that a message makes. */
export interface FunctionCall {
  readonly value: Value;
  readonly name: string | null;
  /** JSON as text, where all is well. */
  readonly arguments: Value | null;
  readonly callId: string | null;
  /** The id of the message itself. */
  readonly msgId: Ref;
}

/** The call in a `function_call`. */
export function functionCall(value: Value): FunctionCall {
  return {
    value,
    name: textIn(value, 'name'),
    arguments: fieldOf(value, 'arguments'),
    callId: textIn(value, 'call_id'),
    msgId: refOf(fieldOf(value, 'msg_id')),
  };
}

/** A member that is a text, as `fieldOf` finds it, or a list of one text, which R compares alike; null for any other. */
export function textIn(object: Value | null, key: string): string | null {
  const value = fieldOf(object, key);
  if (isString(value)) return textOf(value);
  const [only = null, ...more] = isArray(value) ? elements(value) : [];
  return isString(only) && more.length === 0 ? textOf(only) : null;
}
