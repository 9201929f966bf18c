import type { Edit } from '../../../../codecs/edit.ts';
import {
  elements,
  isArray,
  isComplete,
  isObject,
  type Member,
  member,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../../codecs/json/value.ts';
import { count } from '../../../count.ts';
import type { Decoded } from '../../decode/decode.ts';
import type { Pass, Repair, Stamp } from './pass.ts';
import { stampEdit, stampNote } from './stamp.ts';

/**
 * Closes a document that ends before its time: every complete message and section before the cut stays, of a section that
 * was cut its complete entries too, and the half entry at the cut goes.
 */
export const torn: Pass = {
  codes: ['FN006'],
  repair(document, _troubles, time): Repair | string {
    const { body } = document;
    if (body === null) return 'is torn before its first key: nothing of it is whole';
    const cut = cutOf(body);
    if (cut.kept === 0) return 'is torn so early that no message and no section of it is whole';
    return {
      edits: [...stampedLate(document, body, time), ended(document, cut)],
      notes: notesOf(document, body, cut, time),
    };
  },
};

/** How far a torn document can be kept. */
interface Cut {
  /** Everything from here on goes. */
  readonly at: number;
  /** The brackets that close what is open there. */
  readonly closing: string;
  /** The section that was cut, if its entries can stand alone. */
  readonly section: string | null;
  /** Complete entries of that section. */
  readonly entries: number;
  /** Complete entries and sections, times not counted. */
  readonly kept: number;
}

function cutOf(body: Value): Cut {
  const whole = members(body);
  const sections = whole.filter(({ key }) => !['timestamp', 'version'].includes(textOf(key))).length;
  const last = members(body, { open: true }).at(-1);
  if (last !== undefined && !isComplete(last.value) && standsAlone(last)) {
    const { at, closing, entries } = within(last.value);
    return { at, closing: `${closing}}`, section: textOf(last.key), entries, kept: sections + entries };
  }
  const at = endOf(
    whole.map(({ value }) => value),
    body,
  );
  return { at, closing: '}', section: null, entries: 0, kept: sections };
}

/** Half of these sections is of use: their entries do not depend on each other. */
function standsAlone({ key, value }: Member): boolean {
  const name = textOf(key);
  if (name === 'messages' || name === 'memory') return isArray(value);
  return (name === 'metadata' || name === 'tasks') && isObject(value);
}

function within(section: Value): { at: number; closing: string; entries: number } {
  const entries = isArray(section) ? elements(section) : members(section).map(({ value }) => value);
  return { at: endOf(entries, section), closing: isArray(section) ? ']' : '}', entries: entries.length };
}

function endOf(whole: readonly Value[], container: Value): number {
  const last = whole.at(-1);
  return last === undefined ? spanOf(container).start + 1 : spanOf(last).end;
}

function ended({ bytes }: Decoded, { at, closing }: Cut): Edit {
  return { at, remove: bytes.length - at, insert: Buffer.from(closing) };
}

/** fnord writes the timestamp of v1 last, so a cut takes it along. */
function stampedLate({ form }: Decoded, body: Value, time: Stamp): Edit[] {
  return form === 'v1' && member(body, 'timestamp') === null ? [stampEdit(body, time.seconds)] : [];
}

const SECTIONS = ['messages', 'metadata', 'memory', 'tasks'];

function notesOf(document: Decoded, body: Value, cut: Cut, time: Stamp): string[] {
  const found = members(body, { open: true }).map(({ key }) => textOf(key));
  const absent = SECTIONS.filter((name) => !found.includes(name));
  const gone = document.bytes.length - cut.at;
  return [
    ...(cut.section === null
      ? []
      : [`was cut in its ${cut.section}: keeps ${count(cut.entries, 'whole entry', 'whole entries')} there`]),
    ...(gone === 0
      ? []
      : [`leaves out ${count(gone, 'byte', 'bytes')} from byte ${cut.at} on${halfOf(document, body, cut)}`]),
    ...(absent.length === 0 ? [] : [`has no ${absent.join(', ')} before the cut: what stood behind it is lost`]),
    ...(stampedLate(document, body, time).length === 0 ? [] : [stampNote(time)]),
  ];
}

/** What the bytes at the cut were going to be. */
function halfOf({ bytes }: Decoded, body: Value, { at, section, entries }: Cut): string {
  const rest = Buffer.from(bytes.subarray(at))
    .toString('latin1')
    .replaceAll(/[\s,\0]/g, '');
  if (rest === '') return '';
  if (section !== null) return `: entry ${entries} of ${section} is cut and lost`;
  const last = members(body, { open: true }).at(-1);
  return last === undefined || isComplete(last.value) ? '' : `: ${textOf(last.key)} is cut and lost`;
}
