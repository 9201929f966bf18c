import type { Edit } from '../../../../codecs/edit.ts';
import { replaceValue } from '../../../../codecs/json/edits.ts';
import { quote } from '../../../../codecs/json/quote.ts';
import { elements, isArray, isObject } from '../../../../codecs/json/value.ts';
import { last } from '../../decode/sections.ts';
import type { TenexPass } from '../passes/pass.ts';
import { type EventText, eventText } from './event-source.ts';

/** Turns the event objects of June 2025 into texts, each the same event with the same id. */
export const history: TenexPass = ({ body }, { lossy }) => {
  const list = body === null ? null : last(body, 'history');
  if (!isArray(list)) return null;
  const edits: Edit[] = [];
  const made: EventText[] = [];
  for (const [index, value] of elements(list).entries()) {
    if (!isObject(value)) continue;
    const event = eventText(value);
    if (typeof event === 'string') return { codes: ['TX110'], reason: `has an event, ${index}, that ${event}` };
    edits.push(replaceValue(value, quote(event.text)));
    made.push(event);
  }
  if (edits.length === 0) return null;
  const strangers = [...new Set(made.flatMap((each) => each.strangers))];
  if (strangers.length > 0 && !lossy)
    return {
      codes: ['TX110'],
      reason: `has events with ${strangers.join(', ')}, which their new form has no place for: needs --lossy`,
    };
  return { codes: ['TX110'], edits, notes: notesOf(made, strangers) };
};

function notesOf(made: readonly EventText[], strangers: readonly string[]): string[] {
  const unsigned = made.filter(({ signed }) => !signed).length;
  return [
    `${made.length === 1 ? '1 event object becomes a text' : `${made.length} event objects become texts`} with the same id`,
    ...(unsigned === 0
      ? []
      : [`${unsigned} of them unsigned: TENEX lets go of the id of such an event when it loads it`]),
    ...strangers.map((key) => `leaves out ${key} of its events, which their new form has no place for`),
  ];
}
