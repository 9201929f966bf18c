import {
  elements,
  isArray,
  isObject,
  isString,
  isTrue,
  lexemeOf,
  type Member,
  member,
  members,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { pictureAt } from '../../engine/said.ts';
import { isFilledText, isTrueInJs, textAt } from '../../engine/text-at.ts';

/** Roles that the program accepts. */
const ROLES = ['user', 'model'] as const;
export type QwenRole = (typeof ROLES)[number];

/** Facts of a record's message, or of the messages in a summary. */
export interface SaidParts {
  /** True for a summary, which replaces all records before it. */
  readonly isSummary: boolean;
  readonly isSaid: boolean;
  /** Number of messages with texts and pictures, without thoughts; calls and results count separately. */
  readonly texts: number;
  /** Role of the message, or of the first one in a summary; null for a role that the program refuses, undefined without a message. */
  readonly role: QwenRole | null | undefined;
  /** True if a part ends the program when it sends the message. */
  readonly isStopping: boolean;
  /** A part of its message is no object: that ends the program even where a compression took its place. */
  readonly hasOddPart: boolean;
  /** True for an answer with an empty part, of which the program sends nothing. */
  readonly isEmptied: boolean;
  /** Ids of the message's calls; empty for a call without one, which is not sent. */
  readonly calls: readonly string[];
  readonly answers: readonly string[];
}

export function partsIn(value: Value): readonly Value[] {
  return elements(member(member(value, 'message', 'last'), 'parts', 'last'));
}

export function partsOf(value: Value, type: string): SaidParts {
  const messages = messagesIn(value, type);
  const parts = partsSentIn(value, type);
  const roles = messages.map(roleOf);
  return {
    isSummary: type === 'system' && summaryIn(value) !== null,
    isSaid: parts.length > 0,
    texts: type === 'user' ? Math.min(parts.filter(isShown).length, 1) : parts.filter(isAnswer).length,
    role: roles.includes(null) ? null : roles[0],
    isStopping: parts.some((part) => stopperIn(part) !== null) || (type === 'system' && isSummaryStopping(value)),
    hasOddPart: type !== 'system' && parts.some((part) => stopperIn(part) === part),
    isEmptied: type === 'assistant' && parts.some(isEmptyPart),
    calls: idsIn(parts, 'functionCall'),
    answers: idsIn(parts, 'functionResponse'),
  };
}

function isSummaryStopping(value: Value): boolean {
  return noListIn(value) !== null || noPartsIn(value).length > 0;
}

function messagesIn(value: Value, type: string): readonly Value[] {
  return type === 'system' ? (summaryIn(value) ?? []) : [member(value, 'message', 'last')].filter(isObject);
}

export function partsSentIn(value: Value, type: string): readonly Value[] {
  return messagesIn(value, type).flatMap((message) => elements(member(message, 'parts', 'last')));
}

/** The value in a part, or the part itself, that ends the program when it sends it; null for none. */
export function stopperIn(part: Value): Value | null {
  if (isArray(part)) return null;
  if (!isObject(part)) return part;
  const nameIn = (key: string, name: string) => member(member(part, key, 'last'), name, 'last');
  const texts = [member(part, 'text', 'last'), nameIn('functionCall', 'name'), nameIn('inlineData', 'mimeType')];
  return texts.find((text) => text !== null && !isString(text) && typeOf(text) !== 'null') ?? null;
}

/** A value in a question at which the program's list ends: all of its `parts`, one of them, or the text of one. */
interface ListStopper {
  readonly value: Value;
  readonly as: 'parts' | 'part' | 'text';
}

/** Where the program's list ends at a question. It takes the first text of the parts, whatever that is. Null for nowhere. */
export function listStopperIn(question: Value): ListStopper | null {
  const parts = member(member(question, 'message', 'last'), 'parts', 'last');
  if (parts === null || !isTrueInJs(parts)) return null;
  if (!isArray(parts)) return { value: parts, as: 'parts' };
  const isPart = (part: Value) => isObject(part) || isArray(part);
  const first = elements(parts).find((part) => !isPart(part) || member(part, 'text', 'last') !== null);
  if (first === undefined) return null;
  const text = isPart(first) ? member(first, 'text', 'last') : null;
  if (text === null) return { value: first, as: 'part' };
  return isString(text) || isArray(text) ? null : { value: text, as: 'text' };
}

/** Lists of parts of a summary's messages that are none: the program ends at them, wherever the summary is. */
export function noPartsIn(value: Value): readonly Value[] {
  return (summaryIn(value) ?? []).flatMap((message) => {
    const parts = member(message, 'parts', 'last');
    return parts === null || isArray(parts) || typeOf(parts) === 'null' ? [] : parts;
  });
}

/** True for an object without members, or for an empty text that is no thought. */
export function isEmptyPart(part: Value): boolean {
  if (!isObject(part)) return false;
  const text = member(part, 'text', 'last');
  return members(part).length === 0 || (isString(text) && textOf(text) === '' && !isThought(part));
}

const NO_IDS: readonly string[] = [];

function idsIn(parts: readonly Value[], key: string): readonly string[] {
  const found = parts.map((part) => member(part, key, 'last')).filter(isObject);
  return found.length === 0 ? NO_IDS : found.map(idOf);
}

/** The id of a call or a result; empty for none. */
export function idOf(value: Value): string {
  const id = member(value, 'id', 'last');
  if (id === null || !isTrueInJs(id)) return '';
  return isString(id) ? textOf(id) : lexemeOf(id);
}

/** A question is one message of all its texts and pictures. */
function isShown(part: Value): boolean {
  return isFilledText(member(part, 'text', 'last')) || isObject(pictureAt(part));
}

/** Each text of an answer is a message; a thought is hidden. */
function isAnswer(part: Value): boolean {
  if (isObject(member(part, 'functionCall', 'last')) || isObject(member(part, 'functionResponse', 'last')))
    return false;
  return isFilledText(member(part, 'text', 'last')) && !isThought(part);
}

export function isThought(part: Value): boolean {
  return isTrue(member(part, 'thought', 'last'));
}

export function roleOf(message: Value | null): QwenRole | null {
  const role = textAt(message, 'role');
  return ROLES.find((each) => each === role) ?? null;
}

/**
 * The list of messages that a compression left, if it is no list: the program ends at it, unless JavaScript takes it for false. Null
 * otherwise.
 */
export function noListIn(value: Value): Member | null {
  const found = members(payloadIn(value)).findLast(({ key }) => textOf(key) === LEFT) ?? null;
  return found === null || isArray(found.value) || !isTrueInJs(found.value) ? null : found;
}

const LEFT = 'compressedHistory';

function payloadIn(value: Value): Value | null {
  return textAt(value, 'subtype') === 'chat_compression' ? member(value, 'systemPayload', 'last') : null;
}

/** Messages that a compression left; null for any other record, and for a compression without a list, which changes nothing. */
export function summaryIn(value: Value): readonly Value[] | null {
  const list = member(payloadIn(value), LEFT, 'last');
  return isArray(list) ? elements(list) : null;
}

/** Calls whose results are sent: those of the last answer. A result after a later answer than its call's is not sent. */
export class OpenCalls {
  readonly #ids = new Set<string>();
  #answer: string | null = null;

  /** Begins an answer, unless the uuid is that of the last one: records with one uuid are parts of it. A message of a summary has none. */
  begin(uuid: string): void {
    if (uuid === '' || uuid !== this.#answer) this.#ids.clear();
    this.#answer = uuid;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
