import { TOKEN } from '../../../codecs/json/tape.ts';
import { elements, isArray, isString, members, textOf, type Value } from '../../../codecs/json/value.ts';
import { textAt } from '../../engine/text-at.ts';
import type { SaidInBlock } from './blocks.ts';
import { contentOf, lastValue } from './last-value.ts';

/** A person's typing while a tool asked, from the result's record: answers, notes, reasons of a refusal. */
export function typedAnswers(record: Value): SaidInBlock[] {
  const [result = null] = contentOf(lastValue(record, 'message')).filter(isResult);
  if (result === null) return [];
  const callId = textAt(result, 'tool_use_id');
  const typed = [...answersIn(lastValue(record, 'toolUseResult')), ...reasonIn(result)];
  return typed.map(({ text, mark }) => ({
    path: '/toolUseResult',
    role: 'user',
    type: 'text',
    text,
    ...(callId === null ? {} : { callId }),
    marks: [mark],
  }));
}

interface Typed {
  readonly text: string;
  readonly mark: string;
}

function isResult(block: Value): boolean {
  return textAt(block, 'type') === 'tool_result';
}

/** The program's words for no answer. */
const NO_ANSWER: readonly string[] = ['', '(notes only)', '(no option selected)'];

function* answersIn(result: Value | null): Generator<Typed> {
  const answers = lastValue(result, 'answers');
  const notes = lastValue(result, 'annotations');
  for (const { key, value } of answers === null ? [] : members(answers)) {
    const question = textOf(key);
    const note = textAt(lastValue(notes, question), 'notes') ?? '';
    const words = [...wordsOf(value), note].filter((each) => !NO_ANSWER.includes(each));
    if (words.length > 0) yield { text: words.join('\n'), mark: `answer to: ${question}` };
  }
}

function wordsOf(answer: Value): string[] {
  if (isArray(answer)) return [elements(answer).flatMap(wordsOf).join(', ')];
  return isString(answer) ? [textOf(answer)] : [];
}

/** Behind the sentences of the program, and before its note. */
const REASON =
  /^(?:The user doesn't want to proceed|Permission for this tool use was denied|The (?:user|agent)[^\n]*rejected).*?the user said:\n(.*?)(?:\n\nNote: The user's next message.*)?$/is;

/** Tells most outputs, some of which are long, from those sentences without decoding them. */
function mayBegin({ tape: { bytes, words }, at }: Value): boolean {
  const from = (words[at * TOKEN + 1] as number) + 1;
  return BEGINNINGS.some((beginning) => isBegun(bytes, from, beginning));
}

/** How the sentences begin, in small letters. */
const BEGINNINGS = ['the user', 'the agent', 'permission'].map((text) => Buffer.from(text));
const [BACKSLASH, SMALL] = [0x5c, 0x20];

/** Does a text begin so, whatever its letters, or may it, because an escape spells one of them. */
function isBegun(bytes: Uint8Array, from: number, beginning: Uint8Array): boolean {
  for (let i = 0; i < beginning.length; i++) {
    const byte = bytes[from + i] as number;
    if (byte === BACKSLASH) return true;
    if ((byte | SMALL) !== beginning[i]) return false;
  }
  return true;
}

function* reasonIn(result: Value): Generator<Typed> {
  const content = lastValue(result, 'content');
  const said = isString(content) ? content : lastValue(contentOf(result)[0], 'text');
  const reason = isString(said) && mayBegin(said) ? (REASON.exec(textOf(said))?.[1]?.trim() ?? '') : '';
  if (reason !== '') yield { text: reason, mark: 'reason of a refusal' };
}
