import type { Tape } from '../../../codecs/json/tape.ts';
import { eachElement, elements, isArray, isObject, kindOf, member, type Value } from '../../../codecs/json/value.ts';
import { kindName } from '../../kind-name.ts';
import { refusal, remark } from './fnord-finding.ts';
import { type Hydration, hydrateMessage } from './hydrate.ts';
import { type Hydrated, item } from './item.ts';
import { firstMembers } from './keys.ts';
import type { Start } from './lead.ts';

/** Hydrates the messages as fnord does, decoding nothing (docs/formats/fnord.md, "Messages"). */
export function items(body: Value | null, form: Start['form']): Iterable<Hydrated> {
  const messages = member(body, 'messages');
  if (messages === null) return [];
  if (isArray(messages)) return list(messages, form === 'v1');
  if (isObject(messages)) return pairs(messages, form === 'v1');
  if (kindOf(messages) === 'null') return [refusal('FN118', messages, 'has null in place of its messages')];
  return [refusal('FN101', messages, `has ${kindName(messages)} in place of its messages`)];
}

function* list(messages: Value, v1: boolean): Generator<Hydrated> {
  const { tape } = messages;
  for (const each of eachElement(messages)) {
    const found: Hydrated[] = [];
    if (isObject(each)) hydrateMessage(tape, each.at, intoList(tape, found));
    else notAnObject(each, v1, found);
    yield* found;
  }
}

function intoList(tape: Tape, found: Hydrated[]): Hydration {
  const valueAt = (at: number): Value => ({ tape, at });
  const orNull = (at: number): Value | null => (at === 0 ? null : { tape, at });
  return {
    item: (as, at, text, callId, name) => {
      found.push(item(as, valueAt(at), orNull(text), orNull(callId), orNull(name)));
    },
    finding: (code, at, detail, refuses) => {
      found.push(refuses ? refusal(code, valueAt(at), detail) : remark(code, valueAt(at), detail));
    },
    passedOver: () => {},
  };
}

function notAnObject(message: Value, v1: boolean, found: Hydrated[]): void {
  if (!v1) found.push(refusal('FN102', message, `has ${kindName(message)} among its messages`));
  else if (kindOf(message) === 'null') found.push(remark('FN106', message, 'has null among its messages'));
  else if (!isArray(message)) found.push(item('bare', message));
  else {
    found.push(remark('FN105', message, 'has a list among its messages'));
    for (const each of elements(message)) found.push(item(isObject(each) ? 'raw' : 'bare', each));
  }
}

/** v1 walks an object as a list of pairs, which nothing later can use. */
function pairs(messages: Value, v1: boolean): Hydrated[] {
  const all = firstMembers(messages);
  if (all.length === 0) return [];
  const detail = 'has an object in place of its messages';
  const trouble = v1 ? remark('FN101', messages, detail) : refusal('FN101', messages, detail);
  return [trouble, ...byKey(all).map(({ value }) => item('bare', value))];
}

/** Elixir orders the keys of a small map by their bytes. */
function byKey<T extends { readonly name: string }>(all: T[]): T[] {
  return all.length > 32 ? all : all.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}
