import { ARROW, NO_CODE_OR_STATE, NO_PASSWORDS, NO_WORDS, type RuleData, type RuleMatch } from './rule-parts.ts';

const WHOLE = '(?:password|passwd|passphrase|passcode)s?|pwd';
const PASSWORD = `${WHOLE}|pw|pass`;
const LOGIN = '(?:credential|cred)s?|log(?:[ -]?in)s?|sign[ -]?in';
const ASSIGNMENT_OR_COPULA = String.raw`["'\x60*)\]]{0,3}[ \t]{0,3}(?::=|[-=]>|${ARROW}|=|:(?:[ \t]{0,3}\r?\n)?)|[ \t]{1,2}(?:is|are|was|were|(?:will|shall)[ \t]be)(?:[ \t](?:now|still|just))?:?`;
const OF_SOMETHING = String.raw`[ \t](?:for|of|on|to)[ \t][\w.@ -]{1,30}?(?::|[ \t](?:is|was))`;

/** Before a password: `the password for ada is`, `set the password to`, `with password`. */
const BEFORE_PASSWORD = new RegExp(
  String.raw`(?<![\w.-])(?:(?:${PASSWORD})(?:${ASSIGNMENT_OR_COPULA}|${OF_SOMETHING})|(?:${WHOLE})(?:[ \t](?:to|as))?(?=[ \t]))[ \t]{0,3}`,
  'gi',
);
/** Before a user, and a password behind it: `login: ada / `. */
const BEFORE_PAIR = new RegExp(
  String.raw`(?<![\w.-])(?:${LOGIN}|user(?:name)?[ ]?/[ ]?pass(?:word)?)(?:${ASSIGNMENT_OR_COPULA}|[ \t]with(?=[ \t]))[ \t]{0,3}["'\x60*{(]{0,3}[\w.@+-]{1,60}(?:[ \t]{0,3}[/:|,]|[ \t]and[ \t])[ \t]{0,3}(?:(?:${PASSWORD})[ \t:=]{1,3})?`,
  'gi',
);
const BEFORE_CREDENTIALS = new RegExp(
  String.raw`(?<![\w.-])(?:credential|cred)s?(?:${ASSIGNMENT_OR_COPULA})[ \t]{0,3}`,
  'gi',
);

/** A value, in quotes or between signs. */
const VALUE = /(["'`*({]{0,3})([^\s"'`,;(){}[\]<>\\*|]{6,80})(?=["'`*)}\]]{0,6}(?:[\s,;:.!?<|\\]|$))/y;
/** Between values in quotes. */
const BETWEEN_VALUES = /["'`]{1,2}[ \t]{0,3}(?:,|\/|,?[ \t]{0,3}\b(?:and|or)\b)[ \t]{0,3}(?=["'`])/y;

/** A value without quotes right behind such a word: shorter ones are names. */
const MIN_UNQUOTED_LENGTH = 8;

function* toldIn(text: string): Generator<RuleMatch> {
  for (const before of [BEFORE_PASSWORD, BEFORE_PAIR, BEFORE_CREDENTIALS])
    for (const { 0: name, index } of text.matchAll(before)) yield* valuesAt(text, index, index + name.length);
}

function* valuesAt(text: string, from: number, at: number): Generator<RuleMatch> {
  for (let next = at; ; ) {
    const value = stickyAt(VALUE, text, next);
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
    const and = stickyAt(BETWEEN_VALUES, text, end);
    if (and === null) return;
    next = end + and[0].length;
  }
}

const BARE_NAME = new RegExp(String.raw`^(?:${WHOLE})\s*$`, 'i');

function isBare(name: string): boolean {
  return BARE_NAME.test(name);
}

function stickyAt(find: RegExp, text: string, at: number): RegExpExecArray | null {
  find.lastIndex = at;
  return find.exec(text);
}

const PIN = `(?:PIN|PUK)(?:[ _-]?(?:code|number|no))?|passcode|(?:door|gate|alarm|unlock)[ _-]?code|CV[VC]2?`;
/** A number that opens a door, a card or a phone. */
const PINS = [
  new RegExp(
    String.raw`(?<![\w.-])(?:${PIN})(?:${ASSIGNMENT_OR_COPULA}|${OF_SOMETHING})[ \t]{0,3}["'\x60*({]{0,3}(\d{3,8})(?![\w]|[.,:/-]\d)`,
    'gi',
  ),
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

/** Codes that let somebody in without the second factor: several, one behind the other, each with a digit. */
function* codesIn(text: string): Generator<RuleMatch> {
  for (const { 0: name, index } of text.matchAll(BEFORE_CODES)) {
    let at = index + name.length;
    for (let n = 0; n < MAX_CODES; n++) {
      const start = at + (stickyAt(BETWEEN_CODES, text, at)?.[0].length ?? 0);
      const code = stickyAt(CODE, text, start)?.[0] ?? '';
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
  /(?<![\w.-])(?:api|access|secret|client|auth|bearer|private|refresh|service|license|signing|encryption)[ _-](?:key|token|secret)s?(?:[ \t](?:for|of|to)[ \t][\w.@ -]{1,30}?)?[ \t](?:is|was|are|were)(?:[ \t]now)?:?[ \t]["'`*]{0,3}([\w+/=~-]{16,200})(?![\w+/=~-])/gi;
const ARTICLE = String.raw`(?:the|my|our|your|its?|a|an)[ \t](?:[\w-]{1,20}[ \t]){0,3}`;
/** Before `password`: `use x as the password`, `x is the root password`, `x - that is the new password`. */
const VALUE_BEFORE = new RegExp(
  String.raw`(?<![^\s"'\x60(*])([^\s"'\x60(){}\[\]<>*|,;]{8,80})["'\x60*)]{0,3}(?:[ \t]as|(?:[ \t]?[-\u2013\u2014,:]{1,2}[ \t]?(?:that|this|which|it))?(?:[ \t](?:is|was)|['\u2019]s))[ \t]${ARTICLE}(?:password|passphrase|passwd)\b`,
  'gi',
);

function* keysIn(text: string): Generator<RuleMatch> {
  yield* randomIn(text, BEFORE_KEY);
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

const HEADING = /^(?:[\w-]{1,20}[ _-])?(?:password|passwd|passphrase|passcode|pwd|passwort|kennwort)s?:?$/i;
const TABLE_RULER = /^[\s|+:=-]*$/;
const TAB = /\t/;
const SPACES = / {2,}/;
const DELIMITERS = [/<\/t[hd]>/i, /\|/, TAB, /;/, /,/, SPACES];
const ROWS = 100;

/** Cells below the heading of a table, also of HTML, of CSV, or of an aligned listing; a line alone below such a line. */
function* cellsIn(text: string): Generator<RuleMatch> {
  const lines = linesOf(text);
  for (const [n, { line }] of lines.entries()) {
    const heading = /pass|pwd|kennwort/i.test(line) ? headingIn(line) : null;
    if (heading !== null && !isInGrid(lines[n - 1]?.line ?? '', heading)) yield* cellsBelow(lines, n, heading);
  }
}

interface Heading {
  readonly delimiter: RegExp;
  readonly cells: number;
  readonly column: number;
}

function headingIn(line: string): Heading | null {
  for (const delimiter of DELIMITERS) {
    const cells = cellsOf(line, delimiter);
    const column = cells.findIndex(({ value }) => HEADING.test(value));
    const named = cells.filter(({ value }) => value !== '');
    const isName = delimiter === TAB || delimiter === SPACES ? GRID_HEADING : TABLE_HEADING;
    if (column >= 0 && named.length > 1 && named.every(({ value }) => isName.test(value)))
      return { delimiter, cells: cells.length, column };
  }
  return null;
}

const TABLE_HEADING = /^.{1,40}$/;
/** Without a digit: in a listing of packages `passwd` has its version beside it. */
const GRID_HEADING = /^\D{1,40}$/;

/** `passwd` in a listing of names or packages has a row like its own above it. */
function isInGrid(above: string, { delimiter, cells }: Heading): boolean {
  return (delimiter === TAB || delimiter === SPACES) && cellsOf(above, delimiter).length === cells;
}

function* cellsBelow(
  lines: readonly TextLine[],
  heading: number,
  { delimiter, cells, column }: Heading,
): Generator<RuleMatch> {
  for (const { line, at } of lines.slice(heading + 1, heading + 1 + ROWS)) {
    if (TABLE_RULER.test(line)) continue;
    const row = cellsOf(line, delimiter);
    const cell = row[column];
    if (row.length !== cells || cell === undefined) return;
    if (!/^\S{6,80}$/.test(cell.value)) continue;
    const start = at + cell.at;
    yield {
      groups: [
        [start, start + cell.value.length],
        [start, start + cell.value.length],
      ],
    };
  }
}

interface Cell {
  readonly value: string;
  /** Characters from the start of the line. */
  readonly at: number;
}

function cellsOf(line: string, delimiter: RegExp): Cell[] {
  const cells: Cell[] = [];
  let at = delimiter.source.includes('{2,}') ? line.length - line.trimStart().length : 0;
  for (const piece of line.slice(at).trimEnd().split(delimiter)) {
    const found = line.indexOf(piece, at);
    const dress = /^(?:<[^<>]*>|[\s"'`*])*/.exec(piece)?.[0].length ?? 0;
    cells.push({ value: piece.slice(dress).replace(/[\s"'`*]+$/, ''), at: found + dress });
    at = found + piece.length;
  }
  return cells;
}

interface TextLine {
  readonly line: string;
  readonly at: number;
}

function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let at = 0;
  for (const { 0: end, index } of text.matchAll(/<\/tr>|\n|$/gi)) {
    lines.push({ line: text.slice(at, index), at });
    at = index + end.length;
  }
  return lines;
}

/** Of a module (`success=1`), or of a package called `passwd`. */
const SETTING_OR_VERSION: RuleData['allow'][number] = {
  regexes: ['^[a-z_]+=[0-9]+$', '^(?:[0-9]+:)?[0-9]+(?:\\.[0-9]+)+(?:[+~-][a-z0-9.+~-]+)?$'],
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

/** Values that no single expression finds: several behind one name, and the cells of a column. Each has a digit. */
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
    ],
    vagueness: 1,
    mustFollow:
      /(?=[\s\S]{0,120}?\d)[a-z]{0,9}[\\"'\x60*)\]]{0,6}(?:\s|\\+t){0,3}(?:[:=-]|[\u0080-\uffff]|(?:is|are|was|were|will|shall|with|to|as|for|of|on)(?:\s|\\+t|:)|[(\\"'\x60*]{0,6}[^\s"'\x60,;|]{0,60}?\d|\/)/y,
    allow: [SETTING_OR_VERSION, ...NO_PASSWORDS, ...NO_CODE_OR_STATE, ...NO_NAMES],
  },
  {
    id: 'password-column',
    regex: '',
    finder: cellsIn,
    keywords: ['passw', 'passphrase', 'passcode', 'pwd', 'kennwort'],
    mustFollow: /[a-z]{0,9}:?[\\"'`*]{0,6}(?:\s|\\+t){0,60}(?:[|,;<]|\\+[nrt]|[\n\r\t]| {2}|$)/y,
    window: { before: 400, behind: 8000 },
    allow: [...NO_PASSWORDS, ...NO_NAMES],
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
      /(?:[ _-]?(?:code|number|no))?2?(?:[\\"'\x60*)\]:=(\s\u0080-\uffff]|\\+[nrt]|->|=>){1,20}(?:(?:is|was|for|of|on|to)\b[\s\S]{0,40}?)?\d{3}/y,
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
