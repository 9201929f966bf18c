import {
  BLANK_WORDS,
  execAt,
  isCamelWord,
  isMemorable,
  isMixed,
  isMixedWithin,
  isRandom,
  LISTED,
  type RuleMatch,
} from './rule-parts.ts';

const ASSIGNMENT =
  /(?<![\w.-])(["']?)([\w.-]{0,60})\1\]?[ \t]{0,5}(:=|=>|[:=])[ \t]{0,5}(?:"([^"\s\\`<>]{6,120})"|'([^'\s\\`<>]{6,120})'|([^\s"'`\\<>(){}[\],;|&]{6,120})(?=[\s"'`\\<>,;|&)}]|$))/g;
const VARIABLE_OF_DOCKER = /(?<![\w-])ENV[ \t]{1,3}([A-Z0-9_]{1,60})[ \t]{1,3}([^\s"'`\\<>(){}[\],;|&=]{6,120})/g;
const PASSWORD = /(?:password|passwd|passphrase|passcode|pwd|sshpass|[_.-]pass|[_.-]pw)$|^p(?:ass|w)$/i;
const SHORT_NAME = /(?:sshpass|[_.-]pass|[_.-]pw)$|^p(?:ass|w)$/i;
const SHORT_LABEL = /^p(?:ass|w)$/i;
const KEY = /(?:secret(?:[_-]?string)?|token|api[_-]?key)$/i;
/** Keys whose previous word states their purpose, except those that name a thing. */
const OTHER_KEY = /[a-z0-9][_-]key$/i;
const NAMING_KEY =
  /(?:^|[_.-])(?:bucket|cache|column|composite|config|content|data|dedup|dict|entity|event|field|file|foreign|group|hash|hot|i18n|idempotency|index|item|key|lang|lock|lookup|map|message|metric|object|param|partition|prefix|primary|public|pub|query|queue|range|react|record|redis|registry|route|routing|row|s3|schema|shard|shortcut|sort|state|subject|tag|task|topic|translation|unique|value)[_-]?key$/i;
/** Name, in code, of an entry in a browser's storage. */
const STORAGE_KEY = /storage[_-]?key$/i;
/** Names after which only a random value is a secret. */
const NAME_OF_RANDOM = /(?:^|[_.-])(?:salt|pepper|cookie|sid|pin|(?:php|j)?sess(?:ion)?id)$/i;
const SESSION = /(?:^|[_.-])session$/i;
/** A shorter value is the id of a session. */
const MIN_SESSION = 40;
/** `SM` and 32 hexadecimal digits: the id of a message or an account, not of a session. */
const NUMBERED_SID = /^[A-Z]{2}[\da-f]{32}$/;
/** A parameter of an address. */
const QUERY_KEY = /(?:^|[_.-])(?:auth|jwt|key|pwd|session|sig(?:nature)?)$|(?:token|secret|password)$/i;
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Names in code and in forms, which look like the password `prodDbPass`: `userPassword`, `passwordField`. */
const NAME_WORDS =
  'your|my|user|new|old|the|get|set|is|has|use|on|handle|confirm|current|form|input|login|enter|create|update|reset|forgot|invalid|missing|show|hide|toggle|encrypted|hashed|plain|raw|some|any|password|passwd|token';
const NAME_ENDS =
  'Password|Passwd|Pwd|Passphrase|Passcode|Field|Input|Value|Label|Hash|Name|String|Text|Type|Placeholder|Error|Message|Required|Reset|Id|Path|File|Env|Var|Variable|Param|Parameter|Config|Manager|Provider|Policy|Strategy|Control|Handler|Callback|Function|Object|Schema|Model|Store|Ref|Url|Uri|Credentials?|Encrypted|Changed|Expired|Invalid|Missing|Incorrect|Mismatch|Auth|Grant|Only|Token';
const NAME_IN_CODE = new RegExp(`^(?:${NAME_WORDS})[A-Z]|(?:${NAME_ENDS})s?$|^(?:[A-Z][a-z]+)+$`);
const NAME_IN_CODE_START = new RegExp(`^(?:${NAME_WORDS})[A-Z]`, 'i');
const PASSWORD_END = /(?:Password|Passwd|Pwd|Passphrase|Passcode)$/;
const BLANK = new RegExp(`^(?:${BLANK_WORDS})+$`, 'i');

/** `prodDbPass`: letters of both cases in a text, where no name of a variable can be. */
function isCamelCase(value: string): boolean {
  return /^[A-Za-z]{6,60}$/.test(value) && /[a-z][A-Z]/.test(value) && !NAME_IN_CODE.test(value);
}

/** True for a value like `topSecretPassword`, where no name can be, such as in quotes. */
export function isCamelValue(value: string): boolean {
  if (!PASSWORD_END.test(value)) return isCamelCase(value);
  return isCamelCase(value.replace(PASSWORD_END, 'Word')) && !BLANK.test(value);
}

/** True for `$ecret99`: no variable ends in two digits. */
export function isDollarWord(value: string): boolean {
  return /^\$[a-z]{3,30}\d{2,8}[!?.*#]?$/.test(value);
}

export const LONG_NUMBER = /^\d{8,20}$/;
const WORD = /^[a-z]{7,40}$/;
const HEXADECIMAL = /^[\da-f]{16,64}$/;

/** A name in code of this length has a word in it. */
const LONG_VALUE = 24;

/** True for letters of both cases and digits that make no word. */
function isShuffled(value: string): boolean {
  return (
    /^[\w-]{10,80}$/.test(value) &&
    [/\d/, /[a-z].*[a-z]/, /[A-Z].*[A-Z]/].every((each) => each.test(value)) &&
    (value.length >= LONG_VALUE || /[A-Za-z]\d[A-Za-z]/.test(value)) &&
    !/[a-z]{5}/.test(value)
  );
}

export function isKeyValue(value: string): boolean {
  return isShuffled(value) || (HEXADECIMAL.test(value) && /\d.*\d.*\d/.test(value) && new Set(value).size >= 8);
}

interface Assigned {
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Alone on its line, as in YAML and in a settings file. */
  readonly isAlone: boolean;
  /** `NAME=value` without a blank, as in a shell. */
  readonly isTight: boolean;
  /** After `?`, `&` or `#`. */
  readonly isInAddress: boolean;
}

function isPassword({
  name,
  value,
  isQuoted,
  isAlone,
}: Pick<Assigned, 'name' | 'value' | 'isQuoted' | 'isAlone'>): boolean {
  if (!PASSWORD.test(name)) return false;
  if (isDollarWord(value)) return true;
  if (!isQuoted && !isAlone && !VARIABLE.test(name)) return false;
  if (isQuoted && SHORT_LABEL.test(name) && isMixed(value)) return true;
  const isCamel = isQuoted || VARIABLE.test(name) ? isCamelValue : isCamelCase;
  return isCamel(value) || LONG_NUMBER.test(value) || (SHORT_NAME.test(name) && WORD.test(value));
}

function* valuesOf(text: string, isSecret: (each: Assigned) => boolean): Generator<RuleMatch> {
  let at = 0;
  for (let match = execAt(ASSIGNMENT, text, at); match !== null; match = execAt(ASSIGNMENT, text, at)) {
    const [whole, , name = '', sign, double, single, bare] = match;
    const value = double ?? single ?? bare ?? '';
    const isQuoted = bare === undefined;
    const from = whole.lastIndexOf(value);
    // Elsewhere it is a label: `PASS: name-of-a-test`.
    const isLabel = sign === ':' && !isQuoted && SHORT_LABEL.test(name);
    const isAlone = isAloneIn(text, match.index, match.index + whole.length);
    const isTight = whole.startsWith(`${name}=`) && !/^=?[\s=]/.test(whole.slice(name.length + 1));
    const isInAddress = isTight && '?&#'.includes(text.charAt(match.index - 1)) && match.index > 0;
    const isOne = !isLabel && isSecret({ name, value, isQuoted, isAlone, isTight, isInAddress });
    // A value that is no secret may be the name of the next one.
    at = match.index + (isOne ? whole.length : from);
    if (isOne) yield matchAt(match.index, from, value);
  }
}

const BEFORE_ALONE = new RegExp(String.raw`(?:^|[\n\r"'\x60])${LISTED}$`);
/** Most characters before a line in a listing. */
const LONGEST_LISTED = 160;

function isAloneIn(text: string, from: number, to: number): boolean {
  return (
    BEFORE_ALONE.test(text.slice(Math.max(0, from - LONGEST_LISTED), from)) &&
    /^[ \t]{0,8}(?:$|[\n\r"'`])/.test(text.slice(to, to + 10))
  );
}

/** Passwords, by the name before them and their form. */
export function* passwordsIn(text: string): Generator<RuleMatch> {
  yield* valuesOf(text, isPassword);
  for (const { 0: whole, 1: name = '', 2: value = '', index } of text.matchAll(VARIABLE_OF_DOCKER))
    if (isPassword({ name, value, isQuoted: false, isAlone: true }) || (PASSWORD.test(name) && WORD.test(value)))
      yield matchAt(index, whole.length - value.length, value);
}

function isKey(assigned: Assigned): boolean {
  if (NAME_OF_RANDOM.test(apart(assigned.name))) return isRandomFor(assigned);
  if (SESSION.test(apart(assigned.name)) && assigned.value.length >= MIN_SESSION) return isOfRandom(assigned.value);
  if (assigned.isInAddress && isOfRandom(assigned.value)) return isAddressKey(assigned);
  return isKeyName(assigned.name) && isValueOfKey(assigned);
}

function isValueOfKey(assigned: Assigned): boolean {
  const { name, value, isQuoted, isTight } = assigned;
  const isVariable = VARIABLE.test(name);
  if (isKeyValue(value) && (isQuoted || HEXADECIMAL.test(value) || isVariable)) return true;
  if (isVariable && isTight) return isMemorable(value) || (isCamelWord(value) && !NAME_IN_CODE_START.test(value));
  return !STORAGE_KEY.test(name) && isMixedFor(assigned);
}

function isMixedFor({ name, value, isQuoted, isAlone }: Assigned): boolean {
  return isQuoted || VARIABLE.test(name) ? isMixed(value) : isAlone && isMixedWithin(value);
}

/** A shorter code is a voucher's or an error's. */
const MIN_CODE = 32;

function isAddressKey({ name, value }: Assigned): boolean {
  if (name === 'code') return value.length >= MIN_CODE;
  return QUERY_KEY.test(apart(name)) && !NAMING_KEY.test(apart(name));
}

/** True for a random value; signs of base64 and of addresses may separate its parts. */
function isOfRandom(value: string): boolean {
  return isKeyValue(value.replace(/[+/=.~%:]/g, '')) || isRandom(value);
}

function isRandomFor({ name, value, isTight }: Assigned): boolean {
  if (NUMBERED_SID.test(value)) return false;
  if (isTight && VARIABLE.test(name)) return isKeyValue(value) || isMixed(value);
  return isOfRandom(value);
}

/** A name with its words separated: `passwordSalt` as `password_Salt`. */
function apart(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
}

function isKeyName(name: string): boolean {
  const words = apart(name);
  return KEY.test(name) || (OTHER_KEY.test(words) && !NAMING_KEY.test(words));
}

export function keysIn(text: string): Generator<RuleMatch> {
  return valuesOf(text, isKey);
}

export function matchAt(index: number, from: number, value: string): RuleMatch {
  const start = index + from;
  const place = [start, start + value.length] as const;
  return { groups: [[index, start + value.length], place] };
}
