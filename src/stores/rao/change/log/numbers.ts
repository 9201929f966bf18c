import { elements, isArray } from '../../../../codecs/json/value.ts';
import { fieldOf } from '../../decode/field.ts';
import { callOf, type Entry, wholeNumber } from './entries.ts';

/** The ids of a log while some of them are given anew. */
export interface Numbers {
  /** The id of each message, in the order of the log; null where it has none yet. */
  readonly ids: (number | null)[];
  readonly used: Set<number>;
  /** Numbers that other files of the folder name: a message that got one would take on what belongs to none. */
  readonly claimed: ReadonlySet<number>;
  /** Numbers that messages refer to and no message has. */
  readonly missed: ReadonlySet<number>;
  /** The highest number that anything of the folder names. */
  top: number;
}

/** The numbers of a log, and those that its companions name. */
export function numbersOf(entries: readonly Entry[], claimed: ReadonlySet<number>): Numbers {
  const ids = entries.map(({ id }) => id);
  const used = new Set(ids.filter((id) => id !== null));
  const related = entries.flatMap((each) => each.related ?? []);
  const missed = new Set(related.filter((each) => !used.has(each)));
  let top = 0;
  for (const numbers of [used, claimed, missed]) for (const each of numbers) if (each > top) top = each;
  return { ids, used, claimed, missed, top };
}

/** Gives the message at `at` this id. */
export function take(numbers: Numbers, at: number, id: number): void {
  numbers.ids[at] = id;
  numbers.used.add(id);
  numbers.top = Math.max(numbers.top, id);
}

/**
 * The id that each of these messages most likely had: the one its own call names, else the one between its neighbours that
 * other messages miss, else the lowest one free there. At the end of the log, one above all others. `places` ascend, and
 * each answer is taken before the next is sought; null where there is none.
 */
export function* fitting(entries: readonly Entry[], places: readonly number[], numbers: Numbers) {
  const after = leastAfter(numbers.ids, new Set(places));
  let before = 0;
  let from = 0;
  for (const at of places) {
    for (; from < at; from++) before = Math.max(before, numbers.ids[from] ?? 0);
    const id = ownNumber(entries[at], numbers) ?? between(before, after[at] ?? Number.POSITIVE_INFINITY, numbers);
    if (id !== null) take(numbers, at, id);
    yield { at, id };
  }
}

/** For each place the least id behind it, those without or in doubt left out. */
function leastAfter(ids: readonly (number | null)[], doubtful: ReadonlySet<number>): number[] {
  const least: number[] = [];
  let so = Number.POSITIVE_INFINITY;
  for (let at = ids.length - 1; at >= 0; at--) {
    least[at] = so;
    if (!doubtful.has(at)) so = Math.min(so, ids[at] ?? so);
  }
  return least;
}

/** An id in a list of one, or else `msg_id`, which is always written as the id of its message (docs/formats/rao.md, "Messages"). */
function ownNumber(entry: Entry | undefined, { used }: Numbers): number | null {
  if (entry === undefined) return null;
  const id = fieldOf(entry.value, 'id');
  const [boxed = null] = isArray(id) ? elements(id) : [];
  const own = wholeNumber(boxed) ?? wholeNumber(fieldOf(callOf(entry.value), 'msg_id'));
  return own !== null && own > 0 && !used.has(own) ? own : null;
}

function between(before: number, after: number, { used, claimed, missed, top }: Numbers): number | null {
  if (after === Number.POSITIVE_INFINITY) return top + 1;
  const wanted = [...missed].filter((each) => before < each && each < after && !used.has(each));
  if (wanted.length === 1) return wanted[0] ?? null;
  for (let number = before + 1; number < after; number++)
    if (!used.has(number) && !claimed.has(number) && !missed.has(number)) return number;
  return null;
}
