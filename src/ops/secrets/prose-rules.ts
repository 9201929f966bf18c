import { isKeyValue } from './assigned-values.ts';
import { ABROAD_WORDS, COPULAS_OF_LETTERS, inJson, PASSWORD_NAMES_ABROAD } from './password-rules.ts';
import {
  ARROW,
  execAt,
  isMixed,
  isRandom,
  NO_CODE_OR_STATE,
  NO_PASSWORDS,
  NO_WORDS,
  type RuleData,
  type RuleMatch,
} from './rule-parts.ts';
import { keyCells, passwordCells, wordCells } from './table-cells.ts';

const WHOLE = '(?:password|passwd|passphrase|passcode)s?|pwd';
const PASSWORD = `${WHOLE}|pw|pass`;
const LOGIN =
  'zugangsdaten|anmeldedaten|anmeldung|identifiants|credenciales|credenziali|(?:credential|cred)s?|log(?:[ -]?in)s?|sign[ -]?in';
/** Not before a number with a word: `12characters`, `1Password`. */
const NO_NUMBER = String.raw`(?![ \t]+\d+[A-Z]?[a-z]+\b)`;
const ASSIGNMENT_OR_COPULA = String.raw`["'\x60*)\]]{0,3}[ \t]{0,3}(?::=|[-=]>|${ARROW}|=|:(?:[ \t]{0,3}\r?\n)?)|[ \t]{1,2}(?:is|are|was|were|ist|lautet|est?|era|${COPULAS_OF_LETTERS}|(?:will|shall|should(?=[ \t]be${NO_NUMBER}))[ \t]be)(?:[ \t](?:now|still|just))?:?`;
const OF_SOMETHING = String.raw`[ \t](?:for|of|on|to)[ \t][\w.@ -]{1,30}?(?::|[ \t](?:is|was))`;

/** Before a password: `the password for ada is`, `set the password to`, `with password`. */
const BEFORE_PASSWORD = new RegExp(
  String.raw`(?<![\w.-])(?:(?<=\b(?:chang|reset|rotat|switch|updat)\w{0,4}[ \t](?:[\w-]{1,12}[ \t]){0,4})(?:${WHOLE})[ \t]from(?=[ \t])${NO_NUMBER}|(?:${PASSWORD})(?:${ASSIGNMENT_OR_COPULA}|${OF_SOMETHING})|(?:${WHOLE})(?:[ \t](?:(?:(?:was|is|has been)[ \t])?(?:changed|set|reset|updated|rotated)[ \t])?(?:to|as))?(?=[ \t])|(?<=user(?:name)?[ ][\w.@-]{1,40}[ ,]{1,2})pass(?=[ \t])|(?<=\b(?:admin|db|my|new|old|root|ssh|user|vpn|wifi)[ \t])pw(?=[ \t]))[ \t]{0,3}`,
  'gi',
);
/** Text before a password in other languages, also without a word between. */
const BEFORE_ABROAD = new RegExp(
  String.raw`(?<![\w.-])(?:passwort|kennwort|contrasena|mot de passe|senha|wachtwoord|passord|haslo|heslo|${PASSWORD_NAMES_ABROAD.join('|')})(?:et)?(?:[ \t](?:wurde[ \t])?(?:auf|en|a))?[ \t]{1,3}(?=["'\x60*]{0,3}(?:[^\s.,:/-]{8,80}|[A-Za-z][^\s.,:/]{7,79})(?:[\s"'\x60*.,!?)]|$))`,
  'gi',
);
/** Text before a user with a password after it: `login: ada / `. */
const BEFORE_PAIR = new RegExp(
  String.raw`(?<![\w.-])(?:${LOGIN}|user(?:name)?[ ]?/[ ]?pass(?:word)?)(?:${ASSIGNMENT_OR_COPULA}|[ \t]with(?=[ \t])|(?=[ ]\())[ \t]{0,3}["'\x60*{(]{0,3}[\w.@+-]{1,60}(?:[ \t]{0,3}[/:|,]|[ \t]and[ \t])[ \t]{0,3}(?:(?:${PASSWORD})[ \t:=]{1,3})?`,
  'gi',
);
const BEFORE_CREDENTIALS = new RegExp(
  String.raw`(?<![\w.-])(?:credential|cred)s?(?:${ASSIGNMENT_OR_COPULA})[ \t]{0,3}`,
  'gi',
);

/** Text before a secret that is kept in mind, or made. */
const BEFORE_SECRET =
  /(?<![\w.-])(?:(?:api|app|client|shared|webhook)[ _-])?secret[ \t](?:is|was)(?:[ \t]now)?:?[ \t]{1,2}/gi;

const VALUE = /(["'`*({]{0,3})([^\s"'`,;(){}[\]<>\\*|]{6,80})(?=["'`*)}\]]{0,6}(?:[\s,;:.!?<|\\]|$))/y;
/** Between both values of a change. */
const BETWEEN_CHANGED = /["'`]{0,2}[ \t]to[ \t]{1,2}/y;
const BETWEEN_VALUES = /["'`]{1,2}[ \t]{0,3}(?:,|\/|,?[ \t]{0,3}\b(?:and|or)\b)[ \t]{0,3}(?=["'`])/y;

/** A value without quotes right behind such a word: shorter ones are names. */
const MIN_UNQUOTED_LENGTH = 8;

function* toldIn(text: string): Generator<RuleMatch> {
  for (const before of [BEFORE_PASSWORD, BEFORE_ABROAD, BEFORE_PAIR, BEFORE_CREDENTIALS])
    for (const { 0: name, index } of text.matchAll(before)) yield* valuesAt(text, index, index + name.length);
  for (const { 0: name, index } of text.matchAll(BEFORE_SECRET))
    for (const match of valuesAt(text, index, index + name.length)) if (isMixed(valueAt(text, match))) yield match;
}

function* valuesAt(text: string, from: number, at: number): Generator<RuleMatch> {
  for (let next = at; ; ) {
    const value = execAt(VALUE, text, next);
    if (value === null) return;
    const [, quotes = '', secret = ''] = value;
    const start = next + quotes.length;
    const end = start + secret.length;
    if (quotes !== '' || secret.length >= MIN_UNQUOTED_LENGTH || !isBare(text.slice(from, at)))
      yield {
        groups: [
          [from, end],
          [start, end],
        ],
      };
    const and = execAt(/from\s*$/.test(text.slice(from, at)) ? BETWEEN_CHANGED : BETWEEN_VALUES, text, end);
    if (and === null) return;
    next = end + and[0].length;
  }
}

const BARE_NAME = new RegExp(String.raw`^(?:${WHOLE})\s*$`, 'i');

function isBare(name: string): boolean {
  return BARE_NAME.test(name);
}

const PIN = `(?:PIN|PUK)(?:[ _-]?(?:code|number|no))?|passcode|(?:door|gate|alarm|unlock)[ _-]?code|CV[VC]2?`;
/** Names of numbers that open a door, a card or a phone. */
const PINS = [
  new RegExp(
    String.raw`(?<![\w.-])(?:${PIN})(?:${ASSIGNMENT_OR_COPULA}|${OF_SOMETHING})[ \t]{0,3}["'\x60*({]{0,3}(\d{3,8})(?![\w]|[.,:/-]\d)`,
    'gi',
  ),
  /(?<![\w.-])code (?:for|of|to) (?:(?:the|my|our) )?(?:[a-z]{2,12} )?(?:alarm|door|garage|gate|house|lock|safe)(?: is|:) (\d{3,8})(?!\w|[.,:/-]\d)/gi,
  /(?<![\w.-])(?:[A-Z0-9]{1,20}_){0,3}(?:ADMIN|ALARM|BANK|CARD|DEVICE|DOOR|HSM|PIV|SIM|TOKEN|UNLOCK|USER|YUBIKEY)_PIN=["']?(\d{4,8})(?!\w|[.,:/-]\d)/g,
  /(?<![\w.-])(?:PIN|PUK|[Pp]asscode|[Cc][Vv][CVcv]2?)[ \t](\d{3,8})(?!\w|[.,:/-]\d)/g,
];
/** A shorter number is no PIN; the code of a card is. */
const MIN_PIN_DIGITS = 4;

function* pinsIn(text: string): Generator<RuleMatch> {
  for (const pin of PINS)
    for (const { 0: match, 1: digits = '', index } of text.matchAll(pin)) {
      if (digits.length < MIN_PIN_DIGITS && !/^cv/i.test(match)) continue;
      const end = index + match.length;
      yield {
        groups: [
          [index, end],
          [end - digits.length, end],
        ],
      };
    }
}

const BEFORE_CODES = new RegExp(
  String.raw`(?<![\w.-])(?:recovery|backup|rescue|scratch)[ _-]?codes?(?:${ASSIGNMENT_OR_COPULA}|${OF_SOMETHING}|[ \t]{0,3}(?=\r?\n)|(?=[ \t][\w-]{0,12}\d))`,
  'gi',
);
const BETWEEN_CODES = /[\s,;|"'`*[\](){}•]{0,40}(?:-[ \t]{1,4}|\d{1,2}[.)][ \t]{1,4})?["'`*]{0,3}/y;
const CODE = /(?:\d{4}[ -]\d{4}|[a-z0-9]{3,12}(?:-[a-z0-9]{3,12}){1,5}|[a-z0-9]{6,16})(?![\w-])/iy;
const MAX_CODES = 24;

/** Codes that replace the second factor of a login: several in a row, each with a digit. */
function* codesIn(text: string): Generator<RuleMatch> {
  for (const { 0: name, index } of text.matchAll(BEFORE_CODES)) {
    let at = index + name.length;
    for (let n = 0; n < MAX_CODES; n++) {
      const start = at + (execAt(BETWEEN_CODES, text, at)?.[0].length ?? 0);
      const code = execAt(CODE, text, start)?.[0] ?? '';
      if (!/\d/.test(code)) break;
      at = start + code.length;
      yield {
        groups: [
          [index, at],
          [start, at],
        ],
      };
    }
  }
}

/** Before a key: `the api key is`, `our client secret for quay is`. */
const BEFORE_KEY =
  /(?<![\w.-])(?:(?<!(?:public|host|cache|primary)[ _-])(?:token|key|secret)(?=[ \t](?:is|was)\b)|(?:api|access|secret|client|auth|bearer|private|refresh|service|license|signing|encryption)[ _-](?:key|token|secret)s?)(?:[ \t](?:for|of|to)[ \t][\w.@ -]{1,30}?)?[ \t](?:is|was|are|were)(?:[ \t]now)?:?[ \t]["'`*]{0,3}([\w+/=~-]{16,200})(?![\w+/=~-])/gi;
const ARTICLE = String.raw`(?:the|my|our|your|its?|a|an)[ \t](?:[\w-]{1,20}[ \t]){0,3}`;
const ABROAD_KEY = 'Schl(?:ü|ue)ssel|clé|clave|chiave';
const ABROAD_SECRET = 'secrète|secreta|segreta';
const ABROAD_KEY_COPULA = 'lautet|ist|est|es|è';
const BEFORE_KEY_ABROAD = new RegExp(
  String.raw`(?<![\w.-])(?:(?:API|Zugangs|Geheim)[ -]?(?:${ABROAD_KEY}|Token)|(?:${ABROAD_KEY})[ \t](?:API|${ABROAD_SECRET}))(?:[ \t](?:${ABROAD_KEY_COPULA})|:)[ \t]["'\x60*]{0,3}([\w+/=~-]{16,200})(?![\w+/=~-])`,
  'gi',
);
/** Text directly before a key, which has to be random then: `the api key x`. */
const BEFORE_RANDOM =
  /(?<![\w.-])(?:(?:api|access|secret|auth|bearer|license|service)[ _-](?:key|token)|(?:use|using|with|have|got|here(?:[ \t]is|'s|’s)?)[ \t](?:the|my|this|our|your)[ \t](?:key|token))[ \t]{1,2}["'`*]{0,3}([\w+/=~-]{20,200})(?![\w+/=~-])/gi;
/** A value before `password`: `use x as the password`, `x is the root password`, `x - that is the new password`. */
const VALUE_BEFORE = new RegExp(
  String.raw`(?<![^\s"'\x60(*])([^\s"'\x60(){}\[\]<>*|,;]{8,80})["'\x60*)]{0,3}(?:(?:[ \t]in)?[ \t]as|(?:[ \t]?[-\u2013\u2014,:]{1,2}[ \t]?(?:that|this|which|it))?(?:[ \t](?:is|was)|['\u2019]s))[ \t]${ARTICLE}(?:password|passphrase|passwd)\b`,
  'gi',
);

function* keysIn(text: string): Generator<RuleMatch> {
  yield* randomIn(text, BEFORE_KEY);
  yield* randomIn(text, BEFORE_KEY_ABROAD);
  for (const match of randomIn(text, BEFORE_RANDOM)) if (isRandomAt(text, match)) yield match;
}

function isRandomAt(text: string, match: RuleMatch): boolean {
  const value = valueAt(text, match);
  return isRandom(value) || isKeyValue(value);
}

function valueAt(text: string, { groups }: RuleMatch): string {
  const [start, end] = groups[1] ?? [0, 0];
  return text.slice(start, end);
}

function* valuesBefore(text: string): Generator<RuleMatch> {
  yield* randomIn(text, VALUE_BEFORE);
}

function* randomIn(text: string, find: RegExp): Generator<RuleMatch> {
  for (const { 0: match, 1: value = '', index } of text.matchAll(find)) {
    if (!/\d/.test(value) || !/[a-z]/i.test(value)) continue;
    const start = index + match.indexOf(value);
    yield {
      groups: [
        [index, index + match.length],
        [start, start + value.length],
      ],
    };
  }
}

/** The setting of a module (`success=1`), or the version of a package called `passwd`. */
const SETTING_OR_VERSION: RuleData['allow'][number] = {
  regexes: ['^[a-z_]+=[0-9]+$', '^(?:[0-9]+:)?[0-9]+(?:\\.[0-9]+)+(?:[+~-][a-z0-9.+~-]+)?$'],
  words: [],
};

/** The line of a test that passed. */
const TEST_PASSED: RuleData['allow'][number] = {
  of: 'match',
  regexes: ['^PASS: [A-Za-z]+(?:[-_/][A-Za-z]+)*[-_]?[0-9]*$'],
  words: [],
};

/** In sentences and tables a name and a digit are not enough: code has both. */
const NO_NAMES: RuleData['allow'] = [
  {
    regexes: [
      // A path, a file, a version, a measure, a number of an issue, a placeholder.
      String.raw`[/\\]|\.[A-Za-z]{1,5}(?::[0-9]+)*[.!?]?$|^[vV]?\d+(?:\.\d+)+|^[0-9.,]+[A-Za-z%]{0,5}$|^[A-Z]{1,6}-?[0-9]+$|^#|\d{4}-\d{2}-\d{2}|:.*@`,
      // A name with a number behind it: `field1`, `user_2`.
      '(?i)^(?:arg|case|chapter|column|example|field|figure|file|id|input|item|key|line|page|part|row|section|step|string|table|test|type|user|utf|val(?:ue)?|version)[s_-]?[0-9]+$',
    ],
    words: [],
  },
];

const COLUMN_END = /[a-z]{0,9}:?[\\"'`*]{0,6}(?:\s|\\+t){0,60}(?:[|,;<]|\\+[nrt]|[\n\r\t]| {2}|$)/y;
const USERS = '(?:user|log ?in|account|mail|benutzer|konto)';
const COLUMN_BESIDE_USERS = new RegExp(
  `${COLUMN_END.source}(?:(?<=${USERS}[^\\n]{0,160}\\n?)|(?=[^\\n]{0,160}${USERS}))`,
  'y',
);

/** Values that no single expression finds: several after one name, and the cells of a column. Each has a digit. */
export const PROSE_RULES: readonly RuleData[] = [
  {
    id: 'told-password',
    regex: '',
    finder: toldIn,
    keywords: [
      'passw',
      'passphrase',
      'passcode',
      'pwd',
      'pass:',
      'pw:',
      'pw is',
      'pw was',
      'pw =',
      ' pw ',
      'pass is',
      'pass for',
      'pw for',
      'pass was',
      'secret is',
      'secret was',
      'pass=',
      'pw=',
      'credential',
      'creds',
      'login',
      'log-in',
      'log in',
      'sign in',
      'signin',
      'sign-in',
      ' pass ',
      'zugangsdaten',
      'anmeldedaten',
      'anmeldung',
      'credenciales',
      'identifiants',
      'credenziali',
      ...ABROAD_WORDS,
    ],
    vagueness: 1,
    mustFollow:
      /(?=[\s\S]{0,120}?\d)[a-z]{0,9}[\\"'\x60*)\]]{0,6}(?:\s|\\+t){0,3}(?:[:=-]|[\u0080-\uffff]|(?:is|are|was|were|ist|lautet|est?|era|ser(?:a|[\u0080-\uffff])|will|shall|should|with|to|from|wurde|auf|en|a|as|for|of|on|has|changed|set|reset|updated|rotated)(?:\s|\\+t|:)|[(\\"'\x60*]{0,6}[^\s"'\x60,;|]{0,60}?\d|\([\w.@+-]{1,40} ?[/:]|\/)/y,
    allow: [SETTING_OR_VERSION, TEST_PASSED, ...NO_PASSWORDS, ...NO_CODE_OR_STATE, ...NO_NAMES],
  },
  {
    id: 'password-column',
    regex: '',
    finder: passwordCells,
    keywords: ['passw', 'passphrase', 'passcode', 'pwd', 'kennwort'],
    mustFollow: COLUMN_END,
    window: { before: 400, behind: 8000 },
    allow: [...NO_PASSWORDS, ...NO_NAMES],
  },
  {
    id: 'password-column',
    regex: '',
    finder: wordCells,
    keywords: ['passw', 'kennwort'],
    mustFollow: COLUMN_BESIDE_USERS,
    window: { before: 400, behind: 8000 },
    allow: NO_CODE_OR_STATE,
  },
  {
    id: 'key-column',
    regex: '',
    finder: keyCells,
    entropy: 3,
    keywords: [
      'secret',
      'api key',
      'api_key',
      'apikey',
      'api token',
      'api_token',
      'auth token',
      'auth_token',
      'access',
    ],
    mustFollow: /[\w -]{0,24}:?[\\"'`*]{0,6}(?:\s|\\+t){0,60}(?:[|,;<]|\\+[nrt]|[\n\r\t]| {2}|$)/y,
    window: { before: 400, behind: 8000 },
    // The name of a key: words with a number.
    allow: [{ regexes: ['^[a-z]{2,}(?:[-_.][a-z0-9]{1,12})+$'], words: ['example'] }],
  },
  {
    id: 'stated-key',
    regex: '',
    finder: keysIn,
    keywords: [
      'key is',
      'key was',
      'token is',
      'token was',
      'secret is',
      'secret was',
      'key for',
      'token for',
      'secret for',
      'keys are',
      'api key ',
      'api token ',
      'access token ',
      'access key ',
      'auth token ',
      'the key ',
      'the token ',
      'my key ',
      'my token ',
      'schluessel',
      ...['schlüssel', 'clé'].flatMap((word) => [word, inJson(word)]),
      'clave ',
      'chiave ',
    ],
    vagueness: 1,
    mustFollow: /(?=[\s\S]{0,200}?\d)[\s\S]{1,40}?[\w+/=~-]{16}/y,
    window: { before: 60, behind: 300 },
    allow: [{ regexes: [String.raw`/.*[./]|^\D+\d{0,4}$`], words: NO_WORDS }],
  },
  {
    id: 'password-behind',
    regex: '',
    finder: valuesBefore,
    keywords: ['password', 'passphrase', 'passwd'],
    vagueness: 1,
    mustFollow:
      /(?<=(?:\b(?:as|is|was)|['’]s)[ \t](?:the|my|our|your|its?|an?)[ \t](?:[\w-]{1,20}[ \t]){0,3}(?:password|passphrase|passwd))(?![\w-])/y,
    window: { before: 240, behind: 40 },
    allow: [...NO_PASSWORDS, ...NO_CODE_OR_STATE, ...NO_NAMES],
  },
  {
    id: 'pin-code',
    regex: '',
    finder: pinsIn,
    keywords: ['pin', 'puk', 'passcode', 'door', 'gate', 'alarm', 'unlock', 'cvv', 'cvc'],
    vagueness: 1,
    mustFollow:
      /(?:[ _-]?(?:code|number|no))?2?(?:[\\"'\x60*)\]:=(\s\u0080-\uffff]|\\+[nrt]|->|=>){1,20}(?:(?:is|was|ist|est|es|for|of|on|to)\b[\s\S]{0,40}?)?\d{3}/y,
    allow: [],
  },
  {
    id: 'recovery-code',
    regex: '',
    finder: codesIn,
    keywords: ['recovery', 'backup', 'rescue', 'scratch'],
    vagueness: 1,
    mustFollow: /[ _-]?codes?(?=[\s\S]{0,80}?\d)/y,
    window: { before: 40, behind: 600 },
    allow: [],
  },
];
