import { changeElements, replaceValue } from '../../../../codecs/json/edits.ts';
import { elements, isObject, isText, lexemeOf, members, sourceOf, type Value } from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import { fieldOf } from '../../decode/field.ts';
import { type FileRepair, shown } from '../passes/repair.ts';
import { type Entry, entriesOf, isEdit } from './entries.ts';

/** Puts an empty list in the place of null or an empty object: Rao reads them alike. */
export function emptied(top: Value): FileRepair {
  return { edits: [replaceValue(top, '[]')], notes: [] };
}

/**
 * Makes a list of an object in its place: of one message the list that holds it, of a single list of messages that list alone.
 * A sentence for any other object.
 */
export function listed(top: Value): FileRepair | string {
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

/** Takes out items that are no objects: nothing shows them. A sentence where no message would be left. */
export function withoutStrangers(log: Value): FileRepair | string {
  const all = elements(log);
  const strangers = all.filter((each) => !isObject(each));
  if (strangers.length === all.length) return 'holds no message at all: Rao would wipe it as an empty conversation';
  const notes = strangers.map((each) => `drops the item ${shown(lexemeOf(each))}, which is no message`);
  return { edits: changeElements(log, { remove: strangers }), notes };
}

/** Leaves each call one answer that is pending: Rao stops where it finds several. */
export function withoutSecondPending(log: Value): FileRepair {
  const entries = entriesOf(log);
  const edits = new Set(entries.filter(isEdit).map(({ id }) => id));
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

/** What a message is the pending answer to: an output to its call, one of the user to an edit; null for any other. */
function pendingFor({ value, callId, related }: Entry, edits: ReadonlySet<number | null>): string | null {
  if (isText(fieldOf(value, 'output'), PENDING)) return callId;
  return related !== null && edits.has(related) && isText(fieldOf(value, 'content'), PENDING)
    ? `edit ${related}`
    : null;
}

const PENDING = 'Response pending...';
