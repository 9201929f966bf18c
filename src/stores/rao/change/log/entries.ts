import {
  elements,
  isObject,
  lexemeOf,
  member,
  members,
  textOf,
  typeOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { CSV, parseTable } from '../../../../codecs/table/table.ts';
import { fieldOf } from '../../read/field.ts';
import { EDIT_CALLS, eachMessage, type LogMessage } from '../../read/log.ts';
import { fieldsUnder } from '../../read/tables/companion-table.ts';
import { bytesOf, type Files, nameInFolder, topOf } from '../folders.ts';

export interface LogItem {
  readonly index: number;
  readonly value: Value;
  /** Null unless a whole number. */
  readonly id: number | null;
  readonly related: number | null;
  readonly kind: 'question' | 'call' | 'output' | 'text' | 'user';
  /** Set for a call and for its output. */
  readonly callId: string | null;
  readonly calls: string | null;
}

export function logItemsOf(log: Value): LogItem[] {
  return Array.from(messagesOf(log), entryOf);
}

/** Yields messages one by one, because there may be very many. */
export function* messagesOf(log: Value): Generator<LogMessage> {
  for (const message of eachMessage(log)) if (message.isObject) yield message;
}

function entryOf(message: LogMessage): LogItem {
  const { index, value, call } = message;
  return {
    index,
    value,
    id: wholeNumber(message.field('id')),
    related: wholeNumber(message.field('related_to')),
    kind: kindOfEntry(message),
    callId: call === null ? message.callId : call.callId,
    calls: call?.name ?? null,
  };
}

function kindOfEntry({ call, isOutput, role, isQuestion }: LogMessage): LogItem['kind'] {
  if (call !== null) return 'call';
  if (isOutput) return 'output';
  if (role !== 'user') return 'text';
  return isQuestion ? 'question' : 'user';
}

export function functionCallOf(message: Value): Value | null {
  const call = fieldOf(message, 'function_call');
  return isObject(call) ? call : null;
}

/** An integer that a double holds, also one like `1e+05`; null for others, which R does not have. */
export function wholeNumber(value: Value | null): number | null {
  if (value === null || typeOf(value) !== 'number') return null;
  const number = Number(lexemeOf(value));
  return Number.isSafeInteger(number) ? number : null;
}

/** True for a call that edits a file (docs/formats/rao.md, "Files"). */
export function editsFile({ calls }: LogItem): boolean {
  return calls !== null && EDIT_CALLS.includes(calls);
}

/**
 * `ids` are in log order; null for a message that has none so far. `claimed`: numbers that other files of the folder name; a message with
 * one would take over their data.
 */
export interface LogNumbers {
  readonly ids: (number | null)[];
  readonly used: Set<number>;
  readonly claimed: ReadonlySet<number>;
  readonly missed: ReadonlySet<number>;
  top: number;
}

export function logNumbers(entries: readonly LogItem[], claimed: ReadonlySet<number>): LogNumbers {
  const ids = entries.map(({ id }) => id);
  const used = new Set(ids.filter((id) => id !== null));
  const related = entries.flatMap((each) => each.related ?? []);
  const missed = new Set(related.filter((each) => !used.has(each)));
  let top = 0;
  for (const numbers of [used, claimed, missed]) for (const each of numbers) if (each > top) top = each;
  return { ids, used, claimed, missed, top };
}

export function takeNumber(numbers: LogNumbers, at: number, id: number): void {
  numbers.ids[at] = id;
  numbers.used.add(id);
  numbers.top = Math.max(numbers.top, id);
}

/**
 * Yields the most likely former id of each place; null for none:
 * 1. the one that its call names;
 * 2. one between its neighbours that others refer to;
 * 3. the lowest free one there;
 * 4. at the log's end, one above all.
 * `places` ascend. Each answer has to be taken before the next is asked for.
 */
export function* fittingNumbers(entries: readonly LogItem[], places: readonly number[], numbers: LogNumbers) {
  const after = leastAfter(numbers.ids, new Set(places));
  const between = gapFinder(numbers);
  let before = 0;
  let from = 0;
  for (const at of places) {
    for (; from < at; from++) before = Math.max(before, numbers.ids[from] ?? 0);
    const id = ownNumber(entries[at], numbers) ?? between(before, after[at] ?? Number.POSITIVE_INFINITY);
    if (id !== null) takeNumber(numbers, at, id);
    yield { at, id };
  }
}

/** For each place, the lowest id after it that is not doubtful. */
function leastAfter(ids: readonly (number | null)[], doubtful: ReadonlySet<number>): number[] {
  const min: number[] = [];
  let so = Number.POSITIVE_INFINITY;
  for (let at = ids.length - 1; at >= 0; at--) {
    min[at] = so;
    if (!doubtful.has(at)) so = Math.min(so, ids[at] ?? so);
  }
  return min;
}

/**
 * The number that a message itself gives: an id in a list of one, or else `msg_id`, which equals its id (docs/formats/rao.md, "Messages").
 * Null if it is used already.
 */
function ownNumber(entry: LogItem | undefined, { used }: LogNumbers): number | null {
  if (entry === undefined) return null;
  const id = fieldOf(entry.value, 'id');
  const [boxed = null] = elements(id);
  const own = wholeNumber(boxed) ?? wholeNumber(fieldOf(functionCallOf(entry.value), 'msg_id'));
  return own !== null && own > 0 && !used.has(own) ? own : null;
}

/** Finds numbers between two others. Calls must ascend, so that each number is visited once. */
function gapFinder(numbers: LogNumbers): (before: number, after: number) => number | null {
  const { used, claimed, missed } = numbers;
  const wanted = [...missed].sort((a, b) => a - b);
  const wantedAt = (at: number) => wanted[at] ?? Number.POSITIVE_INFINITY;
  const isTaken = (number: number) => used.has(number) || claimed.has(number) || missed.has(number);
  let first = 0;
  let second = 1;
  let free = 0;
  const onlyWanted = (before: number, after: number): number | null => {
    while (wantedAt(first) <= before || used.has(wantedAt(first))) first++;
    second = Math.max(second, first + 1);
    while (used.has(wantedAt(second))) second++;
    return wantedAt(first) < after && wantedAt(second) >= after ? wantedAt(first) : null;
  };
  const lowestFree = (before: number, after: number): number | null => {
    free = Math.max(free, before + 1);
    while (free < after && isTaken(free)) free++;
    return free < after ? free : null;
  };
  return (before, after) =>
    after === Number.POSITIVE_INFINITY ? numbers.top + 1 : (onlyWanted(before, after) ?? lowestFree(before, after));
}

/** Ids that companions name, which no message may get by chance. */
export function claimedIds(files: Files): Set<number> {
  const top = (name: string) => topOf(bytesOf(files, name));
  const cells = (name: string) => fieldsUnder(parseTable(bytesOf(files, name) ?? new Uint8Array(), CSV), 'message_id');
  const diffs = top('conversation_diffs.json');
  const keyed = [member(diffs, 'diffs'), member(diffs, 'diffs_by_msg_id'), top('code_links.json')];
  const texts = [
    ...keyed.flatMap((each) => members(each)).map(({ key }) => textOf(key)),
    ...['message_buttons.csv', 'attachments.csv'].flatMap(cells).map(({ text }) => text),
    ...files.parts.flatMap((part) => PLOTS.exec(nameInFolder(files, part))?.[1] ?? []),
  ];
  const changed = elements(member(top('file_changes.json'), 'changes'));
  const ids = [...texts.map(Number), ...changed.map((each) => wholeNumber(member(each, 'conversation_id')) ?? 0)];
  return new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0));
}

export const PLOTS = /^plots\/plots_(\d{1,9})\.json$/;
