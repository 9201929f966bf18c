import { elements, lexemeOf, members, textOf, typeOf, type Value } from '../../../codecs/json/value.ts';

/** A value as Python's `json.dumps` writes it: compact, ASCII only, floats in Python's form, the last of repeated keys. */
export function dump(value: Value): string {
  switch (typeOf(value)) {
    case 'object':
      return dumpObject(value);
    case 'array':
      return `[${elements(value).map(dump).join(',')}]`;
    case 'string':
      return dumpText(textOf(value));
    case 'number':
      return dumpNumber(lexemeOf(value));
    default:
      return typeOf(value);
  }
}

/** A repeated key keeps its first place and its last value. */
function dumpObject(value: Value): string {
  const fields = new Map(members(value).map((each) => [textOf(each.key), each.value]));
  return `{${Array.from(fields, ([key, each]) => `${dumpText(key)}:${dump(each)}`).join(',')}}`;
}

/** A JSON text with escapes for all characters beyond ASCII; half surrogates stay as they are. */
export function dumpText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function dumpNumber(lexeme: string): string {
  if (/^-?\d+$/.test(lexeme)) return lexeme === '-0' ? '0' : lexeme;
  const number = lexeme === 'NaN' ? Number.NaN : Number(lexeme);
  if (!Number.isFinite(number)) return String(number);
  if (Object.is(number, -0)) return '-0.0';
  return floatText(number);
}

/** `repr` of a float: the shortest digits, which JavaScript finds, in Python's form. */
function floatText(number: number): string {
  const [digits = '', exponent = '0'] = number.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  // JavaScript writes no exponent in this range.
  const plain = String(number);
  return plain.includes('.') ? plain : `${plain}.0`;
}

export function strip(text: string): string {
  return text.replace(LEADING_SPACE, '').replace(TRAILING_SPACE, '');
}

const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const LEADING_SPACE = new RegExp(`^${SPACE}+`);
const TRAILING_SPACE = new RegExp(`${SPACE}+$`);

/** True as in Python's `if value:`, for copies by the SDK; false for a missing key. */
export function isTruthy(value: Value | null): boolean {
  if (value === null) return false;
  switch (typeOf(value)) {
    case 'string':
      return textOf(value) !== '';
    case 'number':
      return Number(lexemeOf(value)) !== 0;
    case 'object':
      return members(value).length > 0;
    case 'array':
      return elements(value).length > 0;
    default:
      return typeOf(value) === 'true';
  }
}
