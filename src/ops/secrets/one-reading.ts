import { grouped } from '../../model/collections.ts';
import { isJumbled } from './jumble.ts';
import type { FoundSecret } from './known-secrets.ts';

/**
 * Drops a reading of a secret that goes on behind the end of another reading:
 * - over the escape of a line end or a quote within quotes (`"A=x\nB=y"`);
 * - over a line that goes on, a tag or emphasis, unless more of the secret is behind it, or it is whole: between quotes, or without order.
 */
export function withoutOverreading(found: readonly FoundSecret[], text: string): readonly FoundSecret[] {
  const byStart = grouped(found.map((each) => [each.start, each] as const));
  const cuts = found.map((each) => splitPointsOf(each, byStart.get(each.start) ?? [], text));
  const escapes = cuts.flatMap((each) => each.flatMap(({ at, signs }) => (signs === 0 ? [] : at)));
  const reachAt = escapesIn(text, escapes);
  return found.filter((_, n) => !cuts[n]?.some(({ at, signs }) => signs <= (reachAt.get(at) ?? 0)));
}

interface SplitPoint {
  readonly at: number;
  /** Number of backslashes of an escape; 0 for none. */
  readonly signs: number;
}

function splitPointsOf({ start, end, value }: FoundSecret, others: readonly FoundSecret[], text: string): SplitPoint[] {
  const isWhole = !/[\\\n]/.test(text.slice(start, end)) && (isInOwnQuotes(text, start, end) || isJumbled(value, true));
  const shorter = others.filter((other) => other.end < end);
  const ofOthers = shorter.flatMap((other): readonly SplitPoint[] => {
    const at = other.end;
    const goesOn = value.startsWith(other.value) ? value.slice(other.value.length) : text.slice(at, end);
    // The escape as it is read, with the characters after it.
    if (ESCAPE.test(goesOn + text.slice(end, end + ESCAPED_LENGTH)))
      return isInOwnQuotes(text, start, end) ? [] : [{ at, signs: signsOfEscape(backslashesAt(text, at)) }];
    return isWhole ? [] : splitsAtJoint(text, at, end);
  });
  const signs = LETTER_OF_ESCAPE.test(text[start] ?? '') ? backslashesBefore(text, start) : 0;
  return signs === 0 ? ofOthers : [...ofOthers, { at: start - signs, signs: signsOfEscape(signs) }];
}

function splitsAtJoint(text: string, at: number, end: number): SplitPoint[] {
  const joint = JOINT.exec(text.slice(at, end))?.[0];
  return joint === undefined || MORE.test(text.slice(at + joint.length, end)) ? [] : [{ at, signs: 0 }];
}

function backslashesAt(text: string, at: number): number {
  let signs = 0;
  while (text[at + signs] === '\\') signs++;
  return signs;
}

function backslashesBefore(text: string, at: number): number {
  let signs = 0;
  while (text[at - signs - 1] === '\\') signs++;
  return signs;
}

/** A reading that begins with one of these after a backslash has half of an escape. */
const LETTER_OF_ESCAPE = /[bfnrt]/;

/** The escape of a line end, a tab or a quote. */
const ESCAPE = /^\\+(?:[nrt"'`]|u00[01][\da-f])/i;
const ESCAPED_LENGTH = 5;

const ORDER = String.raw`(?:\u001b|\\+(?:x1b|0?33|u001b|e))\[[0-?]*[ -/]*[@-~]`;
/** Signs between two characters that views remove: a continued line, a terminal order, a tag, emphasis, a link. */
const JOINT = new RegExp(
  String.raw`^(?:\\+(?:\r?\n[ \t]*| |(?:r\\+)?n[ \t]*)|${ORDER}|<[^<>]*>|[*\x60~]|!?\[|\]|[^ -~])+`,
  'i',
);
/** A further part of a secret: no word, flag or assignment. */
const MORE = /^(?!-)(?![A-Za-z_]\w*=)(?=[^\s<>*`[\]\\]*(?:\d|[a-z][A-Z]))/;

/** True between quotes of equal form: all between them is the value. */
function isInOwnQuotes(text: string, start: number, end: number): boolean {
  const [before] = QUOTE_BEFORE.exec(text.slice(Math.max(0, start - LONGEST_QUOTE), start)) ?? [];
  return before !== undefined && text[end - 1] !== '\\' && text.startsWith(before, end);
}

const QUOTE_BEFORE = /\\*["'`]$/;
const LONGEST_QUOTE = 16;

interface Quote {
  readonly sign: string;
  /** Number of backslashes that escape a quote within it. */
  readonly signs: number;
  readonly reach: number;
}

/** By place inside quotes, line by line: the number of backslashes that an escape may have there. */
function escapesIn(text: string, places: readonly number[]): ReadonlyMap<number, number> {
  const reachAt = new Map<number, number>();
  const ascending = places.toSorted((a, b) => a - b);
  if (ascending.length === 0) return reachAt;
  let quotes: readonly Quote[] = [];
  let next = 0;
  const passTo = (end: number) => {
    for (; (ascending[next] ?? end) < end; next++) reachAt.set(ascending[next] ?? 0, quotes.at(-1)?.reach ?? 0);
  };
  for (const { 0: sign, index } of text.matchAll(SIGN)) {
    passTo(index);
    if (next === ascending.length) return reachAt;
    quotes = sign === '\n' ? [] : isApostrophe(text, index) ? quotes : withQuote(quotes, sign);
  }
  passTo(text.length + 1);
  return reachAt;
}

const SIGN = /(?<!\\)\\*["'`]|\n/g;
const LETTER = /[\p{L}\d]/u;

function isApostrophe(text: string, at: number): boolean {
  return text[at] === "'" && LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at + 1] ?? '');
}

/** The open quotes after another quote, which ends one of equal form, or begins one within the last. */
function withQuote(quotes: readonly Quote[], written: string): readonly Quote[] {
  const sign = written.slice(-1);
  // 0, 1, 3 and 7 backslashes are before a quote, and two for each one of its text.
  const signs = signsOfEscape(written.length);
  const opened = quotes.findLastIndex((each) => each.sign === sign && each.signs === signs);
  if (opened >= 0) return quotes.slice(0, opened);
  const inside = (quotes.at(-1)?.reach ?? 0.5) * 2;
  return [...quotes, { sign, signs, reach: Math.min(MAX_REACH, signs > 1 ? signs : inside) }];
}

/** Number of backslashes of an escape: of a run, the last 1, 2, 4 or 8, for each level of text in text; others are escaped ones. */
function signsOfEscape(backslashes: number): number {
  return backslashes & -backslashes;
}

const MAX_REACH = 256;
