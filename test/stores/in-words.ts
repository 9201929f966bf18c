import { type Sentence, sentenceText } from '../../src/model/command.ts';

/** A value with every sentence in it as text. */
export function inWords(value: unknown): unknown {
  if (isSentence(value)) return sentenceText(value);
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Map) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inWords(each)]));
}

function isSentence(value: unknown): value is Sentence {
  if (!Array.isArray(value)) return isCommand(value);
  return value.some(isCommand) && value.every((part) => typeof part === 'string' || isCommand(part));
}

function isCommand(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'program' in value;
}
