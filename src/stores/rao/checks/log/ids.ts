import { spanOf } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Entries } from './entries.ts';
import type { Entry } from './entry.ts';

/** What is wrong with the ids of messages: each by itself, then twice, then out of order. */
export function* idTroubles(entries: Entries): Generator<Trouble> {
  for (const entry of entries.all) yield* ownTrouble(entry);
  for (const entry of entries.again) yield* againTrouble(entry, entries);
  // Ids that begin again are twice; that says it.
  if (entries.again.length === 0) yield* orderTrouble(entries.all);
}

function* ownTrouble({ value, id, at }: Entry): Generator<Trouble> {
  if (id.is === 'none') {
    yield {
      code: 'RA103',
      at,
      offset: spanOf(value).start,
      owner: 'rewrites',
      detail: 'has a message without an id',
    };
    return;
  }
  const trouble = (code: 'RA104' | 'RA105' | 'RA106' | 'RA109', owner: Trouble['owner'], detail: string) =>
    atValue(code, id.value, `${at}/id`, owner, detail);
  if (id.is === 'other') yield trouble('RA104', 'refuses', 'has an id that is an object or a list');
  else if (id.is === 'text') yield trouble('RA105', 'rewrites', `has the text "${id.text.slice(0, 20)}" as an id`);
  else if (id.is === 'boolean') yield trouble('RA106', 'reads', 'has a boolean as an id');
  else if (Math.abs(id.number) > LARGEST) yield trouble('RA109', 'crashes', `has the id ${id.number}`);
  else if (!isId(id.number)) yield trouble('RA106', 'reads', `has the id ${id.number}`);
}

/** What R counts messages with. */
function isId(number: number): boolean {
  return Number.isInteger(number) && number >= 1;
}

/** Of R's integers. */
const LARGEST = 2 ** 31 - 1;

function* againTrouble({ id, key, at }: Entry, { first }: Entries): Generator<Trouble> {
  if (id.is === 'none') return;
  const earlier = first.get(key ?? '')?.at;
  yield atValue('RA107', id.value, `${at}/id`, 'reads', `has the id ${key} again, which the message at ${earlier} has`);
}

function* orderTrouble(entries: readonly Entry[]): Generator<Trouble> {
  let highest = Number.NEGATIVE_INFINITY;
  for (const { id, index } of entries) {
    if (id.is !== 'number') continue;
    if (id.number < highest) {
      yield atValue('RA108', id.value, `/${index}/id`, 'reads', `has the id ${id.number} after ${highest}`);
      return;
    }
    highest = id.number;
  }
}
