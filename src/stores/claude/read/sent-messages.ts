import { once } from '../../../model/once.ts';
import { HashLookup } from '../../engine/hash.ts';
import { isUnnamed } from './gather.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

/** One message as it is sent: an answer with all its records, and the results directly after it; or a single record. */
interface SentMessage {
  readonly records: number[];
  readonly results: number[];
  readonly isAnswer: boolean;
}

/** Messages of records in order. An answer has all its records, and the results between and after them. */
export function sentMessages(records: Records, order: readonly number[]): SentMessage[] {
  const said: SentMessage[] = [];
  const callers = new CallersOfResults(records);
  let answer: SentMessage | null = null;
  for (const n of order) {
    if (records.classOf[n] === CLASS.assistant) {
      if (answer === null || !isSameAnswer(records, answer.records[0] as number, n)) {
        answer = { records: [], results: [], isAnswer: true };
        said.push(answer);
      }
      answer.records.push(n);
      callers.add(n, answer);
      continue;
    }
    const owner = callers.of(n);
    if (owner === undefined) said.push({ records: [n], results: [], isAnswer: false });
    else owner.results.push(n);
    if (!records.has(n, RECORD_FLAG.paired)) answer = null;
  }
  return said;
}

export function isSameAnswer(records: Records, a: number, b: number): boolean {
  const { answer } = records;
  return !isUnnamed(records, a) && answer[2 * a] === answer[2 * b] && answer[2 * a + 1] === answer[2 * b + 1];
}

class CallersOfResults {
  readonly #records: Records;
  readonly #calls: HashLookup;
  readonly #answers = new Map<number, SentMessage>();
  readonly #first: () => Int32Array;

  constructor(records: Records) {
    this.#records = records;
    this.#calls = new HashLookup(records.tools.id, records.tools.count);
    this.#first = once(() => firstTools(records));
  }

  add(n: number, answer: SentMessage): void {
    if (!this.#records.has(n, RECORD_FLAG.paired)) return;
    const { tools } = this.#records;
    const from = this.#first()[n] as number;
    for (let i = from, end = toolsEnd(this.#records, from); i < end; i++)
      if (tools.isCall[i] === 1 && this.#calls.get(tools.id, i) < 0) this.#calls.put(i);
    this.#answers.set(n, answer);
  }

  /** The message that made the call of a row's first result. */
  of(n: number): SentMessage | undefined {
    if (!this.#records.has(n, RECORD_FLAG.paired)) return undefined;
    const { tools } = this.#records;
    const call = this.#calls.get(tools.id, this.#first()[n] as number);
    return call < 0 ? undefined : this.#answers.get(tools.n[call] as number);
  }
}

function firstTools({ count, tools }: Records): Int32Array {
  const first = new Int32Array(count).fill(-1);
  for (let i = tools.count - 1; i >= 0; i--) first[tools.n[i] as number] = i;
  return first;
}

function toolsEnd({ tools }: Records, from: number): number {
  if (from < 0) return from;
  const n = tools.n[from];
  let end = from + 1;
  while (end < tools.count && tools.n[end] === n) end++;
  return end;
}

/** Why a call or a result on the chain is not sent. */
export const UNSENT_REASON = { unanswered: 1, uncalled: 2, repeated: 3 } as const;

interface PairedCalls {
  readonly sent: readonly number[];
  /** By call or result of the file, 0 or an `UNSENT`. */
  readonly unsent: Uint8Array;
  /** Unanswered calls that are sent beside an answered one; the program sends a note in place of their results. */
  readonly noted: readonly number[];
}

/**
 * Omits results without a call, records without an answered call, and records that become empty. `isAsked`: a question that is not in
 * `said` is after the last answer.
 */
export function paired(records: Records, said: readonly SentMessage[], isAsked: boolean): PairedCalls {
  const all = recordsOf(said);
  const { tools } = records;
  const unsent = new Uint8Array(tools.count);
  if (tools.count === 0) return { sent: all, unsent, noted: [] };
  const first = firstTools(records);
  const calls: number[] = [];
  const results: number[] = [];
  for (const n of all) {
    const from = first[n] as number;
    for (let i = from, end = toolsEnd(records, from); i < end; i++) (tools.isCall[i] === 1 ? calls : results).push(i);
  }
  const called = firstsIn(records, calls);
  const answered = firstsIn(records, results);
  for (const i of results)
    unsent[i] = whyUnsent(called.get(tools.id, i) < 0, UNSENT_REASON.uncalled, answered.get(tools.id, i) !== i);
  for (const i of calls)
    unsent[i] = whyUnsent(answered.get(tools.id, i) < 0, UNSENT_REASON.unanswered, called.get(tools.id, i) !== i);
  const noted = close(records, isAsked ? new Set() : endingOf(records, said), calls, unsent);
  return { sent: all.filter((n) => !isLeftOut(records, first[n] as number, unsent, n)), unsent, noted };
}

function recordsOf(said: readonly SentMessage[]): number[] {
  const all: number[] = [];
  for (const { records, results } of said) {
    for (const n of records) all.push(n);
    for (const n of results) all.push(n);
  }
  return all;
}

/** Calls without a result are sent in the last answer, and beside a call with its result, where the program adds results. Returns the latter. */
function close(records: Records, ending: ReadonlySet<number>, calls: readonly number[], unsent: Uint8Array): number[] {
  const { tools } = records;
  const unanswered = calls.filter((i) => unsent[i] === UNSENT_REASON.unanswered);
  if (unanswered.length === 0) return [];
  const answering = new Set(calls.filter((i) => unsent[i] === 0).map((i) => tools.n[i] as number));
  const closed = unanswered.filter((i) => ending.has(tools.n[i] as number) || answering.has(tools.n[i] as number));
  const firsts = firstsIn(records, closed);
  for (const i of closed) unsent[i] = firsts.get(tools.id, i) === i ? 0 : UNSENT_REASON.repeated;
  return closed.filter((i) => unsent[i] === 0 && !ending.has(tools.n[i] as number));
}

function whyUnsent(isAlone: boolean, alone: number, isRepeated: boolean): number {
  if (isRepeated && !isAlone) return UNSENT_REASON.repeated;
  return isAlone ? alone : 0;
}

/** The first call or result of `some` for each id. */
function firstsIn({ tools }: Records, some: readonly number[]): HashLookup {
  const firsts = new HashLookup(tools.id, some.length);
  for (const i of some) if (firsts.get(tools.id, i) < 0) firsts.put(i);
  return firsts;
}

function endingOf(records: Records, said: readonly SentMessage[]): ReadonlySet<number> {
  const last = said.findLastIndex(({ isAnswer }) => isAnswer);
  const isQuestion = (n: number) => records.isMessage(n) && !records.has(n, RECORD_FLAG.paired | RECORD_FLAG.results);
  const isEnd = said.slice(last + 1).every(({ records: some }) => !some.some(isQuestion));
  return new Set(last >= 0 && isEnd ? said[last]?.records : []);
}

/** True for an answer none of whose calls has a result, and for a message of results of which none is left. */
function isLeftOut(records: Records, from: number, unsent: Uint8Array, n: number): boolean {
  const end = toolsEnd(records, from);
  let isUnanswered = false;
  for (let i = from; i < end; i++) {
    if (unsent[i] === 0) return false;
    isUnanswered ||= unsent[i] === UNSENT_REASON.unanswered;
  }
  if (from === end) return false;
  return records.classOf[n] === CLASS.assistant ? isUnanswered : records.has(n, RECORD_FLAG.results);
}
