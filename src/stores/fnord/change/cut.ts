import type { Edit } from '../../../codecs/edit.ts';
import { removeElements } from '../../../codecs/json/edits.ts';
import { pointersOf } from '../../../codecs/json/pointer.ts';
import { elements, isArray, lexemeOf, member } from '../../../codecs/json/value.ts';
import type { Refusal } from '../../decided.ts';
import type { DecodedFnord } from '../decode/decode.ts';
import { type Item, isItem } from '../hydrate/item.ts';

/** A document shortened to its first messages. */
export interface Shortened {
  readonly edits: readonly Edit[];
  /** Messages that stay, as fnord counts them. */
  readonly kept: number;
  readonly notes: readonly string[];
}

/** No cut at all. */
export function lastMessage(document: DecodedFnord): Shortened {
  return { edits: [], kept: document.items().filter(isItem).length, notes: [] };
}

/** Cuts before message `at`, counted as fnord hydrates them; the number of all messages keeps them all. */
export function cutAt(document: DecodedFnord, at: string): Shortened | Refusal {
  const all = document.items().filter(isItem);
  const kept = Number(at);
  if (!/^\d+$/.test(at) || kept > all.length)
    return { codes: [], reason: `has ${all.length} messages: give a number from 0 to ${all.length}` };
  if (kept === all.length) return lastMessage(document);
  const messages = document.body === null ? null : member(document.body, 'messages');
  if (!isArray(messages)) return { codes: ['FN101'], reason: 'has no list of messages to cut' };
  const places = placesOf(all);
  const place = places[kept] ?? 0;
  if (places[kept - 1] === place) {
    const near = `${places.indexOf(place)} to ${places.lastIndexOf(place)}`;
    return { codes: [], reason: `cannot be cut before message ${at}: messages ${near} are one message on disk` };
  }
  const gone = elements(messages).slice(place);
  return { edits: removeElements(messages, gone), kept, notes: unanswered(all, kept) };
}

/** Which element of `messages` each hydrated message comes from: several come from one that carries tool calls. */
function placesOf(all: readonly Item[]): number[] {
  const pointers = pointersOf(all.map(({ value }) => value));
  return all.map(({ value }) => Number(pointers.get(value.at)?.split('/')[2]));
}

/** A model's service refuses a tool call that has no output. */
function unanswered(all: readonly Item[], kept: number): string[] {
  const outputs = new Set(
    all
      .slice(kept)
      .filter(({ as }) => as === 'output')
      .map(idOf),
  );
  const calls = all.slice(0, kept).filter((each) => each.as === 'call' && outputs.has(idOf(each)));
  return calls.length === 0
    ? []
    : [
        `is cut between ${calls.length === 1 ? 'a tool call and its output' : `${calls.length} tool calls and their outputs`}`,
      ];
}

function idOf({ callId }: Item): string {
  return callId === null ? '' : lexemeOf(callId);
}
