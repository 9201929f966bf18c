/**
 * A match that is not a secret. `of`: the text that expressions are tried on, by default the secret; `words` are in
 * lower case, in the secret.
 */
export interface AllowData {
  readonly of?: 'secret' | 'match' | 'line';
  readonly regexes: readonly string[];
  readonly words: readonly string[];
}

/** Start and end of the match and of each group; -1 for a group without a match. */
export interface RuleMatch {
  readonly groups: readonly (readonly [start: number, end: number])[];
}

/** The next match of a sticky or global expression from a place on. */
export function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export interface RuleData {
  readonly id: string;
  readonly regex: string;
  readonly entropy?: number;
  readonly group?: number;
  readonly keywords: readonly string[];
  /** Characters that its expression may read around the start of one of its words; missing if the usual ones suffice. */
  readonly window?: { readonly before: number; readonly behind: number };
  /** True for an expression with so many ways to match that JavaScript would try them for hours: RE2 runs it. */
  readonly isAmbiguous?: true;
  /** Finds matches in place of `regex`. */
  readonly finder?: (text: string) => Generator<RuleMatch, void>;
  /** Necessary continuation of a common word: sticky, lower case, also with JSON escapes; part of `regex`, or of what `allow` lets through. */
  readonly mustFollow?: RegExp;
  /** Least number of lowercase letters, digits, `_` and `-` after a keyword, which is tested before the expression. */
  readonly minRun?: number;
  /** Signs nearer to a secret than the keywords, which decide whether a text is searched. */
  readonly distinctive?: { readonly words: readonly string[]; readonly mustFollow: RegExp };
  /** Matches wherever `regex` does, but faster: a text without such a match is skipped. */
  readonly precheck?: RegExp;
  /** Where matches overlap, that of the least vague rule names the secret; 0 if missing. */
  readonly vagueness?: 1 | typeof VAGUEST;
  readonly allow: readonly AllowData[];
}

/** A rule as vague as this finds nothing in a view without dressing: it would take two words that a sign parted for one. */
export const VAGUEST = 2;

/** Between the name of a key and its value. */
export const ASSIGNED = String.raw`[\w\s.'"\\\])}-]{0,90}?(?:[=>:,]|\|\||\?=)[\s>=:|${'`'}'"\\nrt]{0,40}`;
export const ASSIGNED_VALUE = String.raw`${ASSIGNED}[\w.=+/:%-]{10}`;
/** Signs between the name of a key and a value without a digit: `: "`. */
export const IS_SET = String.raw`[\\"'\]]{0,20}(?:\s|\\+t){0,20}(?::=|=>|[:=]{1,3})(?:\s|\\+t){0,20}\\*["']?`;
/** Signs between a whole flag and its value; in a path or markup signs may stand for blanks. */
export const FLAGGED =
  /(?=[\s\\"'/<>(){}[\],&?#*.=])(?<=(?<![\w-])--?[\w-]{0,40})[\s\\"'/<>(){}[\],&?#*.tnr=]{1,40}[^\s\\"'/<>(){}[\],&?#*.=]/y;

/** Apart: where `String.raw` has one itself, the build writes it as an escape that RE2 lacks. */
export const ARROW = '→';
/** Prefixes of lines in a listing, a search, a list or a diff, also one in another: `  12→`, `a.ini:12:`, `+`, `> + `, `1. `. */
export const LISTED = String.raw`[ \t]{0,40}(?:[+>*|-][ \t]{0,20}){0,4}(?:(?:[^\s"'\x60:]{1,100}[:-])?L?\d{1,7}[ \t]?[${ARROW}:|\t.)-][ \t]{0,20}(?:[+>*|-][ \t]{0,20}){0,4})?`;
/** A line of base64 behind another one, without how it goes on. */
export const KEY_LINE = String.raw`[^A-Za-z0-9+/=]{1,40}(?:(?:[\w./-]{1,100}:)?L?\d{1,7}[^A-Za-z0-9+/=]{1,8}){0,3}[A-Za-z0-9+/=]`;

/** Words of passwords in examples. */
export const BLANK_WORDS =
  '(?:access|account|admin|amqp|anon(?:cvs|ymous)?|api|app|auth|bar|baz|change|credentials?|database|db|default|demo|dev|docker|dummy|example|fake|foo|ftp|guest|here|hidden|it|key|local(?:host)?|login|maria(?:db)?|masked|me|mongo(?:db)?|my|mysql|new|old|omitted|pass(?:phrase|wd|word)?|pg|placeholder|postgres(?:ql)?|proxy|prod|pserver|pswd|pwd?|pw|rabbit(?:mq)?|real|redacted|redis|removed|root|sample|secret|secure|smtp|some|strong|super|test(?:ing)?|the|token|user(?:name)?|value|your|x|[.…])[_.:-]{0,3}';

/** Words in values of examples. */
export const NO_WORDS = ['example', 'changeme', 'your', 'placeholder', 'dummy', 'redacted', '...', 'secret 1'];

/** Words of a sentence, or of code. */
export const SENTENCE =
  '(?:and|as|await|else|false|for|if|in|is|new|none|not|null|of|or|self|the|this|true|undefined|your)';
/** Expressions of values that are no password: a variable, a path, code, words of examples or of a sentence. */
export const NO_VALUE = [
  '^[$<%{[(*./~]',
  '^[A-Za-z]:[\\\\/]',
  String.raw`[(){}\[\]<>]`,
  `(?i)^(?:${BLANK_WORDS})+$`,
  String.raw`(?i)^\S*\b${SENTENCE}\b`,
];

const STATES =
  'absent|accepted|allowed|authorization|authentication|automatic(?:ally)?|blank|cancelled|changed|constructor|correct|denied|disabled|empty|enabled|enforced|exists|expired|external|failed|false|hidden|identifier|ignored|implemented|incorrect|integer|internal|invalid|kennwort|lambda|literal|mandatory|mismatch(?:ed)?|missing|never|nothing|nullable|omitted|optional|passwort|present|private|prohibited|protected|provided|public|random(?:ly)?|readonly|received|rejected|removed|required|reset|rotated|salted|senha|sensitive|some|stored|strong|success(?:ful)?|supported|true|unchanged|undefined|unknown|unset|unsupported|untouched|updated|valid|verified|visible|void|weak|whatever|wrong';
/** A state with the number of a note, or a time without its blanks, in a sentence: `password is required1`, `was changed2days ago`. */
const NOTED_STATE = String.raw`(?i)[ \t](?:is|are|was|were|(?:will|shall)[ \t]be)[ \t]{1,3}(?:not[ \t])?(?:${STATES}|hashed|encrypted|encoded)[0-9]{1,2}(?:(?:second|sec|minute|min|hour|day|week|month|year|time)s?)?\W{0,2}$`;

/**
 * Words with a number, as names have: `user-2`, `userName_v2`, `Step-Two-3`; not `blue-Otter_19`. `more`: how many words are behind the
 * first one, `before`: the sign before the number.
 */
export function numberedWords(more: '*' | '+', before: string): string {
  const first = ['[a-z]+(?:[_.-][a-z]+)', '[a-z]+(?:[A-Z][a-z]*)+(?:[_.-][a-z]+)', '[A-Z][A-Za-z]*(?:[_.-][A-Za-z]+)'];
  return `^(?:${first.map((each) => each + more).join('|')})${before}v?[0-9]{1,4}[.!?,:]?$`;
}

/** Values of a password that say something of it instead. */
export const NO_PASSWORDS: RuleData['allow'] = [
  {
    regexes: [
      String.raw`^\D*$`,
      '^[^A-Za-z]*$',
      '^[$<%{[(*./~]',
      String.raw`[(){}\[\]<>]`,
      String.raw`^[A-Za-z_]+(?:\.[A-Za-z_]\w*)+$`,
      // How it is kept: `the password is sha256-hashed`.
      '(?i)^(?:aes|argon|base|blake|hmac|md|pbkdf|rot|sha|utf)-?[0-9]+(?:-[a-z]+)*[.!?]?$',
    ],
    words: NO_WORDS,
  },
  { of: 'match', regexes: [NOTED_STATE], words: [] },
];

/** Signs that may follow a secret in text: also those of sentences and markup, and the end of a file name. */
export const END_IN_TEXT = String.raw`(?:[\x60'"\s;,<>()&?#\\\]}*!|\x00-\x1f]|[^\x00-\x7f]|[.:](?:\s|$)|\.[a-z]{1,5}(?:[\s\x22'\x60<>)\]\\,;:]|$)|$)`;

/** Words of names in code, of types, and of states: `password: string`, `password = formInput`, `password: required`. */
const CODE =
  'any|api|arg(?:ument)?|array|attr|auth|base|bearer|bool(?:ean)?|buffer|bytes?|callback|char|code|column|conf(?:ig)?|const|credentials?|ctx|current|data|db|decrypted|digest|element|encoded|encrypted|entry|env|error|field|file|flag|form|format|func|function|generated?|get|handler|hash(?:ed)?|header|id|in|info|init|input|int|item|key|label|len|length|list|login|map|mask|model|msg|name|node|num(?:ber)?|obj(?:ect)?|of|opts?|options?|param(?:eter)?s?|pass(?:code|phrase|wd|word)?|path|payload|plain|prefix|prompt|prop(?:ertie)?s?|provider|pwd?|query|raw|read|ref|regex|req(?:uest)?|res(?:ponse)?|result|row|salt|schema|secret|section|session|settings?|size|source|state|store|str(?:ing)?|struct|table|text|title|token|type|ui|url|user|utils?|val(?:ue)?|var(?:char|iable)?|vault|with';
/** A lower-case word about a value, or in its place: `required`, `string`, `changeme`. */
export const NO_VALUE_WORD = `^(?:${BLANK_WORDS})+$|^(?:${STATES})$|^(?:${CODE})$`;
/** `correct horse` is a password. */
const OF_STATE = STATES.replace('|correct|', '|');
const PHRASE =
  'and|are|as|at|but|by|can|cannot|do|does|enter|for|forgot|has|if|in|is|it|its|less|many|may|minimum|more|must|new|no|not|of|old|on|only|or|password|please|should|than|that|the|this|to|too|use|was|when|will|with|you|your';

/** A choice of words, each with a capital where it begins; not the endings of one. */
function capitalisedChoice(choice: string): string {
  return choice.replace(/(?<=^|\|)(?<!\([^()]*)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Values of a password that are names in code, types or states, or sentences. */
export const NO_CODE_OR_STATE: RuleData['allow'] = [
  {
    regexes: [
      `(?i)^(?:${BLANK_WORDS})+[.!?]?$`,
      `(?i)^(?:${STATES})[.!?]?$`,
      `(?:^| )(?:${PHRASE})(?: |$)`,
      // Two words, one of which says something of the value.
      `(?i)^(?:${OF_STATE}|${CODE}|${BLANK_WORDS})[ _-]\\w+$|^\\w+[ _-](?:${OF_STATE}|${CODE}|${BLANK_WORDS})$`,
      // Code: a call, a path, a constant, a name that has such a word in it (`userPassword`, `new_token`, `StringField`).
      String.raw`^[^A-Za-z]*$|[(){}\[\]<>$%]|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$|^[A-Za-z]?:|://|^[A-Z]+(?:_[A-Z]+)+$`,
      `^(?i:${CODE})(?:[_!]|$)|_(?i:${CODE})(?:_|$)|^(?:${CODE}|${capitalisedChoice(CODE)})[A-Z]|[a-z](?:${capitalisedChoice(CODE)})(?:[A-Z]|$)`,
    ],
    words: ['example', 'changeme', 'change-me', 'placeholder', 'redacted', '...', '…', 'secret 1'],
  },
  // A type, without quotes.
  { of: 'match', regexes: [String.raw`[:=>][ \t]{0,20}(?:[A-Z][a-z]+){2,}(?:\W|$)`], words: [] },
];

const TECHNICAL =
  /(?<![A-Za-z])(?:aes|argon|base|blake|chacha|curve|ecdsa|ed|ent|es|hmac|hs|http|ipv?|k|md|oauth|p|pbkdf|ps|rs|rsa|s|secp|sha|utf|web|x)[-_]?\d+(?:[a-z]\d+)?|(?:base|oauth|sha|utf|http|secp)-?\d+|[ail]\d\d[nyl]|(?<=[a-z])V\d+/gi;
/** A name with a number after it: `tls-secret-v2`, `API_TOKEN_2`, `step2_value`, `app.v2`. */
const NUMBERED = /^[A-Za-z]+(?:[_-]?[vV]?\d{0,4}[_-][A-Za-z]+)+[_-]?[vV]?\d{0,8}$|^[A-Z]+(?:_[A-Z0-9]+)+$/;
const NUMBER_AT_END = /[_-]?[vV]?\d{1,8}[!?.]?$/;
const SHAPE = /^[A-Za-z0-9][\w!@#%^*+~-]{7,23}$/;
const BLANKS = new RegExp(
  `${NO_VALUE_WORD}|^(?:${BLANK_WORDS}|dev|staging|local|jwt|session|cookie|client|server|random|string|key|id|no|do|not|use|in|super)+$`,
  'i',
);
/** Ends of names in code: `accessToken2`, `queryValue1`. */
const NAME_END =
  /(?:Token|Secret|Key|Id|Name|Value|Field|Type|Path|Url|Uri|Header|Handler|Param|Parameter|String|Text|Config|Settings?|Store|Storage|Provider|Service|Manager|Data|Code|Hash|Input|Env|Var|Ref|Index|Cache|State|Error|Response|Request|Function|Callback|Cookie|Session|User)s?$/;
/** Beginning of an address, a time or a measure. */
const MEASURE = /^\d+(?:[A-Za-z]{1,4}|[-_.:]\d.*)?$|^\d{4}-\d\d-\d\d/;

/** True for letters and digits that a person can remember, and that are no name in code: `Tiger8FriverRC`, `blueLab01x`. */
export function isMemorable(value: string): boolean {
  if (!SHAPE.test(value) || !/[A-Za-z].*[A-Za-z].*[A-Za-z]/.test(value)) return false;
  if (NUMBERED.test(value) || MEASURE.test(value) || !/\d/.test(value.replace(TECHNICAL, ''))) return false;
  const bare = value.replace(NUMBER_AT_END, '');
  return !NAME_END.test(bare) && !BLANKS.test(bare) && new Set(value).size >= 5;
}

/** True for letters of both cases where a value is and no class name, such as after `TOKEN=`: `TigerxNriverKu`. */
export function isCamelWord(value: string): boolean {
  return /^[A-Za-z]{8,40}$/.test(value) && /[a-z][A-Z]/.test(value) && !NAME_END.test(value) && !BLANKS.test(value);
}

/** `isMemorable`, and no words with a number: `continuation2`, `page2cursor`, `4096tokens`. */
export function isMixed(value: string): boolean {
  return isMemorable(value) && !/^[a-z]*\d{1,4}[a-z]*$/.test(value) && /\d[A-Za-z]|[A-Z].*\d/.test(value);
}

/** `isMixed`, also where a name in code can be: `base64Decode2`. */
export function isMixedWithin(value: string): boolean {
  const bare = value.replace(NUMBER_AT_END, '');
  return isMixed(value) && /\d/.test(bare.replace(TECHNICAL, ''));
}

/** A value of this length has some short word by chance. */
const LONG_SECRET = 24;

/** True for a value of letters of both cases and digits in no order: a word in it is chance. */
export function isRandom(value: string): boolean {
  if (value.length < LONG_SECRET || !/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  const turns = value.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)/g) ?? [];
  return turns.length > value.length * MIN_CHANGES_SHARE;
}

/** Share of characters followed by one of another sort: about 0.6 in random values, 0.2 in `camelCase2Names`. */
const MIN_CHANGES_SHARE = 0.45;
