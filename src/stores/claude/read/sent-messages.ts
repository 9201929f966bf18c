import { Lookup } from '../../engine/hash.ts';
import { once } from '../../once.ts';
import { isUnnamed } from './gather.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

/** One message as it is sent: an answer with all its records, and the results that come right after it; or a record alone. */
export interface SentMessage {
  readonly records: number[];
  readonly results: number[];
  readonly isAnswer: boolean;
}

/** Messages of records in order. Answers are whole, with only results between their records, and those behind them. */
export function sentMessages(records: Records, order: readonly number[]): SentMessage[] {
  const said: SentMessage[] = [];
  const callers = new Callers(records);
  let answer: SentMessage | null = null;
  for (const n of order) {
    if (records.kind[n] === CLASS.assistant) {
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

/** The answer that called for a result. */
class Callers {
  readonly #records: Records;
  readonly #calls: Lookup;
  readonly #answers = new Map<number, SentMessage>();
  readonly #first: () => Int32Array;

  constructor(records: Records) {
    this.#records = records;
    this.#calls = new Lookup(records.tools.id, records.tools.count);
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

  /** By the first result of a message. */
  of(n: number): SentMessage | undefined {
    if (!this.#records.has(n, RECORD_FLAG.paired)) return undefined;
    const { tools } = this.#records;
    const call = this.#calls.get(tools.id, this.#first()[n] as number);
    return call < 0 ? undefined : this.#answers.get(tools.n[call] as number);
  }
}

/** For each record the first of its calls and results; -1 for none. */
export function firstTools({ count, tools }: Records): Int32Array {
  const first = new Int32Array(count).fill(-1);
  for (let i = tools.count - 1; i >= 0; i--) first[tools.n[i] as number] = i;
  return first;
}

/** Behind the last of the calls and results of one record, whose first one is `from`; `from` itself for none. */
export function toolsEnd({ tools }: Records, from: number): number {
  if (from < 0) return from;
  const n = tools.n[from];
  let end = from + 1;
  while (end < tools.count && tools.n[end] === n) end++;
  return end;
}
