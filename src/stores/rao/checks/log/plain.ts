import { fieldsNamed } from '../../../../codecs/json/members.ts';
import { KIND, type Tape, TOKEN } from '../../../../codecs/json/tape.ts';
import { isArray, isString, isText, textOf } from '../../../../codecs/json/value.ts';
import { type Pairs, pairsIn } from '../../../engine/pairs.ts';
import { foundKind, hasOnly, wholeAt } from '../../decode/field.ts';
import { EDIT_CALLS, type Log } from '../../decode/log.ts';
import { isSoundText } from './calls.ts';
import { isAmong, type Known, LogEntry, numberOfKey, PENDING } from './entry.ts';
import { FIELDS, hasItems, KNOWN, SINGLE } from './shapes.ts';

/**
 * The messages of a log, seen in one pass that makes nothing of them: only those with which surely nothing is wrong, as Rao and
 * Erdos write them. Null for all others, which the checks look at one by one. `number` is that of the conversation.
 */
export function plainLog({ rootKind, error, length, file }: Log, number: number | null): Known | null {
  const tape = file?.tape;
  if (tape === undefined || length === null || error !== null || rootKind !== 'array') return null;
  const pass = beginPass(tape, length, number);
  const end = nextAt(tape, 0);
  for (let at = 1; at < end; at = nextAt(tape, at)) if (!isPlain(pass, at)) return null;
  const { ids, edits, calls, plots, questions } = pass;
  if (calls.open() > 0) return null;
  return {
    entries: plots,
    questions,
    hasId: (key) => isAmong(ids, ids.length, numberOfKey(key)),
    isEdit: (key) => isAmong(edits, edits.length, numberOfKey(key)),
  };
}

/** How far the pass is; ids are ascending. */
interface Pass {
  readonly tape: Tape;
  readonly number: number | null;
  readonly ids: Int32Array;
  count: number;
  readonly edits: number[];
  readonly calls: Pairs;
  questions: number;
  /** Messages that wait for the person. */
  waiting: number;
  /** Those that name a file of plots. */
  readonly plots: LogEntry[];
}

function beginPass(tape: Tape, length: number, number: number | null): Pass {
  const calls = pairsIn(tape);
  return { tape, number, ids: new Int32Array(length), count: 0, edits: [], calls, questions: 0, waiting: 0, plots: [] };
}

const ID = KNOWN.indexOf('id');
const ROLE = KNOWN.indexOf('role');
const CONTENT = KNOWN.indexOf('content');
const RELATED = KNOWN.indexOf('related_to');
const ORIGINAL = KNOWN.indexOf('original_query');
const CALL = KNOWN.indexOf('function_call');
const TYPE = KNOWN.indexOf('type');
const CALL_ID = KNOWN.indexOf('call_id');
const PROCEDURAL = KNOWN.indexOf('procedural');
const PLOTS_FILE = KNOWN.indexOf('plots_file');
const CONVERSATION = KNOWN.indexOf('conversationId');
const SINGLE_PLACES = SINGLE.map((name) => KNOWN.indexOf(name));

const CALL_FIELDS = fieldsNamed('name', 'arguments', 'call_id', 'msg_id');

// Kept between messages, because a list each would cost more than the look.
const message = new Int32Array(KNOWN.length);
const call = new Int32Array(CALL_FIELDS.names.length);

function nextAt({ words }: Tape, token: number): number {
  return words[token * TOKEN + 3] as number;
}

/** The token of the value of a known key; 0 for none. */
function at(place: number): number {
  return message[place] as number;
}

function isPlain(pass: Pass, token: number): boolean {
  const { tape } = pass;
  const value = { tape, at: token };
  if (!hasOnly(value, FIELDS, message)) return false;
  if (!SINGLE_PLACES.every((place) => isSingleAt(tape, at(place))) || !isNumbered(pass)) return false;
  if (at(PLOTS_FILE) !== 0) pass.plots.push(new LogEntry(pass.count - 1, value));
  if (reads(tape, TYPE, 'function_call_output'))
    return at(CALL) === 0 && pass.calls.answer(at(CALL_ID)) && isPlainText(pass, true);
  return at(CALL) === 0 ? isPlainText(pass, false) : isPlainCall(pass) && isPlainText(pass, true);
}

/** True for a message that has this text under a key. */
function reads(tape: Tape, place: number, text: string): boolean {
  return at(place) !== 0 && isText({ tape, at: at(place) }, text);
}

function isSingleAt(tape: Tape, token: number): boolean {
  const kind = foundKind(tape, token);
  return kind !== KIND.array && kind !== KIND.object && kind !== KIND.null;
}

/** Its id is higher than all before it, and it is related to one of those, if to any. */
function isNumbered(pass: Pass): boolean {
  const { tape, ids, count, number } = pass;
  const id = wholeAt(tape, at(ID));
  if (id < 1 || (count > 0 && id <= (ids[count - 1] as number))) return false;
  if (at(RELATED) !== 0 && !isAmong(ids, count, wholeAt(tape, at(RELATED)))) return false;
  ids[pass.count++] = id;
  return at(CONVERSATION) === 0 || wholeAt(tape, at(CONVERSATION)) === number;
}

/** What a message says, and who says it; of one that calls or answers neither is needed. */
function isPlainText(pass: Pass, isCall: boolean): boolean {
  const { tape } = pass;
  const isUser = reads(tape, ROLE, 'user');
  if (!isUser && !reads(tape, ROLE, 'assistant') && (at(ROLE) !== 0 || !isCall)) return false;
  const mark = foundKind(tape, at(PROCEDURAL));
  if (mark !== 0 && mark !== KIND.true && mark !== KIND.false) return false;
  if (isUser && foundKind(tape, at(ORIGINAL)) === KIND.true) pass.questions++;
  return at(CONTENT) === 0 ? isCall : isPlainContent(pass);
}

function isPlainContent(pass: Pass): boolean {
  const { tape } = pass;
  const content = { tape, at: at(CONTENT) };
  if (isText(content, PENDING)) return ++pass.waiting === 1;
  return isString(content) || (isArray(content) && hasItems(content));
}

/** A call with an id of its own, and with arguments that Rao reads. */
function isPlainCall(pass: Pass): boolean {
  const { tape, calls } = pass;
  const value = { tape, at: at(CALL) };
  if (!hasOnly(value, CALL_FIELDS, call)) return false;
  const [name = 0, args = 0, id = 0, own = 0] = call;
  if (foundKind(tape, name) !== KIND.string || foundKind(tape, args) !== KIND.string) return false;
  if (own !== 0 && wholeAt(tape, own) !== pass.ids[pass.count - 1]) return false;
  if (EDIT_CALLS.some((edit) => isText({ tape, at: name }, edit))) pass.edits.push(wholeAt(tape, at(ID)));
  return calls.call(id) && isSoundText(textOf({ tape, at: name }), { tape, at: args });
}
