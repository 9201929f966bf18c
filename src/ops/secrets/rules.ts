import type { RE2JS } from 're2js';
import { CODE_RULES } from './code-rules.ts';
import { COMMAND_RULES } from './command-rules.ts';
import { CONFIG_RULES } from './config-rules.ts';
import { GITLEAKS_FACTS } from './gitleaks-facts.ts';
import { SECRET_RULES } from './gitleaks-rules.ts';
import { BARE_TOKEN_RULES, HASH_RULES, KEY_RULES } from './key-rules.ts';
import { DIGITLESS_RULES, PASSWORD_RULES } from './password-rules.ts';
import { PLACE_RULES } from './place-rules.ts';
import { PROSE_RULES } from './prose-rules.ts';
import {
  type AllowData,
  ASSIGNED_VALUE,
  END_IN_TEXT,
  execAt,
  isRandom,
  type RuleData,
  type RuleMatch,
} from './rule-parts.ts';
import { SENTENCE_RULES } from './sentence-rules.ts';
import { SETTING_RULES } from './setting-rules.ts';
import { SHOWN_RULES } from './shown-rules.ts';
import { VALUE_RULES } from './value-rules.ts';
import { WORD_RULES } from './word-rules.ts';
import type { SoughtWord } from './words-in.ts';

/** A rule whose expressions are compiled when a text first has one of its words. */
export interface SecretRule {
  readonly id: string;
  readonly entropy: number | null;
  /** The group with the secret; null for the first that matched. */
  readonly group: number | null;
  readonly vagueness: number;
  readonly keywords: readonly string[];
  /** True where a secret begins with a mark of its service (`sk-ant-`): no sign is within it, as in a password. */
  readonly isOfMarkedKeys: boolean;
  readonly regex: string;
  /** Characters tried around the start of one of its words. A longer secret is searched again. */
  readonly window: NonNullable<RuleData['window']>;
  /** The necessary continuation of each keyword. */
  readonly words: readonly SoughtWord[];
  /** Words that decide whether a text is searched: often the keywords, sometimes distinctive ones. */
  readonly distinctiveWords: readonly SoughtWord[];
  /** Finds matches; by RE2 itself on request, which takes longer. `next(place)` searches on from there, `next()` behind the match. */
  matches(text: string, byRe2: boolean): Matches;
  /** True for an exception; by RE2 itself on request. */
  isAllowed(found: Readonly<Record<'secret' | 'match' | 'line', string>>, byRe2: boolean): boolean;
}

type Matches = Generator<RuleMatch, void, number | undefined>;

const RULES_BEFORE_GITLEAKS = [
  ...KEY_RULES,
  ...PASSWORD_RULES,
  ...CONFIG_RULES,
  ...COMMAND_RULES,
  ...DIGITLESS_RULES,
  ...PROSE_RULES,
  ...WORD_RULES,
  ...VALUE_RULES,
  ...CODE_RULES,
  ...SHOWN_RULES,
  ...SETTING_RULES,
  ...SENTENCE_RULES,
  ...PLACE_RULES,
];

/** All rules; a text without any of a rule's words is not searched for it. */
export async function secretRules(): Promise<readonly SecretRule[]> {
  const { RE2JS: re2 } = await import('re2js');
  const { rules, allow } = JSON.parse(SECRET_RULES) as { rules: readonly RuleData[]; allow: readonly AllowData[] };
  const everywhere = allow.map((each) => allowing(re2, each));
  const gitleaks = rules.map((rule) => {
    const { allowToo = [], ...facts } = GITLEAKS_FACTS[rule.id] ?? {};
    return { ...rule, ...facts, allow: [...(facts.allow ?? rule.allow), ...allowToo] };
  });
  return [...RULES_BEFORE_GITLEAKS, ...gitleaks, ...HASH_RULES, ...BARE_TOKEN_RULES].map((data) =>
    compiledRule(re2, data, everywhere),
  );
}

function compiledRule(re2: typeof RE2JS, data: RuleData, everywhere: readonly Allowing[]): SecretRule {
  const { id, entropy = null, group = null, vagueness = 0, keywords, minRun, distinctive, finder, precheck } = data;
  const regex = inText(data.regex);
  const readsAnything = /\[\\s\\S|\.\*/.test(regex);
  const isUnbounded = readsAnything || data.isAmbiguous === true;
  const words = keywords.map((word) => ({ word, mustFollow: data.mustFollow ?? followedBy(regex, word) }));
  let compiled: RE2JS | null = null;
  let native: NativeExpression | null = null;
  let lists: readonly Allowing[] | null = null;
  return {
    id,
    entropy,
    group,
    vagueness,
    keywords,
    isOfMarkedKeys: keywords.every((word) => /[._-]$/.test(word)),
    regex,
    window: data.window ?? { before: 150, behind: readsAnything ? 20_000 : 400 },
    words,
    distinctiveWords:
      distinctive?.words.map((word) => ({ word, mustFollow: distinctive.mustFollow })) ??
      words.map((word) => ({ ...word, minRun })),
    *matches(text, byRe2) {
      if (finder !== undefined) yield* finder(text);
      else if (precheck?.test(text) === false) return;
      else if (byRe2 || isUnbounded) {
        compiled ??= re2.compile(regex);
        yield* matchesOf(compiled, text, isUnbounded);
      } else {
        native ??= nativeExpression(regex);
        yield* nativeMatches(native, text);
      }
    },
    isAllowed: (found, byRe2) => {
      lists ??= [...everywhere, ...data.allow.map((each) => allowing(re2, each))];
      return lists.some((list) => list(found, byRe2));
    },
  };
}

/** Pattern after `word`: a value, where an expression of gitleaks names a key with it; null for any text. */
function followedBy(regex: string, word: string): RegExp | null {
  const keyed = regex.indexOf(GAP);
  return keyed > 0 && regex.slice(0, keyed).toLowerCase().includes(word) ? KEY_VALUE : null;
}

/** How the expressions of gitleaks go on behind the name of a key. */
const GAP = String.raw`(?:[ \t\w.-]{0,20})`;
const KEY_VALUE = new RegExp(ASSIGNED_VALUE, 'y');

/** An expression as text needs it. Where it takes as much as it can, it would pass over the first of two commands. */
function inText(regex: string): string {
  const lazy = regex.replace(
    String.raw`(?:.*|.*(?:[\r\n]{1,2}.*){1,5})`,
    String.raw`(?:.*?|.*?(?:[\r\n]{1,2}.*?){1,5})`,
  );
  return SECRET_ENDS.reduce((text, end) => text.replaceAll(end, () => END_IN_TEXT), lazy);
}

/** Ends of a secret, by gitleaks. */
const SECRET_ENDS = [String.raw`(?:[\x60'"\s;]|\\[nr]|$)`, String.raw`(?:$|[\\'"\x60\s<),])`, String.raw`(?:\s|\z)`];

/** `isUnbounded`: always continues after a match; from within it would read the rest of the text each time. */
function* matchesOf(find: RE2JS, text: string, isUnbounded: boolean): Matches {
  const matcher = find.matcher(text);
  for (let again: number | undefined; again === undefined ? matcher.find() : matcher.find(again); ) {
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => [
      matcher.start(group),
      matcher.end(group),
    ]);
    const wanted = yield { groups: groups as [number, number][] };
    again = isUnbounded ? undefined : wanted;
  }
}

/** The place to search on from is kept here: the expression is shared, and a copy of it might be compiled anew for each text. */
function* nativeMatches({ pattern, lead }: NativeExpression, text: string): Matches {
  let from = 0;
  for (let match = execAt(pattern, text, 0); match !== null; ) {
    const [whole = [0, 0], ...groups] = match.indices ?? [];
    const before = /[\w.-]*$/.exec(text.slice(Math.max(from, whole[0] - lead), whole[0]))?.[0] ?? '';
    const again = yield { groups: [[whole[0] - before.length, whole[1]], ...groups.map((each) => each ?? NO_GROUP)] };
    from = again ?? whole[1];
    match = execAt(pattern, text, Math.max(from, whole[0] + 1));
  }
}

const NO_GROUP = [-1, -1] as const;

type Allowing = SecretRule['isAllowed'];

function allowing(re2: typeof RE2JS, { of = 'secret', regexes, words }: AllowData): Allowing {
  let compiled: readonly RE2JS[] | null = null;
  let native: readonly RegExp[] | null = null;
  return (found, byRe2) => {
    const secret = found.secret.toLowerCase();
    if (!isRandom(found.secret) && words.some((word) => secret.includes(word))) return true;
    if (byRe2) {
      compiled ??= regexes.map((each) => re2.compile(each));
      return compiled.some((each) => each.matcher(found[of]).find());
    }
    native ??= regexes.map((each) => new RegExp(nativeExpression(each).pattern, ''));
    return native.some((each) => each.test(found[of]));
  };
}

/** A JavaScript expression equal to one of gitleaks, without an optional lead of a match: `lead` characters of a name before it. */
interface NativeExpression {
  readonly pattern: RegExp;
  readonly lead: number;
}

/**
 * An expression of RE2 for JavaScript, which has no flags for a part of one. It is many times quicker where a text is short and repetitions are
 * bounded. The optional lead of a match is omitted: from each character of a long word it would be tried anew.
 */
function nativeExpression(regex: string): NativeExpression {
  const bare = regex.replaceAll(LEAD, '');
  const folds = [false];
  const pieces: string[] = [];
  for (const [token] of bare.matchAll(TOKEN)) pieces.push(translatedToken(token, folds));
  return { pattern: new RegExp(pieces.join(''), 'dg'), lead: ((regex.length - bare.length) / LEAD.length) * 50 };
}

const LEAD = String.raw`[\w.-]{0,50}?`;

/** The beginning of a group or a flag, a class, an escape, or one character. */
const TOKEN = /\(\?P<\w+>|\(\?-?i[:)]|\(\?:|\[\^?\]?(?:\\.|[^\]\\])*\]|\\x[\da-f]{2}|\\.|[^\\]/gs;

/** Translates a token. The last of `folds` says whether letters of its group are of any case. */
function translatedToken(token: string, folds: boolean[]): string {
  const fold = folds.at(-1) === true;
  const flag = /^\(\?(-?)i([:)])$/.exec(token);
  if (flag !== null) {
    if (flag[2] === ')') folds[folds.length - 1] = flag[1] === '';
    else folds.push(flag[1] === '');
    return flag[2] === ')' ? '' : '(?:';
  }
  if (token === ')') folds.pop();
  if (token[0] === '(') folds.push(fold);
  if (token.startsWith('(?P<')) return token.replace('?P', '?');
  if (token[0] === '[') return classOf(token, fold);
  if (fold && LETTER.test(token)) return `[${swappedCase(token)}${token}]`;
  return SHORT_CLASSES[token] ?? token;
}

const LETTER = /^[A-Za-z]$/;
const BLANKS = String.raw`\t\n\f\r `;
const SHORT_CLASSES: Readonly<Record<string, string>> = {
  '\\s': `[${BLANKS}]`,
  '\\S': `[^${BLANKS}]`,
  '\\z': '$',
  '.': String.raw`[^\n]`,
};

/** A class of characters; of letters of any case with those of the other case too. */
function classOf(token: string, fold: boolean): string {
  // A bracket that closes is one of the characters where it is the first of them.
  const inside = token
    .slice(1, -1)
    .replaceAll('\\s', BLANKS)
    .replace(/^\^?(?=\])/, '$&\\');
  if (!fold) return `[${inside}]`;
  const others = [...inside.matchAll(CLASS_RANGE)].flatMap(([, from, to]) =>
    from === undefined ? [] : [swappedCase(to === undefined ? from : `${from}-${to}`)],
  );
  // First: a dash may be last.
  return inside[0] === '^' ? `[^${others.join('')}${inside.slice(1)}]` : `[${others.join('')}${inside}]`;
}

const CLASS_RANGE = /\\x[\da-f]{2}|\\.|([A-Za-z])(?:-([A-Za-z]))?/g;

function swappedCase(letters: string): string {
  return letters.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
