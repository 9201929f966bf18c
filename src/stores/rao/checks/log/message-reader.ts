import { KIND, type Tape } from '../../../../codecs/json/tape.ts';
import { fieldsNamed, isArray, isString, isText, nextOf, textOf } from '../../../../codecs/json/value.ts';
import { pairsIn } from '../../../engine/pairs.ts';
import { foundKind, hasOnly, wholeNumberAt } from '../../read/field.ts';
import { EDIT_CALLS, type Log } from '../../read/log.ts';
import { PENDING } from '../../read/shown.ts';
import { isSoundText } from './calls.ts';
import { isAmong, type KnownMessages, LogEntry, numberOfKey } from './entry.ts';
import { FIELDS, hasItems, KNOWN_KEYS, SINGLE } from './shapes.ts';

const KEY_INDEX = new Map(KNOWN_KEYS.map((name, key) => [name, key]));
const SINGLE_KEYS = SINGLE.map(keyIndex);
const ID = keyIndex('id');
const ROLE = keyIndex('role');
const CONTENT = keyIndex('content');
const TYPE = keyIndex('type');
const RELATED = keyIndex('related_to');
const CONVERSATION = keyIndex('conversationId');
const ORIGINAL = keyIndex('original_query');
const PROCEDURAL = keyIndex('procedural');
const CALL = keyIndex('function_call');
const CALL_ID = keyIndex('call_id');
const PLOTS_FILE = keyIndex('plots_file');
const CALL_FIELDS = fieldsNamed('name', 'arguments', 'call_id', 'msg_id');

function keyIndex(name: string): number {
  return KEY_INDEX.get(name) ?? -1;
}

/** Checks messages by their tokens without allocating: there are very many, and nearly all are sound. */
export class MessageReader {
  readonly #tape: Tape;
  // Reused between messages: a list each would cost more than the look.
  readonly #found = new Int32Array(KNOWN_KEYS.length);
  readonly #call = new Int32Array(CALL_FIELDS.names.length);

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  /** True for a message that is surely sound on its own, as Rao and Erdos write it. The other members then describe it. */
  isSurelySound(at: number): boolean {
    if (!hasOnly({ tape: this.#tape, at }, FIELDS, this.#found) || this.id < 1) return false;
    for (const key of SINGLE_KEYS) if (!this.#isSingle(key)) return false;
    if (this.isOutput) return !this.isCall && this.#hasSoundText(true);
    return this.isCall ? this.#isSoundCall() && this.#hasSoundText(true) : this.#hasSoundText(false);
  }

  get id(): number {
    return wholeNumberAt(this.#tape, this.#token(ID));
  }

  /** The related message: null for none, -1 for a value that is not a number. */
  get related(): number | null {
    return this.#token(RELATED) === 0 ? null : wholeNumberAt(this.#tape, this.#token(RELATED));
  }

  /** The noted conversation: null for none, -1 for a value that is not a number. */
  get conversation(): number | null {
    return this.#token(CONVERSATION) === 0 ? null : wholeNumberAt(this.#tape, this.#token(CONVERSATION));
  }

  get isCall(): boolean {
    return this.#token(CALL) !== 0;
  }

  get isOutput(): boolean {
    return this.#reads(TYPE, 'function_call_output');
  }

  /** The token of the call id of a call or output; 0 for none. */
  get callId(): number {
    return this.isCall ? (this.#call[2] as number) : this.#token(CALL_ID);
  }

  get isEdit(): boolean {
    const name = { tape: this.#tape, at: this.#call[0] as number };
    return this.isCall && EDIT_CALLS.some((edit) => isText(name, edit));
  }

  get isQuestion(): boolean {
    return this.#kind(ORIGINAL) === KIND.true && this.#reads(ROLE, 'user');
  }

  get isPending(): boolean {
    return this.#reads(CONTENT, PENDING);
  }

  get hasPlots(): boolean {
    return this.#token(PLOTS_FILE) !== 0;
  }

  /** The token of a known key's value; 0 for none. */
  #token(key: number): number {
    return this.#found[key] as number;
  }

  #kind(key: number): number {
    return foundKind(this.#tape, this.#token(key));
  }

  #reads(key: number, text: string): boolean {
    return this.#token(key) !== 0 && isText({ tape: this.#tape, at: this.#token(key) }, text);
  }

  #isSingle(key: number): boolean {
    const kind = this.#kind(key);
    return kind !== KIND.array && kind !== KIND.object && kind !== KIND.null;
  }

  /** True for sound role and content; calls and outputs need neither. */
  #hasSoundText(isCall: boolean): boolean {
    if (!this.#reads(ROLE, 'user') && !this.#reads(ROLE, 'assistant') && !(isCall && this.#token(ROLE) === 0))
      return false;
    const mark = this.#kind(PROCEDURAL);
    if (mark !== 0 && mark !== KIND.true && mark !== KIND.false) return false;
    const content = { tape: this.#tape, at: this.#token(CONTENT) };
    if (content.at === 0) return isCall;
    return isString(content) || (isArray(content) && hasItems(content));
  }

  /** True for a call with arguments that Rao reads. */
  #isSoundCall(): boolean {
    const tape = this.#tape;
    if (!hasOnly({ tape, at: this.#token(CALL) }, CALL_FIELDS, this.#call)) return false;
    const [name = 0, args = 0, id = 0, own = 0] = this.#call;
    if ([name, args, id].some((token) => foundKind(tape, token) !== KIND.string)) return false;
    if (own !== 0 && wholeNumberAt(tape, own) !== this.id) return false;
    return isSoundText(textOf({ tape, at: name }), { tape, at: args });
  }
}

/**
 * Facts for companions of a log whose messages are all surely sound and fit those before: no check finds anything. Null for
 * other logs. `number` is that of the conversation.
 */
export function soundLog({ rootKind, error, length, file }: Log, number: number | null): KnownMessages | null {
  const tape = file?.tape;
  if (tape === undefined || length === null || error !== null || rootKind !== 'array') return null;
  const message = new MessageReader(tape);
  const fields = noFields(tape, length);
  const end = nextOf({ tape, at: 0 });
  for (let at = 1; at < end; at = nextOf({ tape, at })) {
    if (!message.isSurelySound(at) || !fitsInOrder(message, fields, number)) return null;
    noteMessage(message, fields);
    if (message.hasPlots) fields.plots.push(new LogEntry(fields.count - 1, { tape, at }));
  }
  const { ids, edits, calls, plots, questions, pending } = fields;
  if (calls.open() > 0 || pending > 1) return null;
  return {
    entries: plots,
    questions,
    hasId: (key) => isAmong(ids, ids.length, numberOfKey(key)),
    isEdit: (key) => isAmong(edits, edits.length, numberOfKey(key)),
  };
}

type MessageFields = ReturnType<typeof noFields>;

function noFields(tape: Tape, length: number) {
  return {
    ids: new Int32Array(length),
    count: 0,
    edits: [] as number[],
    calls: pairsIn(tape),
    questions: 0,
    pending: 0,
    plots: [] as LogEntry[],
  };
}

/** True if its id is above all before, its reference is among those, its conversation is this one, and its answer's call is known. */
function fitsInOrder(message: MessageReader, { ids, count, calls }: MessageFields, number: number | null): boolean {
  const { related, conversation } = message;
  if (count > 0 && message.id <= (ids[count - 1] as number)) return false;
  if (related !== null && !isAmong(ids, count, related)) return false;
  if (conversation !== null && conversation !== number) return false;
  return message.isCall ? calls.call(message.callId) : !message.isOutput || calls.answer(message.callId);
}

function noteMessage(message: MessageReader, fields: MessageFields): void {
  const { id } = message;
  fields.ids[fields.count++] = id;
  if (message.isEdit) fields.edits.push(id);
  if (message.isQuestion) fields.questions++;
  if (message.isPending) fields.pending++;
}
