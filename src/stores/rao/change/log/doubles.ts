import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import type { Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { fieldOf } from '../../decode/field.ts';
import type { FileRepair } from '../pass.ts';
import {
  callOf,
  editsFile,
  fitting,
  type LogItem,
  type LogNumbers,
  logItemsOf,
  logNumbers,
  takeNumber,
  wholeNumber,
} from './entries.ts';

/** A log with an id for each message of its own, and what its companions have to follow. */
interface Undoubled extends FileRepair {
  readonly moved: MovedIds;
}

/**
 * Gives messages whose id occurs twice new ones; `related_to` and `msg_id` follow, calls keep their call ids. `claimed`: ids that
 * companions name. A sentence where it is not certain which message a reference means.
 */
export function withoutDoubles(log: Value, claimed: ReadonlySet<number>): Undoubled | string {
  const entries = logItemsOf(log);
  const renumbered = renumber(entries, logNumbers(entries, claimed));
  if (typeof renumbered === 'string') return renumbered;
  const moved = movedOf(entries, renumbered);
  const edits: Edit[] = [];
  for (const at of entries.keys()) {
    const target = targetOf(moved, at);
    if (typeof target === 'string') return target;
    edits.push(...editsOf(moved, at, target));
  }
  return { edits, notes: notesOf(entries, renumbered), moved };
}

function editsOf({ entries, ids }: MovedIds, at: number, target: number | null): Edit[] {
  const entry = entries[at];
  if (entry === undefined) return [];
  const { value, id } = entry;
  const msgId = fieldOf(callOf(value), 'msg_id');
  return [
    ...renumbered(fieldOf(value, 'id'), ids[at]),
    ...(wholeNumber(msgId) === id ? renumbered(msgId, ids[at]) : []),
    ...(target === null ? [] : renumbered(fieldOf(value, 'related_to'), ids[target])),
  ];
}

function renumbered(value: Value | null, id: number | null | undefined): Edit[] {
  if (value === null || id == null || wholeNumber(value) === id) return [];
  return [replaceValue(value, String(id))];
}

function notesOf(entries: readonly LogItem[], { ids, stretches, raised }: Renumbered): string[] {
  const single = entries.flatMap(({ id, index }, at) => {
    const isSingle = id !== ids[at] && (raised[stretches[at] ?? 0] ?? 0) === 0;
    return isSingle ? [`gives the second message ${id}, at /${index}, the id ${ids[at]}`] : [];
  });
  const sizes = raised.map(() => 0);
  for (const stretch of stretches) sizes[stretch] = (sizes[stretch] ?? 0) + 1;
  const whole = raised.flatMap((by, stretch) => {
    if (by === 0) return [];
    return [`raises the ids of ${count(sizes[stretch] ?? 0, 'message')} by ${by}: Rao had begun to count from 1 again`];
  });
  return [...whole, ...single];
}

/** A log in which every message that has an id has one of its own. */
interface Renumbered {
  /** The new id of each message, by its place among the entries; unchanged ones too. */
  readonly ids: readonly (number | null)[];
  /** The stretch that each message belongs to. */
  readonly stretches: readonly number[];
  /** What each stretch's ids were raised by. */
  readonly raised: readonly number[];
}

/**
 * New ids for messages whose id occurs twice. After a restart Rao counts from 1 again, beneath what is there
 * (docs/formats/rao.md, "Message ids"): such a stretch is raised as a whole, its gaps kept. A double within a stretch takes the place
 * that is free for it. A sentence where none is.
 */
function renumber(entries: readonly LogItem[], numbers: LogNumbers): Renumbered | string {
  const stretches = stretchesOf(entries);
  const raised = raise(entries, stretches, numbers);
  for (const { at, id } of fitting(entries, doublesOf(numbers.ids), numbers))
    if (id === null)
      return `has the id ${entries[at]?.id} twice, and no number is free for the message at /${entries[at]?.index}`;
  return { ids: numbers.ids, stretches, raised };
}

/** A question whose id is not above all ids of its stretch begins a new one. */
function stretchesOf(entries: readonly LogItem[]): number[] {
  let stretch = 0;
  let most = Number.NEGATIVE_INFINITY;
  return entries.map(({ id, kind }) => {
    if (id === null) return stretch;
    if (kind === 'question' && id <= most) {
      stretch++;
      most = id;
    }
    most = Math.max(most, id);
    return stretch;
  });
}

/** Only a stretch that repeats an id of an earlier one is raised: others are merely not in order. */
function raise(entries: readonly LogItem[], stretches: readonly number[], numbers: LogNumbers): number[] {
  const repeating = repeatingStretches(entries, stretches);
  const raised: number[] = [];
  for (const [at, { id }] of entries.entries()) {
    const stretch = stretches[at] ?? 0;
    if (raised.length === stretch) raised.push(repeating.has(stretch) ? numbers.top : 0);
    const by = raised[stretch] ?? 0;
    if (id !== null && by > 0) takeNumber(numbers, at, id + by);
  }
  return raised;
}

function repeatingStretches(entries: readonly LogItem[], stretches: readonly number[]): Set<number> {
  const first = new Map<number, number>();
  const repeating = new Set<number>();
  for (const [at, { id }] of entries.entries()) {
    const stretch = stretches[at] ?? 0;
    if (id === null) continue;
    if ((first.get(id) ?? stretch) !== stretch) repeating.add(stretch);
    if (!first.has(id)) first.set(id, stretch);
  }
  return repeating;
}

/** Places of ids that stand there for the second time. */
function doublesOf(ids: readonly (number | null)[]): number[] {
  const seen = new Set<number>();
  return [...ids.entries()].flatMap(([at, id]) => {
    if (id === null) return [];
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble ? [at] : [];
  });
}

/** The messages of a log by the ids they had, and the ids they have afterwards. */
export interface MovedIds extends Renumbered {
  readonly entries: readonly LogItem[];
  /** Places among the entries, by old id; only ids that some message gives up. */
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/** Which messages had each id that is given up by any of them. */
function movedOf(entries: readonly LogItem[], renumbered: Renumbered): MovedIds {
  const givenUp = new Set(entries.flatMap(({ id }, at) => (id !== null && id !== renumbered.ids[at] ? [id] : [])));
  const places = new Map<number, number[]>();
  for (const [at, { id }] of entries.entries()) {
    if (id === null || !givenUp.has(id)) continue;
    const all = places.get(id) ?? [];
    all.push(at);
    places.set(id, all);
  }
  return { ...renumbered, entries, places };
}

/** The place of the message that the one at `at` refers to; null where it is not among the moved ones, or a sentence where two fit. */
export function targetOf(moved: MovedIds, at: number): number | null | string {
  const { entries, places, stretches } = moved;
  const entry = entries[at];
  const related = entry?.related ?? null;
  const all = related === null ? undefined : places.get(related);
  if (entry === undefined || all === undefined) return null;
  const mine = narrowed(all, (place) => stretches[place] === stretches[at]);
  const earlier = narrowed(mine, (place) => place < at);
  const [only, ...others] = narrowed(earlier, (place) => isLikely(entry, entries[place]));
  if (only === undefined) return null;
  if (others.length === 0) return only;
  return `has the id ${related} twice, and /${entry.index} may be related to either`;
}

/** Those that pass, or all where none does. */
function narrowed(places: readonly number[], passes: (place: number) => boolean): readonly number[] {
  if (places.length < 2) return places;
  const left = places.filter(passes);
  return left.length === 0 ? places : left;
}

/** What messages of each kind are related to (docs/formats/rao.md, "Messages"). */
function isLikely(entry: LogItem, target: LogItem | undefined): boolean {
  if (target === undefined) return false;
  switch (entry.kind) {
    case 'output':
      return target.kind === 'call' && target.callId === entry.callId;
    case 'call':
      return target.kind === 'question';
    case 'user':
      return target.kind === 'call';
    default:
      return target.kind === 'question' || editsFile(target);
  }
}
