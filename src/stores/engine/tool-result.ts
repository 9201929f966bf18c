import { isString, lexemeOf, textOf, type Value } from '../../codecs/json/value.ts';
import type { Message } from '../../model/conversation.ts';
import { textAt } from './text-at.ts';

/** The words of a result for people: a diff, or a sentence. */
export function seenIn(display: Value | null): string {
  return isString(display) ? textOf(display) : (textAt(display, 'fileDiff') ?? '');
}

/** People may see only a sentence about it, such as `Listed 4 item(s).`; the text for the model follows. */
export function wordsOf(seen: string, text: string): Pick<Message, 'words'> {
  if (text.includes(seen.trim())) return {};
  return { words: seen.includes(text.trim()) ? seen : `${seen.trimEnd()}\n${text}` };
}

/** The words of a result for the model: the `response` of a `functionResponse`. */
export function resultText(body: Value | null): string {
  return textAt(body, 'output') ?? textAt(body, 'error') ?? (body === null ? '' : lexemeOf(body));
}
