import { isString, kindOf, lexemeOf, type Value } from '../../../codecs/json/value.ts';
import { tooLong } from '../decode/atoms.ts';
import type { Decoded } from '../decode/decode.ts';
import { remark, type Trouble } from '../decode/trouble.ts';
import { type Item, isItem } from '../hydrate/item.ts';

/** What is wrong with the messages: what hydration met, what stops a save, and calls without outputs. */
export function messageTroubles(document: Pick<Decoded, 'items'>): Trouble[] {
  const seen: Seen = { found: [], asked: false, reasoning: null, reasonings: 0, calls: new Map(), answered: new Set() };
  for (const each of document.items()) {
    if (isItem(each)) meet(each, seen);
    else seen.found.push(each);
  }
  const { found, reasoning, reasonings, calls, answered } = seen;
  if (reasoning !== null)
    found.push(remark('FN119', reasoning, 'crashes', `has ${reasonings} reasoning item${reasonings === 1 ? '' : 's'}`));
  for (const [id, value] of calls)
    if (!answered.has(id)) found.push(remark('FN202', value, 'reads', 'has a tool call without an output'));
  return found;
}

/** What was found, and what one message can only be judged by together with those before it. */
interface Seen {
  readonly found: Trouble[];
  asked: boolean;
  reasoning: Value | null;
  reasonings: number;
  readonly calls: Map<string, Value>;
  readonly answered: Set<string>;
}

function meet(each: Item, seen: Seen): void {
  const { as, value } = each;
  if (as === 'user') seen.asked = true;
  else if (as === 'bare') seen.found.push(bareTrouble(value, seen.asked));
  else if (as === 'raw') meetRaw(value, seen);
  else if (as === 'call') seen.calls.set(idOf(each), value);
  else if (as === 'output') meetOutput(each, seen);
  else if (as === 'reasoning') {
    seen.reasoning ??= value;
    seen.reasonings++;
  }
}

function bareTrouble(value: Value, asked: boolean): Trouble {
  if (asked) return remark('FN104', value, 'reads', 'has a message that is no object');
  return remark('FN103', value, 'crashes', 'has a message that is no object before the first question');
}

function meetRaw(value: Value, { found }: Seen): void {
  found.push(remark('FN117', value, 'reads', 'has a message of a role or type that fnord does not know'));
  const key = tooLong(value);
  if (key !== null) found.push(remark('FN120', key, 'crashes', 'has a message with a key that is too long to save'));
}

function meetOutput(each: Item, { found, calls, answered }: Seen): void {
  const id = idOf(each);
  if (!calls.has(id))
    found.push(remark('FN201', each.value, 'reads', 'has a tool output that answers no call before it'));
  answered.add(id);
}

/** Two ids are the same when their sources are; fnord never compares them itself. */
function idOf({ callId }: Item): string {
  if (callId === null) return '';
  return isString(callId) ? lexemeOf(callId) : `${kindOf(callId)} ${lexemeOf(callId)}`;
}
