import { BLANK_WORDS, NO_VALUE_WORD } from './rule-parts.ts';

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
