import { pointerStep } from '../../../../codecs/json/pointer.ts';
import { isArray, members, textOf, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import { memberOf } from '../../decode/field.ts';
import { some } from '../some.ts';
import { COMMANDS, type Entry, unboxed } from './entry.ts';
import { ASKED, KNOWN } from './keys.ts';

/** Keys that should be single values; R has them in a list of one when they were written without care. */
const SINGLE = ['role', 'type', 'call_id', 'related_to', 'request_id', 'response_id', 'original_query'] as const;
const SINGLE_OF_CALL = ['name', 'arguments', 'call_id', 'msg_id'] as const;

/** Keys that R reads as others, that Rao does not know, and values in boxes. */
export function* keyTroubles(entries: readonly Entry[]): Generator<Trouble> {
  const strange = new Map<string, Trouble>();
  for (const entry of entries) {
    if (entry.hasLists) for (const key of SINGLE) yield* boxTrouble(entry.field(key), entry, `/${key}`);
    if (entry.call !== null && hasLists(entry.call.value)) yield* callBoxes(entry, entry.call.value);
    if (entry.isStrange) yield* strangers(entry, strange);
  }
  const [first] = strange.values();
  if (first !== undefined) yield { ...first, detail: `has unknown keys: ${some([...strange.keys()])}` };
}

function hasLists(object: Value): boolean {
  return members(object).some(({ value }) => isArray(value));
}

function* callBoxes(entry: Entry, call: Value): Generator<Trouble> {
  for (const key of SINGLE_OF_CALL.filter((each) => each !== 'arguments' || !COMMANDS.has(entry.call?.name ?? '')))
    yield* boxTrouble(memberOf(call, key)?.value ?? null, entry, `/function_call/${key}`);
}

function* boxTrouble(value: Value | null, { at }: Entry, below: string): Generator<Trouble> {
  if (isArray(value) && unboxed(value) !== value)
    yield atValue(
      'RA112',
      value,
      at + below,
      'reads',
      `has ${below.slice(below.lastIndexOf('/') + 1)} in a list of one`,
    );
}

function* strangers({ value, at }: Entry, strange: Map<string, Trouble>): Generator<Trouble> {
  // What R finds for each key that Rao asks for, by the place of the key.
  const asked = new Map(ASKED.flatMap((name) => [[memberOf(value, name)?.key.at, name] as const]));
  for (const { key } of members(value)) {
    const name = textOf(key);
    if (KNOWN.includes(name)) continue;
    const where = at + pointerStep(name);
    const taken = asked.get(key.at);
    if (taken !== undefined) yield atValue('RA110', key, where, 'reads', `has ${name}, which R takes for ${taken}`);
    else if (!strange.has(name)) strange.set(name, atValue('RA111', key, where, 'reads', ''));
  }
}
