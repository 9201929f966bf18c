import type { Tape } from '../../../codecs/json/tape.ts';
import {
  digitsAt,
  EXACT_DIGITS,
  fieldsNamed,
  findFields,
  isObject,
  isString,
  lexemeOf,
  sourceOf,
  type Value,
} from '../../../codecs/json/value.ts';
import { isUuid } from '../../../model/ids.ts';
import type { AnswerUsage, Tokens } from '../../../model/stats.ts';
import { inSeconds } from '../../../model/time.ts';
import { answerKey } from '../../engine/hash.ts';
import { lastValue, textAt, timeAt } from '../../engine/text-at.ts';
import { unsigned } from './accepted.ts';
import type { Entry } from './record.ts';
import { entriesIn, type RolloutFile } from './rollout-file.ts';

/**
 * Reads a rollout's own lines, and returns the tokens of an answer.
 * - The program repeats a count at each change of a limit, and in copies: an answer is identified by the thread's sums after it and its
 * turn.
 * - Ids of turns are UUIDs, which copies under another id keep. Without one, the thread of the last first record before it is the third
 * fact.
 * - In a turn with usage records, counts repeat those. After a compaction or an update their sums differ.
 */
export function answerReader(): (entry: Entry) => AnswerUsage | null {
  const context: AnswerContext = {
    thread: '',
    turn: EMPTY,
    turnText: null,
    hasIds: false,
    isRecorded: false,
    model: 'unknown',
  };
  const found = new Int32Array(USAGE.names.length);
  let before: Usage = NOTHING_USED;
  return (entry) => {
    if (entry.shape !== 'record') return null;
    goOn(context, entry);
    const counted = countIn(entry, found);
    if (counted === null) return null;
    const own = ownTokens(counted, before);
    const isNew = counted.isRecord || !context.isRecorded;
    if (counted.isRecord) context.isRecorded = true;
    else before = counted.sums;
    if (!isNew || own.every((tokens) => tokens === 0)) return null;
    context.turnText ??= textOfJson(context.turn);
    return {
      key: answerKey(
        isUuid(context.turnText) ? '' : context.thread,
        context.turnText,
        counted.sums.join(),
        counted.response,
      ),
      model: context.model,
      time: inSeconds(timeAt(entry.value, 'timestamp')),
      ...tokensOfUsage(own),
    };
  };
}

/** The tokens of one answer; none for a repeated count. */
function ownTokens({ isRecord, sums, last }: Count, before: Usage): Usage {
  if (!isRecord && sums.every((tokens, i) => tokens === before[i])) return NOTHING_USED;
  return last ?? usageSince(sums, before);
}

export function* rolloutAnswers({ source }: Pick<RolloutFile, 'source'>): Generator<AnswerUsage> {
  const read = answerReader();
  for (const entry of source === null ? [] : entriesIn(source)) {
    const answer = read(entry);
    if (answer !== null) yield answer;
  }
}

interface AnswerContext {
  thread: string;
  /** JSON of the turn's name, decoded only on demand. */
  turn: Uint8Array;
  turnText: string | null;
  /** False before autumn 2025, when turns had no ids. */
  hasIds: boolean;
  isRecorded: boolean;
  model: string;
}

function goOn(context: AnswerContext, entry: Entry): void {
  const { type, payload } = entry;
  if (type === 'session_meta') context.thread = textAt(payload, 'id')?.toLowerCase() ?? context.thread;
  if (type === 'turn_context') context.model = textAt(payload, 'model') ?? context.model;
  const turn = turnOf(entry, context.hasIds);
  if (!isString(turn)) return;
  context.hasIds ||= type !== 'event_msg' || entry.payloadType === 'task_started';
  const source = sourceOf(turn);
  if (Buffer.compare(context.turn, source) === 0) return;
  // A copy: the bytes of a line are overwritten by the next one.
  context.turn = new Uint8Array(source);
  context.turnText = null;
  context.isRecorded = false;
}

const EMPTY = Buffer.from('""');

function textOfJson(json: Uint8Array): string {
  return String(JSON.parse(Buffer.from(json).toString()));
}

/** The turn that a record begins or names. In 2025 turns had no ids; the question is used instead. */
function turnOf({ type, payloadType, payload }: Entry, hasIds: boolean): Value | null {
  if (type === 'event_msg' && payloadType === 'user_message') return hasIds ? null : lastValue(payload, 'message');
  const begins = type === 'turn_context' || payloadType === 'task_started';
  return begins ? lastValue(payload, 'turn_id') : null;
}

/** Input including cache reads and writes, then reads, writes and output. */
type Usage = readonly [input: number, cacheRead: number, cacheWrite: number, output: number];

const NOTHING_USED: Usage = [0, 0, 0, 0];

interface Count {
  /** True for a usage record, which names its response; false for a count, which names none. */
  readonly isRecord: boolean;
  readonly response: string;
  readonly sums: Usage;
  /** Usage of the last answer; null if unknown. */
  readonly last: Usage | null;
}

function countIn({ type, payloadType, payload }: Entry, found: Int32Array): Count | null {
  if (type !== 'token_usage_record' && payloadType !== 'token_count') return null;
  const info = lastValue(payload, 'info');
  const sums = usageIn(lastValue(payload, 'thread_token_usage') ?? lastValue(info, 'total_token_usage'), found);
  if (sums === null) return null;
  const last = usageIn(lastValue(payload, 'usage') ?? lastValue(info, 'last_token_usage'), found);
  return { isRecord: type === 'token_usage_record', response: textAt(payload, 'response_id') ?? '', sums, last };
}

const USAGE = fieldsNamed('input_tokens', 'cached_input_tokens', 'cache_write_input_tokens', 'output_tokens');

/** `found`: room for the places of the numbers. */
function usageIn(usage: Value | null, found: Int32Array): Usage | null {
  if (!isObject(usage)) return null;
  findFields(usage, USAGE, found, 'last');
  const { tape } = usage;
  // Indexed: destructuring an array is slow.
  return [
    wholeAt(tape, found[0] as number),
    wholeAt(tape, found[1] as number),
    wholeAt(tape, found[2] as number),
    wholeAt(tape, found[3] as number),
  ];
}

/** 0 for a missing token, and for anything but a whole number. */
function wholeAt(tape: Tape, at: number): number {
  if (at === 0) return 0;
  const digits = digitsAt(tape, at, EXACT_DIGITS);
  if (digits >= 0) return digits;
  const value = { tape, at };
  return unsigned(value) ? Math.min(Number(lexemeOf(value)), Number.MAX_SAFE_INTEGER) : 0;
}

function usageSince([input, read, write, output]: Usage, before: Usage): Usage {
  const [oldInput, oldRead, oldWrite, oldOutput] = before;
  const over = (now: number, old: number) => Math.max(0, now - old);
  return [over(input, oldInput), over(read, oldRead), over(write, oldWrite), over(output, oldOutput)];
}

/** Tokens with those of a cache counted apart, as in other kinds. */
function tokensOfUsage([input, cacheRead, cacheWrite, output]: Usage): Tokens {
  return { input: Math.max(0, input - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}
