import type { Edit } from '../../../codecs/edit.ts';
import { changeElements, replaceValue } from '../../../codecs/json/edits.ts';
import { resolveAll } from '../../../codecs/json/pointer.ts';
import { quote } from '../../../codecs/json/quote.ts';
import { scan } from '../../../codecs/json/scan.ts';
import {
  elements,
  isObject,
  isString,
  isText,
  lexemeOf,
  members,
  root,
  sourceOf,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Finding } from '../../../model/finding.ts';
import { count } from '../../count.ts';
import type { FileRepair } from '../../engine/passes.ts';
import { PENDING } from '../read/fates.ts';
import { fieldOf } from '../read/field.ts';
import { claimedIds, editsFile, type LogItem, logItemsOf } from './log/entries.ts';
import { unboxPass, withAllIds, withBooleans, withNumberIds, withoutBlank, withRelations } from './log/values.ts';
import { inLog, inMessages, joinRepairs, NO_REPAIR, type RaoPass, shown } from './pass.ts';

/** Passes over the messages of a log that is JSON. */
export const MESSAGE_PASSES: readonly RaoPass[] = [
  inLog(['RA014', 'RA015'], emptied),
  inLog(['RA008'], listed),
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

/** Repairs each value that a finding points at. */
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

/** Turns an argument object into JSON text, from its source. */
function asText(value: Value): FileRepair {
  return isObject(value) ? { edits: [replaceValue(value, quote(lexemeOf(value)))], notes: [] } : NO_REPAIR;
}

/** Closes truncated argument text after its last whole argument. A sentence without a whole one. */
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
    `closes torn arguments after ${count(whole.length, 'whole one')}, and leaves out ${bytes.length - end} bytes`,
  ];
  return { edits: [closing(value, bytes.toString('utf8', 0, end).length)], notes };
}

/** Ends a text after this many UTF-16 units and closes its object. */
function closing(value: Value, units: number): Edit {
  const { start, end } = spanOf(value);
  const { bytes } = value.tape;
  let at = start + 1;
  for (let seen = 0; seen < units; at += widthAt(bytes, at)) seen += unitsAt(bytes[at] ?? 0);
  return { at, remove: end - 1 - at, insert: Buffer.from('}') };
}

/** Bytes of the character or escape that begins at `at`. */
function widthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === 0x5c) return bytes[at + 1] === 0x75 ? 6 : 2;
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

function unitsAt(byte: number): number {
  return byte < 0xf0 ? 1 : 2;
}

/** Replaces null or an empty object by an empty list: Rao reads them alike. */
function emptied(top: Value): FileRepair {
  return { edits: [replaceValue(top, '[]')], notes: [] };
}

/**
 * Turns one message into a list of one, and an object with one list of messages into that list. A sentence for other
 * objects.
 */
function listed(top: Value): FileRepair | string {
  if (isMessage(top)) {
    const edit = replaceValue(top, Buffer.concat([Buffer.from('['), sourceOf(top), Buffer.from(']')]));
    return { edits: [edit], notes: ['is taken for one message, and put in a list'] };
  }
  const [only, ...others] = members(top);
  const messages = only === undefined ? [] : elements(only.value);
  if (only === undefined || others.length > 0 || messages.length === 0 || !messages.every(isMessage))
    return 'is an object that is neither a message nor a single list of messages';
  const notes = [`is taken for a log of ${count(messages.length, 'message')}: the object around it goes`];
  return { edits: [replaceValue(top, sourceOf(only.value))], notes };
}

function isMessage(value: Value): boolean {
  return isObject(value) && (fieldOf(value, 'role') !== null || isText(fieldOf(value, 'type'), 'function_call_output'));
}

/** Removes items that are not objects, which are never shown. A sentence if no message would be left. */
function withoutStrangers(log: Value): FileRepair | string {
  const all = elements(log);
  const strangers = all.filter((each) => !isObject(each));
  if (strangers.length === all.length) return 'holds no message at all: Rao would wipe it as an empty conversation';
  const notes = strangers.map((each) => `drops the item ${shown(lexemeOf(each))}, which is not a message`);
  return { edits: changeElements(log, { remove: strangers }), notes };
}

/** Keeps one pending answer per call: several stop Rao. */
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
