import type { Message } from '../../model/conversation.ts';
import type { Page } from './page.ts';

/** The unit of a page: a message, and for a call of a tool what came back. */
export interface TurnEntry {
  readonly message: Message;
  readonly result: Message | null;
  /** Of a result that is shown alone: the tool that was called. */
  readonly caller: string | null;
}

/** Messages, and characters of them, that wait for a result at most: one that comes later is shown alone. */
const MOST = 200;
const MOST_TEXT = 1 << 22;

interface Waiting {
  readonly message: Message;
  result: Message | null;
  readonly caller: string | null;
}

/** Messages in their order, each call together with its result; no more is held than calls that wait, up to a limit. */
export function* turnEntries(messages: Iterable<Message>): Generator<TurnEntry> {
  const waiting = new Calls();
  for (const message of messages) yield* waiting.meet(message);
  yield* waiting.rest();
}

/** The entries that a page shows. */
export function* shownEntries(messages: Iterable<Message>, page: Page): Generator<TurnEntry> {
  for (const entry of turnEntries(messages)) if (isOnPage(entry, page)) yield entry;
}

class Calls {
  #held: Waiting[] = [];
  #size = 0;
  readonly #open = new Map<string, Waiting>();
  /** Names of calls whose results did not come in time. */
  readonly #late = new Map<string, string>();

  /** Takes in a message, and answers what need not wait any longer. */
  meet(message: Message): readonly TurnEntry[] {
    this.#size += (message.text?.length ?? 0) + (message.arguments?.length ?? 0);
    if (endsCalls(message)) this.#forget();
    if (!this.#isAnswer(message)) this.#hold(message);
    if (this.#held.length > MOST || this.#size > MOST_TEXT) this.#forget();
    return this.#open.size > 0 ? [] : this.rest();
  }

  rest(): readonly TurnEntry[] {
    const held = this.#held;
    this.#held = [];
    this.#size = 0;
    return held;
  }

  #isAnswer(message: Message): boolean {
    const { type, callId = '' } = message;
    const call = type === 'tool_output' ? this.#open.get(callId) : undefined;
    if (call === undefined) return false;
    call.result = message;
    return this.#open.delete(callId);
  }

  #hold(message: Message): void {
    const { type, callId = '' } = message;
    const caller = type === 'tool_output' ? (this.#late.get(callId) ?? null) : null;
    if (caller !== null) this.#late.delete(callId);
    const entry = { message, result: null, caller };
    this.#held.push(entry);
    if (type === 'tool_call' && callId !== '') this.#open.set(callId, entry);
  }

  #forget(): void {
    for (const [id, { message }] of this.#open) this.#late.set(id, message.name ?? '');
    this.#open.clear();
  }
}

/** Is it what a person asked: a turn begins with it. */
export function beginsTurn({ role, type, source }: Message): boolean {
  return role === 'user' && (type === 'text' || type === 'image') && source === undefined;
}

/** Is it a question, and no text that the program wrote in the person's name. */
export function isQuestion(message: Message): boolean {
  return beginsTurn(message) && message.type === 'text' && !message.hidden;
}

/** Does a turn begin; an answer to a tool, and a question to a subagent, stand between a call and its result. */
function endsCalls(message: Message): boolean {
  const { hidden, callId, marks = [] } = message;
  return beginsTurn(message) && !hidden && callId === undefined && !marks.includes('sidechain');
}

/** Does a page show an entry. */
function isOnPage({ message, result }: TurnEntry, { all, prompts, near }: Page): boolean {
  if (near !== null && ![message, result].some((each) => each !== null && isNear(each, near))) return false;
  const isNamed = near !== null && (message.index === near.index || result?.index === near.index);
  if (message.hidden && !all && !isNamed) return false;
  return !prompts || beginsTurn(message);
}

function isNear({ index }: Message, near: NonNullable<Page['near']>): boolean {
  return Math.abs(index - near.index) <= near.around;
}
