import type { Edit } from '../../../codecs/edit.ts';
import { changeElements, insertMember, removeMembers, replaceValue } from '../../../codecs/json/edits.ts';
import { resolveAll } from '../../../codecs/json/pointer.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isArray,
  isObject,
  isString,
  isText,
  lexemeOf,
  member,
  members,
  quote,
  root,
  sourceOf,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { addAll } from '../../../model/collections.ts';
import type { Finding } from '../../../model/finding.ts';
import type { FileRepair } from '../../engine/change/passes.ts';
import { countOf } from '../../words.ts';
import { isNothing, numberOfKey } from '../checks/log/entry.ts';
import { fieldOf, isEmptyContainer, isScalar, textOfReference } from '../read/field.ts';
import type { LogMessage } from '../read/log.ts';
import { PENDING } from '../read/shown.ts';
import { inLog, inMessages, joinRepairs, NO_REPAIR, quotedShort, type RaoPass } from './folders.ts';
import {
  claimedIds,
  editsFile,
  fittingNumbers,
  functionCallOf,
  type LogItem,
  type LogNumbers,
  logItemsOf,
  logNumbers,
  messagesOf,
  takeNumber,
} from './log/entries.ts';

export const MESSAGE_PASSES: readonly RaoPass[] = [
  inLog(['RA014', 'RA015'], asEmptyList),
  inLog(['RA008'], asList),
  inMessages(['RA101', 'RA102'], withoutStrangers),
  inLog(['RA112', 'RA126'], (top, found) => eachOf(top, found, unboxPass)),
  inMessages(['RA105'], (log, _places, files) => withNumberIds(log, claimedIds(files))),
  inMessages(['RA103', 'RA104'], (log, _places, files) => withAllIds(log, claimedIds(files))),
  inMessages(['RA113'], withBooleans),
  inMessages(['RA117'], (log, places) => withoutBlank(log, places, 'role')),
  inMessages(['RA119'], (log, places) => withoutBlank(log, places, 'original_query')),
  inMessages(['RA203', 'RA204', 'RA205'], withRelations),
  inLog(['RA122', 'RA123'], (top, found) => eachOf(top, found, asText)),
  inLog(['RA120'], (top, found) => eachOf(top, found, closedText)),
  inMessages(['RA213'], withoutSecondPending),
];

function eachOf(
  top: Value,
  found: readonly Finding[],
  repair: (value: Value) => FileRepair | string,
): FileRepair | string {
  const pointers = new Set(found.flatMap(({ at }) => at ?? []));
  const values = resolveAll(top, pointers);
  const repairs: FileRepair[] = [];
  for (const pointer of pointers) {
    const value = values.get(pointer);
    const done = value === undefined ? NO_REPAIR : repair(value);
    if (typeof done === 'string') return `${done} (at ${pointer})`;
    repairs.push(done);
  }
  return joinRepairs(repairs);
}

function asText(value: Value): FileRepair {
  return isObject(value) ? { edits: [replaceValue(value, quote(lexemeOf(value)))], notes: [] } : NO_REPAIR;
}

/** Closes truncated argument text after its last whole argument. Returns a sentence if none is whole. */
function closedText(value: Value): FileRepair | string {
  if (!isString(value)) return NO_REPAIR;
  const text = textOf(value);
  const bytes = Buffer.from(text);
  const top = root(scan(bytes));
  const whole = members(top);
  const last = whole.at(-1);
  if (last === undefined) return 'has a call of whose arguments none is whole';
  const { end } = spanOf(last.value);
  const notes = [
    `closes torn arguments after ${countOf(whole.length, 'whole one')}, and leaves out ${bytes.length - end} bytes`,
  ];
  return { edits: [closeText(value, bytes.toString('utf8', 0, end).length)], notes };
}

/** Ends a text after this many UTF-16 units and closes its object. */
function closeText(value: Value, units: number): Edit {
  const { start, end } = spanOf(value);
  const { bytes } = value.tape;
  let at = start + 1;
  for (let passed = 0; passed < units; at += widthAt(bytes, at)) passed += unitsAt(bytes[at] ?? 0);
  return { at, remove: end - 1 - at, insert: Buffer.from('}') };
}

function widthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === 0x5c) return bytes[at + 1] === 0x75 ? 6 : 2;
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

function unitsAt(byte: number): number {
  return byte < 0xf0 ? 1 : 2;
}

/** Replaces null or an empty object by an empty list, which Rao reads alike. */
function asEmptyList(top: Value): FileRepair {
  return { edits: [replaceValue(top, '[]')], notes: [] };
}

/** Turns one message into a list of one, and an object with one list of messages into that list. Returns a sentence for other objects. */
function asList(top: Value): FileRepair | string {
  if (isMessage(top)) {
    const edit = replaceValue(top, Buffer.concat([Buffer.from('['), sourceOf(top), Buffer.from(']')]));
    return { edits: [edit], notes: ['is taken for one message, and put in a list'] };
  }
  const [only, ...others] = members(top);
  const messages = only === undefined ? [] : elements(only.value);
  if (only === undefined || others.length > 0 || messages.length === 0 || !messages.every(isMessage))
    return 'is an object that is neither a message nor a single list of messages';
  const notes = [`is taken for a log of ${countOf(messages.length, 'message')}: the object around it goes`];
  return { edits: [replaceValue(top, sourceOf(only.value))], notes };
}

function isMessage(value: Value): boolean {
  return isObject(value) && (fieldOf(value, 'role') !== null || isText(fieldOf(value, 'type'), 'function_call_output'));
}

/** Removes items that are not objects, which are never shown. Returns a sentence if no message would be left. */
function withoutStrangers(log: Value): FileRepair | string {
  const all = elements(log);
  const others = all.filter((each) => !isObject(each));
  if (others.length === all.length) return 'holds no message at all: Rao would wipe it as an empty conversation';
  const notes = others.map((each) => `drops the item ${quotedShort(lexemeOf(each))}, which is not a message`);
  return { edits: changeElements(log, { remove: others }), notes };
}

/** Keeps one pending answer for each call or edit: several stop Rao. */
function withoutSecondPending(log: Value): FileRepair {
  const entries = logItemsOf(log);
  const edits = new Set(entries.filter(editsFile).map(({ id }) => id));
  const seen = new Set<string>();
  const later = entries.filter((entry) => {
    const call = pendingFor(entry, edits);
    const isLater = call !== null && seen.has(call);
    if (call !== null) seen.add(call);
    return isLater;
  });
  const notes = later.map(
    ({ id, index }) => `drops message ${id ?? `at /${index}`}, a further pending answer to one call`,
  );
  return { edits: changeElements(log, { remove: later.map(({ value }) => value) }), notes };
}

/** The call or edit for which a message is the pending answer; null for others. */
function pendingFor({ value, callId, related }: LogItem, edits: ReadonlySet<number | null>): string | null {
  if (isText(fieldOf(value, 'output'), PENDING)) return callId;
  return related !== null && edits.has(related) && isText(fieldOf(value, 'content'), PENDING)
    ? `edit ${related}`
    : null;
}

function unboxPass(value: Value): FileRepair {
  const [only, ...others] = elements(value);
  if (only === undefined || others.length > 0) return NO_REPAIR;
  return { edits: [replaceValue(value, sourceOf(only))], notes: [] };
}

/** Repairs one member of the messages at these places; null for all messages. */
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

/** Makes a text or boxed `procedural` a boolean, and removes an empty one, as R's NULL does. Returns a sentence for other words. */
function withBooleans(log: Value, places: ReadonlySet<number>): FileRepair | string {
  return eachField(log, places, 'procedural', (procedural, { value, index }) => {
    if (isEmptyContainer(procedural)) return removeMember(value, 'procedural');
    if (isScalar(procedural) && !isString(procedural)) return [];
    const text = isString(procedural) ? textOf(procedural).toLowerCase() : wordIn(procedural);
    if (text === 'true' || text === 'false') return [replaceValue(procedural, text)];
    return `has ${quotedShort(lexemeOf(procedural))} as procedural at /${index}, which is neither true nor false`;
  });
}

function wordIn(value: Value): string {
  const [only, ...others] = elements(value);
  return only === undefined || others.length > 0 ? '' : lexemeOf(only);
}

/** Removes an empty member, as R's NULL does. Returns a sentence for one with content. */
function withoutBlank(log: Value, places: ReadonlySet<number>, name: string): FileRepair | string {
  return eachField(log, places, name, (found, { value, index }) => {
    if (isEmptyContainer(found)) return removeMember(value, name);
    return isScalar(found) ? [] : `has ${quotedShort(lexemeOf(found))} as ${name} at /${index}: its meaning is unknown`;
  });
}

/**
 * Repairs a `related_to` that is not a number. A text becomes its number; an output gets the number of its call. Others are removed: R
 * reads them as NULL (docs/formats/rao.md, "JSON as R has it").
 */
function withRelations(log: Value, places: ReadonlySet<number>): FileRepair {
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
  if (to === null || typeOf(to) === 'number') return NO_REPAIR;
  if (isString(to) && isWholeNumber(textOf(to))) return { edits: [replaceValue(to, textOf(to))], notes: [] };
  const call = kind === 'output' && callId !== null ? (calls.get(callId) ?? null) : null;
  if (call !== null)
    return { edits: [replaceValue(to, String(call))], notes: [`relates the output at /${index} to its call ${call}`] };
  const notes = isNothing(to) ? [] : [`drops related_to ${quotedShort(lexemeOf(to))} at /${index}`];
  return { edits: removeMember(value, 'related_to'), notes };
}

function removeMember(message: Value, name: string): Edit[] {
  const keys = members(message).flatMap(({ key }) => (textOf(key) === name ? [key] : []));
  return removeMembers(message, keys);
}

/**
 * Turns text ids into numbers: R sorts texts and does not count them. References by text stay, because R compares them alike. A non-numeric
 * id becomes a fitting one; returns a sentence if messages refer to it.
 */
function withNumberIds(log: Value, claimed: ReadonlySet<number>): FileRepair | string {
  const entries = logItemsOf(log).map((entry) => ({ ...entry, id: entry.id ?? spelledId(entry) }));
  const related = new Set(Array.from(messagesOf(log), ({ relatedTo }) => textOfReference(relatedTo)));
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
  return joinRepairs([{ edits, notes: [] }, fitLostIds(entries, lost, logNumbers(entries, claimed))]);
}

function spelledId({ value }: LogItem): number | null {
  const id = fieldOf(value, 'id');
  const text = isString(id) ? textOf(id) : '';
  return isWholeNumber(text) ? Number(text) : null;
}

/** True for a positive whole number of at most nine digits. */
function isWholeNumber(text: string): boolean {
  return numberOfKey(text) > 0;
}

function ownId(message: Value, text: string): Edit[] {
  const own = fieldOf(functionCallOf(message), 'msg_id');
  return isString(own) && textOf(own) === text ? [replaceValue(own, text)] : [];
}

/**
 * Gives messages without an id their most likely one. Without room between its neighbours a message goes last, as in
 * Rao (docs/formats/rao.md, "Messages"). `claimed`: ids that companions name.
 */
function withAllIds(log: Value, claimed: ReadonlySet<number>): FileRepair {
  const entries = logItemsOf(log);
  const lost = entries.flatMap((entry, at) => (hasNone(entry) ? at : []));
  return fitLostIds(entries, lost, logNumbers(entries, claimed));
}

function fitLostIds(entries: readonly LogItem[], lost: readonly number[], numbers: LogNumbers): FileRepair {
  const edits: Edit[] = [];
  const notes: string[] = [];
  const give = (at: number, id: number, why: string) => {
    const entry = entries[at];
    if (entry === undefined) return;
    edits.push(withId(entry.value, id));
    notes.push(`gives the message at /${entry.index} the id ${id}${why}`);
  };
  const unplaced: number[] = [];
  for (const { at, id } of fittingNumbers(entries, lost, numbers)) {
    if (id === null) unplaced.push(at);
    else give(at, id, '');
  }
  for (const at of unplaced) {
    const id = numbers.top + 1;
    takeNumber(numbers, at, id);
    give(at, id, ': Rao shows it last');
  }
  return { edits, notes };
}

/** True for a message without an id, or with one that R can neither compare nor count. */
function hasNone({ value }: LogItem): boolean {
  const id = fieldOf(value, 'id');
  return id === null || isObject(id) || isArray(id);
}

function withId(message: Value, id: number): Edit {
  const there = member(message, 'id');
  return there === null ? insertMember(message, 'id', String(id), 'first') : replaceValue(there, String(id));
}
