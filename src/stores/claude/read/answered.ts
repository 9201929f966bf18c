import { KIND, type Tape } from '../../../codecs/json/tape.ts';
import {
  digitsAt,
  fieldsNamed,
  findFields,
  isObject,
  isString,
  lexemeOf,
  textOf,
  type Value,
} from '../../../codecs/json/value.ts';
import type { Answered, StatsSink } from '../../../model/stats.ts';
import { answerDay, hashString } from '../../engine/hash.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS } from './record-classes.ts';
import { type RecordAt, readRecords } from './records.ts';
import type { SessionFile } from './session-file.ts';

export function tallyAnswers({ source }: SessionFile, into: StatsSink): void {
  if (source === null) return;
  const meet = (met: RecordAt) => {
    const answer = answerIn(met);
    if (answer !== null) into.answered(answer);
  };
  readRecords(source, meet, { takes: isAnswerTold, meet: (_n, _line, record) => tellAnswer(record, into) });
}

export function isAnswerTold(record: PlainRecord): boolean {
  const { kind, model, messageId } = record;
  return kind !== CLASS.assistant || ((model === 0 || !record.isOdd(model)) && (messageId === 0 || record.answer > 0));
}

/** Counts the tokens of a plain answer, without making anything for one that is counted already. */
export function tellAnswer(record: PlainRecord, into: StatsSink): void {
  const { kind, usage, model, tape } = record;
  if (kind !== CLASS.assistant || usage === 0 || record.is(model, SYNTHETIC)) return;
  record.hash(record.answer || record.get('uuid'), words, 0);
  const key = keyIn(words);
  if (record.kindOf(usage) === KIND.object) findFields({ tape, at: usage }, USAGE, inUsage, 'last');
  else inUsage.fill(0);
  const output = wholeAt(tape, inUsage[1] as number);
  if (into.knows(key, output)) return;
  const stamp = record.get('timestamp');
  into.answered({
    key,
    model: record.kindOf(model) === KIND.string ? textOf({ tape, at: model }) : 'unknown',
    day: stamp === 0 ? null : dayOf({ tape, at: stamp }),
    input: wholeAt(tape, inUsage[0] as number),
    output,
    cacheRead: wholeAt(tape, inUsage[2] as number),
    cacheWrite: wholeAt(tape, inUsage[3] as number),
  });
}

const SYNTHETIC = Buffer.from('<synthetic>');

const ASSISTANT = fieldsNamed('assistant');
const USAGE = fieldsNamed('input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens');
const inUsage = new Int32Array(4);

/** Token counts in a record of an answer; null without any, or for the program's own record. */
export function answerIn({ record, own }: RecordAt): Answered | null {
  const { usage, model, isSynthetic, id: named } = own.content;
  if (record === null || usage === null || isSynthetic || own.textAt('type', ASSISTANT) < 0) return null;
  const id = named ?? own.get('uuid');
  if (!isString(id)) return null;
  if (isObject(usage)) findFields(usage, USAGE, inUsage, 'last');
  else inUsage.fill(0);
  const { tape } = record;
  return {
    key: keyOf(id),
    model: model === null ? 'unknown' : textOf(model),
    day: dayOf(own.get('timestamp')),
    input: wholeAt(tape, inUsage[0] as number),
    output: wholeAt(tape, inUsage[1] as number),
    cacheRead: wholeAt(tape, inUsage[2] as number),
    cacheWrite: wholeAt(tape, inUsage[3] as number),
  };
}

function dayOf(timestamp: Value | null): string | null {
  return isString(timestamp) ? answerDay(textOf(timestamp)) : null;
}

/** Most numbers are plain digits. */
function wholeAt(tape: Tape, at: number): number {
  if (at === 0) return 0;
  const digits = digitsAt(tape, at, DIGITS);
  if (digits >= 0) return digits;
  const number = Number(lexemeOf({ tape, at }));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** As many digits as any number may have that a JavaScript number holds. */
const DIGITS = 15;

const words = new Int32Array(2);

/** 52 bits of a hash: a whole number that a set holds in a few bytes. */
function keyOf(id: Value): number {
  hashString(id, words, 0);
  return keyIn(words);
}

function keyIn(words: Int32Array): number {
  return ((words[0] ?? 0) >>> 0) * 2 ** 20 + ((words[1] ?? 0) >>> 12);
}
