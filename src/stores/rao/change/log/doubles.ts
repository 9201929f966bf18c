import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { lexemeOf, type Value } from '../../../../codecs/json/value.ts';
import { addAll, addTo } from '../../../../model/collections.ts';
import type { FileRepair } from '../../../engine/change/passes.ts';
import { countOf } from '../../../words.ts';
import { fieldOf } from '../../read/field.ts';
import {
  editsFile,
  fittingNumbers,
  functionCallOf,
  type LogItem,
  type LogNumbers,
  logItemsOf,
  logNumbers,
  takeNumber,
  wholeNumber,
} from './entries.ts';

interface Undoubled extends FileRepair {
  readonly moved: MovedIds;
}

/**
 * Gives new ids to messages with repeated ones. `related_to` and `msg_id` follow; call ids stay. `claimed`: ids that companions name.
 * Returns a sentence if a reference is ambiguous.
 */
export function withoutDoubles(log: Value, claimed: ReadonlySet<number>): Undoubled | string {
  const entries = logItemsOf(log);
  const renumbered = renumber(entries, logNumbers(entries, claimed));
  if (typeof renumbered === 'string') return renumbered;
  const moved = movedOf(entries, renumbered);
  const edits: Edit[] = [];
  for (const [at, target] of moved.targets.entries()) {
    if (typeof target === 'string') return target;
    if (isTurned(moved, at, target))
      return `has messages with one id in an order that is not clear: /${entries[at]?.index} would come before what it answers`;
    addAll(edits, editsOf(moved, at, target));
  }
  return { edits, notes: notesOf(entries, renumbered), moved };
}

/** True if new ids, unlike the old, put a message before the one it refers to. */
function isTurned({ entries, ids }: MovedIds, at: number, target: number | null): boolean {
  const entry = entries[at];
  const other = entries[target ?? -1];
  if (entry == null || other == null || target === null) return false;
  return (entry.id ?? 0) > (other.id ?? 0) && (ids[at] ?? 0) <= (ids[target] ?? 0);
}

function editsOf({ entries, ids }: MovedIds, at: number, target: number | null): Edit[] {
  const entry = entries[at];
  if (entry === undefined) return [];
  const { value, id } = entry;
  const msgId = fieldOf(functionCallOf(value), 'msg_id');
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
    return [
      `raises the ids of ${countOf(sizes[stretch] ?? 0, 'message')} by ${by}: Rao had begun to count from 1 again`,
    ];
  });
  return [...whole, ...single];
}

interface Renumbered {
  readonly ids: readonly (number | null)[];
  readonly stretches: readonly number[];
  readonly raised: readonly number[];
}

/**
 * Gives new ids. After a restart Rao counts from 1 again (docs/formats/rao.md, "Message ids"): such a stretch is raised as a whole, and
 * keeps its gaps. A double within a stretch gets a free id; returns a sentence if there is none.
 */
function renumber(entries: readonly LogItem[], numbers: LogNumbers): Renumbered | string {
  const stretches = stretchesOf(entries);
  const raised = raisedIds(entries, stretches, numbers);
  for (const { at, id } of fittingNumbers(entries, doublesOf(numbers.ids), numbers))
    if (id === null)
      return `has the id ${entries[at]?.id} twice, and no number is free for the message at /${entries[at]?.index}`;
  return { ids: numbers.ids, stretches, raised };
}

/**
 * The stretch of each message. A question whose id is not above all ids of its stretch begins a new one. A repeated answer counts where it
 * is last.
 */
function stretchesOf(entries: readonly LogItem[]): number[] {
  let stretch = 0;
  let max = Number.NEGATIVE_INFINITY;
  const early = earlyCopies(entries);
  return entries.map(({ id, kind }, at) => {
    if (id === null || early.has(at)) return stretch;
    if (kind === 'question' && id <= max) {
      stretch++;
      max = id;
    }
    max = Math.max(max, id);
    return stretch;
  });
}

/** Places of messages that a later one repeats byte for byte, except questions. */
function earlyCopies(entries: readonly LogItem[]): Set<number> {
  const doubled = new Set(doublesOf(entries.map(({ id }) => id)).map((at) => entries[at]?.id));
  const last = new Map<string, number>();
  const early = new Set<number>();
  for (const [at, { id, kind, value }] of entries.entries()) {
    if (kind === 'question' || !doubled.has(id)) continue;
    const text = lexemeOf(value);
    const before = last.get(text);
    if (before !== undefined) early.add(before);
    last.set(text, at);
  }
  return early;
}

/** Raises the ids of stretches that repeat an earlier id; others are merely out of order. Returns the raise of each stretch. */
function raisedIds(entries: readonly LogItem[], stretches: readonly number[], numbers: LogNumbers): number[] {
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

function doublesOf(ids: readonly (number | null)[]): number[] {
  const seen = new Set<number>();
  return [...ids.entries()].flatMap(([at, id]) => {
    if (id === null) return [];
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble ? [at] : [];
  });
}

export interface MovedIds extends Renumbered {
  readonly entries: readonly LogItem[];
  /** Places among the entries by old id, for ids that some message gives up. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** The place that each message refers to; null if its id is not given up, a sentence if two messages fit. */
  readonly targets: readonly (number | null | string)[];
  readonly related: ReadonlyMap<number, readonly number[]>;
}

/** Finds the owners of each given-up id, and which of them each message means. */
function movedOf(entries: readonly LogItem[], renumbered: Renumbered): MovedIds {
  const { ids, stretches } = renumbered;
  const givenUp = new Set(entries.flatMap(({ id }, at) => (id !== null && id !== ids[at] ? [id] : [])));
  const places = new Map<string, number[]>();
  const all = new Map<number, number[]>();
  for (const [at, entry] of entries.entries()) {
    const { id } = entry;
    if (id === null || !givenUp.has(id)) continue;
    for (const kind of [ANY_ID, ...kindsOf(entry)])
      for (const group of [`${id} ${kind}`, `${id} ${kind} of ${stretches[at]}`]) addTo(places, group, at);
    addTo(all, id, at);
  }
  const targets = entries.map((entry, at) => targetOf(entry, at, stretches[at], places));
  const related = new Map<number, number[]>();
  for (const [at, target] of targets.entries()) if (typeof target === 'number') addTo(related, target, at);
  return { ...renumbered, entries, places: all, targets, related };
}

const ANY_ID = 'any';

/** Roles in which a message can be referred to (docs/formats/rao.md, "Messages"). */
function kindsOf(target: LogItem): string[] {
  if (target.kind === 'question') return ['question', 'source'];
  const source = editsFile(target) ? ['source'] : [];
  return target.kind === 'call' ? ['call', callNamed(target), ...source] : source;
}

function relatedKind(entry: LogItem): string {
  if (entry.kind === 'output') return callNamed(entry);
  if (entry.kind === 'call') return 'question';
  return entry.kind === 'user' ? 'call' : 'source';
}

function callNamed({ callId }: LogItem): string {
  return `call ${JSON.stringify(callId)}`;
}

/** The place that a message refers to. Owners in its own stretch come first, then earlier ones, then those of a fitting kind. */
function targetOf(
  entry: LogItem,
  at: number,
  stretch: number | undefined,
  places: ReadonlyMap<string, readonly number[]>,
): number | null | string {
  const { related } = entry;
  if (related === null || !places.has(`${related} ${ANY_ID}`)) return null;
  const near = places.has(`${related} ${ANY_ID} of ${stretch}`) ? ` of ${stretch}` : '';
  const mine = places.get(`${related} ${ANY_ID}${near}`) ?? [];
  const likely = places.get(`${related} ${relatedKind(entry)}${near}`) ?? [];
  const before = (mine[0] ?? at) < at ? at : Number.POSITIVE_INFINITY;
  const found = firstTwo(likely, before);
  const [only, other] = found.length > 0 ? found : firstTwo(mine, before);
  if (only === undefined) return null;
  return other === undefined ? only : `has the id ${related} twice, and /${entry.index} may be related to either`;
}

function firstTwo(places: readonly number[], before: number): number[] {
  return places.slice(0, 2).filter((place) => place < before);
}
