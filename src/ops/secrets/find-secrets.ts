import { decodedRuns, mayHaveRuns } from './base64.ts';
import { followedBy } from './followed.ts';
import { stretchesNear, type TextStretch } from './near-words.ts';
import type { SecretRule } from './rules.ts';
import { secretRules } from './rules.ts';
import { hidesLetters, levelsOf, unescaped } from './views.ts';
import { lowerOf, wordScan } from './words-in.ts';

/** A secret in a text: from `start` to `end`, in UTF-16 units. */
export interface FoundSecret {
  /** The id of the rule, as `github-pat`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** Finds secrets in texts; as they stand, behind escapes of JSON, and in base64. */
export interface SecretFinder {
  (text: string): readonly FoundSecret[];
  /** Whether a text is worth looking into; where it is not, none is in it, nor in any text that it holds as JSON. */
  mayHold(text: string): boolean;
}

/** A finder with all rules. A thorough one tries each rule wherever one of its words is: it finds the same, and takes longer. */
export async function secretFinder({ thorough = false } = {}): Promise<SecretFinder> {
  const rules = await secretRules();
  const scan = wordScan(
    rules.flatMap((rule) =>
      rule.keywords.map((word) => ({ word, followed: thorough ? null : followedBy(rule, word), value: rule })),
    ),
  );
  const plain: InOneView = (text) => {
    const near = new Map<SecretRule, number[]>();
    scan(lowerOf(text), (rule, at) => {
      const places = near.get(rule) ?? [];
      near.set(rule, places);
      places.push(at);
      return false;
    });
    if (near.size === 0) return NONE;
    const still = text.replace(COLOUR, blanks);
    // Rules want white space or a quote around a secret: in a path, or in markup, something else is there.
    const loose = still.replace(AROUND, ' ');
    const all = loose === still ? [still] : [still, loose];
    return rules.flatMap((rule) => {
      const stretches = stretchesNear(rule, near.get(rule) ?? [], text.length);
      return all.flatMap((each) => stretches.flatMap((stretch) => byRule(rule, each, stretch)));
    });
  };
  const mayHold = (text: string): boolean => {
    for (const level of levelsOf(text)) if (scan(lowerOf(level), () => true)) return true;
    return mayHaveRuns(hidesLetters(text) ? (unescaped(text)?.text ?? text) : text);
  };
  const find = (text: string): readonly FoundSecret[] => {
    if (text.length < SHORTEST || ID.test(text) || !(thorough || mayHold(text))) return NONE;
    const found = [...foundIn(text, plain, 0)];
    return found.length === 0 ? NONE : apart(found);
  };
  return Object.assign(find, { mayHold });
}

type InOneView = (text: string) => readonly FoundSecret[];

/** Also those behind escapes, and in base64: there the whole run is the place. */
function* foundIn(text: string, plain: InOneView, depth: number): Generator<FoundSecret> {
  yield* plain(text);
  const view = unescaped(text);
  const at = view === null ? (place: number) => place : view.at;
  for (const each of view === null ? [] : plain(view.text)) yield { ...each, start: at(each.start), end: at(each.end) };
  if (depth === DEEPEST) return;
  for (const { text: inside, start, end } of decodedRuns(view?.text ?? text))
    for (const each of foundIn(inside, plain, depth + 1)) yield { ...each, start: at(start), end: at(end) };
}

/** Base64 in base64. */
const DEEPEST = 3;

/** The colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
const COLOUR = /\u001b\[[\d;]*m/g;
const blanks = (signs: string): string => ' '.repeat(signs.length);

/** Characters around words in paths, code and markup, one character each. */
const AROUND = /[/\\<>(){}[\],&?#*]|\.(?=[a-z]{1,5}(?![\w.]))/g;

const NONE: readonly FoundSecret[] = [];
/** No rule finds anything shorter. */
const SHORTEST = 8;
/** The form of most ids of records. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function byRule(rule: SecretRule, text: string, { from, to }: TextStretch): FoundSecret[] {
  const found: FoundSecret[] = [];
  const piece = text.slice(from, to);
  const matcher = rule.find.matcher(piece);
  while (matcher.find()) {
    const group = rule.group ?? firstGroup(matcher);
    const [start, end] = [matcher.start(group), matcher.end(group)];
    const value = piece.slice(start, end);
    const match = piece.slice(matcher.start(), matcher.end());
    // Where the stretch ends, the secret may not.
    if (end === piece.length && to < text.length)
      return [...found, ...byRule(rule, text, { from: from + matcher.start(), to: 2 * to - from })];
    if (value === '' || (rule.entropy !== null && entropyOf(value) <= rule.entropy)) continue;
    if (!rule.isAllowed({ secret: value, match, line: lineAround(piece, matcher.start(), matcher.end()) }))
      found.push({ rule: rule.id, start: from + start, end: from + end, value });
  }
  return found;
}

/** The first group that matched something; 0, all of it, where none did. */
function firstGroup(matcher: ReturnType<SecretRule['find']['matcher']>): number {
  for (let group = 1; group <= matcher.groupCount(); group++)
    if (matcher.start(group) < matcher.end(group)) return group;
  return 0;
}

/** The line of a match; of a long one, as whole files are in JSON, what is near. */
function lineAround(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  const next = after.indexOf('\n');
  return (
    before.slice(before.lastIndexOf('\n') + 1) + text.slice(start, end) + (next < 0 ? after : after.slice(0, next))
  );
}

const NEAR = 1000;

/** Shannon's, in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
}

/** Those that overlap as one, so that no rest of either is left; it is called by the longest of them. */
function apart(found: readonly FoundSecret[]): FoundSecret[] {
  const kept: FoundSecret[] = [];
  let longest = 0;
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end || vague(a) - vague(b))) {
    const [last, length] = [kept.at(-1), each.end - each.start];
    if (last === undefined || each.start >= last.end) {
      kept.push(each);
      longest = length;
      continue;
    }
    const { rule, value } = length > longest ? each : last;
    kept[kept.length - 1] = { rule, value, start: last.start, end: Math.max(last.end, each.end) };
    longest = Math.max(longest, length);
  }
  return kept;
}

/** A rule that knows whose a secret is says more than the one for all others. */
function vague({ rule }: FoundSecret): number {
  return rule === 'generic-api-key' ? 1 : 0;
}
