import { isInteger, isString, kindOf, lexemeOf, textOf, type Value } from '../../../codecs/json/value.ts';

/** An id, or a reference to one, as R has it. */
export type Ref =
  /** Missing or null. */
  | { readonly is: 'none' }
  | { readonly is: 'number'; readonly number: number; readonly value: Value }
  | { readonly is: 'text'; readonly text: string; readonly value: Value }
  | { readonly is: 'boolean'; readonly number: 0 | 1; readonly value: Value }
  /** An object or a list: R cannot compare it. */
  | { readonly is: 'other'; readonly value: Value };

/** What a value is as an id; `value` as `fieldOf` gives it. */
export function refOf(value: Value | null): Ref {
  if (value === null) return { is: 'none' };
  const kind = kindOf(value);
  if (kind === 'number') return { is: 'number', number: Number(lexemeOf(value)), value };
  if (isString(value)) return { is: 'text', text: textOf(value), value };
  if (kind === 'true' || kind === 'false') return { is: 'boolean', number: kind === 'true' ? 1 : 0, value };
  return kind === 'null' ? { is: 'none' } : { is: 'other', value };
}

/** Whether R's `==` holds them equal: a number beside a text is compared as R prints it. False where R has no answer. */
export function isSame(a: Ref, b: Ref): boolean {
  if (a.is === 'text' || b.is === 'text') return textOfRef(a) !== null && textOfRef(a) === textOfRef(b);
  return 'number' in a && 'number' in b && a.number === b.number;
}

/** An id as R writes it as text; null for none and for what is not an id. */
export function textOfRef(ref: Ref): string | null {
  if (ref.is === 'text') return ref.text;
  if (ref.is === 'boolean') return ref.number === 1 ? 'TRUE' : 'FALSE';
  return ref.is === 'number' ? numberText(ref.value, ref.number) : null;
}

const LARGEST = 2 ** 31 - 1;

/** Integers as they are, all other numbers with at most 15 digits, whichever way is shorter. */
function numberText(value: Value, number: number): string {
  if (isInteger(value) && Math.abs(number) <= LARGEST) return String(number);
  const rounded = Number(number.toPrecision(15));
  const [digits = '', exponent = '0'] = rounded.toExponential().split('e');
  const size = Math.abs(Number(exponent)).toString().padStart(2, '0');
  const scientific = `${digits}e${exponent.startsWith('-') ? '-' : '+'}${size}`;
  const fixed = fixedText(rounded);
  return fixed.length <= scientific.length ? fixed : scientific;
}

function fixedText(number: number): string {
  const text = String(number);
  return text.includes('e') ? number.toFixed(number < 1 && number > -1 ? 20 : 0) : text;
}
