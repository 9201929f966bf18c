import { barePicture } from '../../stores/engine/bare-picture.ts';

export interface DecodedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Least width of broken lines; programs break base64 at 64 or 76 characters. */
const MIN_BROKEN_WIDTH = 40;
const BREAK = /\r?\n[ \t]*/y;
const LAST_LINE = /\r?\n[ \t]*[A-Za-z\d+/_-]{1,23}={0,2}(?![^\s"'`])/y;

export function* decodedRuns(text: string): Generator<DecodedRun> {
  for (const { start, end } of runsIn(text))
    for (const inside of insidesOf(lettersIn(text, start, end))) if (inside !== '') yield { text: inside, start, end };
}

function* insidesOf(run: string): Generator<string> {
  yield writtenIn(run);
  for (const digits of hexTextsIn(run)) yield textsIn(Buffer.from(digits, 'hex').toString('latin1'));
  for (let skip = 0; skip < 4; skip++)
    if (wordsAt(run, skip)) yield textsIn(Buffer.from(skip === 0 ? run : run.slice(skip), 'base64').toString('latin1'));
}

/** True if a run of base64, or one that JSON escapes break into lines, may hold text. */
export function mayHaveRuns(text: string): boolean {
  let isBroken = false;
  for (const { start, end } of lettersOf(text)) {
    if (mayHold(text.slice(start, end))) return true;
    isBroken ||= mayGoOn(text, start, end);
  }
  if (!isBroken) return false;
  const lines = text.replace(ESCAPED_BREAK, '\n');
  for (const { start, end } of runsIn(lines)) if (mayHold(lettersIn(lines, start, end))) return true;
  return false;
}

/** Starts of runs that may hold text, or may continue on another line. */
export function* runStarts(text: string): Generator<number> {
  for (const { start, end } of lettersOf(text))
    if (mayHold(text.slice(start, end)) || mayGoOn(text, start, end)) yield start;
}

function mayHold(run: string): boolean {
  return holdsText(run) || hexTextsIn(run).length > 0 || writtenIn(run) !== '';
}

/** Runs of hexadecimal digits that are text: no byte has its highest bit set. */
function hexTextsIn(run: string): readonly string[] {
  return run.match(HEX_TEXT) ?? [];
}

const HEX_TEXT = /(?<![\da-f])(?:[2-7][\da-f]|0[9ad]){16,}(?![\da-f])/gi;

function writtenIn(run: string): string {
  return PICTURE.test(run) ? (barePicture(Buffer.from(run, 'base64'))?.texts.join('\n') ?? '') : '';
}

/** Beginnings of PNG, JPEG, GIF and WebP in base64. */
const PICTURE = /^(?:iVBORw0KGg|\/9j\/|R0lGOD|UklGR)/;

function mayGoOn(text: string, start: number, end: number): boolean {
  return end - start >= MIN_BROKEN_WIDTH && endOf(ANY_BREAK, text, end) !== null;
}

const ANY_BREAK = /={0,2}(?:\r|\n|\\+[nr])/y;
const ESCAPED_BREAK = /(?:\\+r)?\\+n/g;

function lettersIn(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/[\s=]+/g, '');
}

function* runsIn(text: string): Generator<{ start: number; end: number }> {
  let run: { start: number; end: number } | null = null;
  let wide = 0;
  for (const { start, end: letters } of lettersOf(text)) {
    const end = behindSigns(text, letters);
    if (run !== null && wide >= MIN_BROKEN_WIDTH && endOf(BREAK, text, run.end) === start) run.end = end;
    else {
      if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
      run = { start, end };
    }
    wide = end - start;
  }
  if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
}

function behindSigns(text: string, end: number): number {
  if (text[end] !== '=') return end;
  return text[end + 1] === '=' ? end + 2 : end + 1;
}

/** End of a run; its last line is shorter than `wide`. */
function lastEnd(text: string, end: number, wide: number): number {
  return wide < MIN_BROKEN_WIDTH ? end : (endOf(LAST_LINE, text, end) ?? end);
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Readable runs among bytes; pictures rarely have any. */
function textsIn(bytes: string): string {
  return (bytes.match(/[\t\n\r\x20-\x7e]{16,}/g) ?? []).join('\n');
}

/** Runs of base64 letters (of files and of addresses) of a least length, each as long as possible. */
function* lettersOf(text: string): Generator<{ start: number; end: number }> {
  for (let at = 0; at + MIN_READABLE <= text.length; ) {
    // A character outside of base64, searched from the far end, rules out all runs that begin before it.
    let back = at + MIN_READABLE - 1;
    while (back >= at && valueAt(text, back) !== NOT_BASE64) back--;
    if (back >= at) {
      at = back + 1;
      continue;
    }
    let end = at + MIN_READABLE;
    while (end < text.length && valueAt(text, end) !== NOT_BASE64) end++;
    yield { start: at, end };
    at = end;
  }
}

export function holdsText(run: string): boolean {
  return wordsAt(run, 0) || wordsAt(run, 1) || wordsAt(run, 2) || wordsAt(run, 3);
}

/** True if base64, read from this place, may hold 16 readable characters: four whole groups of three. */
function wordsAt(run: string, skip: number): boolean {
  let groups = 0;
  for (let at = skip; at + 3 < run.length; at += 4) {
    groups = isReadable(run, at) ? groups + 1 : 0;
    if (groups === 4) return true;
  }
  return false;
}

/** True for three bytes of ASCII: none has its highest bit set, and few are controls. */
function isReadable(run: string, at: number): boolean {
  if (valueAt(run, at) >= 32 || (valueAt(run, at + 1) & 8) !== 0 || (valueAt(run, at + 2) & 2) !== 0) return false;
  const bits = (valueAt(run, at + 1) << 12) | (valueAt(run, at + 2) << 6) | valueAt(run, at + 3);
  return (
    ISTEXT[(valueAt(run, at) << 2) | (bits >> 16)] === 1 && ISTEXT[(bits >> 8) & 255] === 1 && ISTEXT[bits & 255] === 1
  );
}

const MIN_READABLE = 24;
const NOT_BASE64 = 255;

const VALUES = new Uint8Array(128).fill(NOT_BASE64);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[letter.charCodeAt(0)] = value;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

const ISTEXT = new Uint8Array(256).fill(1, 32, 127);
for (const blank of '\t\n\r') ISTEXT[blank.charCodeAt(0)] = 1;

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (VALUES[code] ?? NOT_BASE64) : NOT_BASE64;
}
