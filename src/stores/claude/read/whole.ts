import { HashLookup } from '../../engine/hash.ts';
import { isUnnamed } from './gather.ts';
import { CLASS, PARENT, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';

/** Flags of records whose place in a conversation only the history shows. */
const PLACE_FROM_HISTORY_FLAGS =
  RECORD_FLAG.sidechain |
  RECORD_FLAG.summary |
  RECORD_FLAG.boundary |
  RECORD_FLAG.noUuid |
  RECORD_FLAG.apiError |
  RECORD_FLAG.unnamed |
  RECORD_FLAG.ownParent |
  RECORD_FLAG.hollow;

/**
 * Number of records that a resume sends, if it certainly sends all: links make one tree, each record is after its parent, each call has one
 * result. Null if only `SentHistory` can tell.
 */
export function sentWhole(records: Records): number | null {
  const newest = newestOf(records);
  const callOf = newest < 0 || records.mayCallServers() ? null : callsOfResults(records);
  if (callOf === null) return null;
  const uuids = new HashLookup(records.id, records.count);
  const parents = parentsIn(records, uuids);
  if (parents === null) return null;
  const on = new Uint8Array(records.count);
  const { first, sent, messages } = markChain(records, newest, parents, on);
  const end = records.prompted === null ? -1 : uuids.get(records.prompted, 0);
  const isEnd = end < 0 || on[end] === BRANCH_FLAGS.chain;
  if (messages === 0 || records.classOf[first] === CLASS.assistant || !isEnd) return null;
  return isNoneApart(records, on, callOf) ? sent - messages + records.messages() : null;
}

/** Marks the records from the newest upwards; returns the first that is sent, their number, and the number of messages. */
function markChain(records: Records, newest: number, parents: Int32Array, on: Uint8Array) {
  let first = -1;
  let sent = 0;
  let messages = 0;
  for (let n = newest; n >= 0; n = parents[n] as number) {
    on[n] = BRANCH_FLAGS.chain;
    const isMessage = records.isMessage(n);
    if (!isMessage && !records.has(n, RECORD_FLAG.asUser)) continue;
    if (isMessage) messages++;
    sent++;
    first = n;
  }
  return { first, sent, messages };
}

const BRANCH_FLAGS = { chain: 1, beside: 2 } as const;

/** The last record that may end the conversation; -1 for none, and if a record is doubtful. */
function newestOf(records: Records): number {
  let newest = -1;
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n)) continue;
    if (records.has(n, PLACE_FROM_HISTORY_FLAGS) || (records.isMessage(n) && !records.has(n, RECORD_FLAG.content)))
      return -1;
    if (records.classOf[n] !== CLASS.progress) newest = n;
  }
  return newest;
}

/** By result: its call; null unless calls and results are paired one to one. */
function callsOfResults({ tools }: Records): Int32Array | null {
  const { count, isCall, id } = tools;
  const callOf = new Int32Array(count);
  const calls = new HashLookup(id, count);
  let open = 0;
  for (let i = 0; i < count; i++) {
    if (isCall[i] === 0) continue;
    if (calls.get(id, i) >= 0) return null;
    calls.put(i);
    open++;
  }
  const answered = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (isCall[i] === 1) continue;
    const call = calls.get(id, i);
    if (call < 0 || answered[call] === 1) return null;
    answered[call] = 1;
    callOf[i] = call;
    open--;
  }
  return open === 0 ? callOf : null;
}

/** By record: its parent, -1 for the first; null if the records are not one tree, or a uuid is repeated. Fills `uuids`. */
function parentsIn(records: Records, uuids: HashLookup): Int32Array | null {
  const parents = new Int32Array(records.count).fill(-1);
  let isBegun = false;
  for (let n = 0; n < records.count; n++) {
    if (!records.isKept(n)) continue;
    if (uuids.get(records.id, n) >= 0) return null;
    const kind = records.parentType(n);
    const parent = kind === PARENT.text ? uuids.get(records.parent, n) : -1;
    if (isBegun ? parent < 0 : kind !== PARENT.none) return null;
    parents[n] = parent;
    uuids.put(n);
    isBegun = true;
  }
  return parents;
}

/** True if each message off the chain belongs to an answer on it, or is a result for such an answer. */
function isNoneApart(records: Records, on: Uint8Array, callOf: Int32Array): boolean {
  if (!areResultsNamed(records, on, callOf)) return false;
  let answers: HashLookup | null = null;
  for (let n = 0; n < records.count; n++) {
    if (on[n] !== 0 || !records.isMessage(n)) continue;
    if (records.classOf[n] === CLASS.user || isUnnamed(records, n)) return false;
    answers ??= answersOn(records, on);
    if (answers.get(records.answer, n) < 0) return false;
  }
  return true;
}

/** Marks results off the chain; false if an answer with calls has no id to find it by. */
function areResultsNamed(records: Records, on: Uint8Array, callOf: Int32Array): boolean {
  const { tools } = records;
  for (let i = 0; i < tools.count; i++) {
    const n = tools.n[i] as number;
    if (on[n] === BRANCH_FLAGS.chain || tools.isCall[i] === 1) continue;
    if (isUnnamed(records, tools.n[callOf[i] as number] as number)) return false;
    on[n] = BRANCH_FLAGS.beside;
  }
  return true;
}

function answersOn(records: Records, on: Uint8Array): HashLookup {
  const answers = new HashLookup(records.answer, records.count);
  for (let n = 0; n < records.count; n++)
    if (on[n] === BRANCH_FLAGS.chain && records.classOf[n] === CLASS.assistant && !isUnnamed(records, n))
      answers.put(n);
  return answers;
}
