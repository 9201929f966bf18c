import { KIND, type Tape } from '../../../codecs/json/tape.ts';
import {
  digitsAt,
  fieldsNamed,
  findFields,
  isString,
  isStringAt,
  kindAt,
  lexemeOf,
  textOf,
} from '../../../codecs/json/value.ts';
import type { StatsSink } from '../../../model/stats.ts';
import { answerDay, hashString } from '../../engine/hash.ts';
import type { PlainRecord } from './plain-record.ts';
import { CLASS } from './record-classes.ts';
import { type RecordAt, readRecords } from './records.ts';
import type { SessionFile } from './session-file.ts';

export function tallyAnswers({ source }: SessionFile, into: StatsSink): void {
  if (source === null) return;
  readRecords(source, (met) => tellAnswerIn(met, into), {
    takes: isAnswerTold,
    meet: (_n, _line, record) => tellAnswer(record, into),
  });
}

export function isAnswerTold(record: PlainRecord): boolean {
  const { kind, model, messageId } = record;
  return kind !== CLASS.assistant || ((model === 0 || !record.isOdd(model)) && (messageId === 0 || record.answer > 0));
}

/** Counts the tokens of a plain answer. */
export function tellAnswer(record: PlainRecord, into: StatsSink): void {
  const { kind, usage, model, tape } = record;
  if (kind !== CLASS.assistant || usage === 0 || record.is(model, SYNTHETIC)) return;
  record.hash(record.answer || record.get('uuid'), words, 0);
  tell(tape, { usage, model, stamp: record.get('timestamp') }, into);
}

const SYNTHETIC = Buffer.from('<synthetic>');

const ASSISTANT = fieldsNamed('assistant');
const USAGE = fieldsNamed('input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens');
const inUsage = new Int32Array(4);

/** Counts the tokens in a record of an answer; none without any, or of the program's own record. */
export function tellAnswerIn({ record, own }: RecordAt, into: StatsSink): void {
  const { usage, model, isSynthetic, id: named } = own.content;
  if (record === null || usage === null || isSynthetic || own.textAt('type', ASSISTANT) < 0) return;
  const id = named ?? own.get('uuid');
  if (!isString(id)) return;
  hashString(id, words, 0);
  tell(record.tape, { usage: usage.at, model: model?.at ?? 0, stamp: own.get('timestamp')?.at ?? 0 }, into);
}

/** Tokens of an answer; 0 for none. */
interface Told {
  readonly usage: number;
  readonly model: number;
  readonly stamp: number;
}

/** Counts the answer whose identity was hashed last, without making anything for one that is counted already. */
function tell(tape: Tape, { usage, model, stamp }: Told, into: StatsSink): void {
  const key = keyIn(words);
  if (kindAt(tape, usage) === KIND.object) findFields({ tape, at: usage }, USAGE, inUsage, 'last');
  else inUsage.fill(0);
  const output = wholeAt(tape, inUsage[1] as number);
  if (into.knows(key, output)) return;
  into.answered({
    key,
    model: isStringAt(tape, model) ? textOf({ tape, at: model }) : 'unknown',
    day: isStringAt(tape, stamp) ? answerDay(textOf({ tape, at: stamp })) : null,
    input: wholeAt(tape, inUsage[0] as number),
    output,
    cacheRead: wholeAt(tape, inUsage[2] as number),
    cacheWrite: wholeAt(tape, inUsage[3] as number),
  });
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
function keyIn(words: Int32Array): number {
  return ((words[0] ?? 0) >>> 0) * 2 ** 20 + ((words[1] ?? 0) >>> 12);
}
