import { addTo } from '../../../model/collections.ts';
import { HashLookup } from '../../engine/hash.ts';
import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

/**
 * Records of a chain that are sent, and the other records of their answers, since parallel calls and results are siblings. `on`: not 0 for
 * records of the chain.
 */
export function withParallel(links: Links, chain: readonly number[], on: Uint8Array): number[] {
  const { records } = links;
  const isOffChain = (n: number) =>
    on[n] === 0 && isSendableRecord(records, n) && !links.isReplaced(n) && !links.isGone(n);
  if (!hasSome(records.count, isOffChain)) return chain.filter((n) => isSendableRecord(records, n));
  const answers = answersOf(records, chain);
  const beside = parallelAnswers(records, answers, isOffChain);
  // A sidechain's result belongs only to its parent's answer.
  const isResult = (n: number) =>
    isOffChain(n) && (!records.has(n, RECORD_FLAG.sidechain) || records.classOf[links.parentOf(n)] === CLASS.assistant);
  addResults(records, [...chain, ...[...beside.values()].flat()], answers, isResult, beside);
  const order: number[] = [];
  for (const n of chain) {
    if (isSendableRecord(records, n)) order.push(n);
    for (const each of beside.get(n) ?? []) order.push(each);
  }
  return order;
}

function hasSome(count: number, isWanted: (n: number) => boolean): boolean {
  for (let n = 0; n < count; n++) if (isWanted(n)) return true;
  return false;
}

/** True for messages and records sent as the user's. Records without content, or in place of an answer, are not sent. */
function isSendableRecord(records: Records, n: number): boolean {
  if (!records.isMessage(n)) return records.has(n, RECORD_FLAG.asUser);
  return records.has(n, RECORD_FLAG.content) && !records.has(n, RECORD_FLAG.apiError | RECORD_FLAG.hollow);
}

/** True for an answer without a message id: its record is not joined to others. */
export function isUnnamed({ answer }: Records, n: number): boolean {
  return answer[2 * n] === 0 && answer[2 * n + 1] === 0;
}

/** Records of an answer on the chain, in order; empty for an unknown answer. */
type RunOf = (n: number) => readonly number[];

function answersOf(records: Records, chain: readonly number[]): RunOf {
  const firsts = new HashLookup(records.answer, chain.length);
  const runs = new Map<number, number[]>();
  let open = -1;
  for (const n of chain) {
    if (records.classOf[n] === CLASS.user && !records.has(n, RECORD_FLAG.paired)) open = -1;
    else if (isNamed(records, n)) open = follow(records, firsts, runs, n, open);
  }
  return (n) => (isUnnamed(records, n) ? [] : (runs.get(firsts.get(records.answer, n)) ?? []));
}

function isNamed(records: Records, n: number): boolean {
  return records.classOf[n] === CLASS.assistant && !isUnnamed(records, n);
}

/** Adds a record to its answer, unless another turn came between. Returns the first record of the open answer. */
function follow(records: Records, firsts: HashLookup, runs: Map<number, number[]>, n: number, open: number): number {
  const first = firsts.get(records.answer, n);
  if (first >= 0 && first !== open) return open;
  if (first < 0) firsts.put(n);
  addTo(runs, first < 0 ? n : first, n);
  return first < 0 ? n : first;
}

/** Records of the chain's answers that are not on the chain, by the record after which they belong. */
function parallelAnswers(records: Records, runOf: RunOf, isOffChain: (n: number) => boolean): Map<number, number[]> {
  const beside = new Map<number, number[]>();
  for (let n = 0; n < records.count; n++) {
    if (!isNamed(records, n) || !isOffChain(n)) continue;
    const run = runOf(n);
    const before = run[Math.max(placeIn(run, n) - 1, 0)];
    if (before !== undefined) addTo(beside, before, n);
  }
  return beside;
}

/** Number of records in `run` that are before `n`; `run` is mostly in the order of the file. */
function placeIn(run: readonly number[], n: number): number {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle] as number) < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds results for calls of these answers, wherever they are linked. */
function addResults(
  records: Records,
  answers: readonly number[],
  runOf: RunOf,
  isOffChain: (n: number) => boolean,
  beside: Map<number, number[]>,
): void {
  const { tools } = records;
  let calls: HashLookup | null = null;
  let last = -1;
  for (let i = 0; i < tools.count; i++) {
    const n = tools.n[i] as number;
    if (n === last || tools.isCall[i] === 1 || records.classOf[n] !== CLASS.user || !isOffChain(n)) continue;
    calls ??= callsOf(records, answers);
    const call = calls.get(tools.id, i);
    if (call < 0) continue;
    addTo(beside, runOf(tools.n[call] as number).at(-1) ?? -1, n);
    last = n;
  }
}

function callsOf(records: Records, answers: readonly number[]): HashLookup {
  const { tools } = records;
  const from = new Uint8Array(records.count);
  for (const n of answers) if (records.classOf[n] === CLASS.assistant) from[n] = 1;
  const calls = new HashLookup(tools.id, tools.count);
  // From the end, so that the first of two calls with one id remains.
  for (let i = tools.count - 1; i >= 0; i--)
    if (tools.isCall[i] === 1 && from[tools.n[i] as number] === 1) calls.put(i);
  return calls;
}
