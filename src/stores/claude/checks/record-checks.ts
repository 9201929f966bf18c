import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { KIND } from '../../../codecs/json/tape.ts';
import {
  elements,
  fieldsNamed,
  isArray,
  isNull,
  isObject,
  isString,
  isText,
  lexemeOf,
  members,
  spanOf,
  textOf,
  typeOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { lackedMember } from '../read/attachments.ts';
import { imageFault, KNOWN_BLOCKS, NAME_LIMIT, startsPlainly } from '../read/content.ts';
import type { Envelope, OwnKey } from '../read/envelope.ts';
import { isTruthy, strip } from '../read/python.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { RecordAt, Records } from '../read/records.ts';
import { type RecordFinding, shortLexeme } from './record-finding.ts';

/** Needs no call for a record for which `isPlainRecord` is true. */
export function checkRecord(records: Records, visited: RecordAt, found: RecordFinding[]): void {
  const { n, line, record, own } = visited;
  if (line.tape === null || record === null) return;
  const { tape, base } = line;
  const at = (code: Code, value: Value, path: string, detail: string, more: Partial<RecordFinding> = {}) =>
    found.push({ n, code, at: path, offset: base + spanOf(value).start, detail, ...more });
  checkAttachment(records, n, own, at);
  if (!tape.distinct) keysTwice(records, visited, at);
  checkShape(records, n, own, (code, key, detail, more) =>
    at(code, own.get(key) ?? record, own.kind(key) === 0 ? '' : `/${key}`, detail, more),
  );
  if (!records.isMessage(n)) return;
  if (tape.loneSurrogate >= 0)
    at('CL420', record, '', 'has half of a surrogate pair', { offset: base + tape.loneSurrogate, hazard: true });
  hazardsIn(own, (code, value, path, detail) => at(code, value, path, detail, { hazard: true }));
}

type ReportAtValue = (code: Code, value: Value, path: string, detail: string, more?: Partial<RecordFinding>) => void;

/** Reports a repeated key: the last one counts, and another value of an earlier one is lost. */
function keysTwice(records: Records, { n, record, line }: RecordAt, at: ReportAtValue): void {
  const [twice] = line.tape === null ? [] : duplicateKeys(line.tape);
  if (twice === undefined || record === null) return;
  const message = lastValue(record, 'message');
  const lost = records.isMessage(n) ? (lostTwin(record, 'message') ?? lostTwin(message, 'content')) : null;
  if (lost === null) at('CL017', twice.key, '', `has the key ${shortLexeme(twice.key)} twice in one object`);
  else at('CL023', lost, lost.at === message?.at ? '/message' : '/message/content', TWO_THINGS, { hazard: true });
}

const TWO_THINGS = 'says two things, the first of which is not sent';

/** The last value of a key, if an earlier one differs and has words; null otherwise. */
function lostTwin(of: Value | null, key: string): Value | null {
  const all = members(of).filter((each) => textOf(each.key) === key);
  const last = all.at(-1)?.value ?? null;
  const isLost = last !== null && all.some(({ value }) => saysAnything(value) && lexemeOf(value) !== lexemeOf(last));
  return isLost ? last : null;
}

/** True for a record in which `checkRecord` finds nothing, as in most. */
export function isPlainRecord(records: Records, { n, line: { tape }, own }: RecordAt): boolean {
  if (tape === null || !tape.distinct || lackedOf(records, n, own) !== null) return false;
  if (!records.isKept(n)) return own.kind('message') === 0 && own.textAt('type', SNAPSHOT) < 0;
  if (records.has(n, RECORD_FLAG.noUuid)) return false;
  const isPlain =
    !records.has(n, RECORD_FLAG.boundary) &&
    isFlag(own.kind('isMeta')) &&
    isFlag(own.kind('isSidechain')) &&
    isAbsent(own.kind('teamName'));
  const { isThere, isHarmless, calls } = own.content;
  const isUsual = isThere && isHarmless && (calls === 0 || records.classOf[n] === CLASS.assistant);
  return isPlain && (!records.isMessage(n) || (isUsual && tape.loneSurrogate < 0));
}

const FLAGS = ['isMeta', 'isSidechain'] as const;
const SNAPSHOT = fieldsNamed('file-history-snapshot');

function isAbsent(kind: number): boolean {
  return kind === 0 || kind === KIND.null;
}

function isFlag(kind: number): boolean {
  return isAbsent(kind) || kind === KIND.true || kind === KIND.false;
}

type ReportAtKey = (code: Code, key: OwnKey, detail: string, more?: Partial<RecordFinding>) => void;

function checkShape(records: Records, n: number, own: Envelope, at: ReportAtKey): void {
  if (!records.isKept(n)) {
    checkType(own, at);
    return;
  }
  if (records.isMessage(n) && records.has(n, RECORD_FLAG.noUuid)) at('CL105', 'uuid', 'is a message without a uuid');
  checkFlags(own, at);
  if (records.isMessage(n) && !own.content.isThere) checkContent(own, at);
  if (records.has(n, RECORD_FLAG.boundary) && !isObject(own.get('compactMetadata')))
    at('CL108', 'compactMetadata', 'is a compaction without its metadata');
}

function lackedOf(records: Records, n: number, own: Envelope): ReturnType<typeof lackedMember> {
  return records.classOf[n] === CLASS.attachment ? lackedMember(own.get('attachment')) : null;
}

function checkAttachment(records: Records, n: number, own: Envelope, at: ReportAtValue): void {
  const attachment = own.get('attachment');
  const lacked = lackedOf(records, n, own);
  if (attachment === null || lacked === null) return;
  const value = lastValue(attachment, lacked.key);
  const detail = `has an attachment of type ${textAt(attachment, 'type')} without ${lacked.key}`;
  at('CL435', value ?? attachment, value === null ? '/attachment' : `/attachment/${lacked.key}`, detail, HAZARD);
}

const HAZARD = { hazard: true } as const;

function checkType(own: Envelope, at: ReportAtKey): void {
  if (isUntypedMessage(own)) at('CL110', 'type', 'has a message of a type that the program does not know');
  else if (own.textAt('type', SNAPSHOT) === 0) checkSnapshot(own, at);
}

/** True for a message whose wrong type keeps it out of the conversation. It has links, unlike copies of sent messages. */
function isUntypedMessage(own: Envelope): boolean {
  if (own.kind('uuid') !== KIND.string || own.kind('parentUuid') === 0) return false;
  const role = textAt(own.get('message'), 'role') ?? '';
  const isSaid = own.kind('isSidechain') !== KIND.true && own.kind('isApiErrorMessage') !== KIND.true;
  return own.content.isThere && ROLES.includes(role) && isSaid;
}

const ROLES = ['user', 'assistant'];

/** The program reads the snapshot of each message that it sends. */
function checkSnapshot(own: Envelope, at: ReportAtKey): void {
  const snapshot = own.get('snapshot');
  if (snapshot === null || typeOf(snapshot) === 'null')
    at('CL428', 'snapshot', 'is a snapshot record without a snapshot', { hazard: true });
}

function checkFlags(own: Envelope, at: ReportAtKey): void {
  for (const key of FLAGS)
    if (!isFlag(own.kind(key))) at('CL103', key, `has a value for ${key} that is not true or false`);
  const team = own.get('teamName');
  if (team !== null && !isAbsent(own.kind('teamName')) && (!isString(team) || textOf(team) === ''))
    at('CL103', 'teamName', 'has a teamName that is not a name');
}

/** Checks a message whose content is neither text nor list: other content may still have words. */
function checkContent(own: Envelope, at: ReportAtKey): void {
  const message = own.get('message');
  const content = isObject(message) ? lastValue(message, 'content') : null;
  const isSaid = isObject(message)
    ? content !== null && saysAnything(content)
    : message !== null && saysAnything(message);
  if (isSaid) at('CL109', 'message', 'has a message that is neither a text nor a list', { hazard: true });
  else at('CL104', 'message', 'has a message without content', { hazard: true });
}

function saysAnything(value: Value): boolean {
  if (isString(value)) return textOf(value) !== '';
  if (isObject(value)) return members(value).length > 0;
  return isArray(value) ? elements(value).length > 0 : typeOf(value) !== 'null';
}

/** `path`: a pointer below the record. */
type ReportAt = (code: Code, value: Value, path: string, detail: string) => void;

/** Reports content of a user or assistant record that the program cannot send or ignores. */
export function hazardsIn(own: Envelope, at: ReportAt): void {
  const content = lastValue(own.get('message'), 'content');
  const isQuestion = isText(own.get('type'), 'user');
  if (isQuestion && isString(content) && isBlank(content))
    at('CL425', content, '/message/content', 'has a blank question');
  if (!isArray(content)) return;
  const blocks = elements(content);
  if (says(content, blocks, isQuestion, at)) lostText(blocks, at);
  const check = isQuestion ? inQuestion : inBlock;
  for (const [i, block] of blocks.entries()) check(block, `/message/content/${i}`, at);
}

/** False, with a report, if a list of blocks has no words at all. */
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

/** Codes for the user's messages: the program mends thinking without a signature and calls without a name only in answers. */
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

function saysNothing(block: Value): boolean {
  const type = textAt(block, 'type');
  if (type !== 'text') return type === null && !hasWords(block);
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

/** True for a blank text. It decodes only texts that begin like one: most do not, and some are very long. */
function isBlank(text: Value): boolean {
  return !startsPlainly(text.tape, text.at) && strip(textOf(text)) === '';
}

function inBlock(block: Value, path: string, at: ReportAt): void {
  const type = textAt(block, 'type');
  if (type === null) {
    if (hasWords(block)) at('CL109', block, path, 'has something among its blocks that is not a block');
    return;
  }
  const check = BLOCK_CHECKS.get(type);
  if (check !== undefined) check(block, path, at);
  else if (!KNOWN_BLOCKS.includes(type)) at('CL427', block, path, 'has a block of a type that the API does not know');
}

function hasWords(value: Value): boolean {
  if (isString(value)) return !isBlank(value);
  return isObject(value) ? members(value).some(({ key }) => textOf(key) !== 'type') : elements(value).length > 0;
}

type BlockCheck = (block: Value, path: string, at: ReportAt) => void;

const BLOCK_CHECKS: ReadonlyMap<string, BlockCheck> = new Map([
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

/** The program skips a call without an id, with any other fault in it. */
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

/** The program gives a call without a name one; it sends any other text as it is. */
function inName(block: Value, path: string, at: ReportAt): void {
  const name = lastValue(block, 'name');
  const text = textAt(block, 'name');
  if (text === null) at('CL432', name ?? block, name === null ? path : `${path}/name`, 'calls a tool without a name');
  else if (text === '' || text.length > NAME_LIMIT)
    at('CL426', name ?? block, `${path}/name`, 'calls a tool by a name that cannot be sent');
}

/** The program keeps the texts in a failed call's result, and stops at a null. */
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
