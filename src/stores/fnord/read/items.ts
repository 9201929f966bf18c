import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import {
  eachElement,
  elements,
  type Fields,
  fieldAt,
  fieldsNamed,
  findFields,
  isArray,
  isObject,
  kindAt,
  member,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { kindName } from '../../words.ts';
import type { Start } from './document-start.ts';
import { type FnordFinding, refusal, remark } from './fnord-finding.ts';
import { firstMembers } from './keys.ts';

/** Hydrates messages as fnord does, decoding nothing (docs/formats/fnord.md, "Messages"). */
export function items(body: Value | null, form: Start['form']): Iterable<Hydrated> {
  const messages = member(body, 'messages');
  if (messages === null) return [];
  if (isArray(messages)) return list(messages, form === 'v1');
  if (isObject(messages)) return pairs(messages, form === 'v1');
  if (typeOf(messages) === 'null') return [refusal('FN118', messages, 'has null in place of its messages')];
  return [refusal('FN101', messages, `has ${kindName(messages)} in place of its messages`)];
}

function* list(messages: Value, v1: boolean): Generator<Hydrated> {
  const { tape } = messages;
  const fields = messageFields();
  for (const each of eachElement(messages)) {
    const found: Hydrated[] = [];
    if (isObject(each)) hydrateMessage(tape, each.at, intoList(tape, found, fields));
    else notAnObject(each, v1, found);
    yield* found;
  }
}

function intoList(tape: Tape, found: Hydrated[], fields: MessageFields): Hydration {
  const valueAt = (at: number): Value => ({ tape, at });
  const orNull = (at: number): Value | null => (at === 0 ? null : { tape, at });
  return {
    fields,
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
  else if (typeOf(message) === 'null') found.push(remark('FN106', message, 'has null among its messages'));
  else if (!isArray(message)) found.push(item('bare', message));
  else {
    found.push(remark('FN105', message, 'has a list among its messages'));
    for (const each of elements(message)) found.push(item(isObject(each) ? 'raw' : 'bare', each));
  }
}

/** Hydrates an object in place of messages: v1 walks it as a list of pairs, which nothing later can use; v0 refuses it. */
function pairs(messages: Value, v1: boolean): Hydrated[] {
  const all = firstMembers(messages);
  if (all.length === 0) return [];
  const detail = 'has an object in place of its messages';
  const finding = v1 ? remark('FN101', messages, detail) : refusal('FN101', messages, detail);
  return [finding, ...byKey(all).map(({ value }) => item('bare', value))];
}

/** Members in the order of a small Elixir map: by the bytes of their keys. Larger maps keep the order of the file. */
function byKey<T extends { readonly name: string }>(all: T[]): T[] {
  return all.length > 32 ? all : all.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

/** A message after hydration. */
export interface HydratedItem {
  /** `raw`: an object fnord does not know. `bare`: not an object. */
  readonly as: 'user' | 'assistant' | 'system' | 'call' | 'output' | 'reasoning' | 'raw' | 'bare';
  /** Its source. */
  readonly value: Value;
  /** Content, output or arguments. */
  readonly text: Value | null;
  readonly callId: Value | null;
  readonly name: Value | null;
}

export type Hydrated = HydratedItem | FnordFinding;

export function isHydrated(each: Hydrated): each is HydratedItem {
  return 'as' in each;
}

function item(
  as: HydratedItem['as'],
  value: Value,
  text: Value | null = null,
  callId: Value | null = null,
  name: Value | null = null,
): HydratedItem {
  return { as, value, text, callId, name };
}

/** Tokens of one message's fields; 0 for none. Reused between messages, because new lists would cost more than the look. */
export interface MessageFields {
  readonly message: Int32Array;
  readonly call: Int32Array;
  readonly target: Int32Array;
  readonly part: Int32Array;
}

export function messageFields(): MessageFields {
  const { length } = FIELDS.names;
  const lists = new Int32Array(3 * length + 1);
  const list = (n: number) => lists.subarray(n * length, Math.min((n + 1) * length, lists.length));
  return { message: list(0), call: list(1), target: list(2), part: list(3) };
}

/** Receives the results of hydration. Places are tokens, 0 for none. */
export interface Hydration {
  readonly fields: MessageFields;
  item(as: HydratedItem['as'], at: number, text: number, callId: number, name: number): void;
  finding(code: Code, at: number, detail: string, refuses: boolean): void;
  /** Called with tool calls that hydration ignores, but fnord's v0 passes check. */
  passedOver(at: number): void;
}

const FIELDS = fieldsNamed(
  'type',
  'role',
  'content',
  'tool_calls',
  'output',
  'call_id',
  'tool_call_id',
  'arguments',
  'id',
  'name',
  'function',
);
const [TYPE, ROLE, CONTENT, CALLS, OUTPUT, CALL_ID, TOOL_CALL_ID, ARGUMENTS, ID, NAME, FUNCTION] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;
const TYPES = fieldsNamed('function_call', 'function_call_output', 'reasoning');
const ROLES = fieldsNamed('assistant', 'user', 'tool', 'system', 'developer');
const ROLE_OF_SECTION = ['assistant', 'user', 'tool', 'system', 'system'] as const;

/** Hydrates one message, decoding nothing. Its type decides before its role (docs/formats/fnord.md, "Messages"). */
export function hydrateMessage(tape: Tape, at: number, into: Hydration): void {
  const { message } = into.fields;
  findFields({ tape, at }, FIELDS, message);
  const type = wordAt(tape, fieldToken(message, TYPE), TYPES);
  const role = type < 0 ? ROLE_OF_SECTION[wordAt(tape, fieldToken(message, ROLE), ROLES)] : undefined;
  const calls = fieldToken(message, CALLS);
  const isFan = role === 'assistant' && isList(tape, calls);
  if (calls !== 0 && !isFan) into.passedOver(calls);
  if (isFan) fanOut(tape, at, calls, into);
  else if (type === 0) hydrateCall(tape, at, message, eitherIsTruthy(tape, message, CALL_ID, ID), into);
  else if (type === 1 || role === 'tool') output(tape, at, into);
  else if (type === 2) into.item('reasoning', at, 0, 0, 0);
  else if (role === undefined) into.item('raw', at, 0, 0, 0);
  else prose(tape, at, role, into);
}

/** Index of a text among `words`; -1 for none. */
function wordAt(tape: Tape, at: number, words: Fields): number {
  return at === 0 || kindAt(tape, at) !== KIND.string ? -1 : fieldAt(tape, at, words);
}

function fieldToken(fields: Int32Array, place: number): number {
  return fields[place] as number;
}

/** The token of a field that is neither null nor false, as with Elixir's `||`; 0 for none. */
function truthy(tape: Tape, fields: Int32Array, place: number): number {
  const at = fieldToken(fields, place);
  if (at === 0) return 0;
  const kind = kindAt(tape, at);
  return kind === KIND.null || kind === KIND.false ? 0 : at;
}

function eitherIsTruthy(tape: Tape, fields: Int32Array, place: number, other: number): number {
  return truthy(tape, fields, place) || truthy(tape, fields, other);
}

function isOther(tape: Tape, at: number): boolean {
  if (at === 0) return false;
  const kind = kindAt(tape, at);
  return kind !== KIND.string && kind !== KIND.null;
}

function nextAt({ words }: Tape, at: number): number {
  return words[at * TOKEN + 3] as number;
}

function prose(tape: Tape, at: number, as: 'user' | 'assistant' | 'system', into: Hydration): void {
  const content = fieldToken(into.fields.message, CONTENT);
  if (isList(tape, content)) countTextless(tape, content, into);
  if (isList(tape, content) || !isOther(tape, content)) into.item(as, at, content, 0, 0);
  else into.finding('FN107', content, `has ${kindName({ tape, at: content })} as the content of a message`, true);
}

function countTextless(tape: Tape, content: number, into: Hydration): void {
  const end = nextAt(tape, content);
  for (let part = content + 1; part < end; part = nextAt(tape, part)) {
    const text = kindAt(tape, part) === KIND.object ? textIn(tape, part, into.fields.part) : 0;
    if (text === 0 || kindAt(tape, text) !== KIND.string)
      into.finding('FN115', part, 'has a part of a message without text', false);
  }
}

const TEXT = fieldsNamed('text');

function textIn(tape: Tape, at: number, fields: Int32Array): number {
  findFields({ tape, at }, TEXT, fields);
  return fieldToken(fields, 0);
}

function output(tape: Tape, at: number, into: Hydration): void {
  const { message } = into.fields;
  const text = eitherIsTruthy(tape, message, OUTPUT, CONTENT);
  if (isOther(tape, text)) into.finding('FN116', text, `has ${kindName({ tape, at: text })} as a tool output`, false);
  into.item('output', at, text, eitherIsTruthy(tape, message, CALL_ID, TOOL_CALL_ID), 0);
}

/** Hydrates an assistant message of the older shape: its prose, then each call. */
function fanOut(tape: Tape, at: number, calls: number, into: Hydration): void {
  const content = truthy(tape, into.fields.message, CONTENT);
  if (content !== 0 && kindAt(tape, content) === KIND.string) {
    const { words } = tape;
    const length = (words[content * TOKEN + 2] as number) - (words[content * TOKEN + 1] as number);
    if (length > '""'.length) into.item('assistant', at, content, 0, 0);
  } else if (content !== 0 && !isEmptyList(tape, content))
    into.finding('FN114', content, `has ${kindName({ tape, at: content })} as text beside tool calls`, false);
  const end = nextAt(tape, calls);
  for (let each = calls + 1; each < end; each = nextAt(tape, each)) oneCall(tape, each, into);
}

function isList(tape: Tape, at: number): boolean {
  return at !== 0 && kindAt(tape, at) === KIND.array;
}

function isEmptyList(tape: Tape, at: number): boolean {
  return isList(tape, at) && nextAt(tape, at) === at + 1;
}

function oneCall(tape: Tape, at: number, into: Hydration): void {
  if (kindAt(tape, at) !== KIND.object) {
    into.finding('FN109', at, `has ${kindName({ tape, at })} as a tool call`, true);
    return;
  }
  const { call: fields, target } = into.fields;
  findFields({ tape, at }, FIELDS, fields);
  const callId = truthy(tape, fields, ID);
  const of = truthy(tape, fields, FUNCTION);
  if (of === 0) {
    into.passedOver(at);
    into.item('call', at, 0, callId, 0);
  } else if (kindAt(tape, of) !== KIND.object)
    into.finding('FN110', of, `has ${kindName({ tape, at: of })} as the function of a tool call`, true);
  else {
    findFields({ tape, at: of }, FIELDS, target);
    hydrateCall(tape, at, target, callId, into);
  }
}

/** Hydrates a tool call. `fields` are those of the call, or of the function in it. */
function hydrateCall(tape: Tape, at: number, fields: Int32Array, callId: number, into: Hydration): void {
  const args = fields === into.fields.target ? truthy(tape, fields, ARGUMENTS) : fieldToken(fields, ARGUMENTS);
  const isDecoded = args !== 0 && kindAt(tape, args) === KIND.object;
  if (isDecoded) into.finding('FN113', args, 'has tool-call arguments that are an object', false);
  if (isDecoded || !isOther(tape, args)) into.item('call', at, args, callId, truthy(tape, fields, NAME));
  else into.finding('FN108', args, `has ${kindName({ tape, at: args })} as the arguments of a tool call`, true);
}
