import { quote } from '../../../../codecs/json/quote.ts';
import { elements, isString, textOf, type Value } from '../../../../codecs/json/value.ts';
import { decodeEvent } from '../../decode/events/event.ts';
import { isPhase } from '../../decode/phases.ts';
import { last, objectsIn } from '../../decode/sections.ts';
import type { Hints } from './pass.ts';

/** A member that TENEX cannot do without, and where its value comes from. */
export interface Missing {
  readonly key: string;
  /** JSON source text. */
  readonly json: string;
  readonly note: string;
}

/** What is to be supplied to a document that lacks members TENEX requires, but for its history. */
export function missing(has: (key: string) => boolean, body: Value, hints: Hints): Missing[] {
  const found: Missing[] = [];
  if (!has('id')) found.push({ key: 'id', json: quote(hints.id), note: 'gets the id of its file name' });
  if (!has('title')) found.push(titleOf(body, hints));
  if (!has('phase')) found.push(phaseOf(body, hints));
  if (!has('metadata')) found.push({ key: 'metadata', json: '{}', note: 'gets empty metadata' });
  return found;
}

function titleOf(body: Value, { title }: Hints): Missing {
  if (title !== null) return { key: 'title', json: quote(title), note: `gets the title of its index entry` };
  const tagged = rootTitle(body);
  if (tagged !== null) return { key: 'title', json: quote(tagged), note: `gets the title that its first event names` };
  return { key: 'title', json: quote(UNTITLED), note: `gets the title "${UNTITLED}", as TENEX gives it` };
}

/** What TENEX calls a conversation whose first event has no title. */
const UNTITLED = 'Untitled Conversation';

function phaseOf(body: Value, { phase }: Hints): Missing {
  if (phase !== null && isPhase(phase)) return supplied(phase.toLowerCase(), 'of its index entry');
  const to = objectsIn(body, 'phaseTransitions')
    .map((each) => last(each, 'to'))
    .findLast((each) => isString(each) && isPhase(textOf(each)));
  if (to !== undefined && to !== null) return supplied(textOf(to).toLowerCase(), 'that its last transition went to');
  return supplied('chat', 'that every conversation begins with');
}

function supplied(phase: string, words: string): Missing {
  return { key: 'phase', json: quote(phase), note: `gets the phase ${phase}, the one ${words}` };
}

function rootTitle(body: Value): string | null {
  const history = last(body, 'history');
  const [first] = history === null ? [] : elements(history);
  const tags: unknown = isString(first) ? decodeEvent(textOf(first)).event?.tags : null;
  const tag: unknown = Array.isArray(tags) ? tags.find((each) => Array.isArray(each) && each[0] === 'title') : null;
  const title: unknown = Array.isArray(tag) ? tag[1] : null;
  return typeof title === 'string' && title !== '' ? title : null;
}
