import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import { digitsAt, isObject, kindAt, member, nextOf, type Value } from '../../../codecs/json/value.ts';
import { type Pairs, pairsIn } from '../../engine/pairs.ts';
import { anything, objectOf, type Type } from '../../engine/schema.ts';
import type { Start } from './document-start.ts';
import { type HydratedItem, type Hydration, hydrateMessage, messageFields } from './items.ts';
import { tooLong, unseenTokens } from './keys.ts';

export interface SoundMessages {
  readonly messages: number;
  readonly toolCalls: number;
  readonly hasQuestion: boolean;
  readonly question: Value | null;
}

/** Hydrates messages without allocating. Null if any is unsound or has a content other than text; `items` handles those. */
export function soundMessages(messages: Value): SoundMessages | null {
  const { tape, at } = messages;
  if (!tape.distinct || kindAt(tape, at) !== KIND.array) return null;
  const pass = new SoundPass(tape);
  const end = tape.words[at * TOKEN + 3] as number;
  for (let each = at + 1; each < end && pass.isSound; each = tape.words[each * TOKEN + 3] as number)
    if (kindAt(tape, each) === KIND.object) hydrateMessage(tape, each, pass);
    else pass.isSound = false;
  const { isSound, count, made, question, pairs } = pass;
  if (!isSound || (pairs?.open() ?? 0) > 0) return null;
  return {
    messages: count,
    toolCalls: made,
    hasQuestion: question >= 0,
    question: question > 0 ? { tape, at: question } : null,
  };
}

/** Counts messages until one is unsound. A class, because closures for many files cost more than their work. */
class SoundPass implements Hydration {
  readonly fields = messageFields();
  isSound = true;
  count = 0;
  made = 0;
  /** Token of the content of the first user message; 0 for an empty one, -1 before any. */
  question = -1;
  pairs: Pairs | null = null;
  readonly #tape: Tape;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  item(as: HydratedItem['as'], _at: number, text: number, callId: number): void {
    this.count++;
    if (as === 'call') this.made++;
    const tape = this.#tape;
    if (as === 'raw' || as === 'reasoning' || !isTextOrNone(tape, text)) this.isSound = false;
    else if (as === 'call') {
      this.pairs ??= pairsIn(tape);
      this.isSound &&= this.pairs.call(callId);
    } else if (as === 'output') this.isSound &&= this.pairs?.answer(callId) ?? false;
    else if (as === 'user' && this.question < 0) this.question = text;
  }

  finding(): void {
    this.isSound = false;
  }

  passedOver(): void {
    this.isSound = false;
  }
}

function isTextOrNone(tape: Tape, at: number): boolean {
  const kind = at === 0 ? KIND.null : kindAt(tape, at);
  return kind === KIND.string || kind === KIND.null;
}

/** A type whose fitting values are all sound. */
function sort(fits: Type['fits']): Type {
  return { ...anything, fits };
}

function empty(kind: number): Type {
  return sort((tape, at) => kindAt(tape, at) === kind && nextOf({ tape, at }) === at + 1);
}

/** Sections without findings if their values fit. Other memories and tasks need all checks. */
const FREE_SECTIONS = {
  messages: anything,
  metadata: sort((tape, at) => isSoundMetadata({ tape, at })),
  memory: empty(KIND.array),
  tasks: empty(KIND.object),
};
const FIRST_MEMBERS = { version: sort((tape, at) => digitsAt(tape, at, 1) === 1), timestamp: anything };
const SOUND_DOCUMENT = {
  v0: objectOf(FREE_SECTIONS, Object.keys(FREE_SECTIONS)),
  v1: objectOf({ ...FIRST_MEMBERS, ...FREE_SECTIONS }, ['timestamp', ...Object.keys(FREE_SECTIONS)]),
};

/** True for a document that is surely sound except for its messages. False decides nothing. */
export function isSoundAround({ tape, at }: Value, form: Start['form']): boolean {
  return form !== null && tape.distinct && SOUND_DOCUMENT[form].fits(tape, at, true);
}

function isSoundMetadata(metadata: Value): boolean {
  return (
    isObject(metadata) &&
    member(metadata, 'session_shell_approvals') === null &&
    tooLong(metadata, () => unseenTokens(metadata.tape)) === null
  );
}
