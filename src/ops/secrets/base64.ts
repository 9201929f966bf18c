import { barePicture } from '../../stores/engine/bare-picture.ts';
import { hasWords, lettersOf, wordsAt } from './base64-words.ts';

/** The text in a run of base64, and where the run is. */
export interface DecodedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Programs break base64 at 64 or 76 characters. */
const WIDE = 40;
const BREAK = /\r?\n[ \t]*/y;
const LAST = /\r?\n[ \t]*[A-Za-z\d+/_-]{1,23}={0,2}(?![^\s"'`])/y;

/** The text in runs of base64, also in those that are broken into lines, and where a word is right before them. */
export function* decodedRuns(text: string): Generator<DecodedRun> {
  for (const { start, end } of runsIn(text))
    for (const inside of insidesOf(lettersIn(text, start, end))) if (inside !== '') yield { text: inside, start, end };
}

function* insidesOf(run: string): Generator<string> {
  yield writtenIn(run);
  for (let skip = 0; skip < 4; skip++)
    if (wordsAt(run, skip)) yield textsIn(Buffer.from(skip === 0 ? run : run.slice(skip), 'base64').toString('latin1'));
}

/** Whether there may be text in a run of base64, also in one that the escapes of JSON break into lines. */
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

/** Where runs begin in which there may be text, or which may go on in another line. */
export function* runStarts(text: string): Generator<number> {
  for (const { start, end } of lettersOf(text))
    if (mayHold(text.slice(start, end)) || mayGoOn(text, start, end)) yield start;
}

function mayHold(run: string): boolean {
  return hasWords(run) || writtenIn(run) !== '';
}

/** Texts in a picture file, which may be compressed. */
function writtenIn(run: string): string {
  return PICTURE.test(run) ? (barePicture(Buffer.from(run, 'base64'))?.texts.join('\n') ?? '') : '';
}

/** PNG, JPEG, GIF, WebP. */
const PICTURE = /^(?:iVBORw0KGg|\/9j\/|R0lGOD|UklGR)/;

function mayGoOn(text: string, start: number, end: number): boolean {
  return end - start >= WIDE && endOf(ANY_BREAK, text, end) !== null;
}

/** An end of a line, as it is or in JSON. */
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
    if (run !== null && wide >= WIDE && endOf(BREAK, text, run.end) === start) run.end = end;
    else {
      if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
      run = { start, end };
    }
    wide = end - start;
  }
  if (run !== null) yield { ...run, end: lastEnd(text, run.end, wide) };
}

/** Behind the equals signs that fill the last group. */
function behindSigns(text: string, end: number): number {
  if (text[end] !== '=') return end;
  return text[end + 1] === '=' ? end + 2 : end + 1;
}

/** The last line of a run is shorter. */
function lastEnd(text: string, end: number, wide: number): number {
  return wide < WIDE ? end : (endOf(LAST, text, end) ?? end);
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The readable stretches among bytes; in those of pictures such a stretch is rare. */
function textsIn(bytes: string): string {
  return (bytes.match(/[\t\n\r\x20-\x7e]{16,}/g) ?? []).join('\n');
}
