import type { Value } from '../../../codecs/json/value.ts';
import type { FnordFinding } from './fnord-finding.ts';

/**
 * One message after hydration; `value` is where it comes from. `raw` is an object that fnord does not know, `bare` no
 * object at all. `text` is its content, output or arguments, null for an absent one.
 */
export interface Item {
  readonly as: 'user' | 'assistant' | 'system' | 'call' | 'output' | 'reasoning' | 'raw' | 'bare';
  readonly value: Value;
  readonly text: Value | null;
  readonly callId: Value | null;
  readonly name: Value | null;
}

/** What hydration results in, one by one: a message, or what is wrong with one. A message that raises gives no item. */
export type Hydrated = Item | FnordFinding;

/** True for a message. */
export function isItem(each: Hydrated): each is Item {
  return 'as' in each;
}

/** A message; without call id and name unless they are given. */
export function item(
  as: Item['as'],
  value: Value,
  text: Value | null = null,
  callId: Value | null = null,
  name: Value | null = null,
): Item {
  return { as, value, text, callId, name };
}
