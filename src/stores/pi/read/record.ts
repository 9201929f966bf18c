import {
  elements,
  isArray,
  isObject,
  isString,
  lexemeOf,
  member,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Span } from '../../engine/records.ts';
import type { SharedTexts } from '../../engine/session-lines.ts';
import { isFilledText, isTrueInJs, textAt } from '../../engine/text-at.ts';

/** The effect of a record on the messages that the program sends. `notes`: it asks, but with words that are no content. */
type RecordEffect = 'asks' | 'notes' | 'answers' | 'returns' | 'compacts' | 'edits' | null;

/**
 * Why a record is not read as it was meant. `null` and `hole` keep the session out of the program's list; all but `null` and `text` prevent
 * a resume.
 */
export type RecordFault = 'null' | 'hole' | 'kind' | 'text' | 'member' | 'usage' | 'call';

export interface SessionRecord extends Span {
  /** The record's id; empty for none. */
  readonly uuid: string;
  readonly parent: string | null;
  /** True if the record names its parent, or says that it has none. */
  readonly isLinked: boolean;
  readonly type: string | null;
  /** Role of the message; empty for a message without one, null without a message. */
  readonly role: string | null;
  readonly effect: RecordEffect;
  /** Number of messages with its texts and pictures. */
  readonly texts: number;
  readonly calls: readonly string[];
  /** Id of the call that a result answers, of the record that an edit changes, or of the first one that a compaction keeps; else empty. */
  readonly target: string;
  readonly fault: RecordFault | null;
  /** The effect of an edit on its message; null for other records. */
  readonly edited: Edited | null;
}

/** An edit hides its message, makes the program fail on it, or replaces it: facts of the replacement, by the effect of the message. */
type Edited = 'hides' | 'fails' | Readonly<Record<'asks' | 'answers' | 'returns', MessageFacts>>;

const TYPES: readonly string[] = [
  'message',
  'model_change',
  'thinking_level_change',
  'session_info',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'usage',
  'context_edit',
];
const ROLES: readonly string[] = [
  'system',
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'branchSummary',
  'compactionSummary',
  'hookMessage',
];

export function isKnown({ type, role, effect }: Pick<SessionRecord, 'type' | 'role' | 'effect'>): boolean {
  if (role === OLD_ROLE && effect === null) return false;
  return type === null || (TYPES.includes(type) && (type !== 'message' || role === null || ROLES.includes(role)));
}

/** Name before version 3 of the role of an extension's message; version 3 does not know it. */
const OLD_ROLE = 'hookMessage';

/** The record as version 3 reads it. */
export function inNewVersion(record: SessionRecord): SessionRecord {
  return record.role === OLD_ROLE ? { ...record, effect: null, texts: 0 } : record;
}

/** An id at `key`: a text, or a number, which the program accepts too. */
function idAt(value: Value, key: string): string | null {
  const found = member(value, key, 'last');
  if (isString(found)) return textOf(found);
  return found !== null && typeOf(found) === 'number' ? String(Number(lexemeOf(found))) : null;
}

/** One literal for all records, so that they share one shape: there may be millions. */
export function recordFrom(value: Value, { line, at, length }: Span, texts: SharedTexts): SessionRecord {
  const link = member(value, 'parentId', 'last');
  const [type, name] = [texts.word(textAt(value, 'type')), idAt(value, 'parentId')];
  const message = member(value, 'message', 'last');
  const role = texts.word(textAt(message, 'role') ?? (isNone(message) ? null : ''));
  const uuid = idAt(value, 'id') ?? '';
  const parent = texts.parent(name === '' ? null : name, uuid);
  const isLinked = name !== null || (link !== null && typeOf(link) === 'null');
  const { effect, texts: said, calls, target, fault, edited } = doneBy(type, value);
  return { line, at, length, uuid, parent, isLinked, type, role, effect, texts: said, calls, target, fault, edited };
}

type RecordFacts = Pick<SessionRecord, 'effect' | 'texts' | 'calls' | 'target' | 'fault' | 'edited'>;
type MessageFacts = Pick<RecordFacts, 'texts' | 'calls' | 'fault'>;

const NO_IDS: readonly string[] = [];

function done(effect: RecordEffect, texts: number, target = '', calls = NO_IDS): RecordFacts {
  return { effect, texts, calls, target, fault: null, edited: null };
}

const NO_RECORD = done(null, 0);

function doneBy(type: string | null, value: Value): RecordFacts {
  switch (type) {
    case 'message':
      return saidIn(member(value, 'message', 'last'));
    case 'custom_message':
      return { ...done('asks', messagesIn(value, 'user')), fault: faultIn(value, 'custom_message') };
    case 'branch_summary':
      return textAt(value, 'summary') ? done('notes', 1) : NO_RECORD;
    case 'compaction':
      return done('compacts', 1, idAt(value, 'firstKeptEntryId') ?? '');
    case 'context_edit':
      return {
        ...done('edits', 0, idAt(value, 'targetId') ?? ''),
        edited: editedBy(member(value, 'replacement', 'last')),
      };
    default:
      return NO_RECORD;
  }
}

/** The effect of an edit. The program takes only the content of a replacement, a text or a list; all else stays. */
function editedBy(edit: Value | null): Edited {
  if (edit !== null && typeOf(edit) === 'null') return 'hides';
  const content = member(edit, 'content', 'last');
  if (edit === null || !(isString(content) || isArray(content))) return 'fails';
  const faultAs = (role: string) => faultAmong(partsIn(edit), role);
  const calls = callsIn(edit);
  const texts = isString(content) ? messagesIn(edit, 'user') : messagesIn(edit, 'assistant');
  return {
    asks: { texts: messagesIn(edit, 'user'), calls: NO_IDS, fault: faultAs('user') },
    answers: { texts, calls, fault: faultAs('assistant') ?? (hasUnnamedCall(edit) ? 'call' : null) },
    returns: { texts: 1, calls: NO_IDS, fault: faultAs('toolResult') },
  };
}

/** Facts of a message. A number or a text has no effect; a missing message ends the program. */
function saidIn(message: Value | null): RecordFacts {
  if (isNone(message)) return { ...NO_RECORD, fault: 'member' };
  const role = textAt(message, 'role') ?? '';
  const fault = faultIn(message, role) ?? (role === 'assistant' ? lackOf(message) : null);
  const did = doneAs(role, message);
  return fault === null ? did : { ...did, fault };
}

function isNone(value: Value | null): value is null {
  return value === null || typeOf(value) === 'null';
}

function doneAs(role: string, message: Value): RecordFacts {
  switch (role) {
    case 'user':
    case 'custom':
    case 'hookMessage':
      return done('asks', messagesIn(message, role));
    case 'branchSummary':
    case 'compactionSummary':
      return done('notes', 1);
    case 'bashExecution':
      return isExcluded(message) ? NO_RECORD : done('notes', 1);
    case 'toolResult':
      return done('returns', 1, textAt(message, 'toolCallId') ?? '');
    case 'assistant':
      return answerDone(message);
    default:
      return NO_RECORD;
  }
}

/** True if JavaScript takes `excludeFromContext` for true: the program does not send such a message. */
export function isExcluded(message: Value | null): boolean {
  return isTrueInJs(member(message, 'excludeFromContext', 'last'));
}

/** Stop reasons of answers that failed or were cut short: the program does not send these, but sends the results of their calls. */
const STOPPED: readonly (string | null)[] = ['error', 'aborted'];

function answerDone(message: Value): RecordFacts {
  const effect = STOPPED.includes(textAt(message, 'stopReason')) ? null : 'answers';
  return done(effect, messagesIn(message, 'assistant'), '', callsIn(message));
}

function callsIn(message: Value): readonly string[] {
  const calls = partsIn(message).flatMap((part) => (isCall(part) ? [textAt(part, 'id') ?? ''] : []));
  return calls.length === 0 ? NO_IDS : calls;
}

const WITH_CONTENT: readonly string[] = ['user', 'assistant', 'toolResult', 'custom', 'custom_message'];
/** Fault of a null content, by role: the program ignores it, does not list the session, or ends. */
const OF_NULL: Readonly<Record<string, RecordFault>> = { user: 'null', assistant: 'null', custom: 'kind' };
/** Fault of a text content, by role: the program fails, or sends nothing of a result. For other roles it makes a list. */
const OF_TEXT: Readonly<Record<string, RecordFault>> = { assistant: 'kind', toolResult: 'text' };

/** The fault of an answer without usage, or with a call without an id, if it is sent; null for none. */
function lackOf(message: Value): RecordFault | null {
  if (STOPPED.includes(textAt(message, 'stopReason'))) return null;
  if (isNone(member(message, 'usage', 'last'))) return 'usage';
  return hasUnnamedCall(message) ? 'call' : null;
}

function hasUnnamedCall(message: Value): boolean {
  return partsIn(message).some((part) => isCall(part) && !isString(member(part, 'id', 'last')));
}

function faultIn(message: Value, role: string): RecordFault | null {
  const content = member(message, 'content', 'last');
  if (content === null) return role === 'custom' ? 'kind' : null;
  if (!WITH_CONTENT.includes(role)) return null;
  if (typeOf(content) === 'null') return OF_NULL[role] ?? null;
  if (isString(content)) return isFilledText(content) || role === 'assistant' ? (OF_TEXT[role] ?? null) : null;
  return isArray(content) ? faultAmong(elements(content), role) : 'kind';
}

function faultAmong(parts: readonly Value[], role: string): RecordFault | null {
  const isTurn = role === 'user' || role === 'assistant';
  if (isTurn && parts.some((part) => typeOf(part) === 'null')) return 'hole';
  return parts.every((part) => isTaken(part, role)) ? null : 'kind';
}

/** False for a part on which the program fails: null, or a text part without a text, except in a result. It ignores other values. */
function isTaken(part: Value, role: string): boolean {
  if (!isObject(part)) return typeOf(part) !== 'null';
  if (textAt(part, 'type') !== 'text' || role === 'toolResult') return true;
  const text = member(part, 'text', 'last');
  return isString(text) || (role === 'user' && text !== null && typeOf(text) === 'number');
}

export function isCall(part: Value): boolean {
  return textAt(part, 'type') === 'toolCall';
}

export function isPicture(part: Value): boolean {
  return textAt(part, 'type') === 'image';
}

export function textsOfMessage(message: Value | null): string[] {
  const content = member(message, 'content', 'last');
  if (isString(content)) return [textOf(content)];
  return partsIn(message).flatMap((part) => (isTextPart(part) ? (textAt(part, 'text') ?? '') : []));
}

export function partsIn(message: Value | null): readonly Value[] {
  return elements(member(message, 'content', 'last'));
}

/** Number of messages: a question is one message of all its texts and pictures, an answer one for each text. */
function messagesIn(message: Value, role: string): number {
  const content = member(message, 'content', 'last');
  if (isString(content)) return isFilledText(content) ? 1 : 0;
  const texts = partsIn(message).filter((part) => isTextPart(part) || (role !== 'assistant' && isPicture(part)));
  return role === 'assistant' ? texts.length : Math.min(texts.length, 1);
}

export function isTextPart(part: Value): boolean {
  return textAt(part, 'type') === 'text' && isFilledText(member(part, 'text', 'last'));
}
