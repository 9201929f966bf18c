import {
  elements,
  isArray,
  isObject,
  isString,
  kindOf,
  member,
  spanOf,
  textOf,
  type Value,
} from '../../codecs/json/value.ts';
import { type Hydrated, item } from './item.ts';
import { kindName } from './kind-name.ts';
import { refusal, remark, type Trouble } from './trouble.ts';
import { truthy } from './truthy.ts';

/** What one message object at `at` comes to; its type decides before its role (docs/formats/fnord.md, "Messages"). */
export function hydrateMessage(message: Value, at: string): readonly Hydrated[] {
  const type = textAt(message, 'type');
  if (type === 'function_call') return call(message, at);
  if (type === 'function_call_output') return output(message, at);
  if (type === 'reasoning') return [item('reasoning', message, at)];
  return byRole(message, at, textAt(message, 'role'));
}

function textAt(object: Value, key: string): string | null {
  const value = member(object, key);
  return isString(value) ? textOf(value) : null;
}

function byRole(message: Value, at: string, role: string | null): readonly Hydrated[] {
  if (role === 'user') return prose(message, at, role);
  if (role === 'tool') return output(message, at);
  if (role === 'system' || role === 'developer') return prose(message, at, 'system');
  if (role !== 'assistant') return [item('raw', message, at)];
  const calls = member(message, 'tool_calls');
  return isArray(calls) ? fanOut(message, at, calls) : prose(message, at, role);
}

function prose(message: Value, at: string, as: 'user' | 'assistant' | 'system'): readonly Hydrated[] {
  const content = member(message, 'content');
  if (content === null || isString(content) || kindOf(content) === 'null') return [item(as, message, at, content)];
  if (!isArray(content)) return [refusal('FN107', content, `has ${kindName(content)} as the content of a message`)];
  return [...textless(content), item(as, message, at, content)];
}

function textless(content: Value): Trouble[] {
  return Array.from(elements(content))
    .filter((part) => !isString(member(part, 'text')))
    .map((part) => remark('FN115', part, 'drops', 'has a part of a message without text'));
}

function output(message: Value, at: string): readonly Hydrated[] {
  const text = truthy(message, 'output', 'content');
  const said = { ...item('output', message, at, text), callId: truthy(message, 'call_id', 'tool_call_id') };
  if (text === null || isString(text)) return [said];
  return [remark('FN116', text, 'rewrites', `has ${kindName(text)} as a tool output`), said];
}

function call(message: Value, at: string): readonly Hydrated[] {
  const given = member(message, 'arguments');
  const said = { ...item('call', message, at, given), callId: truthy(message, 'call_id', 'id') };
  return withArguments(given, { ...said, name: truthy(message, 'name') });
}

/** An assistant message of the older shape: its prose, then each of its calls. */
function fanOut(message: Value, at: string, calls: Value): Hydrated[] {
  const content = truthy(message, 'content');
  const found: Hydrated[] = [];
  if (isString(content)) {
    const { start, end } = spanOf(content);
    if (end - start > '""'.length) found.push(item('assistant', message, at, content));
  } else if (content !== null && !isEmptyList(content))
    found.push(remark('FN114', content, 'drops', `has ${kindName(content)} as text beside tool calls`));
  let index = 0;
  for (const each of elements(calls)) found.push(...oneCall(each, `${at}/tool_calls/${index++}`));
  return found;
}

function isEmptyList(value: Value): boolean {
  return isArray(value) && elements(value).next().done === true;
}

function oneCall(each: Value, at: string): readonly Hydrated[] {
  if (!isObject(each)) return [refusal('FN109', each, `has ${kindName(each)} as a tool call`)];
  const callId = truthy(each, 'id');
  const target = truthy(each, 'function');
  if (target === null) return [{ ...item('call', each, at), callId }];
  if (!isObject(target)) return [refusal('FN110', target, `has ${kindName(target)} as the function of a tool call`)];
  const given = truthy(target, 'arguments');
  return withArguments(given, { ...item('call', each, at, given), callId, name: truthy(target, 'name') });
}

function withArguments(given: Value | null, said: Hydrated): readonly Hydrated[] {
  if (given === null || isString(given) || kindOf(given) === 'null') return [said];
  if (isObject(given)) return [remark('FN113', given, 'reads', 'has tool-call arguments that are an object'), said];
  return [refusal('FN108', given, `has ${kindName(given)} as the arguments of a tool call`)];
}
