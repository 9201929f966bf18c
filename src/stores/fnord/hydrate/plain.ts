import { digitsAt, kindAt } from '../../../codecs/json/cursor.ts';
import { isSpelledAs } from '../../../codecs/json/duplicates.ts';
import { type Fields, fieldAt, fieldsNamed, findFields } from '../../../codecs/json/members.ts';
import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { isObject, member, type Value } from '../../../codecs/json/value.ts';
import { tooLong } from '../decode/keys.ts';
import type { Start } from '../decode/lead.ts';

/** What a list shows of messages with which nothing is wrong. */
export interface PlainMessages {
  /** Messages after hydration. */
  readonly messages: number;
  /** The calls of tools among them. */
  readonly toolCalls: number;
  /** Is there one of the user. */
  readonly asked: boolean;
  /** The content of the first one of the user; null where it has none. */
  readonly question: Value | null;
}

/**
 * The messages of a document, seen in one pass that makes nothing of them: only those with which nothing is wrong, and whose contents
 * are texts. Null for all others, which `items` hydrates one by one.
 */
export function plainMessages(messages: Value): PlainMessages | null {
  const { tape } = messages;
  if (!tape.distinct || kindAt(tape, messages.at) !== KIND.array) return null;
  const pass: Pass = { tape, count: 0, made: 0, asked: false, question: 0, calls: [], open: 0 };
  const end = tape.words[messages.at * TOKEN + 3] as number;
  for (let at = messages.at + 1; at < end; at = tape.words[at * TOKEN + 3] as number)
    if (!isPlain(pass, at)) return null;
  if (pass.open > 0) return null;
  const { count, made, asked, question } = pass;
  return { messages: count, toolCalls: made, asked, question: question === 0 ? null : { tape, at: question } };
}

/** How far the pass is; places are tokens, 0 for none. */
interface Pass {
  readonly tape: Tape;
  count: number;
  made: number;
  asked: boolean;
  question: number;
  /** The ids of calls that were not answered yet: the first `open` of the list. */
  readonly calls: number[];
  open: number;
}

/** A document with more calls at once is not looked at here: each output is compared with all of them. */
const MANY = 64;

const TYPE = 0;
const ROLE = 1;
const CONTENT = 2;
const CALLS = 3;
const OUTPUT = 4;
const CALL_ID = 5;
const TOOL_CALL_ID = 6;
const ARGUMENTS = 7;
const ID = 8;
const FUNCTION = 9;
const FIELDS: Fields = fieldsNamed(
  'type',
  'role',
  'content',
  'tool_calls',
  'output',
  'call_id',
  'tool_call_id',
  'arguments',
  'id',
  'function',
);

// Kept between messages, because a list each would cost more than the look.
const message = new Int32Array(FIELDS.names.length);
const call = new Int32Array(FIELDS.names.length);
const target = new Int32Array(FIELDS.names.length);

function at(fields: Int32Array, place: number): number {
  return fields[place] as number;
}

function isPlain(pass: Pass, token: number): boolean {
  const { tape } = pass;
  if (kindAt(tape, token) !== KIND.object) return false;
  findFields({ tape, at: token }, FIELDS, message);
  const calls = at(message, CALLS);
  // The type of a message decides before its role, as in `items`.
  const type = wordAt(tape, TYPE, TYPES);
  if (type === IS_CALL) return calls === 0 && isPlainCall(pass, message, at(message, CALL_ID));
  if (type === IS_OUTPUT) return calls === 0 && isPlainOutput(pass);
  const role = type === IS_REASONING ? -1 : wordAt(tape, ROLE, ROLES);
  if (calls !== 0) return role === IS_ASSISTANT && isPlainFan(pass, calls);
  if (role === IS_TOOL) return isPlainOutput(pass);
  if (role === IS_USER) ask(pass);
  return role >= 0 && isProse(pass);
}

function ask(pass: Pass): void {
  if (!pass.asked) pass.question = at(message, CONTENT);
  pass.asked = true;
}

const IS_CALL = 0;
const IS_OUTPUT = 1;
const IS_REASONING = 2;
const TYPES = fieldsNamed('function_call', 'function_call_output', 'reasoning');

const IS_ASSISTANT = 0;
const IS_USER = 1;
const IS_TOOL = 2;
const ROLES = fieldsNamed('assistant', 'user', 'tool', 'system', 'developer');

/** Which of some words a field of the message holds; -1 for none. */
function wordAt(tape: Tape, place: number, words: Fields): number {
  const token = at(message, place);
  return token === 0 || kindAt(tape, token) !== KIND.string ? -1 : fieldAt(tape, token, words);
}

/** A text, or nothing. */
function isTextOrNone(tape: Tape, token: number): boolean {
  return token === 0 || kindAt(tape, token) === KIND.string || kindAt(tape, token) === KIND.null;
}

function isProse(pass: Pass): boolean {
  pass.count++;
  return isTextOrNone(pass.tape, at(message, CONTENT));
}

function isPlainCall(pass: Pass, fields: Int32Array, id: number): boolean {
  const { tape } = pass;
  if (id === 0 || kindAt(tape, id) !== KIND.string || !isTextOrNone(tape, at(fields, ARGUMENTS))) return false;
  pass.count++;
  pass.made++;
  pass.calls[pass.open++] = id;
  return pass.open <= MANY;
}

function isPlainFan(pass: Pass, calls: number): boolean {
  const { tape } = pass;
  const content = at(message, CONTENT);
  if (kindAt(tape, calls) !== KIND.array || !isTextOrNone(tape, content)) return false;
  if (content !== 0 && kindAt(tape, content) === KIND.string && lengthAt(tape, content) > '""'.length) pass.count++;
  const end = tape.words[calls * TOKEN + 3] as number;
  for (let each = calls + 1; each < end; each = tape.words[each * TOKEN + 3] as number) {
    if (kindAt(tape, each) !== KIND.object) return false;
    findFields({ tape, at: each }, FIELDS, call);
    const called = at(call, FUNCTION);
    if (called === 0 || kindAt(tape, called) !== KIND.object) return false;
    findFields({ tape, at: called }, FIELDS, target);
    if (!isPlainCall(pass, target, at(call, ID))) return false;
  }
  return true;
}

function lengthAt({ words }: Tape, token: number): number {
  return (words[token * TOKEN + 2] as number) - (words[token * TOKEN + 1] as number);
}

/** An output answers a call before it. */
function isPlainOutput(pass: Pass): boolean {
  const { tape, calls } = pass;
  const id = at(message, CALL_ID) === 0 ? at(message, TOOL_CALL_ID) : at(message, CALL_ID);
  if (id === 0 || kindAt(tape, id) !== KIND.string) return false;
  if (!isTextOrNone(tape, at(message, OUTPUT)) || !isTextOrNone(tape, at(message, CONTENT))) return false;
  pass.count++;
  const before = pass.open;
  let kept = 0;
  for (let n = 0; n < before; n++) {
    const open = calls[n] as number;
    if (!isSpelledAs(tape, open, id)) calls[kept++] = open;
  }
  pass.open = kept;
  return kept < before;
}

const TOP = fieldsNamed('version', 'timestamp', 'metadata', 'messages', 'memory', 'tasks');
const top = new Int32Array(TOP.names.length);

/**
 * True for a document with which surely nothing is wrong beside its messages. False leaves it open: what has memories or tasks, too,
 * is judged by all checks.
 */
export function isPlainAround(body: Value, form: Start['form']): boolean {
  const { tape } = body;
  const members = findFields(body, TOP, top);
  const [version = 0, timestamp = 0, metadata = 0, , memory = 0, tasks = 0] = top;
  const known = top.reduce((sum, token) => sum + (token === 0 ? 0 : 1), 0);
  if (!tape.distinct || members > known) return false;
  if (!isEmptyOrNone(tape, memory, KIND.array) || !isEmptyOrNone(tape, tasks, KIND.object)) return false;
  const fits = form === 'v0' ? version === 0 && timestamp === 0 : digitsAt(tape, version, 1) === 1;
  return fits && (metadata === 0 || isPlainMetadata({ tape, at: metadata }));
}

function isEmptyOrNone(tape: Tape, token: number, kind: number): boolean {
  return token === 0 || (kindAt(tape, token) === kind && tape.words[token * TOKEN + 3] === token + 1);
}

function isPlainMetadata(metadata: Value): boolean {
  return isObject(metadata) && member(metadata, 'session_shell_approvals') === null && tooLong(metadata) === null;
}
