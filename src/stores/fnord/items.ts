import { elements, isArray, isObject, kindOf, member, type Value } from '../../codecs/json/value.ts';
import type { Decoded } from './decode.ts';
import { firstMembers } from './first-members.ts';
import { hydrateMessage } from './hydrate-message.ts';
import { type Hydrated, item } from './item.ts';
import { kindName } from './kind-name.ts';
import { refusal, remark } from './trouble.ts';

export { type Hydrated, type Item, isItem } from './item.ts';

/** Hydrates the messages as fnord does, decoding only types and roles (docs/formats/fnord.md, "Messages"). */
export function* items({ body, form }: Pick<Decoded, 'body' | 'form'>): Generator<Hydrated> {
  const messages = body === null ? null : member(body, 'messages');
  if (messages === null) return;
  if (isArray(messages)) yield* list(messages, form === 'v1');
  else if (isObject(messages)) yield* pairs(messages, form === 'v1');
  else if (kindOf(messages) === 'null') yield refusal('FN118', messages, 'has null in place of its messages');
  else yield refusal('FN101', messages, `has ${kindName(messages)} in place of its messages`);
}

function* list(messages: Value, v1: boolean): Generator<Hydrated> {
  let index = 0;
  for (const each of elements(messages)) {
    const at = `/messages/${index++}`;
    yield* isObject(each) ? hydrateMessage(each, at) : notAnObject(each, at, v1);
  }
}

function notAnObject(message: Value, at: string, v1: boolean): readonly Hydrated[] {
  if (!v1) return [refusal('FN102', message, `has ${kindName(message)} among its messages`)];
  if (kindOf(message) === 'null') return [remark('FN106', message, 'drops', 'has null among its messages')];
  if (!isArray(message)) return [item('bare', message, at)];
  const inner = Array.from(elements(message), (each, index) =>
    item(isObject(each) ? 'raw' : 'bare', each, `${at}/${index}`),
  );
  return [remark('FN105', message, 'rewrites', 'has a list among its messages'), ...inner];
}

/** v1 walks an object as a list of pairs, which nothing later can use. */
function* pairs(messages: Value, v1: boolean): Generator<Hydrated> {
  const all = [...firstMembers(messages)];
  if (all.length === 0) return;
  const detail = 'has an object in place of its messages';
  yield v1 ? remark('FN101', messages, 'crashes', detail) : refusal('FN101', messages, detail);
  for (const { name, value } of byKey(all)) yield item('bare', value, `/messages/${escaped(name)}`);
}

/** Elixir orders the keys of a small map by their bytes. */
function byKey<T extends { readonly name: string }>(all: T[]): T[] {
  return all.length > 32 ? all : all.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
