import { IS_SET, LISTED, NO_CODE_OR_STATE, NO_PASSWORDS, NO_WORDS, type RuleData } from './rule-parts.ts';

export const PASSWORD_NAMES_ABROAD = [
  'contraseña',
  'hasło',
  'lösenord',
  'şifre',
  'пароль',
  '密码',
  '密碼',
  'パスワード',
  '비밀번호',
];
// Apart: a raw template has ASCII alone.
export const ASSIGNMENT_SIGNS = '[:=：]';
export const COPULAS_ABROAD = '[是は]';
export const COPULAS_OF_LETTERS = 'wäre|será|sera|è|é|är|er';
const CLOSED = ')）';
const FOR = 'für|for|pour|de|para|per|för';

export function inJson(word: string): string {
  return word.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const ABROAD_WORDS = [
  ...[
    'passwort',
    'kennwort',
    'contrasena',
    'clave',
    'mot de passe',
    'senha',
    'wachtwoord',
    'parola',
    'passord',
    'haslo',
    'heslo',
  ],
  ...PASSWORD_NAMES_ABROAD.flatMap((word) => [word, inJson(word)]),
];

/** Passwords in cells, and behind their names in other languages. */
export const PASSWORD_RULES: readonly RuleData[] = [
  {
    id: 'password-cell',
    // In a row of a table, in CSV, and in JSON under the bare name.
    regex: String.raw`(?i)(?:(?:password|passwd|passphrase)["'\x60*]{0,3}[ \t]{0,20}\|[ \t]{0,20}["'\x60*]{0,3}([^\s|"'\x60<>()\[\]{}]{8,80})["'\x60*]{0,3}[ \t]{0,20}(?:[|\n\r]|\]\(|$)|"(?:password|passwd|passphrase)"[ \t]{0,3},[ \t]{0,3}"([^"\s]{8,80})"|"secret"[ \t]{0,3}:[ \t]{0,3}"([^"\s]{8,80})")`,
    keywords: ['password', 'passwd', 'passphrase', 'secret"', 'secret\\"'],
    mustFollow: /[\\"'`*]{0,6}[ \t]{0,20}[|,:]/y,
    allow: NO_PASSWORDS,
  },
  {
    id: 'token-cell',
    regex: String.raw`(?i)(?:api[_ -]?key|access[_ -]?key|token|secret)["'\x60*]{0,3}[ \t]{0,20}\|[ \t]{0,20}["'\x60*]{0,3}([\w+/=~.-]{20,200})["'\x60*]{0,3}[ \t]{0,20}\|`,
    entropy: 3.5,
    keywords: ['key', 'token', 'secret'],
    mustFollow: /[\\"'`*]{0,6}[ \t]{0,20}\|[ \t]{0,20}["'`*]{0,3}[\w+/=~.-]{20}/y,
    allow: [{ regexes: [String.raw`^\D*$|^[\w.-]*/|^[a-z]+(?:[-_.][a-z0-9]+){2,}$`], words: NO_WORDS }],
  },
  {
    id: 'password-abroad',
    // In other languages, with a digit in it.
    regex: String.raw`(?i)(?:passwort|kennwort|contrasena|clave|mot de passe|senha|wachtwoord|parola|passord|haslo|heslo|${PASSWORD_NAMES_ABROAD.join('|')})(?:et)?["'\x60*\]${CLOSED}]{0,3}(?:[ \t](?:${FOR})[ \t][\w.@-]{1,40})?[ \t]{0,3}(?:=>|${ASSIGNMENT_SIGNS}|(?:ist|lautet|war|es|est|is|era|je|to|${COPULAS_OF_LETTERS})(?:[ ]?:[ \t]{0,3}|[ \t]{1,3})|${COPULAS_ABROAD})[ \t]{0,3}["'\x60*]{0,3}([^\s"'\x60,;(){}\[\]<>\\*]{8,80})`,
    keywords: ABROAD_WORDS,
    allow: NO_PASSWORDS,
  },
];

// Apart: a raw template has ASCII alone.
const OPENING = '«“‘';
const CLOSING = '»”’';
const DASH = '[—–]';

/** The start of a line, of a text in JSON, or of a text in brackets or quotes. */
const START = String.raw`(?:^|[\n\r"'\x60(\[{<>|${OPENING}]|${DASH}[ ])${LISTED}(?:(?:export|set|const|let|var|//|#|;)[ \t]{1,3})?`;
const VALUE_END = String.raw`(?:[ \t]{0,8}(?:$|[\n\r\x60)\]}<|${CLOSING}]|["'][ \t]{0,3}(?:$|[\n\r,)\]}])|${DASH}|(?:#|//)[ \t])|;[ \t]{0,8}(?:$|[\n\r]))`;
const ASSIGNMENT = String.raw`["'\]]{0,2}[ \t]{0,20}(?::=|=>|[:=]{1,3})[ \t]{0,20}`;

const UNQUOTED_VALUE = '[A-Za-z0-9][A-Za-z0-9_!@^*+~.,:/=-]{5,78}[A-Za-z0-9_!@*+~?=-]';
const QUOTED = String.raw`[A-Za-z][^\s"'\x60\\$0-9]{6,78}|[a-z]{3,20}(?:[ _-][a-z]{3,20}){1,6}`;
const PASSWORD = String.raw`[\w.-]{0,40}(?i:password|passwd|passphrase|passcode|pwd)`;
const PARTS =
  'jwt|session|cookie|webhook|hmac|api|access|auth|client|secret|private|encryption|signing|master|consumer|refresh|deploy|bot|app';
const KEY = String.raw`[\w.-]{0,40}(?i:(?:${PARTS})[_.-]?(?:key|token|secret))`;
const KEY_VALUE = '[A-Za-z][A-Za-z_-]{11,80}';

const QUOTED_KEY = '[A-Za-z][A-Za-z_!#@%^&*+-]{11,80}';

/** Secrets without a digit: only the form of the assignment distinguishes them from names and prose. */
export const DIGITLESS_RULES: readonly RuleData[] = [
  {
    id: 'plain-password',
    regex: [
      String.raw`\b${PASSWORD}(?:${ASSIGNMENT}|s?[ \t]{1,3}(?:is|are|was)[ \t]{1,3})(?:"(${QUOTED})"|'(${QUOTED})'|\x60(${QUOTED})\x60)`,
      `${START}["':]?${PASSWORD}${ASSIGNMENT}(${UNQUOTED_VALUE})${VALUE_END}`,
      String.raw`(?:[?&]|--)${PASSWORD}=["']?([A-Za-z][^\s"'\x60&;|<>$0-9]{6,78})`,
    ].join('|'),
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'pwd'],
    vagueness: 1,
    mustFollow: new RegExp(
      `(?:${IS_SET}|s?(?:\\s|\\\\+t){1,3}(?:is|are|was)(?:\\s|\\\\+t){1,3}\\\\*["'\`])[a-z0-9][^"'\\n]{6}`,
      'y',
    ),
    allow: NO_CODE_OR_STATE,
  },
  {
    id: 'plain-key',
    regex: [
      String.raw`\b${KEY}${ASSIGNMENT}(?:"(${QUOTED_KEY})"|'(${QUOTED_KEY})')`,
      `${START}["']?${KEY}${ASSIGNMENT}(${KEY_VALUE})${VALUE_END}`,
      String.raw`(?:[?&]|--)${KEY}=["']?(${KEY_VALUE})(?:[\s"'\x60&;|<>]|[.,:!?)\]}]{1,2}\s|[.,:!?)\]}]{0,2}$)`,
    ].join('|'),
    entropy: 2.6,
    keywords: ['key', 'token', 'secret'],
    vagueness: 1,
    // Behind the whole name of a key.
    mustFollow: new RegExp(
      `(?<=(?:jwt|session|cookie|webhook|hmac|api|access|auth|client|secret|private|encryption|signing|master|consumer|refresh|deploy|bot|app)[_.-]?(?:key|token|secret))${IS_SET}[a-z][a-z_!#@%^&*+-]{11}`,
      'y',
    ),
    allow: NO_CODE_OR_STATE,
  },
];
