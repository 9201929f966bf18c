import {
  elements,
  isArray,
  isObject,
  isString,
  isTrue,
  member,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';

/** The content of a message: a text, a part or a list of parts. */
export interface GeminiContent {
  /** Without thoughts. */
  readonly text: string;
  readonly thought: string;
  /** The text in which the program recognises commands and set-up text: a bracket replaces each part without text. */
  readonly tested: string;
  readonly responses: readonly Value[];
  readonly calls: readonly Value[];
  readonly pictures: readonly Value[];
  /** Parts of no known type. */
  readonly unknownParts: readonly Value[];
  /** True for a value that cannot be sent: null, or of an unknown form. */
  readonly isNone: boolean;
  /** True if a part is empty: the program does not send an answer with such a part. */
  readonly hasEmptyPart: boolean;
}

const NO_PARTS = { thought: '', responses: [], calls: [], pictures: [], unknownParts: [] };
const PARTS = ['text', 'functionResponse', 'functionCall', 'inlineData', 'fileData'];

export function contentOf(value: Value | null): GeminiContent {
  if (isString(value)) {
    const text = textOf(value);
    return { text, tested: text.trim(), ...NO_PARTS, isNone: false, hasEmptyPart: false };
  }
  const parts = isArray(value) ? elements(value) : value === null ? [] : [value];
  const textsOf = (all: readonly Value[]) => all.map(textIn).filter(isString).map(textOf).join('');
  const objects = (key: string) => parts.map((part) => member(part, key, 'last')).filter(isObject);
  return {
    text: textsOf(parts.filter((part) => !isThought(part))),
    thought: textsOf(parts.filter(isThought)),
    tested: parts.map(testedOf).join('').trim(),
    responses: objects('functionResponse'),
    calls: objects('functionCall'),
    pictures: [...objects('inlineData'), ...objects('fileData')],
    unknownParts: parts.filter((part) => !isString(part) && PARTS.every((key) => member(part, key, 'last') === null)),
    isNone: !isArray(value) && !isObject(value),
    hasEmptyPart: parts.some(isEmpty),
  };
}

const OTHER_PARTS = [...PARTS.slice(1), 'executableCode', 'codeExecutionResult', 'videoMetadata'];

function testedOf(part: Value): string {
  const text = textIn(part);
  const isOther = isThought(part) || OTHER_PARTS.some((key) => member(part, key) !== null);
  return isOther ? '[' : isString(text) ? textOf(text) : '';
}

function textIn(part: Value): Value | null {
  return isString(part) ? part : member(part, 'text', 'last');
}

function isThought(part: Value): boolean {
  return isTrue(member(part, 'thought', 'last'));
}

/** True for a part without members, or with an empty text alone. */
function isEmpty(part: Value): boolean {
  if (!isObject(part)) return isString(part) && textOf(part) === '';
  const text = member(part, 'text', 'last');
  const rest = members(part).length - (isString(text) && textOf(text) === '' ? 1 : 0);
  return rest === 0;
}

/** True for an answer with a text, a thought or a call: it keeps the file. */
export function isAnswer({ tested }: GeminiContent, message: Value): boolean {
  return tested !== '' || ['toolCalls', 'thoughts'].some((key) => elements(member(message, key, 'last')).length > 0);
}

export type Use =
  | 'sent'
  /** A text that begins with `?` or `/`, which the program takes for a command. */
  | 'command'
  /** The set-up text: it describes the folder to the model, before any question. */
  | 'setup'
  /** The set-up text and a question in one message, as the program writes them after a cancelled request; it sends neither. */
  | 'setup-and-question'
  | 'notice'
  | 'unknown'
  /** An answer with an empty part: the program sends nothing of it. */
  | 'void'
  | 'empty';

const NOTICES: readonly string[] = ['info', 'error', 'warning'];
const SETUP = /^<(session|hook)_context>/;
const SETUP_END = /<\/(?:session|hook)_context>\s*([\s\S]*)$/;

export function useOf(type: string | null, content: GeminiContent, hasCalls: boolean): Use {
  const { text, thought, tested, responses, pictures, calls } = content;
  const hasParts = thought !== '' || responses.length + pictures.length + calls.length > 0;
  if (type === 'gemini') return useOfAnswer(text, hasCalls || hasParts, content.hasEmptyPart);
  if (type === 'user') return useOfQuestion(tested);
  return type !== null && NOTICES.includes(type) ? 'notice' : 'unknown';
}

function useOfAnswer(text: string, hasParts: boolean, hasEmptyPart: boolean): Use {
  if (text === '' && !hasParts) return 'empty';
  return hasEmptyPart ? 'void' : 'sent';
}

function useOfQuestion(said: string): Use {
  if (SETUP.test(said)) return questionBehind(said) === '' ? 'setup' : 'setup-and-question';
  if (/^[/?]/.test(said)) return 'command';
  return said === '' ? 'empty' : 'sent';
}

export function questionBehind(text: string): string {
  return SETUP_END.exec(text.trim())?.[1] ?? '';
}
