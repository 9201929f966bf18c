import { isHiddenThought, isUnseen, type Message } from '../../model/conversation.ts';
import type { Paint } from '../paint.ts';
import type { Clock } from '../time.ts';

export interface TranscriptView {
  /** True to show hidden messages and fold nothing. */
  readonly all: boolean;
  readonly full: boolean;
  readonly verbose: boolean;
  readonly prompts: boolean;
  /** True if records that are not sent have numbers too. */
  readonly everything: boolean;
  /** A range of messages and their neighbours; null for all. */
  readonly part: MessageRange | null;
  /** True while the program may add to it: a call at its end may get its result later. */
  readonly follow: boolean;
  readonly paint: Paint;
  /** Columns; infinite for a pipe. */
  readonly width: number;
  /** The clock for relative times; null for exact UTC. */
  readonly clock: Clock | null;
  /** Folder to which paths are relative. */
  readonly cwd: string | null;
  command(agent?: string): string;
  version(earlier: number): string;
}

/** Numbers of the first and the last message, and the number of neighbours on each side. `to` may be infinite. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
  readonly around: number;
}

export interface TurnEntry {
  readonly message: Message;
  readonly result: Message | null;
  /** For a result apart from its call: the call. */
  readonly caller: Message | null;
  /** Number of a call's result, or of a result's call, that is not among the messages. */
  readonly apart: number | null;
  /** True for a call at the end that may still get its result. */
  readonly isOpen: boolean;
}

/** Most waiting messages and characters; later results are shown separately. */
const MAX_WAITING = 200;
const MAX_TEXT_LENGTH = 1 << 22;

type PendingCall = { -readonly [Key in keyof TurnEntry]: TurnEntry[Key] };

/** Joins calls with their results, in order, within a part; holds only waiting calls. */
export function* turnEntries(
  messages: Iterable<Message>,
  isInPart: (message: Message) => boolean = () => true,
): Generator<TurnEntry> {
  const waiting = new Calls();
  for (const message of messages) yield* isInPart(message) ? waiting.add(message) : waiting.pass(message);
  yield* waiting.rest();
}

/** `isNew`: false for messages that were shown before. */
export function* shownEntries(
  messages: Iterable<Message>,
  view: TranscriptView,
  isNew: (message: Message) => boolean = () => true,
): Generator<TurnEntry> {
  const { part } = view;
  const isInPart = (message: Message) => isNew(message) && (part === null || isNear(message, part));
  for (const entry of turnEntries(messages, isInPart)) if (isInView(entry, view)) yield entry;
}

type Caller = Pick<TurnEntry, 'caller' | 'apart'>;

export function outputName({ message, caller, apart }: TurnEntry, { verbose = false } = {}): string {
  const number = verbose ? `[${message.index}] ` : '';
  return `${number}output of ${message.name ?? caller?.name ?? 'a tool'}${apart === null ? '' : `, called in [${apart}]`}`;
}

export function resultPlace(apart: TurnEntry['apart']): string {
  return apart === null ? '' : `result in [${apart}]`;
}

class Calls {
  #waiting: PendingCall[] = [];
  #size = 0;
  readonly #open = new Map<string, PendingCall>();
  /** Calls that are no longer waiting: their results are shown separately. */
  readonly #late = new Map<string, Caller>();

  /** Adds a message; returns entries that need not wait. */
  add(message: Message): readonly TurnEntry[] {
    this.#size += (message.text?.length ?? 0) + (message.arguments?.length ?? 0);
    if (endsCalls(message)) this.#forget();
    if (!this.#isAnswer(message)) this.#addWaiting(message);
    if (this.#waiting.length > MAX_WAITING || this.#size > MAX_TEXT_LENGTH) this.#forget();
    return this.#open.size > 0 ? [] : this.rest();
  }

  /** Takes a message outside the range: its calls and results are referred to by number. */
  pass(message: Message): readonly TurnEntry[] {
    const { type, callId = '', index } = message;
    if (endsCalls(message)) this.#forget();
    if (type === 'tool_call' && callId !== '') this.#late.set(callId, { caller: message, apart: index });
    const call = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (call !== undefined) {
      call.apart = index;
      call.isOpen = false;
      this.#open.delete(callId);
    }
    return this.#open.size > 0 ? [] : this.rest();
  }

  rest(): readonly TurnEntry[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#size = 0;
    return waiting;
  }

  #isAnswer(message: Message): boolean {
    const { type, callId = '' } = message;
    const call = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (call === undefined) return false;
    call.result = message;
    call.isOpen = false;
    return this.#open.delete(callId);
  }

  #addWaiting(message: Message): void {
    const { type, callId = '' } = message;
    const late = type === 'tool_output' ? this.#late.get(callId) : undefined;
    if (late !== undefined) this.#late.delete(callId);
    const isOpen = type === 'tool_call' && callId !== '';
    const entry = { message, result: null, caller: null, apart: null, ...late, isOpen };
    this.#waiting.push(entry);
    if (isOpen) this.#open.set(callId, entry);
  }

  #forget(): void {
    for (const [id, call] of this.#open) {
      call.isOpen = false;
      this.#late.set(id, { caller: call.message, apart: null });
    }
    this.#open.clear();
  }
}

export function beginsTurn({ role, type, source }: Message): boolean {
  return role === 'user' && (type === 'text' || type === 'image') && source === undefined;
}

/** True for a person's question; false for texts that the program wrote in the person's name. */
export function isQuestion(message: Message): boolean {
  return beginsTurn(message) && message.type === 'text' && !message.hidden;
}

/**
 * True for a message after which calls get no more results. Answers to tools, questions to subagents and interjections may come between a
 * call and its result.
 */
function endsCalls(message: Message): boolean {
  const { hidden, callId, marks = [] } = message;
  return beginsTurn(message) && !hidden && callId === undefined && !marks.some((mark) => WITHIN_CALLS.has(mark));
}

const WITHIN_CALLS: ReadonlySet<string> = new Set(['sidechain', 'while it was at work']);

function isInView({ message, result }: TurnEntry, { all, full, prompts, part }: TranscriptView): boolean {
  const both = result === null ? [message] : [message, result];
  const isNamed = part !== null && both.some((each) => isSole(each, part));
  if (prompts && !isTypedPrompt(message)) return false;
  return !isUnseen(message) || all || isNamed || prompts || (full && isHiddenThought(message));
}

/** Returns a test for messages of a part, such as the questions; undefined for all messages. */
export function messagesOn({
  prompts,
  part,
}: Pick<TranscriptView, 'prompts' | 'part'>): ((message: Message) => boolean) | undefined {
  if (!prompts && part === null) return undefined;
  return (message) => (!prompts || isTypedPrompt(message)) && (part === null || isNear(message, part));
}

/** True for words that a person typed, even if a rewind or compaction removed them. False for a copy, and for a question to a subagent. */
export function isTypedPrompt(message: Message): boolean {
  const { hidden, marks = [] } = message;
  return beginsTurn(message) && (!hidden || !marks.some((mark) => NOT_TYPED.has(mark)));
}

const NOT_TYPED: ReadonlySet<string> = new Set(['sidechain', 'repeated further down']);

function isNear({ index }: Message, { from, to, around }: MessageRange): boolean {
  return index >= from - around && index <= to + around;
}

/** True for a single requested message, which is shown even if hidden. */
function isSole({ index }: Message, { from, to }: MessageRange): boolean {
  return index === from && index === to;
}

export function* chosenMessages(
  messages: Iterable<Message>,
  { all, part, prompts }: Pick<TranscriptView, 'all' | 'part' | 'prompts'>,
): Generator<Message> {
  for (const message of messages) {
    const isVisible = all || !message.hidden || (part !== null && isSole(message, part));
    if ((part === null || isNear(message, part)) && (prompts ? isTypedPrompt(message) : isVisible)) yield message;
  }
}
