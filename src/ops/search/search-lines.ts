import { addAll } from '../../model/collections.ts';
import type { Message } from '../../model/conversation.ts';
import type { MessagesAround, SearchLine } from '../../model/search.ts';
import type { Mask } from '../secrets/mask.ts';

export interface FoundText {
  readonly text: string;
  readonly at: number;
  readonly length: number;
  /** The message beside which the text is. */
  readonly said?: Pick<Message, 'role' | 'type' | 'name' | 'text'>;
}

/** Lines of a transcript that match, with those around them, up to a number. */
export class Lines {
  readonly all: SearchLine[] = [];
  count = 0;
  readonly #context: MessagesAround;
  readonly #max: number;
  readonly #agent: string | null;
  readonly #mask: Mask;
  /** The previous messages, for the context before a match; `#owed`: number of lines still to be shown after it. */
  readonly #passed: SearchLine[] = [];
  #owed = 0;
  /** The message that matched last. Its line is held unless there are too many. */
  #last: Message | null = null;
  #isLineHeld = false;
  #lastLine = 0;

  constructor(context: MessagesAround, max: number, agent: string | null, mask: Mask) {
    this.#context = context;
    this.#max = max;
    this.#agent = agent;
    this.#mask = mask;
  }

  /** `more`: a match beside the message, which gets a line of its own but counts as the message's match. */
  match(message: Message, found: FoundText, more?: { readonly message: Message; readonly found: FoundText }): void {
    const last = this.#last;
    this.#last = message;
    if (last !== null && isSame(last, message)) {
      // The shown copy has the familiar number.
      if (last.hidden && this.#isLineHeld) this.all[this.#lastLine] = this.#lineOf(message, found);
      return;
    }
    this.count++;
    this.#isLineHeld = this.all.length < this.#max;
    if (this.all.length >= this.#max) return;
    addAll(this.all, this.#passed.splice(0));
    this.#lastLine = this.all.push(this.#lineOf(message, found)) - 1;
    if (more !== undefined && this.all.length < this.#max) this.all.push(this.#lineOf(more.message, more.found));
    this.#owed = this.#context.after;
  }

  pass(message: Message): void {
    this.#last = null;
    const { before, after } = this.#context;
    if (before + after === 0 || this.all.length >= this.#max) return;
    const { arguments: args = '' } = message;
    const text = coveredText(message, this.#mask) ?? this.#mask.coverArguments(args);
    const line = this.#lineOf(message, { text, at: 0, length: 0 });
    if (this.#owed > 0) {
      this.all.push(line);
      this.#owed--;
    } else if (this.#passed.push(line) > before) this.#passed.shift();
  }

  #lineOf(message: Message, found: FoundText): SearchLine {
    const line = searchLine(message, found, this.#mask);
    return this.#agent === null ? line : { ...line, agent: this.#agent };
  }
}

function isSame(one: Message, other: Message): boolean {
  return one.hidden !== other.hidden && one.role === other.role && one.text !== null && one.text === other.text;
}

export function coveredText({ text, words }: Pick<Message, 'text' | 'words'>, { cover }: Mask): string | null {
  const source = words ?? text;
  return source === null ? null : readableText({ text: cover(source) });
}

/** The text of a message as it is shown: without the program's notation and terminal colours. */
export function readableText({ text, words }: Pick<Message, 'text' | 'words'>): string | null {
  const source = words ?? text;
  return source?.includes('\u001b[') ? source.replace(COLOURS, '') : source;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is asked for them
const COLOURS = /\u001b\[[\d;:]*m/g;

/** Characters shown before a match, and from its start on. */
const CHARACTERS_BEFORE = 60;
const CHARACTERS_FROM = 200;

export function searchLine(
  { index, role, type, name, time, hidden }: Omit<Message, 'at' | 'text'>,
  { text, at, length }: FoundText,
  { uncover }: Mask,
): SearchLine {
  const piece = (from: number, to: number): string => uncover(oneLine(text.slice(from, to)));
  const start = Math.max(0, wholeFrom(text, at - CHARACTERS_BEFORE));
  const end = Math.min(text.length, wholeFrom(text, at + CHARACTERS_FROM));
  const match = wholeFrom(text, at + Math.min(length, CHARACTERS_FROM)) - at;
  return {
    index,
    role,
    type,
    ...(name === undefined ? {} : { name }),
    ...(time === undefined ? {} : { time }),
    hidden,
    before: `${start > 0 ? '…' : ''}${piece(start, at).trimStart()}`,
    match: piece(at, at + match),
    after: `${piece(at + match, end).trimEnd()}${end < text.length ? '…' : ''}`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A place, or the next one where that is in the middle of a character of two UTF-16 units. */
export function wholeFrom(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at;
}
