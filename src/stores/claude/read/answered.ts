import { KIND, type Tape, TOKEN } from '../../../codecs/json/tape.ts';
import {
  digitsAt,
  EXACT_DIGITS,
  fieldsNamed,
  findFields,
  isString,
  isStringAt,
  kindAt,
  lexemeOf,
  textOf,
} from '../../../codecs/json/value.ts';
import type { StatsSink } from '../../../model/stats.ts';
import { inSeconds } from '../../../model/time.ts';
import { hashString, keyOfHash } from '../../engine/hash.ts';
import { textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import { type PlainRecord, USAGE_FIELDS } from './plain-record.ts';
import { CLASS } from './record-classes.ts';
import { type RecordAt, readRecords } from './records.ts';

export function tallyAnswers({ source }: SessionFile, into: StatsSink): void {
  if (source === null) return;
  const answers = new AnswerCounter(into);
  const visit = (visited: RecordAt) => {
    noteBranch(visited, into);
    answers.add(visited);
  };
  readRecords(source, visit, {
    takes: (record) => into.onBranch === undefined && isCountable(record),
    visit: (_n, _line, record) => answers.addPlain(record),
  });
  into.onBranch?.(null);
}

/** Passes on a record's branch; a record without one is of the branch of the record before it. */
export function noteBranch({ record }: RecordAt, { onBranch }: StatsSink): void {
  const branch = onBranch === undefined ? null : textAt(record, 'gitBranch');
  if (branch !== null && branch !== '') onBranch?.(branch);
}

export function isCountable(record: PlainRecord): boolean {
  if (record.recordClass !== CLASS.assistant) return true;
  const { model, messageId } = record;
  return (model === 0 || !record.isOdd(model)) && (messageId === 0 || record.kindOf(messageId) === KIND.string);
}

const SYNTHETIC = Buffer.from('<synthetic>');
const ASSISTANT = fieldsNamed('assistant');

/** `model`: its token on the tape, 0 for none. */
interface AnswerPlace {
  readonly model: number;
  timeOf(): number | null;
}

export class AnswerCounter {
  readonly #into: StatsSink;
  readonly #words = new Int32Array(2);
  readonly #usage = new Int32Array(USAGE_FIELDS.names.length);
  readonly #numbers = new Float64Array(USAGE_FIELDS.names.length);
  /** Model of the last answer, which most answers share. */
  readonly #model = new MemoizedLast((text) => text);

  constructor(into: StatsSink) {
    this.#into = into;
  }

  addPlain(record: PlainRecord): void {
    const { recordClass: kind, usage, model, tape } = record;
    if (kind !== CLASS.assistant || usage === 0 || record.is(model, SYNTHETIC)) return;
    record.copyHash(record.messageId === 0 ? 'id' : 'answer', this.#words, 0);
    const by = { model, timeOf: () => inSeconds(record.time) };
    if (!record.isCounted) this.#countUsage(tape, usage, by);
    else {
      for (let place = 0; place < USAGE_FIELDS.names.length; place++) this.#numbers[place] = record.tokensOf(place);
      this.#count(tape, by);
    }
  }

  /** Counts an answer's tokens; ignores the program's own records. */
  add({ record, own }: RecordAt): void {
    const { usage, model, isSynthetic, id: named } = own.content;
    if (record === null || usage === null || isSynthetic || own.textAt('type', ASSISTANT) < 0) return;
    const id = named ?? own.get('uuid');
    if (!isString(id)) return;
    hashString(id, this.#words, 0);
    const stamp = own.get('timestamp');
    const timeOf = () => inSeconds(isString(stamp) ? Date.parse(textOf(stamp)) : null);
    this.#countUsage(record.tape, usage.at, { model: model?.at ?? 0, timeOf });
  }

  #countUsage(tape: Tape, usage: number, by: AnswerPlace): void {
    const found = this.#usage;
    if (kindAt(tape, usage) === KIND.object) findFields({ tape, at: usage }, USAGE_FIELDS, found, 'last');
    else found.fill(0);
    for (let place = 0; place < found.length; place++) this.#numbers[place] = wholeAt(tape, found[place] as number);
    this.#count(tape, by);
  }

  /** Counts the answer whose identity and numbers are in the buffers. A repeated answer allocates nothing. */
  #count(tape: Tape, { model, timeOf }: AnswerPlace): void {
    const key = keyOfHash(this.#words);
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = this.#numbers;
    if (this.#into.knows(key, output)) return;
    this.#into.answered({
      key,
      model: isStringAt(tape, model) ? this.#model.of(tape, model) : 'unknown',
      time: timeOf(),
      input,
      output,
      cacheRead,
      cacheWrite,
    });
  }
}

/** The value made of the last text, reused if the next one is equal. */
class MemoizedLast<T> {
  readonly #make: (text: string) => T;
  #source = new Uint8Array();
  #made: T | null = null;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  of(tape: Tape, at: number): T {
    const { bytes, words } = tape;
    const from = (words[at * TOKEN + 1] as number) + 1;
    const to = (words[at * TOKEN + 2] as number) - 1;
    if (this.#made !== null && this.#isLast(bytes, from, to)) return this.#made;
    this.#made = this.#make(textOf({ tape, at }));
    this.#source = bytes.slice(from, to);
    return this.#made;
  }

  #isLast(bytes: Uint8Array, from: number, to: number): boolean {
    const source = this.#source;
    if (to - from !== source.length) return false;
    for (let i = 0; i < source.length; i++) if (bytes[from + i] !== source[i]) return false;
    return true;
  }
}

/** Most numbers are plain digits. */
function wholeAt(tape: Tape, at: number): number {
  if (at === 0) return 0;
  const digits = digitsAt(tape, at, EXACT_DIGITS);
  if (digits >= 0) return digits;
  const number = Number(lexemeOf({ tape, at }));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
