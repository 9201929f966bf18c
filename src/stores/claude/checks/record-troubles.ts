import { duplicateKeys } from '../../../codecs/json/duplicates.ts';
import { KIND } from '../../../codecs/json/tape.ts';
import {
  elements,
  fieldsNamed,
  isArray,
  isObject,
  isString,
  kindOf,
  lexemeOf,
  members,
  spanOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Code } from '../../../model/finding.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import type { Envelope, OwnKey } from '../read/envelope.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { RecordAt, Records } from '../read/records.ts';
import { hazardsIn } from './block-hazards.ts';
import { type RecordFinding, shortLexeme } from './record-finding.ts';

export function recordTroubles(records: Records, met: RecordAt, found: RecordFinding[]): void {
  const { n, line, record, own } = met;
  if (line.tape === null || record === null || isSound(records, met)) return;
  const { tape, base } = line;
  const at = (code: Code, value: Value, path: string, detail: string, more: Partial<RecordFinding> = {}) =>
    found.push({ n, code, at: path, offset: base + spanOf(value).start, detail, ...more });
  if (!tape.distinct) keysTwice(records, met, at);
  shapeTroubles(records, n, own, (code, key, detail, more) =>
    at(code, own.get(key) ?? record, own.kind(key) === 0 ? '' : `/${key}`, detail, more),
  );
  if (!records.isMessage(n)) return;
  if (tape.loneSurrogate >= 0)
    at('CL420', record, '', 'has half of a surrogate pair', { offset: base + tape.loneSurrogate, hazard: true });
  hazardsIn(own, (code, value, path, detail) => at(code, value, path, detail, { hazard: true }));
}

type ReportAtValue = (code: Code, value: Value, path: string, detail: string, more?: Partial<RecordFinding>) => void;

/** A repeated key: the last one counts, and an earlier one of another value is lost. */
function keysTwice(records: Records, { n, record, line }: RecordAt, at: ReportAtValue): void {
  const [twice] = line.tape === null ? [] : duplicateKeys(line.tape);
  if (twice === undefined || record === null) return;
  const message = lastValue(record, 'message');
  const lost = records.isMessage(n) ? (lostTwin(record, 'message') ?? lostTwin(message, 'content')) : null;
  if (lost === null) at('CL017', twice.key, '', `has the key ${shortLexeme(twice.key)} twice in one object`);
  else at('CL023', lost, lost.at === message?.at ? '/message' : '/message/content', TWO_THINGS, { hazard: true });
}

const TWO_THINGS = 'says two things, the first of which is not sent';

/** The value that a key has last, where it has another one before that says anything. */
function lostTwin(of: Value | null, key: string): Value | null {
  const all = members(of).filter((each) => textOf(each.key) === key);
  const last = all.at(-1)?.value ?? null;
  const isLost = last !== null && all.some(({ value }) => saysAnything(value) && lexemeOf(value) !== lexemeOf(last));
  return isLost ? last : null;
}

/** What most records are: nothing that follows can notice anything in them. */
function isSound(records: Records, { n, line: { tape }, own }: RecordAt): boolean {
  if (tape === null || !tape.distinct) return false;
  if (!records.isKept(n)) return own.kind('message') === 0 && own.textAt('type', SNAPSHOT) < 0;
  if (records.has(n, RECORD_FLAG.noUuid)) return false;
  const isPlain =
    !records.has(n, RECORD_FLAG.boundary) &&
    isFlag(own.kind('isMeta')) &&
    isFlag(own.kind('isSidechain')) &&
    isAbsent(own.kind('teamName'));
  const { isThere, isHarmless, calls } = own.content;
  const isUsual = isThere && isHarmless && (calls === 0 || records.kind[n] === CLASS.assistant);
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

function shapeTroubles(records: Records, n: number, own: Envelope, at: ReportAtKey): void {
  if (!records.isKept(n)) {
    unknownTypeTroubles(own, at);
    return;
  }
  if (records.isMessage(n) && records.has(n, RECORD_FLAG.noUuid)) at('CL105', 'uuid', 'is a message without a uuid');
  flagTroubles(own, at);
  if (records.isMessage(n) && !own.content.isThere) contentTrouble(own, at);
  if (records.has(n, RECORD_FLAG.boundary) && !isObject(own.get('compactMetadata')))
    at('CL108', 'compactMetadata', 'is a compaction without its metadata');
}

/** A record that is none of the conversation. */
function unknownTypeTroubles(own: Envelope, at: ReportAtKey): void {
  if (isUntypedMessage(own)) at('CL110', 'type', 'has a message of a type that the program does not know');
  else if (own.textAt('type', SNAPSHOT) === 0) snapshotTrouble(own, at);
}

/**
 * What was said, in a record that is not one of the conversation only because of its type: it has its place in the conversation, which
 * copies of what was sent have not.
 */
function isUntypedMessage(own: Envelope): boolean {
  if (own.kind('uuid') !== KIND.string || own.kind('parentUuid') === 0) return false;
  const role = textAt(own.get('message'), 'role') ?? '';
  const isSaid = own.kind('isSidechain') !== KIND.true && own.kind('isApiErrorMessage') !== KIND.true;
  return own.content.isThere && ROLES.includes(role) && isSaid;
}

const ROLES = ['user', 'assistant'];

/** The program looks into the snapshot of each message that it sends. */
function snapshotTrouble(own: Envelope, at: ReportAtKey): void {
  const snapshot = own.get('snapshot');
  if (snapshot === null || kindOf(snapshot) === 'null')
    at('CL428', 'snapshot', 'is a snapshot record without a snapshot', { hazard: true });
}

function flagTroubles(own: Envelope, at: ReportAtKey): void {
  for (const key of FLAGS)
    if (!isFlag(own.kind(key))) at('CL103', key, `has a value for ${key} that is not true or false`);
  const team = own.get('teamName');
  if (team !== null && !isAbsent(own.kind('teamName')) && (!isString(team) || textOf(team) === ''))
    at('CL103', 'teamName', 'has a teamName that is not a name');
}

/** A message without a text or a list: its other content may still say something. */
function contentTrouble(own: Envelope, at: ReportAtKey): void {
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
  return isArray(value) ? elements(value).length > 0 : kindOf(value) !== 'null';
}
