import { scan } from '../../../codecs/json/scan.ts';
import { isObject, kindOf, lexemeOf, members, root, type Value } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import type { Source } from '../../../codecs/lines/source.ts';
import { addTo } from '../../../model/collections.ts';
import type { Message } from '../../../model/conversation.ts';
import { Moved } from '../../../model/part.ts';
import { textAt } from '../../engine/text-at.ts';
import type { Scope, TypedPrompt } from '../../kind.ts';
import { once } from '../../once.ts';
import { HISTORY } from '../layout/place.ts';
import { lastValue } from './last-value.ts';

/** Prompts of the history that the program offers on a terminal; old lines of it name no session. */
export function* promptsIn(source: Source, wanted: (id: string) => boolean): Generator<TypedPrompt> {
  for (const { bytes } of lines(source)) {
    const tape = bytes === null ? null : scan(bytes);
    const value = tape === null || tape.fault !== null ? null : root(tape);
    if (!isObject(value)) continue;
    const id = textAt(value, 'sessionId');
    if (id === null || !wanted(id)) continue;
    const text = withPasted(textAt(value, 'display') ?? '', value);
    const folder = textAt(value, 'project');
    yield { id, text, folder, time: secondsOf(lastValue(value, 'timestamp')), isCommand: text.startsWith('/') };
  }
}

/** The program shows long pasted texts as `[Pasted text #1 +11 lines]`. */
const PASTED = /\[Pasted text #(\d+)[^\]]*\]/g;

function withPasted(display: string, prompt: Value): string {
  if (!display.includes('[Pasted text #')) return display;
  const contents = new Map(
    members(lastValue(prompt, 'pastedContents')).flatMap(({ value }) => {
      const [id, content] = [lastValue(value, 'id'), textAt(value, 'content')];
      return id === null || content === null ? [] : [[lexemeOf(id), content]];
    }),
  );
  return display.replace(PASTED, (shown, id: string) => contents.get(id) ?? shown);
}

/** Milliseconds in the file. */
function secondsOf(value: Value | null): number | null {
  const time = value === null || kindOf(value) !== 'number' ? Number.NaN : Number(lexemeOf(value)) / 1000;
  return Number.isFinite(time) ? Math.floor(time) : null;
}

/** Answers the prompts that were typed in a session, from the history of the home. */
export function typedPromptsIn({ site, sourceAt }: Scope): (id: string) => readonly TypedPrompt[] {
  const typed = once(() => {
    const source = site.shape === 'home' ? (sourceAt?.(HISTORY) ?? null) : null;
    return source === null ? new Map<string, TypedPrompt[]>() : bySession(source);
  });
  return (id) => typed().get(id) ?? [];
}

function bySession(source: Source): ReadonlyMap<string, readonly TypedPrompt[]> {
  const typed = new Map<string, TypedPrompt[]>();
  try {
    for (const prompt of promptsIn(source, () => true)) if (!BARE.test(prompt.text)) addTo(typed, prompt.id, prompt);
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

const MARKS = [`only in ${HISTORY}, not in the session`] as const;
