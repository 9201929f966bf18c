import { isString, lexemeOf, member, spanOf, textOf, typeOf, type Value } from '../../codecs/json/value.ts';
import type { Message } from '../../model/conversation.ts';

/** The text at a key, of equal keys the last; null for anything else. */
export function textAt(value: Value | null | undefined, key: string): string | null {
  const found = member(value, key, 'last');
  return isString(found) ? textOf(found) : null;
}

/** True for a text that is not empty; does not decode it. */
export function isFilledText(value: Value | null): boolean {
  if (!isString(value)) return false;
  const { start, end } = spanOf(value);
  return end - start > '""'.length;
}

/** True as in JavaScript's `if (value)`; false for a missing key. */
export function isTrueInJs(value: Value | null): boolean {
  if (value === null) return false;
  const type = typeOf(value);
  if (type === 'string') return isFilledText(value);
  if (type === 'number') return Number(lexemeOf(value)) !== 0;
  return type !== 'null' && type !== 'false';
}

/** The time at a key in Unix milliseconds; null for none. */
export function timeAt(value: Value | null, key: string): number | null {
  const time = Date.parse(textAt(value, key) ?? '');
  return Number.isNaN(time) ? null : time;
}

export function countAt(value: Value | null, key: string): number {
  const found = member(value, key, 'last');
  return found === null ? 0 : Number(lexemeOf(found)) || 0;
}

export function displayTextIn(display: Value | null): string {
  return isString(display) ? textOf(display) : (textAt(display, 'fileDiff') ?? '');
}

/** Words of a result to search: people may see only a sentence, such as `Listed 4 item(s).`; the text for the model is added. */
export function searchedWords(displayText: string, text: string): Pick<Message, 'words'> {
  if (text.includes(displayText.trim())) return {};
  return { words: displayText.includes(text.trim()) ? displayText : `${displayText.trimEnd()}\n${text}` };
}

/** A result's words for the model, from the `response` of a `functionResponse`. */
export function resultText(body: Value | null): string {
  return textAt(body, 'output') ?? textAt(body, 'error') ?? (body === null ? '' : lexemeOf(body));
}

/** The value at a key, of repeated keys the last, as the program and Python read them. Null if missing, or without an object. */
export function lastValue(of: Value | null | undefined, key: string): Value | null {
  return member(of, key, 'last');
}
