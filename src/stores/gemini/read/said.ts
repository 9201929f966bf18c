import { eachElement, elements, lexemeOf, member, type Value } from '../../../codecs/json/value.ts';
import type { Message, Picture } from '../../../model/conversation.ts';
import { pictureFrom } from '../../engine/image.ts';
import { resultText, seenIn, textAt, timeAt, wordsOf } from '../../engine/text-at.ts';
import { type Content, contentOf, questionBehind } from './content.ts';
import type { Ref } from './session.ts';

/** A message without its position. */
export type Said = Omit<Message, 'index' | 'at'>;
type Common = Pick<Said, 'time' | 'model'>;

/** The shown messages of one record of the program; `results` were shown before. */
export function* saidBy(ref: Ref, value: Value, results: Set<string>): Generator<Said> {
  const time = timeAt(value, 'timestamp');
  const common = time === null ? {} : { time: Math.floor(time / 1000) };
  if (ref.type === 'gemini') return yield* answerIn(value, common, results);
  const content = contentOf(member(value, 'content', 'last'));
  if (ref.type === 'user') return yield* askedIn(ref, value, content, common, results);
  const marks = [ref.use === 'notice' ? `${ref.type}` : 'not read by the program'];
  yield { ...common, role: 'system', type: 'other', text: content.text, marks, hidden: true };
}

function* askedIn(ref: Ref, value: Value, content: Content, common: Common, shown: Set<string>): Generator<Said> {
  const { text } = content;
  const isSetUp = ref.use === 'setup' || ref.use === 'setup-and-question';
  if (isSetUp) yield { ...common, role: 'user', type: 'text', text, source: 'program', hidden: true };
  const question = isSetUp ? questionBehind(text) : text;
  const pictures = content.pictures.map(pictureOf);
  if (question !== '' || pictures.length > 0) {
    const typed = contentOf(member(value, 'displayContent', 'last')).text;
    yield { ...common, ...asked(question, typed, ref.use === 'sent'), ...(pictures.length > 0 && { pictures }) };
  }
  for (const response of content.responses) yield* resultIn(response, common, shown, {});
}

function asked(text: string, typed: string, isSent: boolean): Said {
  const words = typed === '' || typed === text ? {} : { words: typed };
  const marks = isSent ? {} : { marks: ['not sent'] };
  return { ...words, ...marks, role: 'user', type: 'text', text, hidden: !isSent };
}

function* answerIn(value: Value, common: Common, results: Set<string>): Generator<Said> {
  const model = textAt(value, 'model');
  const by = model === null ? common : { ...common, model };
  for (const thought of eachElement(member(value, 'thoughts', 'last'))) {
    const text = [textAt(thought, 'subject'), textAt(thought, 'description')].filter(Boolean).join('\n');
    if (text !== '') yield { ...by, role: 'assistant', type: 'reasoning', text, hidden: true };
  }
  const { text } = contentOf(member(value, 'content', 'last'));
  if (text !== '') yield { ...by, role: 'assistant', type: 'text', text, hidden: false };
  for (const call of eachElement(member(value, 'toolCalls', 'last'))) yield* callIn(call, by, results);
}

function* callIn(call: Value, common: Common, results: Set<string>): Generator<Said> {
  const [name, id, args] = [textAt(call, 'name') ?? 'tool', textAt(call, 'id'), member(call, 'args', 'last')];
  const ids = id === null ? {} : { callId: id };
  const given = args === null ? {} : { arguments: lexemeOf(args) };
  yield { ...common, ...ids, ...given, role: 'assistant', type: 'tool_call', text: null, name, hidden: false };
  const end = { ...endOf(textAt(call, 'status')), seen: seenIn(member(call, 'resultDisplay', 'last')) };
  for (const response of contentOf(member(call, 'result', 'last')).responses)
    yield* resultIn(response, common, results, end);
}

type Ended = Pick<Said, 'failed' | 'cancelled'>;

interface End extends Ended {
  /** What people saw of it. */
  readonly seen?: string;
}

function endOf(status: string | null): Ended {
  if (status === 'error') return { failed: true };
  return status === 'cancelled' ? { cancelled: true } : {};
}

/** A result is in its call and in a message of its own; it is shown once. */
function* resultIn(response: Value, common: Common, results: Set<string>, end: End): Generator<Said> {
  const { seen = '', ...ended } = end;
  const [id, name] = [textAt(response, 'id'), textAt(response, 'name')];
  const body = member(response, 'response', 'last');
  const text = resultText(body);
  if (!isFirst(id, text, results)) return;
  const ids = { ...(id === null ? {} : { callId: id }), ...(name === null ? {} : { name }) };
  const failed = textAt(body, 'error') === null ? {} : { failed: true };
  const words = wordsOf(seen, text);
  yield { ...common, ...failed, ...ended, ...words, ...ids, role: 'tool', type: 'tool_output', text, hidden: false };
}

function isFirst(id: string | null, text: string, results: Set<string>): boolean {
  const before = results.size;
  return results.add(`${id}\n${text}`).size > before;
}

/** Numbers of shown messages and calls. */
export interface Shown {
  messages: number;
  toolCalls: number;
}

/** Counts what `saidBy` shows, and makes none of it. */
export function countShown(ref: Ref, value: Value, results: Set<string>, into: Shown): void {
  const { text, pictures, responses } = contentOf(member(value, 'content', 'last'));
  const isSaid = text !== '' || (ref.type === 'user' && pictures.length > 0);
  if (isSaid && ref.use === 'sent') into.messages++;
  if (ref.type === 'user') countResults(responses, results, into);
  if (ref.type !== 'gemini') return;
  for (const call of elements(member(value, 'toolCalls', 'last'))) {
    into.messages++;
    into.toolCalls++;
    countResults(contentOf(member(call, 'result', 'last')).responses, results, into);
  }
}

function countResults(responses: readonly Value[], results: Set<string>, into: Shown): void {
  for (const response of responses)
    if (isFirst(textAt(response, 'id'), resultText(member(response, 'response', 'last')), results)) into.messages++;
}

function pictureOf(value: Value): Picture {
  return pictureFrom(textAt(value, 'data'), textAt(value, 'mimeType'));
}
