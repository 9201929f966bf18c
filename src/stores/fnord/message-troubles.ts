import { isString, kindOf, lexemeOf, type Value } from '../../codecs/json/value.ts';
import { tooLong } from './atoms.ts';
import type { Decoded } from './decode.ts';
import { type Item, isItem, items } from './items.ts';
import { remark, type Trouble } from './trouble.ts';

/** What is wrong with the messages: what hydration met, what stops a save, and calls without outputs. */
export function* messageTroubles(document: Pick<Decoded, 'body' | 'form'>): Generator<Trouble> {
  const seen: Seen = { asked: false, reasoning: null, reasonings: 0, calls: new Map(), answered: new Set() };
  for (const each of items(document)) {
    if (!isItem(each)) yield each;
    else yield* itemTroubles(each, seen);
  }
  const { reasoning, reasonings } = seen;
  if (reasoning !== null)
    yield remark('FN119', reasoning, 'crashes', `has ${reasonings} reasoning item${reasonings === 1 ? '' : 's'}`);
  for (const [id, value] of seen.calls)
    if (!seen.answered.has(id)) yield remark('FN202', value, 'reads', 'has a tool call without an output');
}

/** What one message can only be judged by together with those before it. */
interface Seen {
  asked: boolean;
  reasoning: Value | null;
  reasonings: number;
  readonly calls: Map<string, Value>;
  readonly answered: Set<string>;
}

function* itemTroubles(each: Item, seen: Seen): Generator<Trouble> {
  const { as, value } = each;
  if (as === 'user') seen.asked = true;
  else if (as === 'bare') yield bareTrouble(value, seen.asked);
  else if (as === 'raw') yield* rawTroubles(value);
  else if (as === 'call') seen.calls.set(idOf(each), value);
  else if (as === 'output') yield* outputTrouble(each, seen);
  else if (as === 'reasoning') {
    seen.reasoning ??= value;
    seen.reasonings++;
  }
}

function bareTrouble(value: Value, asked: boolean): Trouble {
  if (asked) return remark('FN104', value, 'reads', 'has a message that is no object');
  return remark('FN103', value, 'crashes', 'has a message that is no object before the first question');
}

function* rawTroubles(value: Value): Generator<Trouble> {
  yield remark('FN117', value, 'reads', 'has a message of a role or type that fnord does not know');
  const key = tooLong(value);
  if (key !== null) yield remark('FN120', key, 'crashes', 'has a message with a key that is too long to save');
}

function* outputTrouble(each: Item, { calls, answered }: Seen): Generator<Trouble> {
  const id = idOf(each);
  if (!calls.has(id)) yield remark('FN201', each.value, 'reads', 'has a tool output that answers no call before it');
  answered.add(id);
}

/** Two ids are the same when their sources are; fnord never compares them itself. */
function idOf({ callId }: Item): string {
  if (callId === null) return '';
  return isString(callId) ? lexemeOf(callId) : `${kindOf(callId)} ${lexemeOf(callId)}`;
}
