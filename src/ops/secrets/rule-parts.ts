/** An exception: a match that is not a secret. */
export interface AllowData {
  /** The text that expressions are tried on; by default the secret. */
  readonly of?: 'secret' | 'match' | 'line';
  readonly regexes: readonly string[];
  /** Lower-case words in the secret. */
  readonly words: readonly string[];
}

/** A match: from where to where all of it is, and each group; -1 for one that took no part. */
export interface RuleMatch {
  readonly groups: readonly (readonly [start: number, end: number])[];
}

export interface RuleData {
  readonly id: string;
  readonly regex: string;
  readonly entropy?: number;
  readonly group?: number;
  readonly keywords: readonly string[];
  /** Characters around the start of one of its words that its expression may read; missing if the usual ones suffice. */
  readonly reach?: { readonly before: number; readonly behind: number };
  /** Matches in so many ways that JavaScript would try them for hours: RE2 alone does. */
  readonly isAmbiguous?: true;
  /** Matches in the place of `regex`. */
  readonly finder?: (text: string) => Generator<RuleMatch, void>;
  readonly allow: readonly AllowData[];
}

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
];

/** Behind a secret in text: also signs of sentences and markup, and the end of a file name. */
export const END_IN_TEXT = String.raw`(?:[\x60'"\s;,<>()&?#\\\]}*!|\x00-\x1f]|[^\x00-\x7f]|[.:](?:\s|$)|\.[a-z]{1,5}(?:[\s\x22'\x60<>)\]\\,;:]|$)|$)`;
