import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { digitsAt, isObject, kindAt, member, nextOf, type Value } from '../../../codecs/json/value.ts';
import { type Pairs, pairsIn } from '../../engine/pairs.ts';
import { anything, objectOf, type Type } from '../../engine/schema.ts';
import { type Hydration, hydrateMessage } from './items.ts';
import { tooLong } from './keys.ts';
import type { Start } from './lead.ts';

/** The facts of a list row that sound messages give. */
export interface PlainMessages {
  readonly messages: number;
  readonly toolCalls: number;
  readonly asked: boolean;
  /** Content of the first user message. */
  readonly question: Value | null;
}

/**
 * Hydrates messages without allocating. Null if any is unsound or has a content other than text; `items` handles those.
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
  // Nothing of a document is kept longer than the look at it.
  Object.assign(pass, START);
  if (!isPlain || (pairs?.open() ?? 0) > 0) return null;
  return {
    messages: count,
    toolCalls: made,
    asked: question >= 0,
    question: question > 0 ? { tape, at: question } : null,
  };
}

/** Counts messages until one is unsound. */
interface Pass extends Hydration {
  tape: Tape | null;
  isPlain: boolean;
  count: number;
  made: number;
  /** Content of the first user message; 0 for an empty one, -1 before any. */
  question: number;
  /** Null before the first call. */
  pairs: Pairs | null;
}

const START = { tape: null, isPlain: true, count: 0, made: 0, question: -1, pairs: null };

// One for all documents: making one would cost as much as a short document.
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

/** A type of which every fitting value is sound. */
function sort(fits: Type['fits']): Type {
  return { ...anything, fits };
}

function empty(kind: number): Type {
  return sort((tape, at) => kindAt(tape, at) === kind && nextOf({ tape, at }) === at + 1);
}

/** Sections with no finding whatever they hold. Memories and tasks need all checks. */
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

/** True for a document that is surely sound beside its messages. False decides nothing. */
export function isPlainAround({ tape, at }: Value, form: Start['form']): boolean {
  return form !== null && tape.distinct && PLAIN[form].fits(tape, at, true);
}

function isPlainMetadata(metadata: Value): boolean {
  return isObject(metadata) && member(metadata, 'session_shell_approvals') === null && tooLong(metadata) === null;
}
