import { scan } from '../../codecs/json/scan.ts';
import { isObject, kindOf, lexemeOf, root, type Value } from '../../codecs/json/value.ts';
import { lines } from '../../codecs/lines/lines.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { addTo } from '../../model/collections.ts';
import type { Message } from '../../model/conversation.ts';
import { Moved } from '../../model/part.ts';
import type { Scope, TypedPrompt } from '../kind.ts';
import { once } from '../once.ts';

/** What a home keeps of all prompts that were typed on terminals. */
export const HISTORY = 'history.jsonl';

/** The prompts of a history that were typed in the wanted conversations. */
export type PromptsIn = (source: Source, wanted: (id: string) => boolean) => Iterable<TypedPrompt>;

/** The records of a history that can be read. */
export function* historyRecords(source: Source): Generator<Value> {
  for (const { bytes } of lines(source)) {
    const tape = bytes === null ? null : scan(bytes);
    const value = tape === null || tape.fault !== null ? null : root(tape);
    if (isObject(value)) yield value;
  }
}

/** A number as whole seconds, of which it has `units` each; null for anything else. */
export function secondsIn(value: Value | null, units: number): number | null {
  const time = value === null || kindOf(value) !== 'number' ? Number.NaN : Number(lexemeOf(value)) / units;
  return Number.isFinite(time) ? Math.floor(time) : null;
}

/** Answers the prompts that were typed in a conversation, from the history of its home. */
export function typedPrompts({ site, sourceAt }: Scope, promptsIn: PromptsIn): (id: string) => readonly TypedPrompt[] {
  const typed = once(() => {
    const source = site.shape === 'home' ? (sourceAt?.(HISTORY) ?? null) : null;
    return source === null ? new Map<string, TypedPrompt[]>() : byConversation(promptsIn(source, () => true));
  });
  return (id) => typed().get(id) ?? [];
}

function byConversation(prompts: Iterable<TypedPrompt>): ReadonlyMap<string, readonly TypedPrompt[]> {
  const typed = new Map<string, TypedPrompt[]>();
  try {
    for (const prompt of prompts) if (!BARE.test(prompt.text)) addTo(typed, prompt.id, prompt);
  } catch (error) {
    // The program appends to it: the beginning is known.
    if (!(error instanceof Moved)) throw error;
  }
  return typed;
}

/** Commands without words of the person. */
const BARE = /^\s*(?:\/[\w:-]+|exit|quit)?\s*$/;

/** Prompts whose words are in none of the user's messages: side questions (`/btw`), and those that the program never took up. */
export function untoldPrompts(
  typed: readonly TypedPrompt[],
  messages: () => Iterable<Pick<Message, 'role' | 'text' | 'words'>>,
): TypedPrompt[] {
  if (typed.length === 0) return [];
  const lines = new Set<string>();
  const texts: string[] = [];
  for (const { role, text, words } of messages()) {
    const said = role === 'user' ? (words ?? text) : null;
    if (said === null) continue;
    texts.push(plain(said));
    for (const each of [said, ...said.split('\n')]) lines.add(plain(each));
  }
  const isSaid = (piece: string, least: number) =>
    lines.has(piece) || (piece.length >= least && texts.some((text) => text.includes(piece)));
  return typed.filter(({ text }) => {
    const pieces = text.split(PLACEHOLDER).map(plain).filter(Boolean);
    return !pieces.every((piece) => isSaid(piece, pieces.length > 1 ? 1 : LONG));
  });
}

/** Of pictures, of texts whose contents are kept elsewhere, and of a shortened prompt. */
const PLACEHOLDER = /\[(?:Image|Pasted text|\.\.\.Truncated text) #\d+[^\]]*\]/;

/** Characters from which on a prompt that stands inside a longer message is that message's. */
const LONG = 16;

/** Without white space, which the program changes around pasted texts. */
function plain(text: string): string {
  return text.replace(/^\s*!/, '').replace(/\s+/g, '');
}

type Said = Omit<Message, 'index'>;

/** Messages, each of these prompts before the first visible one that was said later. */
export function* withTyped(messages: Iterable<Said>, typed: readonly TypedPrompt[]): Generator<Said> {
  let next = 0;
  let at = '/0';
  for (const message of messages) {
    at = message.at;
    const time = message.hidden ? undefined : message.time;
    while (time !== undefined && next < typed.length && (typed[next]?.time ?? 0) < time)
      yield typedMessage(typed[next++] as TypedPrompt, at);
    yield message;
  }
  for (const prompt of typed.slice(next)) yield typedMessage(prompt, at);
}

function typedMessage({ text, time }: TypedPrompt, at: string): Said {
  const when = time === null ? {} : { time };
  return { at, role: 'user', type: 'text', text, ...when, marks: MARKS, hidden: false };
}

const MARKS = [`only in ${HISTORY}`] as const;
