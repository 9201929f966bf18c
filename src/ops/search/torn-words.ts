import { LF, type Source } from '../../model/part.ts';
import { besideObjects } from '../../stores/engine/faults/broken-lines.ts';
import { withoutPartialBegin, withoutPartialEnd } from '../secrets/cut-words.ts';
import { isJsonRecord, withoutEscapes } from './torn-lines.ts';

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
