import {
  elements,
  isArray,
  isObject,
  isString,
  isText,
  kindOf,
  members,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { imageFault, KNOWN_BLOCKS, NAME_LIMIT, startsPlainly } from '../read/content.ts';
import type { Envelope } from '../read/envelope.ts';
import { isTruthy, strip } from '../read/python.ts';

/** `path` is a pointer below the record. */
type ReportAt = (code: Code, value: Value, path: string, detail: string) => void;

/** Notes content of a user or assistant record that the program cannot send or passes over. */
export function hazardsIn(own: Envelope, at: ReportAt): void {
  const content = lastValue(own.get('message'), 'content');
  const isQuestion = isText(own.get('type'), 'user');
  if (isQuestion && isString(content) && isBlank(content))
    at('CL425', content, '/message/content', 'has a blank question');
  if (!isArray(content)) return;
  const blocks = elements(content);
  if (says(content, blocks, isQuestion, at)) lostText(blocks, at);
  const look = isQuestion ? inQuestion : inBlock;
  for (const [i, block] of blocks.entries()) look(block, `/message/content/${i}`, at);
}

/** Answers false, and why, where a list of blocks says nothing at all. */
function says(content: Value, blocks: readonly Value[], isQuestion: boolean, at: ReportAt): boolean {
  const no = (code: Code, detail: string) => {
    at(code, content, '/message/content', detail);
    return false;
  };
  if (blocks.length === 0 && !isQuestion) return no('CL421', 'is an answer without content');
  if (blocks.length > 0 && blocks.every(isNothing)) return no('CL104', 'has a message of which nothing is left');
  if (isQuestion && blocks.every(saysNothing)) return no('CL414', 'has a question that says nothing');
  return true;
}

/** The program mends thinking without a signature, and calls without a name; but not the user's. */
function ofUser(at: ReportAt): ReportAt {
  return (code, value, path, detail) => {
    const here = USERS[code];
    if (here === undefined) at(code, value, path, detail);
    else at(here, value, path, `${detail} in a message of the user`);
  };
}

const USERS: Readonly<Partial<Record<Code, Code>>> = { CL416: 'CL429', CL432: 'CL426' };

function inQuestion(block: Value, path: string, at: ReportAt): void {
  if (isText(lastValue(block, 'type'), 'tool_use')) at('CL434', block, path, 'has a call in a message of the user');
  inBlock(block, path, ofUser(at));
}

export function isNull(value: Value): boolean {
  return kindOf(value) === 'null';
}

function saysNothing(block: Value): boolean {
  const type = textAt(block, 'type');
  if (type !== 'text') return type === null && !saysAnything(block);
  const text = lastValue(block, 'text');
  return isMissing(text) || (isString(text) && isBlank(text));
}

function isNothing(block: Value): boolean {
  return isNull(block) || (isArray(block) && elements(block).length === 0);
}

function lostText(blocks: readonly Value[], at: ReportAt): void {
  const i = blocks.findIndex(
    (block) => isText(lastValue(block, 'type'), 'text') && isMissing(lastValue(block, 'text')),
  );
  const block = blocks[i];
  if (block !== undefined) at('CL433', block, `/message/content/${i}`, 'has a block of text without a text');
}

function isMissing(value: Value | null): boolean {
  return value === null || isNull(value);
}

/** Decodes only a text that begins like a blank one: most do not, and some are very long. */
function isBlank(text: Value): boolean {
  return !startsPlainly(text.tape, text.at) && strip(textOf(text)) === '';
}

function inBlock(block: Value, path: string, at: ReportAt): void {
  const type = textAt(block, 'type');
  if (type === null) {
    if (saysAnything(block)) at('CL109', block, path, 'has something among its blocks that is not a block');
    return;
  }
  const look = LOOKS.get(type);
  if (look !== undefined) look(block, path, at);
  else if (!KNOWN_BLOCKS.includes(type)) at('CL427', block, path, 'has a block of a type that the API does not know');
}

function saysAnything(value: Value): boolean {
  if (isString(value)) return !isBlank(value);
  return isObject(value) ? members(value).some(({ key }) => textOf(key) !== 'type') : elements(value).length > 0;
}

type BlockCheck = (block: Value, path: string, at: ReportAt) => void;

const LOOKS: ReadonlyMap<string, BlockCheck> = new Map([
  ['text', inText],
  ['thinking', inThinking],
  ['image', inImage],
  ['tool_use', inCall],
  ['tool_result', inResult],
]);

function inText(block: Value, path: string, at: ReportAt): void {
  const text = lastValue(block, 'text');
  if (text !== null && !isString(text) && !isNull(text))
    at('CL109', text, `${path}/text`, 'has a text block whose text is not a string');
}

function inThinking(block: Value, path: string, at: ReportAt): void {
  const thinking = lastValue(block, 'thinking');
  const signature = textAt(block, 'signature') ?? '';
  if (signature === '') at('CL416', block, path, 'has a thinking block without a signature');
  else if (!isString(thinking)) at('CL424', block, path, 'has a thinking block without a text');
}

/** A call without an id is passed over, whatever else is wrong with it. */
function inCall(block: Value, path: string, at: ReportAt): void {
  if ((textAt(block, 'id') ?? '') === '') return;
  const input = lastValue(block, 'input');
  inName(block, path, at);
  if (!isObject(input))
    at(
      'CL422',
      input ?? block,
      input === null ? path : `${path}/input`,
      'calls a tool with an input that is not an object',
    );
}

/** The program names a call without a name; a name that is a text is sent as it is. */
function inName(block: Value, path: string, at: ReportAt): void {
  const name = lastValue(block, 'name');
  const text = textAt(block, 'name');
  if (text === null) at('CL432', name ?? block, name === null ? path : `${path}/name`, 'calls a tool without a name');
  else if (text === '' || text.length > NAME_LIMIT)
    at('CL426', name ?? block, `${path}/name`, 'calls a tool by a name that cannot be sent');
}

/** Of the result of a failed call the program keeps the texts, and stops at null. */
function inResult(block: Value, path: string, at: ReportAt): void {
  const content = lastValue(block, 'content');
  if (content !== null && isTruthy(lastValue(block, 'is_error')) && elements(content).some(isNull))
    at('CL431', content, `${path}/content`, 'has the result of a call that failed with null in its list');
  for (const [i, inner] of elements(content).entries())
    if (isText(lastValue(inner, 'type'), 'image')) inImage(inner, `${path}/content/${i}`, at);
}

function inImage(block: Value, path: string, at: ReportAt): void {
  const fault = imageFault(block);
  if (fault !== null) at(fault.code, block, path, `has an ${fault.name}`);
}
