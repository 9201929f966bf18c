import { digestSource, type LineWindow, lineWindows } from '../../io/disk/file-source.ts';
import { Failure } from '../../model/failure.ts';
import { parsedJson, unquotedJson } from '../../model/parsed-json.ts';
import { LF } from '../../model/part.ts';
import type { MarkedLine } from '../../model/secret.ts';
import type { LineFile } from '../reading.ts';
import { withoutHalfWords } from '../search/torn-lines.ts';
import type { MarkSearch } from './known-secrets.ts';
import type { Redactor, SecretLine, TextFilter } from './redactor.ts';

/** Redacted lines of a file; lines without secrets keep their bytes. Throws Failure `failed` for a line too long for a text. */
export function* redactedLines(file: LineFile, redact: Redactor): Generator<string | Uint8Array> {
  const known = redact.learnt.get(digestSource(file.source));
  const marks = known === undefined ? redact.marks : redact.otherMarks;
  for (const window of linesWith(marks, file, known)) yield* redactedWindow(window, redact);
}

function* redactedWindow({ bytes, lines }: MarkedWindow, redact: Redactor): Generator<string | Uint8Array> {
  const marked = new Set(Array.from(lines, ({ from }) => from));
  let copiedTo = 0;
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = lineEnd(bytes, from);
    const text = bytesAsText(bytes, from, to).toString('utf8');
    const whole = isJson(text) ? text : withoutHalves(text);
    const isSought = marked.has(from) || whole !== text;
    const clean = isSought && redact.mayChange(whole) ? redactedJson(whole, redact) : whole;
    if (clean === text) continue;
    if (copiedTo < from) yield bytes.subarray(copiedTo, from);
    yield clean;
    copiedTo = to;
  }
  if (copiedTo < bytes.length) yield bytes.subarray(copiedTo);
}

/** A line that is no JSON, without half-words: rules do not find half of a secret. */
function withoutHalves(line: string): string {
  const end = line.endsWith('\r\n') ? -2 : line.endsWith('\n') ? -1 : line.length;
  return `${withoutHalfWords(line.slice(0, end))}${end < 0 ? line.slice(end) : ''}`;
}

/** Learns the secrets of a file that is written later, and notes their lines, so that others are not searched again. */
export function learnToWrite(file: LineFile, redact: Redactor): void {
  redact.learnt.set(digestSource(file.source), learnLines(file, redact));
}

/** Learns the secrets of a file. Returns the lines that have one. Throws as `redactedLines` does. */
export function learnLines(file: LineFile, { learner }: Pick<Redactor, 'learner'>): SecretLine[] {
  const withSecrets: SecretLine[] = [];
  for (const { at, bytes, lines } of linesWith(learner.marks, file))
    for (const { from, to } of lines) {
      const before = learner.found();
      const text = bytesAsText(bytes, from, to).toString('utf8');
      withTextsRedacted(text, learner);
      learner.marked(text);
      if (learner.found() > before) withSecrets.push({ from: at + from, to: at + to });
    }
  return withSecrets;
}

export function bytesAsText(bytes: Uint8Array, from = 0, to = bytes.length): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
}

interface MarkedWindow extends LineWindow {
  readonly lines: Iterable<MarkedLine>;
}

/** Lines with marks, by their offsets in the file. Throws as `redactedLines` does. */
export function* markedLines(marks: MarkSearch, file: LineFile): Generator<MarkedLine> {
  for (const { at, lines } of linesWith(marks, file))
    for (const { from, to, marks } of lines) yield { from: at + from, to: at + to, marks };
}

/** Lines that are known to have a secret, or have a mark. */
function* linesWith(
  marks: MarkSearch,
  { path, source }: LineFile,
  known: readonly SecretLine[] = [],
): Generator<MarkedWindow> {
  let next = 0;
  for (const { at, bytes } of lineWindows(source)) {
    if (bytes.length > MAX_STRING_LENGTH)
      throw new Failure('failed', `${path} has a line of ${bytes.length} bytes, which is too long to be redacted`);
    const places: number[] = [];
    const end = at + bytes.length;
    for (; (known[next]?.from ?? end) < end; next++) places.push((known[next]?.from ?? end) - at);
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      to = lineEnd(bytes, Math.min(from + PIECE_BYTES, bytes.length) - 1);
      for (const place of marksIn(bytesAsText(bytes, from, to), marks)) places.push(from + place);
    }
    yield {
      at,
      bytes,
      lines: linesAt(
        places.sort((a, b) => a - b),
        bytes,
      ),
    };
  }
}

/** Offsets of marks in the bytes of whole lines; of ill-formed UTF-8, the starts of lines. */
function marksIn(bytes: Buffer, marks: MarkSearch): readonly number[] {
  const places: number[] = [];
  const text = bytes.toString('utf8');
  marks(text, (place) => places.push(place));
  if (places.length === 0 || text.length === bytes.length) return places;
  // Replacements of ill-formed bytes are never shorter than these.
  const isSound = Buffer.byteLength(text) === bytes.length;
  let [done, at] = [0, 0];
  return places
    .toSorted((a, b) => a - b)
    .map((place) => {
      const between = text.slice(done, place);
      done = place;
      if (isSound) at += Buffer.byteLength(between);
      else for (let n = between.split('\n').length; n > 1; n--) at = lineEnd(bytes, at);
      return at;
    });
}

/** Bytes per text, in whole lines: V8 does not allocate longer ones among young objects. */
const PIECE_BYTES = 1 << 16;
export const MAX_STRING_LENGTH = 2 ** 29 - 24;

function* linesAt(places: readonly number[], bytes: Uint8Array): Generator<MarkedLine> {
  for (let next = 0; next < places.length; ) {
    const at = places[next] ?? 0;
    // A negative index would count from the end.
    const from = at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1;
    const to = lineEnd(bytes, at);
    const marks: number[] = [];
    for (; next < places.length && (places[next] ?? to) < to; next++) marks.push((places[next] ?? 0) - from);
    yield { from, to, marks };
  }
}

function lineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? bytes.length : end + 1;
}

/** Redacts the texts in JSON. Other lines are one text. */
export function redactedJson(line: string, redact: RedactText): string {
  const clean = withTextsRedacted(line, redact);
  // `"password":"..."` is a secret only with its key. A secret across several texts of a line of JSON is kept, so that the line stays JSON.
  const redacted = redact(clean);
  return redacted === clean || isJson(redacted) || !isJson(line) ? redacted : clean;
}

export function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}

export interface RedactText extends Pick<TextFilter, 'mayChange'> {
  (text: string): string;
  /** Replaces a text and its quotes unread; null for texts to read. */
  unread?(from: number, to: number): string | null;
}

export function withTextsRedacted(line: string, redact: RedactText): string {
  const pieces: string[] = [];
  let at = 0;
  let list: number[] = [];
  for (let start = line.indexOf('"'); start >= 0; start = line.indexOf('"', at)) {
    const end = endOfText(line, start);
    if (end < 0) break;
    const between = line.slice(at, start);
    if (!/^\s*,\s*$/.test(between)) {
      redactList(list, pieces, redact);
      list = [];
    }
    pieces.push(between, redact.unread?.(start, end) ?? redactedText(line.slice(start, end), redact));
    if (/^\s*[,\]]/.test(line.slice(end, end + BLANKS))) list.push(pieces.length - 1);
    at = end;
  }
  redactList(list, pieces, redact);
  return pieces.join('') + line.slice(at);
}

/** Most characters between a text in a list and the next item. */
const BLANKS = 20;

/** Redacts a list of texts, such as the lines of a patch, together: a password may be known only by the name of its section. */
function redactList(list: readonly number[], pieces: string[], redact: RedactText): void {
  const texts = list.map((n) => unquotedJson(pieces[n] ?? ''));
  if (texts.length < 2 || texts.includes(null)) return;
  const text = texts.join('\n');
  const clean = redact.mayChange(text) ? redact(text) : text;
  if (clean === text) return;
  const lines = clean.split('\n');
  const counts = texts.map((each) => (each ?? '').split('\n').length);
  // A secret of several lines has become one word.
  const isSame = lines.length === counts.reduce((sum, count) => sum + count, 0);
  let from = 0;
  for (const [n, count] of counts.entries()) {
    const to = isSame ? from + count : n === 0 ? lines.length : from;
    pieces[list[n] ?? -1] = JSON.stringify(lines.slice(from, to).join('\n'));
    from = to;
  }
}

/** Offset after the quote that ends a text; -1 for none. */
function endOfText(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    const letter = line[at];
    if (letter === '"') return at + 1;
    if (letter === '\\') at++;
  }
  return -1;
}

function redactedText(source: string, redact: RedactText): string {
  const text = unquotedJson(source);
  if (text === null) return redact(source);
  const clean = redact(text);
  return clean === text ? source : JSON.stringify(clean);
}
