import type { Message } from '../../model/conversation.ts';
import { type Refusal, refusalOf } from '../decided.ts';
import { count } from '../words.ts';

interface Named<R> {
  readonly messages: Iterable<Pick<Message, 'at'>>;
  readonly refs: readonly R[];
  pointerOf(ref: NoInfer<R>): string;
  idOf(ref: NoInfer<R>): string | null;
}

/** The record of a message, by its number among all shown ones, or by its id. */
export function recordNamed<R>(at: string, { messages, refs, pointerOf, idOf }: Named<R>): R | Refusal {
  const places = Array.from(messages, (message) => message.at);
  const isNumber = /^\d{1,7}$/.test(at);
  const ref = refs.find((each) => (isNumber ? pointerOf(each) === places[Number(at)] : idOf(each) === at));
  if (ref !== undefined) return ref;
  return refusalOf({ reason: `has ${count(places.length, 'message')}: give a number from 0 to ${places.length - 1}` });
}
