import type { Edit } from '../../../../codecs/edit.ts';
import { insertMember, removeMembers, replaceValue } from '../../../../codecs/json/edits.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  member,
  members,
  sourceOf,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { addAll } from '../../../../model/add-all.ts';
import type { FileRepair } from '../../../engine/passes.ts';
import { isNothing, numberOfKey } from '../../checks/log/entry.ts';
import { fieldOf, isEmptyContainer, isPlain, textOfRef } from '../../read/field.ts';
import type { LogMessage } from '../../read/log.ts';
import { joinRepairs, NO_REPAIR, shown } from '../pass.ts';
import {
  callOf,
  fitting,
  type LogItem,
  type LogNumbers,
  logItemsOf,
  logNumbers,
  messagesOf,
  takeNumber,
} from './entries.ts';

/** Unboxes a single value from its list. */
export function unboxPass(value: Value): FileRepair {
  const [only, ...others] = elements(value);
  if (only === undefined || others.length > 0) return NO_REPAIR;
  return { edits: [replaceValue(value, sourceOf(only))], notes: [] };
}

/** Repairs one member of the messages at these places; null means all. */
function eachField(
  log: Value,
  places: ReadonlySet<number> | null,
  name: string,
  repair: (value: Value, message: LogMessage) => readonly Edit[] | string,
): FileRepair | string {
  const edits: Edit[] = [];
  for (const message of messagesOf(log)) {
    const value = places === null || places.has(message.index) ? message.field(name) : null;
    const done = value === null ? [] : repair(value, message);
    if (typeof done === 'string') return done;
    addAll(edits, done);
  }
  return { edits, notes: [] };
}

/**
 * Makes a text or boxed `procedural` a boolean, and removes an empty one, as R's NULL does. A sentence for other words.
 */
export function withBooleans(log: Value, places: ReadonlySet<number>): FileRepair | string {
  return eachField(log, places, 'procedural', (procedural, { value, index }) => {
    if (isEmptyContainer(procedural)) return without(value, 'procedural');
    if (isPlain(procedural) && !isString(procedural)) return [];
    const text = isString(procedural) ? textOf(procedural).toLowerCase() : wordIn(procedural);
    if (text === 'true' || text === 'false') return [replaceValue(procedural, text)];
    return `has ${shown(lexemeOf(procedural))} as procedural at /${index}, which is neither true nor false`;
  });
}

/** The source of the only item of a list; empty for other values. */
function wordIn(value: Value): string {
  const [only, ...others] = elements(value);
  return only === undefined || others.length > 0 ? '' : lexemeOf(only);
}

/** Removes an empty member, as R's NULL does. A sentence for one with content. */
export function withoutBlank(log: Value, places: ReadonlySet<number>, name: string): FileRepair | string {
  return eachField(log, places, name, (found, { value, index }) => {
    if (isEmptyContainer(found)) return without(value, name);
    return isPlain(found) ? [] : `has ${shown(lexemeOf(found))} as ${name} at /${index}: its meaning is unknown`;
  });
}

/**
 * Repairs a `related_to` that is not a number. Text becomes its number, an output's that of its call. Others go: R
 * reads them as NULL (docs/formats/rao.md, "JSON as R has it").
 */
export function withRelations(log: Value, places: ReadonlySet<number>): FileRepair {
  const entries = logItemsOf(log);
  const calls = callsOf(entries);
  return joinRepairs(entries.filter(({ index }) => places.has(index)).map((entry) => related(entry, calls)));
}

/** Message ids by call id; null for a repeated call id. */
function callsOf(entries: readonly LogItem[]): Map<string, number | null> {
  const calls = new Map<string, number | null>();
  for (const { kind, callId, id } of entries)
    if (kind === 'call' && callId !== null) calls.set(callId, calls.has(callId) ? null : id);
  return calls;
}

function related({ value, kind, callId, index }: LogItem, calls: ReadonlyMap<string, number | null>): FileRepair {
  const to = fieldOf(value, 'related_to');
  if (to === null || kindOf(to) === 'number') return NO_REPAIR;
  if (isString(to) && isWholeNumber(textOf(to))) return { edits: [replaceValue(to, textOf(to))], notes: [] };
  const call = kind === 'output' && callId !== null ? (calls.get(callId) ?? null) : null;
  if (call !== null)
    return { edits: [replaceValue(to, String(call))], notes: [`relates the output at /${index} to its call ${call}`] };
  const notes = isNothing(to) ? [] : [`drops related_to ${shown(lexemeOf(to))} at /${index}`];
  return { edits: without(value, 'related_to'), notes };
}

function without(message: Value, name: string): Edit[] {
  const keys = members(message).flatMap(({ key }) => (textOf(key) === name ? [key] : []));
  return removeMembers(message, keys);
}

/**
 * Makes text ids numbers: R sorts text and does not count it. Text references stay, because R compares them alike.
 * Non-numeric text becomes a fitting id; a sentence if messages refer to it.
 */
export function withNumberIds(log: Value, claimed: ReadonlySet<number>): FileRepair | string {
  const entries = logItemsOf(log).map((entry) => ({ ...entry, id: entry.id ?? spelled(entry) }));
  const related = new Set(Array.from(messagesOf(log), ({ relatedTo }) => textOfRef(relatedTo)));
  const lost: number[] = [];
  const edits: Edit[] = [];
  for (const [at, { value, index, id: number }] of entries.entries()) {
    const id = fieldOf(value, 'id');
    if (!isString(id)) continue;
    const text = textOf(id);
    if (related.has(text) && number === null)
      return `has an id at /${index} that is not a whole number, and messages refer to it`;
    if (number === null) lost.push(at);
    else addAll(edits, [replaceValue(id, text), ...ownId(value, text)]);
  }
  return joinRepairs([{ edits, notes: [] }, fitted(entries, lost, logNumbers(entries, claimed))]);
}

/** Null for text that is not a number. */
function spelled({ value }: LogItem): number | null {
  const id = fieldOf(value, 'id');
  const text = isString(id) ? textOf(id) : '';
  return isWholeNumber(text) ? Number(text) : null;
}

/** R's integers, however written. */
function isWholeNumber(text: string): boolean {
  return numberOfKey(text) > 0;
}

function ownId(message: Value, text: string): Edit[] {
  const own = fieldOf(callOf(message), 'msg_id');
  return isString(own) && textOf(own) === text ? [replaceValue(own, text)] : [];
}

/**
 * Gives messages without an id their most likely one. Without room between its neighbours a message goes last, as in
 * Rao (docs/formats/rao.md, "Messages"). `claimed`: ids that companions name.
 */
export function withAllIds(log: Value, claimed: ReadonlySet<number>): FileRepair {
  const entries = logItemsOf(log);
  const lost = entries.flatMap((entry, at) => (hasNone(entry) ? at : []));
  return fitted(entries, lost, logNumbers(entries, claimed));
}

function fitted(entries: readonly LogItem[], lost: readonly number[], numbers: LogNumbers): FileRepair {
  const edits: Edit[] = [];
  const notes: string[] = [];
  const give = (at: number, id: number, why: string) => {
    const entry = entries[at];
    if (entry === undefined) return;
    edits.push(withId(entry.value, id));
    notes.push(`gives the message at /${entry.index} the id ${id}${why}`);
  };
  const left: number[] = [];
  for (const { at, id } of fitting(entries, lost, numbers)) {
    if (id === null) left.push(at);
    else give(at, id, '');
  }
  for (const at of left) {
    const id = numbers.top + 1;
    takeNumber(numbers, at, id);
    give(at, id, ': Rao shows it last');
  }
  return { edits, notes };
}

/** No id, or one that R can neither compare nor count. */
function hasNone({ value }: LogItem): boolean {
  const id = fieldOf(value, 'id');
  return id === null || isObject(id) || isArray(id);
}

function withId(message: Value, id: number): Edit {
  const there = member(message, 'id');
  return there === null ? insertMember(message, 'id', String(id), 'first') : replaceValue(there, String(id));
}
