import { isArray, isObject, type Value } from '../../../../codecs/json/value.ts';
import { atValue, type Trouble } from '../../../trouble.ts';
import type { Entries } from './entries.ts';
import { type Entry, isEdit } from './entry.ts';
import { keyOf } from './keys.ts';

/** What is wrong with what messages say they are related to. */
export function* relationTroubles({ all, first, again }: Entries): Generator<Trouble> {
  const shared = new Set(again.map(({ key }) => key));
  const open = new Set(all.flatMap((entry) => (isEdit(entry) && entry.key !== null ? [entry.key] : [])));
  for (const entry of all) {
    if (entry.related.is === 'none') continue;
    yield* relationTrouble(entry, { first, shared }, open.size > 0);
    // Rao looks for the answer to each edit from the first message on, and no further than to the first it finds.
    const target = entry.role === 'assistant' ? keyOf(entry.related) : null;
    if (target !== null) open.delete(target);
  }
}

/** What there is to be related to. */
interface Targets {
  readonly first: Entries['first'];
  /** Ids of several messages. */
  readonly shared: ReadonlySet<string | null>;
}

function* relationTrouble(entry: Entry, { first, shared }: Targets, isCompared: boolean): Generator<Trouble> {
  const { related } = entry;
  if (related.is === 'none') return;
  const at = `${entry.at}/related_to`;
  const { value } = related;
  if (related.is === 'other' || related.is === 'boolean') {
    yield incomparable(entry, value, at, isCompared);
    return;
  }
  const target = keyOf(related) ?? '';
  const shown = target.slice(0, 20);
  if (!first.has(target))
    yield atValue('RA201', value, at, 'reads', `has a message related to ${shown}, which does not exist`);
  else if (related.is === 'text')
    yield atValue('RA205', value, at, 'reads', `has a message related to the string "${shown}"`);
  // Of two messages with one id the earlier may be meant.
  else if (!shared.has(target) && entry.id.is === 'number' && related.number >= entry.id.number)
    yield atValue(
      'RA202',
      value,
      at,
      'reads',
      `has the message ${entry.key} related to ${laterName(target, entry.key)}`,
    );
}

/** R stops where it compares nothing, or several things, with an id. */
function incomparable({ role }: Entry, value: Value, at: string, isCompared: boolean): Trouble {
  const detail = 'has a message related to an object, a list or a boolean';
  const stops = isCompared && role === 'assistant' && (isObject(value) || isArray(value));
  if (stops) return atValue('RA203', value, at, 'crashes', `${detail} while an edit is open`);
  return atValue('RA204', value, at, 'reads', detail);
}

function laterName(target: string, own: string | null): string {
  return target === own ? 'itself' : `${target}, which comes later`;
}
