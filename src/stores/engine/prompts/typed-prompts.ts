import { asBuffer, isUtf16 } from '../../../codecs/bytes.ts';
import { wholeValue } from '../../../codecs/json/scan.ts';
import { elements, isObject, lexemeOf, typeOf, type Value } from '../../../codecs/json/value.ts';
import { lines } from '../../../codecs/lines/lines.ts';
import { objectsAmong } from '../../../codecs/lines/shape.ts';
import { bytesAt, type Source } from '../../../codecs/lines/source.ts';
import { addTo } from '../../../model/collections.ts';
import type { Message } from '../../../model/conversation.ts';
import { once } from '../../../model/once.ts';
import { bytesSource, isUnreadable } from '../../../model/part.ts';
import type { PromptFile, Scope, TypedPrompt } from '../../kind.ts';
import { MAX_DOCUMENT_BYTES, valuesIn } from '../records.ts';
import { occurring } from '../search/occurring.ts';
import { inUtf8 } from '../utf16.ts';

/** File of a home with all prompts typed on terminals. */
export const HISTORY = 'history.jsonl';

export function historyFile(): readonly PromptFile[] {
  return [{ path: HISTORY, scope: null, folder: null }];
}

export type SourceAt = (path: string) => Source | null;

/** `sourceAt` opens other files of the home, by their paths below it. */
export type PromptsIn = (source: Source, wanted: (id: string) => boolean, sourceAt?: SourceAt) => Iterable<TypedPrompt>;

/** Records of a history, also of one in UTF-16 or in one list, and whole records in damaged lines or a torn list. */
export function* historyRecords(source: Source): Generator<Value> {
  const text = textOfFile(source);
  let isOfLines = false;
  for (const record of isList(text) ? [] : recordsOfLines(text)) {
    isOfLines = true;
    yield record;
  }
  if (!isOfLines) yield* listedRecords(text);
}

function* recordsOfLines(text: Source): Generator<Value> {
  for (const { bytes } of lines(text)) if (bytes !== null) yield* recordsOfLine(bytes);
}

/** The file, in UTF-8. */
function textOfFile(source: Source): Source {
  if (!isUtf16(source.slice(0, 4)) || source.size > MAX_DOCUMENT_BYTES) return source;
  return bytesSource(inUtf8(bytesAt(source, 0, source.size)));
}

/** True for a history that is one list, whole or torn; records may follow it. */
export function isList(source: Source): boolean {
  return START_OF_LIST.test(asBuffer(source.slice(0, Math.min(16, source.size))).toString('latin1'));
}

const START_OF_LIST = /^(?:\u00ef\u00bb\u00bf)?\s*\[/;

function* listedRecords(source: Source): Generator<Value> {
  if (source.size <= MAX_DOCUMENT_BYTES) yield* recordsOfLine(bytesAt(source, 0, source.size));
}

function recordsOfLine(bytes: Uint8Array): Value[] {
  // A power cut leaves NUL bytes before the next record.
  const text = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
  const value = wholeValue(text);
  if (isObject(value)) return [value];
  return value === null ? valuesIn(text, objectsAmong(text)) : elements(value).filter(isObject);
}

/** The number in units of 1/`units` second as whole seconds; null for anything else. */
export function secondsIn(value: Value | null, units: number): number | null {
  const time = value === null || typeOf(value) !== 'number' ? Number.NaN : Number(lexemeOf(value)) / units;
  return Number.isFinite(time) ? Math.floor(time) : null;
}

/**
 * Returns the prompts typed in a conversation, from the history of its home. The first request searches it; from the second one on all is
 * decoded.
 */
export function typedPrompts({ site, sourceAt }: Scope, promptsIn: PromptsIn): (id: string) => readonly TypedPrompt[] {
  const history = once(() => (site.shape === 'home' ? (sourceAt?.(HISTORY) ?? null) : null));
  const all = once(() => byConversation(promptsIn(history() as Source, () => true, sourceAt)));
  let first: { readonly id: string; readonly typed: readonly TypedPrompt[] } | null = null;
  return (id) => {
    const source = history();
    if (source === null) return [];
    if (first === null && PLAIN_ID.test(id) && beginsAsRecord(source))
      first = {
        id,
        typed:
          byConversation(promptsNaming(source, id, (line, wanted) => promptsIn(line, wanted, sourceAt))).get(id) ?? [],
      };
    return first?.id === id ? first.typed : (all().get(id) ?? []);
  };
}

/** False also for a history that cannot be read, which has its own finding. */
function beginsAsRecord(source: Source): boolean {
  try {
    return source.slice(0, 1)[0] === OPEN;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return false;
  }
}

const OPEN = '{'.charCodeAt(0);

/** An id that JSON writes as it is. */
const PLAIN_ID = /^[\w-]+$/;

/** Prompts with this id; lines without it are not decoded. */
function* promptsNaming(source: Source, id: string, promptsIn: PromptsIn): Generator<TypedPrompt> {
  for (const { bytes } of lines(source)) {
    if (bytes === null || !asBuffer(bytes).includes(id)) continue;
    yield* promptsIn(bytesSource(bytes), (each) => each === id);
  }
}

function byConversation(prompts: Iterable<TypedPrompt>): ReadonlyMap<string, readonly TypedPrompt[]> {
  const typed = new Map<string, TypedPrompt[]>();
  try {
    for (const prompt of prompts) if (!COMMAND_ONLY.test(prompt.text)) addTo(typed, prompt.id, prompt);
  } catch (error) {
    // The program only appends, so the beginning is enough.
    if (!isUnreadable(error)) throw error;
  }
  return typed;
}

/** Commands without words of the person. */
const COMMAND_ONLY = /^\s*(?:\/[\w:-]+|exit|quit)?\s*$/;

/** Prompts that no message of the user has: side questions (`/btw`), and those that the program never took up. */
export function unrecordedPrompts(
  typed: readonly TypedPrompt[],
  messages: () => Iterable<Pick<Message, 'role' | 'text' | 'words'>>,
): TypedPrompt[] {
  if (typed.length === 0) return [];
  const forms = new Set<string>();
  const texts: string[] = [];
  for (const { role, text, words } of messages()) {
    const said = role === 'user' ? (words ?? text) : null;
    if (said === null) continue;
    texts.push(plainPrompt(said));
    for (const each of [said, ...said.split('\n')]) for (const form of formsOf(each)) forms.add(form);
  }
  const unmatched = typed
    .map((prompt) => ({ prompt, forms: formsOf(prompt.text), pieces: piecesOf(prompt.text) }))
    .filter((each) => each.forms.length > 0 && !each.forms.some((form) => forms.has(form)));
  const sought = unmatched
    .flatMap((each) => [...each.forms, ...each.pieces])
    .filter(({ length }) => length >= MIN_SOUGHT_LENGTH);
  const inside = occurring(new Set(sought), texts);
  const isSaid = (form: string) => forms.has(form) || inside.has(form);
  const byEnds = once(() => new ByEnds(texts));
  const isInPieces = (pieces: readonly string[]) =>
    pieces.length > 0 && (pieces.filter(Boolean).every(isSaid) || (pieces.length > 1 && byEnds().hasAround(pieces)));
  return unmatched.filter((each) => !each.forms.some(isSaid) && !isInPieces(each.pieces)).map(({ prompt }) => prompt);
}

function piecesOf(text: string): string[] {
  return text.includes('[') ? withoutImages(text).split(SHORTENED_MARK).map(plainPrompt) : [];
}

/** Forms in which messages may have a prompt: whole, without its pictures, and without its command's name. */
function formsOf(text: string): string[] {
  const [, args = ''] = COMMAND.exec(text) ?? [];
  const bare = withoutImages(text);
  return [text, ...(bare === text ? [] : [bare]), args].map(plainPrompt).filter(Boolean);
}

function withoutImages(text: string): string {
  return text.includes('[Image #') ? text.replace(IMAGES, '') : text;
}

class ByEnds {
  readonly #texts: readonly string[];
  readonly #reversed: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = [...new Set(texts)].sort();
    this.#reversed = this.#texts.map(reversed).sort();
  }

  /** True if a text begins and ends with the outer pieces and has the others in order between them. */
  hasAround(pieces: readonly string[]): boolean {
    const [first, last] = [pieces[0] ?? '', reversed(pieces.at(-1) ?? '')];
    const [from, to] = rangeOf(this.#texts, first);
    const [fromBack, toBack] = rangeOf(this.#reversed, last);
    if (to - from <= toBack - fromBack) return this.#texts.slice(from, to).some((text) => isAround(pieces, text));
    return this.#reversed.slice(fromBack, toBack).some((text) => isAround(pieces, reversed(text)));
  }
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

function rangeOf(sorted: readonly string[], beginning: string): readonly [from: number, to: number] {
  const from = firstFrom(sorted, 0, (text) => text >= beginning);
  return [from, firstFrom(sorted, from, (text) => !text.startsWith(beginning))];
}

function firstFrom(sorted: readonly string[], from: number, isSuch: (text: string) => boolean): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSuch(sorted[middle] as string)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isAround([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop() ?? '';
  let at = text.startsWith(first) ? first.length : text.length + 1;
  for (const piece of others) {
    const from = at > text.length ? -1 : text.indexOf(piece, at);
    at = from < 0 ? text.length + 1 : from + piece.length;
  }
  return at + last.length <= text.length && text.endsWith(last);
}

/** A command with arguments, which may become a message: a goal, or those after an unknown name. A side question never does. */
const COMMAND = /^\s*\/(?!btw\s)\S+\s+(.+)$/s;

const IMAGES = /\[Image #\d+[^\]]*\]/g;

/** Placeholder for pasted text, which is stored elsewhere, or for the middle of a shortened prompt. */
const SHORTENED_MARK = /\[(?:Pasted text|\.\.\.Truncated text) #\d+[^\]]*\]/;

/** A shorter prompt does not count as found inside a longer message. */
const MIN_SOUGHT_LENGTH = 16;

/** A prompt without white space, which the program changes around pasted texts. */
function plainPrompt(text: string): string {
  return text.replace(/^\s*!/, '').replace(MENTIONS, '$1').replace(/\s+/g, '');
}

/** Codex's history adds paths to mentions: `[$skill](/path)`. */
const MENTIONS = /\[([$@][^[\]\n]+)\]\([^()\n]*\)/g;

type Said = Omit<Message, 'index'>;

/** Puts each prompt before the first visible message said later. */
export function* withTyped(
  messages: Iterable<Said>,
  typed: readonly TypedPrompt[],
  marks: readonly string[] = MARKS,
): Generator<Said> {
  let next = 0;
  let at = '/0';
  for (const message of messages) {
    at = message.at;
    const time = message.hidden ? undefined : message.time;
    while (time !== undefined && next < typed.length && (typed[next]?.time ?? 0) < time)
      yield typedMessage(typed[next++] as TypedPrompt, at, marks);
    yield message;
  }
  for (const prompt of typed.slice(next)) yield typedMessage(prompt, at, marks);
}

function typedMessage({ text, time }: TypedPrompt, at: string, marks: readonly string[]): Said {
  const when = time === null ? {} : { time };
  return { at, role: 'user', type: 'text', text, ...when, marks, hidden: false };
}

const MARKS = [`only in ${HISTORY}`] as const;

/** True for a message that only the history has: no record holds it. */
export function isTyped({ marks }: Pick<Message, 'marks'>): boolean {
  return marks === MARKS;
}
