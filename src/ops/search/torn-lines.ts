import { isUnseen, type Message } from '../../model/conversation.ts';
import { type Finding, ruleOf } from '../../model/finding.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { LF, type Part, type Source } from '../../model/part.ts';
import { besideObjects } from '../../stores/engine/faults/broken-lines.ts';
import type { Document } from '../../stores/kind.ts';
import { mainPart } from '../reading.ts';
import { withoutPartialBegin, withoutPartialEnd } from '../secrets/cut-words.ts';

interface TornLine {
  /** Number of the line, from 1. */
  readonly line: number;
  /** The line for people: without escapes and keys of JSON; a byte that is not UTF-8 is U+FFFD. */
  readonly text: string;
  /** The line as it is in the file. */
  readonly source: string;
}

const MAX_TORN_LINE = 1 << 24;
const WINDOW = 1 << 20;

/** Lines of a JSON lines file that match and are no records: no message has their words. Throws like the source. */
export function* tornLines(
  { path, source = null }: Pick<Part, 'path' | 'source'>,
  matches: (text: string) => boolean,
): Generator<TornLine> {
  if (source === null || !path.endsWith('.jsonl')) return;
  let line = 0;
  for (const each of linesOf(source)) {
    line++;
    if (each === null) continue;
    const text = withoutNotation(each);
    if (matches(text) && !isJsonRecord(each)) yield { line, text, source: each };
  }
}

export interface UnitDamage {
  readonly finding: Finding;
  readonly document: Pick<Document, 'conversations'>;
  readonly parts: readonly Part[];
}

/** The file with a torn line, if `tornLines` finds all of them; else null. */
export function fileWithTorn({ finding: { code, path }, document, parts }: UnitDamage): Part | null {
  if (ruleOf(code).isTorn !== true) return null;
  const files = document.conversations.map((view) => mainPart(view, parts));
  return files.find((part) => part?.path === path && isSearchedWhole(part)) ?? null;
}

/** True for a file of JSON lines of which none is too long for `tornLines`. */
function isSearchedWhole({ path, source = null, size }: Pick<Part, 'path' | 'source' | 'size'>): boolean {
  return source !== null && path.endsWith('.jsonl') && size <= MAX_TORN_LINE;
}

/** For each of these ascending lines, the number of the message before which `show` puts it, else of the last one. */
export function numbersAfter(lines: readonly number[], messages: Iterable<Message>): number[] {
  const places = Array.from(messages).flatMap((message) => {
    const [, record] = /^\/(\d+)/.exec(message.at) ?? [];
    const isShown = message.inherited !== true && !isUnseen(message);
    return record === undefined || !isShown ? [] : { line: Number(record) + 1, index: message.index };
  });
  let next = 0;
  return lines.map((line) => {
    while (next < places.length && (places[next]?.line ?? 0) <= line) next++;
    return (places[next] ?? places.at(-1))?.index ?? 0;
  });
}

/** Lines of a file; null for one above `MAX_TORN_LINE`, which no person wrote. */
function* linesOf(source: NonNullable<Part['source']>): Generator<string | null> {
  const decoder = new TextDecoder();
  let line: string | null = '';
  for (let at = 0; at < source.size; at += WINDOW) {
    const window = source.slice(at, Math.min(WINDOW, source.size - at));
    const texts = decoder.decode(window, { stream: at + WINDOW < source.size }).split('\n');
    for (const [n, text] of texts.entries()) {
      if (n > 0) {
        yield line;
        line = '';
      }
      line = line === null || line.length + text.length > MAX_TORN_LINE ? null : line + text;
    }
  }
  if (line !== '') yield line;
}

function isJsonRecord(text: string): boolean {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null;
}

const KEY = /"\w{1,64}"\s*:/g;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A line without escapes and keys of JSON. */
export function withoutNotation(line: string): string {
  return withoutEscapes(line.replace(KEY, ' '));
}

/** A text without escapes of JSON. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_, unit?: string, letter = '') =>
    unit === undefined ? (ESCAPED[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/** Members with words that count even if there is only one. */
const SAID: ReadonlySet<string> = new Set([
  ...['text', 'content', 'thinking', 'message', 'output', 'prompt', 'display', 'summary', 'description', 'subject'],
  ...['thought', 'reasoning', 'reasoningText', 'command', 'stdout', 'stderr', 'result', 'title', 'lastPrompt'],
]);
/** Members with names, which may contain blanks. */
const NAMES: ReadonlySet<string> = new Set(['cwd', 'gitBranch', 'file_path', 'filePath', 'path', 'workdir', 'slug']);
/** Text after the end of a string. */
const ENDS = /^\s*(?:[,\]}:]|$)/;
const MARK = /^(?:<{7}|={7}|>{7}|\|{7})/;
const LETTERS = /[\p{L}\p{N}]/u;

/** Texts that people can read in a line that is no record, without its keys, ids, times, paths and other names. */
export function tornWords(line: string, isKept: (source: string) => boolean = () => false): string[] {
  const given = line.replaceAll('\0', '').trim();
  if (given === '' || MARK.test(given) || isJsonRecord(given)) return [];
  if (!given.includes('"')) return isSaid('', given) ? [given] : [];
  return Array.from(saidIn(given)).flatMap(({ text, said }) => (isKept(text) ? [] : [said]));
}

function* saidIn(line: string): Generator<{ readonly text: string; readonly said: string }> {
  let key = '';
  for (const { text, isKey, isMember, isHeadless, isTorn } of stringsIn(line)) {
    const said = withoutEscapes(text);
    if (isKey) key = text;
    else if (isSaid(key, said)) yield { text, said: withCuts(said, isHeadless, isTorn) };
    // After the value of a key comes a key, even a cut one.
    if (!isKey && isMember) key = '';
  }
}

/** The text with a sign where its beginning or end is lost, so that half of a secret is known as such. */
function withCuts(said: string, isHeadless: boolean, isTorn: boolean): string {
  return `${isHeadless ? '…' : ''}${said.trim()}${isTorn ? '…' : ''}`;
}

/** A line with a sign in place of the words that a cut of one of its strings halved. The line has no line feed. */
export function withoutHalfWords(line: string): string {
  if (!line.includes('"')) return line;
  const pieces: string[] = [];
  let done = 0;
  for (const { at, text, isHeadless, isTorn } of stringsIn(line)) {
    const said = withCuts(withoutEscapes(text), isHeadless, isTorn);
    const whole = withoutPartialEnd(withoutPartialBegin(said));
    if ((!isHeadless && !isTorn) || whole === said) continue;
    pieces.push(line.slice(done, at), JSON.stringify(whole).slice(1, -1));
    done = at + text.length;
  }
  return pieces.join('') + line.slice(done);
}

interface TornString {
  readonly at: number;
  readonly text: string;
  readonly isKey: boolean;
  /** True after a colon; false in a list. */
  readonly isMember: boolean;
  readonly isHeadless: boolean;
  readonly isTorn: boolean;
}

function isSaid(key: string, text: string): boolean {
  return LETTERS.test(text) && (SAID.has(key) || (/\s/.test(text.trim()) && !NAMES.has(key)));
}

/** Strings of a torn record. Its beginning may be inside one; a torn string ends where the next begins. */
function* stringsIn(line: string): Generator<TornString> {
  const first = closingQuote(line, 0);
  const isInside = first > 0 && ENDS.test(line.slice(first + 1));
  if (isInside)
    yield { at: 0, text: line.slice(0, first), isKey: false, isMember: true, isHeadless: true, isTorn: false };
  let from = isInside ? first + 1 : 0;
  for (let start = line.indexOf('"', from); start >= 0; start = line.indexOf('"', from)) {
    const end = closingQuote(line, start + 1);
    const behind = line.slice(end + 1, end + 65);
    const isClosed = line[end] === '"';
    const isTorn = isClosed && !ENDS.test(behind);
    // Each string is read at most once more, since the next begins at its end.
    from = isTorn ? end : end + 1;
    const isKey = isClosed && !isTorn && /^\s*:/.test(behind);
    const isMember = /:\s*$/.test(line.slice(Math.max(0, start - 8), start));
    const text = line.slice(start + 1, end);
    yield { at: start + 1, text, isKey, isMember, isHeadless: false, isTorn: isTorn || !isClosed };
  }
}

/** Offset of the next quote without a backslash, else the length, or a final backslash. JavaScript's expressions fail on a text of 8 MB. */
function closingQuote(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const letter = line[at];
    if (letter === '"' || (letter === '\\' && at + 1 === line.length)) return at;
    if (letter === '\\') at++;
  }
  return line.length;
}

/** Words in removed bytes that the inserted bytes lack. */
export function wordsGone(removed: Uint8Array, inserted: Uint8Array): string[] {
  const insertedTexts = new Set<string>();
  for (const line of textOf(inserted).split('\n')) for (const { text } of stringsIn(line)) insertedTexts.add(text);
  return textOf(removed)
    .split('\n')
    .flatMap((line) => tornWords(line, (source) => insertedTexts.has(source)));
}

const MAX_LINE = 1 << 20;

/** Words of the line around an offset, of which a limited part on each side is read. */
export function wordsAt(source: Source, offset: number): string[] {
  return tornWords(textOf(lineAt(source, offset)));
}

/** Words of the line beside its whole records. */
export function wordsBesideRecords(source: Source, offset: number): string[] {
  const line = lineAt(source, offset);
  return besideObjects(line).flatMap(({ start, end }) => tornWords(textOf(line.subarray(start, end))));
}

function lineAt(source: Source, offset: number): Uint8Array {
  const from = Math.max(0, offset - MAX_LINE);
  const bytes = source.slice(from, Math.min(source.size, offset + MAX_LINE) - from);
  const begin = offset === from ? 0 : bytes.lastIndexOf(LF, offset - from - 1) + 1;
  const end = bytes.indexOf(LF, offset - from);
  return bytes.subarray(begin, end < 0 ? bytes.length : end);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
