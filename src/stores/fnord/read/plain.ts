import { digitsAt, kindAt, nextOf } from '../../../codecs/json/cursor.ts';
import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { isObject, member, type Value } from '../../../codecs/json/value.ts';
import { type Pairs, pairsIn } from '../../engine/pairs.ts';
import { anything, objectOf, type Type } from '../../engine/schema.ts';
import { type Hydration, hydrateMessage } from './hydrate.ts';
import { tooLong } from './keys.ts';
import type { Start } from './lead.ts';

/** The part of a row of a list that messages make with which nothing is wrong. */
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
 * The messages of a document, hydrated without making anything of them: only those with which nothing is wrong, and whose contents are
 * texts. Null for all others, which `items` hydrates one by one.
 */
export function plainMessages(messages: Value): PlainMessages | null {
  const { tape, at } = messages;
  if (!tape.distinct || kindAt(tape, at) !== KIND.array) return null;
  Object.assign(pass, START, { tape });
  const end = tape.words[at * TOKEN + 3] as number;
  for (let each = at + 1; each < end && pass.isPlain; each = tape.words[each * TOKEN + 3] as number)
    if (kindAt(tape, each) === KIND.object) hydrateMessage(tape, each, pass);
    else pass.isPlain = false;
  const { isPlain, count, made, question, pairs } = pass;
  // Nothing of a document is kept for longer than the look at it.
  Object.assign(pass, START);
  if (!isPlain || (pairs?.open() ?? 0) > 0) return null;
  return {
    messages: count,
    toolCalls: made,
    asked: question >= 0,
    question: question > 0 ? { tape, at: question } : null,
  };
}

/** Counts messages for as long as nothing is wrong with them. */
interface Pass extends Hydration {
  tape: Tape | null;
  isPlain: boolean;
  count: number;
  made: number;
  /** The content of the first message of the user; 0 where it has none, -1 as long as there is no such message. */
  question: number;
  /** Null before the first call. */
  pairs: Pairs | null;
}

const START = { tape: null, isPlain: true, count: 0, made: 0, question: -1, pairs: null };

// One for all documents, because making one for each would cost as much as the look at a short one.
const pass: Pass = {
  ...START,
  item: (as, _at, text, callId) => {
    pass.count++;
    if (as === 'call') pass.made++;
    const { tape } = pass;
    if (tape === null || as === 'raw' || as === 'reasoning' || !isTextOrNone(tape, text)) pass.isPlain = false;
    else if (as === 'call') {
      pass.pairs ??= pairsIn(tape);
      pass.isPlain &&= pass.pairs.call(callId);
    } else if (as === 'output') pass.isPlain &&= pass.pairs?.answer(callId) ?? false;
    else if (as === 'user' && pass.question < 0) pass.question = text;
  },
  finding: () => {
    pass.isPlain = false;
  },
  passedOver: () => {
    pass.isPlain = false;
  },
};

function isTextOrNone(tape: Tape, at: number): boolean {
  const kind = at === 0 ? KIND.null : kindAt(tape, at);
  return kind === KIND.string || kind === KIND.null;
}

/** A value of one sort, with which nothing is wrong where it fits. */
function sort(fits: Type['fits']): Type {
  return { ...anything, fits };
}

function empty(kind: number): Type {
  return sort((tape, at) => kindAt(tape, at) === kind && nextOf({ tape, at }) === at + 1);
}

/** What a document may have beside its messages so that surely nothing has to be said of it; memories and tasks are judged by all checks. */
const BESIDE = {
  messages: anything,
  metadata: sort((tape, at) => isPlainMetadata({ tape, at })),
  memory: empty(KIND.array),
  tasks: empty(KIND.object),
};
const FIRST = { version: sort((tape, at) => digitsAt(tape, at, 1) === 1), timestamp: anything };
const PLAIN = {
  v0: objectOf(BESIDE, Object.keys(BESIDE)),
  v1: objectOf({ ...FIRST, ...BESIDE }, ['timestamp', ...Object.keys(BESIDE)]),
};

/** True for a document with which surely nothing is wrong beside its messages; false leaves it open. */
export function isPlainAround({ tape, at }: Value, form: Start['form']): boolean {
  return form !== null && tape.distinct && PLAIN[form].fits(tape, at, true);
}

function isPlainMetadata(metadata: Value): boolean {
  return isObject(metadata) && member(metadata, 'session_shell_approvals') === null && tooLong(metadata) === null;
}
