import { addTo } from '../../model/collections.ts';
import { LETTER_BITS, markStarts, wordPlaces } from '../../stores/engine/byte-filter.ts';
import type { SecretRule } from './rules.ts';

interface Word<T> {
  readonly word: string;
  /** Sticky; null where anything may follow. */
  readonly followed: RegExp | null;
  /** So many small letters, digits, `_` or `-` follow, which is seen sooner than an expression is tried. */
  readonly run?: number | undefined;
  readonly value: T;
}

/** Calls back with the values of the words in a text, and where each word is, until that answers true; says whether it did. */
export type WordScan<T> = (text: string, met: (value: T, at: number) => boolean) => boolean;

/** A scan that looks at each place of a text once, however many words there are; a word has two characters or more. */
export function wordScan<T>(words: readonly Word<T>[]): WordScan<T> {
  // A bit for each four characters with which one may begin.
  const begins = new Uint8Array(1 << (4 * BITS - 3));
  const byStart = new Map<number, Word<T>[]>();
  for (const each of words) {
    markStarts(begins, each.word);
    // By two characters alone: a list for each four would take longer to be made.
    const two = startAt(each.word, 0) >> (2 * BITS);
    addTo(byStart, two, each);
  }
  const metAt = (text: string, from: number, met: Parameters<WordScan<T>>[1]): boolean => {
    for (const each of byStart.get(startAt(text, from) >> (2 * BITS)) ?? [])
      if (text.startsWith(each.word, from) && isFollowed(each, text, from + each.word.length) && met(each.value, from))
        return true;
    return false;
  };
  return (text, met) => {
    for (let at = nextStart(begins, text, 0); at >= 0; at = nextStart(begins, text, at + 1))
      if (metAt(text, at, met)) return true;
    // Words of two or three characters may end the text.
    for (let at = Math.max(0, text.length - 3); at < text.length - 1; at++) if (metAt(text, at, met)) return true;
    return false;
  };
}

/** As `wordScan`, of texts of Latin-1, in letters of either case. */
export function latinScan<T>(words: readonly Word<T>[]): WordScan<T> {
  const latin = words.filter(({ word }) => LATIN.test(word));
  const places = wordPlaces(latin);
  if (places === null) {
    const scan = wordScan(latin);
    return (text, met) => scan(lowerCased(text), met);
  }
  return (text, met) => {
    let lower: string | null = null;
    return places(text, (n, at) => {
      const { word, followed, value } = latin[n] as Word<T>;
      if (followed !== null) {
        lower ??= lowerCased(text);
        followed.lastIndex = at + word.length;
        if (!followed.test(lower)) return false;
      }
      return met(value, at);
    });
  };
}

const LATIN = /^[\0-\xff]*$/;

/** The first place from one on at which some word may begin; -1 for none. A function of its own: as a part of another it takes twice the time. */
function nextStart(begins: Uint8Array, text: string, from: number): number {
  let start = from + 3 < text.length ? startAt(text, from) >> BITS : 0;
  for (let at = from + 3; at < text.length; at++) {
    start = ((start << BITS) | (text.charCodeAt(at) & LAST)) & FOUR;
    if (((begins[start >> 3] ?? 0) & (1 << (start & 7))) !== 0) return at - 3;
  }
  return -1;
}

/** The four characters at a place; zeros for those behind the end. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let next = at; next < at + 4; next++)
    start = (start << BITS) | (next < text.length ? text.charCodeAt(next) & LAST : 0);
  return start;
}

/** As the tables of `markStarts` have them. */
const BITS = LETTER_BITS;
const LAST = (1 << BITS) - 1;
const FOUR = (1 << (4 * BITS)) - 1;

function isFollowed({ followed, run = 0 }: Word<unknown>, text: string, at: number): boolean {
  for (let next = at; next < at + run; next++) if (IN_RUN[text.charCodeAt(next)] !== 1) return false;
  if (followed === null) return true;
  followed.lastIndex = at;
  return followed.test(text);
}

const IN_RUN = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789_-') IN_RUN[letter.charCodeAt(0)] = 1;

/** A text in lower case, without a change of its length, which `toLowerCase` makes of some letters. */
export function lowerCased(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function distinctiveWords(rule: Pick<SecretRule, 'id' | 'regex' | 'keywords'>): Omit<Word<unknown>, 'value'>[] {
  const rarer = RARER[rule.id];
  if (rarer !== undefined) return rarer.words.map((word) => ({ word, followed: rarer.followed }));
  return rule.keywords.map((word) => ({ word, followed: followedBy(rule, word), run: RUNS[rule.id] }));
}

/** The necessary continuation of a rule's word, in lower case, also with JSON escapes. Null for any. */
export function followedBy({ id, regex }: Pick<SecretRule, 'id' | 'regex'>, word: string): RegExp | null {
  const own = FOLLOWED[id];
  if (own !== undefined) return own;
  const keyed = regex.indexOf(GAP);
  return keyed > 0 && regex.slice(0, keyed).toLowerCase().includes(word) ? VALUE : null;
}

/** How the expressions of gitleaks go on behind the name of a key. */
const GAP = String.raw`(?:[ \t\w.-]{0,20})`;

/** Between the name of a key and its value. */
const ASSIGNED = String.raw`[\w\s.'"\\\])}-]{0,90}?(?:[=>:,]|\|\||\?=)[\s>=:|${'`'}'"\\nrt]{0,40}`;
const VALUE = new RegExp(String.raw`${ASSIGNED}[\w.=+/:%-]{10}`, 'y');

const IS = String.raw`[\\"'\]]{0,20}(?:\s|\\+t){0,20}(?::=|=>|[:=]{1,3})(?:\s|\\+t){0,20}\\*["']?`;

/** Behind a whole flag; in a path or markup signs may stand for blanks. */
const FLAGGED =
  /(?=[\s\\"'/<>(){}[\],&?#*.=])(?<=(?<![\w-])--?[\w-]{0,40})[\s\\"'/<>(){}[\],&?#*.tnr=]{1,40}[^\s\\"'/<>(){}[\],&?#*.=]/y;

/** Of common words. Each is part of the expression of its rule, or of what that allows. */
const FOLLOWED: Readonly<Record<string, RegExp>> = {
  // A value of letters alone is allowed.
  'generic-api-key': new RegExp(
    String.raw`${ASSIGNED}(?=[\w.-]*[\d=]|[a-z0-9+/]*[\d+/])(?:[\w.=-]{10}|[a-z0-9+/]{12})`,
    'y',
  ),
  // Of characters that may be four bytes each.
  password:
    /[a-z]{0,6}(?:[\\"'\]]{0,6}\s{0,3}(?::=|=>|[:=])(?:\s|\\+t){0,3}\\*["']?|(?:\s|\\+t){1,3}(?:is|was)(?:\s|\\+t){1,3})[^\s"']{8}/y,
  'flag-secret': FLAGGED,
  'flag-word': FLAGGED,
  'archive-password': /[^\n|;]{0,210}?(?:\s|\\+t)-h?[kp]/y,
  'password-hash': /[a-z0-9./+=,$:_*@-]{16}/y,
  'told-word':
    /[a-z]{0,9}[\\"'`*)\]]{0,6}(?:\s|\\+t){0,3}(?:[:=/]|value=|(?:is|was|are)(?:\s|\\+t|:){1,3}(?:(?:now|still|just)\s)?[\\"'`*]{0,6}[a-z]{8}|(?:to|for|of|on|with)(?:\s|\\+t)|[\\"'`*]{0,6}[a-z]{8}|[\w.@+-]{1,60} ?[/|:]|[\\"'`*]{1,6}[a-z]|[^\s()]{6,80}\))|(?<=\b(?:as|for)\s(?:the|my|your|our|a)\s(?:\w{2,12}\s){0,2}[a-z]{3,10})/y,
  // With a sign and a digit in its value.
  'secret-variable': /\\*["']?(?=[^\s"']{0,160}?\d)[^\s"']{0,120}?[~&!@#%^*?\\]/y,
  'password-cell': /[\\"'`*]{0,6}[ \t]{0,20}[|,:]/y,
  'password-column': /[a-z]{0,9}:?[\\"'`*]{0,6}(?:\s|\\+t){0,60}(?:[|,;<]|\\+[nrt]|[\n\r\t]| {2}|$)/y,
  'told-password':
    /(?=[\s\S]{0,120}?\d)[a-z]{0,9}[\\"'\x60*)\]]{0,6}(?:\s|\\+t){0,3}(?:[:=-]|[\u0080-\uffff]|(?:is|are|was|were|with|to|as|for|of|on)(?:\s|\\+t|:)|[(\\"'\x60*]{0,6}[^\s"'\x60,;|]{0,60}?\d|\/)/y,
  // Behind the whole name of a key.
  'plain-key': new RegExp(
    `(?<=(?:jwt|session|cookie|webhook|hmac|api|access|auth|client|secret|private|encryption|signing|master|consumer|refresh|deploy|bot|app)[_.-]?(?:key|token|secret))${IS}[a-z][a-z_-]{11}`,
    'y',
  ),
  'plain-password': new RegExp(
    `(?:${IS}|s?(?:\\s|\\\\+t){1,3}(?:is|are|was)(?:\\s|\\\\+t){1,3}\\\\*["'\`])[a-z0-9][^"'\\n]{6}`,
    'y',
  ),
  'url-password': /[^ \t-\r:/@'"<>]{0,320}:[^ \t-\r/'"<>]{5,1200}@/y,
  'authorization-header': /[\s"'\\\]]{0,40}[:=,][\s"'\\]{0,40}(?:bearer|basic|token)/y,
  // At the beginning of a word alone: a run of its letters is read once.
  jwt: /(?<=(?:(?<!\w)|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})ey)[a-z0-9]{17,}\.ey/y,
  'twilio-api-key': /[0-9a-f]{32}/y,
  // Either of its two words; before the short one there is an end of a word, or an escape.
  'vault-service-token': /(?<=hvs\.)[\w-]{90}|(?<!(?<!\\)\ws\.)[a-z0-9]{24}(?!\w)/y,
  'authress-service-client-access-key': /[a-z0-9]{5,30}\.[a-z0-9]{4}/y,
  'lob-api-key': /[a-f0-9]{35}/y,
  'lob-pub-api-key': /_?(?:pub)?_?[a-f0-9]{31}/y,
  '1password-secret-key': /[a-z0-9]{6}-[a-z0-9]{6}/y,
  'aws-access-token': /[a-z2-7]{16}/y,
  'harness-api-key': /[\w-]{22}\./y,
  'airtable-token': /[a-z0-9]{14}\.[0-9a-f]{64}/y,
  'hexadecimal-key': /[0-9a-f]{32}/y,
  // Of two rules with this name.
  'mailgun-private-api-token': new RegExp(`[0-9a-f]{32}|${VALUE.source}`, 'y'),
  'octopus-deploy-api-key': /[a-z0-9]{26}/y,
  'resend-key': /[a-z0-9]{8}_[a-z0-9]{20}/y,
  'sendgrid-api-token': /[a-z0-9=_.-]{66}/y,
  'service-token': /[\w=.-]{20}/y,
};

/** How many letters, digits, `_` and `-` these ask for right behind words that are all over ordinary text. */
const RUNS: Readonly<Record<string, number>> = { jwt: 17, 'twilio-api-key': 32, 'vault-service-token': 24 };

/** Nearer to a secret, and rarer, than the words of its rule. */
const RARER: Readonly<Record<string, { readonly words: readonly string[]; readonly followed: RegExp }>> = {
  'curl-auth-header': {
    words: ['-h', '--header'],
    followed: /(?:[=\s]|\\+t){0,6}\\*["'](?:authorization|[a-z-]{0,30}(?:key|token)):/y,
  },
  'curl-auth-user': { words: ['-u', '--user'], followed: /(?:[=\s]|\\+t){0,6}(?:\\*["']|[\w$@.-]{1,300}:)/y },
};
