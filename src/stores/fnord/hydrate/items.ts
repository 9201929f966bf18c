import {
  eachElement,
  elements,
  isArray,
  isObject,
  isString,
  isText,
  kindOf,
  member,
  spanOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { kindName } from '../../kind-name.ts';
import { refusal, remark } from '../decode/fnord-finding.ts';
import { firstMembers } from '../decode/keys.ts';
import type { Start } from '../decode/lead.ts';
import { type Hydrated, item } from './item.ts';

/** Hydrates the messages as fnord does, decoding nothing (docs/formats/fnord.md, "Messages"). */
export function items(body: Value | null, form: Start['form']): Iterable<Hydrated> {
  const messages = body === null ? null : member(body, 'messages');
  if (messages === null) return [];
  if (isArray(messages)) return list(messages, form === 'v1');
  if (isObject(messages)) return pairs(messages, form === 'v1');
  if (kindOf(messages) === 'null') return [refusal('FN118', messages, 'has null in place of its messages')];
  return [refusal('FN101', messages, `has ${kindName(messages)} in place of its messages`)];
}

function* list(messages: Value, v1: boolean): Generator<Hydrated> {
  for (const each of eachElement(messages)) {
    const found: Hydrated[] = [];
    if (isObject(each)) hydrateMessage(each, found);
    else notAnObject(each, v1, found);
    yield* found;
  }
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

/** Adds what one message object results in; its type decides before its role (docs/formats/fnord.md, "Messages"). */
function hydrateMessage(message: Value, found: Hydrated[]): void {
  const type = member(message, 'type');
  if (isText(type, 'function_call')) call(message, found);
  else if (isText(type, 'function_call_output')) output(message, found);
  else if (isText(type, 'reasoning')) found.push(item('reasoning', message));
  else byRole(message, member(message, 'role'), found);
}

function byRole(message: Value, role: Value | null, found: Hydrated[]): void {
  if (isText(role, 'assistant')) assistant(message, found);
  else if (isText(role, 'user')) prose(message, 'user', found);
  else if (isText(role, 'tool')) output(message, found);
  else if (isText(role, 'system') || isText(role, 'developer')) prose(message, 'system', found);
  else found.push(item('raw', message));
}

function assistant(message: Value, found: Hydrated[]): void {
  const calls = member(message, 'tool_calls');
  if (isArray(calls)) fanOut(message, calls, found);
  else prose(message, 'assistant', found);
}

function prose(message: Value, as: 'user' | 'assistant' | 'system', found: Hydrated[]): void {
  const content = member(message, 'content');
  if (isArray(content)) textless(content, found);
  else if (content !== null && !isString(content) && kindOf(content) !== 'null') {
    found.push(refusal('FN107', content, `has ${kindName(content)} as the content of a message`));
    return;
  }
  found.push(item(as, message, content));
}

function textless(content: Value, found: Hydrated[]): void {
  for (const part of elements(content))
    if (!isString(member(part, 'text'))) found.push(remark('FN115', part, 'has a part of a message without text'));
}

function output(message: Value, found: Hydrated[]): void {
  const text = truthy(message, 'output') ?? truthy(message, 'content');
  const callId = truthy(message, 'call_id') ?? truthy(message, 'tool_call_id');
  if (text !== null && !isString(text)) found.push(remark('FN116', text, `has ${kindName(text)} as a tool output`));
  found.push(item('output', message, text, callId));
}

function call(message: Value, found: Hydrated[]): void {
  const given = member(message, 'arguments');
  const callId = truthy(message, 'call_id') ?? truthy(message, 'id');
  withArguments(given, item('call', message, given, callId, truthy(message, 'name')), found);
}

/** An assistant message of the older shape: its prose, then each of its calls. */
function fanOut(message: Value, calls: Value, found: Hydrated[]): void {
  const content = truthy(message, 'content');
  if (isString(content)) {
    const { start, end } = spanOf(content);
    if (end - start > '""'.length) found.push(item('assistant', message, content));
  } else if (content !== null && !isEmptyList(content))
    found.push(remark('FN114', content, `has ${kindName(content)} as text beside tool calls`));
  for (const each of elements(calls)) oneCall(each, found);
}

function isEmptyList(value: Value): boolean {
  return isArray(value) && elements(value).length === 0;
}

function oneCall(each: Value, found: Hydrated[]): void {
  if (!isObject(each)) {
    found.push(refusal('FN109', each, `has ${kindName(each)} as a tool call`));
    return;
  }
  const callId = truthy(each, 'id');
  const target = truthy(each, 'function');
  if (target === null) found.push(item('call', each, null, callId));
  else if (!isObject(target))
    found.push(refusal('FN110', target, `has ${kindName(target)} as the function of a tool call`));
  else {
    const given = truthy(target, 'arguments');
    withArguments(given, item('call', each, given, callId, truthy(target, 'name')), found);
  }
}

function withArguments(given: Value | null, said: Hydrated, found: Hydrated[]): void {
  if (given !== null && !isString(given) && kindOf(given) !== 'null') {
    if (!isObject(given)) {
      found.push(refusal('FN108', given, `has ${kindName(given)} as the arguments of a tool call`));
      return;
    }
    found.push(remark('FN113', given, 'has tool-call arguments that are an object'));
  }
  found.push(said);
}

/** The value of a key unless it is null or false: what Elixir's `||` takes. */
function truthy(object: Value, key: string): Value | null {
  const value = member(object, key);
  if (value === null) return null;
  const kind = kindOf(value);
  return kind === 'null' || kind === 'false' ? null : value;
}
