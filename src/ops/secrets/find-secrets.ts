import { countEach, lastBefore } from '../../model/collections.ts';
import { decodedRuns, mayHaveRuns, runStarts } from './base64.ts';
import { signsAsLetters } from './generated.ts';
import { type FoundSecret, type KnownSecrets, knownSecrets, type MarkSearch } from './known-secrets.ts';
import { withoutOverreading } from './one-reading.ts';
import { isRandom, type RuleMatch, VAGUEST } from './rule-parts.ts';
import { type SecretRule, secretRules } from './rules.ts';
import {
  hasEscapedLetters,
  hiddenLetters,
  identityView,
  levelsOf,
  plainLineViews,
  plainViews,
  type ReadableView,
  unescaped,
  unescapedViews,
  viewThrough,
} from './views.ts';
import { type WordScan, wordScan } from './words-in.ts';

/** Finds secrets in texts: as written, behind escapes of JSON, and in base64. */
export interface SecretFinder {
  (text: string): readonly FoundSecret[];
  /** False for a text without a secret, in itself or in JSON within it. */
  mayHold(text: string): boolean;
  /** Marks places in whole lines of a file; texts without a mark have no secrets. */
  readonly marks: MarkSearch;
  marked(text: string): readonly FoundSecret[];
  knowing(known: KnownSecrets): SecretFinder;
  /** A finder for only these secrets, without rules: equals `knowing` for a text in which rules find nothing. */
  ofKnown(known: KnownSecrets): SecretFinder;
}

/** A finder with all rules. `thorough` tries each rule at each of its words: same findings, more time. */
export async function secretFinder({ thorough = false } = {}): Promise<SecretFinder> {
  const made = SCANS.get(thorough) ?? ruleScans(thorough);
  SCANS.set(thorough, made);
  const { byRules, vagueness, filter } = await made;
  const finderOf = (known: KnownSecrets, hasRules: boolean): SecretFinder => {
    const ruled: InOneView = hasRules ? byRules : () => NO_SECRETS;
    const parts: FinderParts = {
      plain: (text) => (known.isEmpty ? ruled(text) : [...known.in(text.replace(COLOUR, blanks)), ...ruled(text)]),
      vagueness,
    };
    const near = (text: string, isEnough: (at: number) => boolean): boolean =>
      (hasRules && filter(text, (_, at) => isEnough(at))) || known.near(text, isEnough);
    const mayHold = (text: string): boolean =>
      hasOne(levelsOf(text), (level) => near(level, yes)) ||
      hasOne(plainViews(text), ({ text: plain }) => near(plain, yes) || mayHaveRuns(plain)) ||
      mayHaveRuns(hasEscapedLetters(text) ? unescaped(text) : text);
    const marked = (text: string): readonly FoundSecret[] => {
      const found = withoutOverreading([...foundIn(text, parts, 0)], text);
      return found.length === 0 ? NO_SECRETS : withoutOverlaps(found, vagueness);
    };
    const find = (text: string): readonly FoundSecret[] => {
      if (!hasRules && known.isEmpty) return NO_SECRETS;
      if (text.length < MIN_SECRET_LENGTH || (known.isEmpty && ID.test(text)) || !(thorough || mayHold(text)))
        return NO_SECRETS;
      return marked(text);
    };
    const marks: MarkSearch = (lines, mark) => {
      for (const at of hiddenLetters(lines)) mark(at);
      for (const { text, at: offsetOf } of [identityView(lines), ...plainLineViews(lines)]) {
        const place = (at: number): boolean => {
          mark(offsetOf(at));
          return false;
        };
        filter(text, (_, at) => place(at));
        known.near(text, place);
        for (const at of runStarts(text)) mark(offsetOf(at));
      }
    };
    return Object.assign(find, { mayHold, marks, marked, knowing, ofKnown });
  };
  const knowing = (known: KnownSecrets) => finderOf(known, true);
  const ofKnown = (known: KnownSecrets) => finderOf(known, false);
  return knowing(knownSecrets());
}

interface RuleScans {
  readonly byRules: InOneView;
  readonly vagueness: Vagueness;
  readonly filter: WordScan<null>;
}

/** Filters by `thorough`: they depend on nothing else, and building them costs more than a short text. */
const SCANS = new Map<boolean, Promise<RuleScans>>();

async function ruleScans(thorough: boolean): Promise<RuleScans> {
  const rules = await secretRules();
  const scan = wordScan(
    rules.flatMap((rule) =>
      rule.words.map(({ word, mustFollow }) => ({ word, mustFollow: thorough ? null : mustFollow, value: rule })),
    ),
  );
  const sought = rules.flatMap((rule) => rule.distinctiveWords.map((word) => ({ ...word, value: null })));
  const filter = wordScan(sought);
  const byRules: InOneView = (text) => {
    const near = new Map<SecretRule, number[]>();
    const words: number[] = [];
    scan(text, (rule, at) => {
      words.push(at);
      const places = near.get(rule) ?? [];
      near.set(rule, places);
      places.push(at);
      return false;
    });
    if (near.size === 0) return NO_SECRETS;
    const readings = readingsOf(text, words, thorough);
    return rules.flatMap((rule) => {
      const places = near.get(rule) ?? [];
      return readings.flatMap((reading) =>
        stretchesNear(rule, places.filter(reading.isNear(rule)), text.length).flatMap((stretch) =>
          byRule(rule, stretch, reading),
        ),
      );
    });
  };
  const levels = new Map(rules.map(({ id, vagueness }) => [id, vagueness]));
  return { byRules, vagueness: ({ rule }) => levels.get(rule) ?? 0, filter };
}

function hasOne<T>(all: Iterable<T>, isOne: (each: T) => boolean): boolean {
  for (const each of all) if (isOne(each)) return true;
  return false;
}

const yes = (): boolean => true;

type InOneView = (text: string) => readonly FoundSecret[];
type Vagueness = (found: FoundSecret) => number;

interface FinderParts {
  readonly plain: InOneView;
  readonly vagueness: Vagueness;
}

/** Also finds secrets behind escapes and dressing, and in base64, where the place is the whole run. */
function* foundIn(text: string, parts: FinderParts, depth: number): Generator<FoundSecret> {
  const levels = [identityView(text), ...unescapedViews(text)];
  const bare = levels.at(-1) ?? identityView(text);
  const readable = Array.from(plainViews(bare.text), (view) => viewThrough(bare, view));
  for (const view of levels) for (const each of parts.plain(view.text)) yield placeSecret(each, view);
  for (const view of levels.length === 1 ? readable : [...plainViews(text), ...readable])
    yield* foundDressed(view, parts);
  if (depth < MAX_BASE64_DEPTH) for (const view of [bare, ...readable]) yield* foundInBase64(view, parts, depth);
}

function* foundInBase64(view: ReadableView, parts: FinderParts, depth: number): Generator<FoundSecret> {
  for (const { text, start, end } of decodedRuns(view.text))
    for (const each of foundIn(text, parts, depth + 1)) yield placeSecret({ ...each, start, end }, view);
}

/**
 * Secrets in a view without dressing. The vaguest rule counts only for a dressed or random value: without the signs, two words would look
 * like one.
 */
function* foundDressed(view: ReadableView, { plain, vagueness }: FinderParts): Generator<FoundSecret> {
  for (const each of plain(view.text)) {
    const found = placeSecret(each, view);
    const isDressed = found.end - found.start !== each.end - each.start;
    if (vagueness(each) < VAGUEST || isDressed || isRandom(each.value)) yield found;
  }
}

function placeSecret(found: FoundSecret, { at }: ReadableView): FoundSecret {
  return { ...found, start: at(found.start), end: at(found.end) };
}

const MAX_BASE64_DEPTH = 3;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOUR = /\u001b\[[\d;]*m/g;
const blanks = (signs: string): string => ' '.repeat(signs.length);

/**
 * Characters around words in paths, code and markup.
 * - A bracket counts behind a name, where it is that of a call.
 * - A bracket before `secret 1: ` does not count: it replaces a secret already.
 */
const CODE_SIGNS = /[/\\<>){}\],&?#*]|\[(?!secret \d)|(?<!\w)\(|\.(?=[a-z]{1,5}(?![\w.]))/g;

const NO_SECRETS: readonly FoundSecret[] = [];
const MIN_SECRET_LENGTH = 6;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function stillPieces(text: string): TextRange {
  return ({ from, to }) => {
    const before = Math.min(from, MARGIN);
    return text
      .slice(from - before, to + MARGIN)
      .replace(COLOUR, blanks)
      .slice(before, before + to - from);
  };
}

/** Pieces of a text separated by signs of paths and markup too: rules expect white space or a quote around a secret. */
function loosePieces(text: string): TextRange {
  const still = stillPieces(text);
  return ({ from, to }) =>
    still({ from, to: to + MARGIN })
      .replace(CODE_SIGNS, ' ')
      .slice(0, to - from);
}

type TextRange = (stretch: TextStretch) => string;

const MARGIN = 20;

/** Characters around a word of a rule within which passwords have letters for their signs. */
const NEAR_WORDS = { before: 300, behind: 700 };

/** A text is read as it is, without signs of code, and with letters for the signs in passwords near such ones. */
function readingsOf(text: string, words: readonly number[], thorough: boolean): readonly Reading[] {
  const near = stretchesNear({ window: NEAR_WORDS }, words, text.length);
  const { lettered, runs } = signsAsLetters(text.replace(COLOUR, blanks), near);
  const common = { length: text.length, written: stillPieces(text), thorough };
  const always: Reading['isNear'] = () => () => true;
  const read = [
    { ...common, pieceOf: common.written, isNear: always },
    { ...common, pieceOf: loosePieces(text), isNear: always },
  ];
  if (runs.length === 0) return read;
  const isNear: Reading['isNear'] =
    ({ isOfMarkedKeys, window: { before, behind } }) =>
    (at) =>
      !isOfMarkedKeys && (lastBefore(runs, at + behind)?.end ?? 0) > at - before;
  return [
    ...read,
    ...[stillPieces(lettered), loosePieces(lettered)].map((pieceOf) => ({ ...common, pieceOf, isNear })),
  ];
}

interface Reading {
  readonly length: number;
  readonly pieceOf: TextRange;
  /** A value as the text has it. */
  readonly written: TextRange;
  /** True for the place of a word of a rule that is read so. */
  isNear(rule: SecretRule): (place: number) => boolean;
  readonly thorough: boolean;
}

function byRule(rule: SecretRule, { from, to }: TextStretch, reading: Reading): FoundSecret[] {
  const found: FoundSecret[] = [];
  const piece = reading.pieceOf({ from, to });
  const matches = rule.matches(piece, reading.thorough);
  let again: number | undefined;
  for (let next = matches.next(); next.done !== true; next = matches.next(again)) {
    const { groups } = next.value;
    const [[first, last] = NO_PLACE] = groups;
    const [start, end] = groups[rule.group ?? Math.max(0, groups.findIndex(isFilled))] ?? NO_PLACE;
    // The end of this stretch may not be the end of the secret.
    if (end === piece.length && to < reading.length)
      return [...found, ...byRule(rule, { from: from + first, to: Math.min(2 * to - from, reading.length) }, reading)];
    const value = withoutLineSign(piece.slice(start, end), piece[end]);
    const parts = { secret: value, match: piece.slice(first, last), line: lineAround(piece, first, last) };
    const isOne = isSecret(rule, parts, reading.thorough);
    const place = { start: from + start, end: from + start + value.length };
    // A value that is no secret may be the name of one.
    again = start > first ? start : undefined;
    if (isOne) {
      found.push({ rule: rule.id, ...place, value: reading.written({ from: place.start, to: place.end }) });
      // The blank behind a secret may be the one before the next.
      again = end;
    }
  }
  return found;
}

function isSecret(rule: SecretRule, found: Parameters<SecretRule['isAllowed']>[0], byRe2: boolean): boolean {
  const { secret } = found;
  return secret !== '' && (rule.entropy === null || entropyOf(secret) > rule.entropy) && !rule.isAllowed(found, byRe2);
}

/** A value without the backslash that continues a line; in loose pieces it is a blank. */
function withoutLineSign(value: string, next = ' '): string {
  return value.endsWith('\\') && /\s/.test(next) ? value.replace(/\\+$/, '') : value.trimEnd();
}

const NO_PLACE = [0, 0] as const;

/** True for the first group with a match, which is the secret; without any, the whole match is. */
function isFilled([start, end]: RuleMatch['groups'][number], group: number): boolean {
  return group > 0 && start < end;
}

/** The line of a match; of a long line, such as a JSON file, the part around it. */
function lineAround(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  const next = after.indexOf('\n');
  return (
    before.slice(before.lastIndexOf('\n') + 1) + text.slice(start, end) + (next < 0 ? after : after.slice(0, next))
  );
}

const NEAR = 1000;

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  let sum = 0;
  for (const count of countEach(text).values()) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
}

/** Joins overlapping secrets, named by the longest of them, so that no rest of either remains. */
function withoutOverlaps(found: readonly FoundSecret[], vagueness: Vagueness): FoundSecret[] {
  const joined: FoundSecret[] = [];
  let longest = 0;
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end || vagueness(a) - vagueness(b))) {
    const last = joined.at(-1);
    const length = each.end - each.start;
    if (last === undefined || each.start >= last.end) {
      joined.push(each);
      longest = length;
      continue;
    }
    const { rule, value } = length > longest ? each : last;
    joined[joined.length - 1] = { rule, value, start: last.start, end: Math.max(last.end, each.end) };
    longest = Math.max(longest, length);
  }
  return joined;
}

/** A stretch of a text that a rule's expression must read to find anything in it. */
interface TextStretch {
  readonly from: number;
  readonly to: number;
}

function stretchesNear(
  { window }: Pick<SecretRule, 'window'>,
  places: readonly number[],
  length: number,
): TextStretch[] {
  const { before, behind } = window;
  const merged: { from: number; to: number }[] = [];
  for (const place of places) {
    const from = Math.max(0, place - before);
    const to = Math.min(length, place + behind);
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
}
