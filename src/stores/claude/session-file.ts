import { NO_BYTES } from '../../codecs/bytes.ts';
import { scan } from '../../codecs/json/scan.ts';
import { isObject, root, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { once } from '../../model/once.ts';
import { NO_SOURCE, type Part } from '../../model/part.ts';
import { HashLookup } from '../engine/hash.ts';
import { lastValue, textAt } from '../engine/text-at.ts';
import { type FileFacts, factsOf } from './checks/facts.ts';
import { type ListedFile, listedFile } from './list/listed-file.ts';
import { agentChain, type Chain, chainFrom } from './read/chain.ts';
import { contentOf } from './read/content.ts';
import { mainChain } from './read/ends.ts';
import { isUnnamed } from './read/gather.ts';
import { beginsWithAnswer, SentHistory } from './read/history.ts';
import { Links, preservedIn } from './read/links.ts';
import { textStart } from './read/pieces.ts';
import { CLASS, PARENT, RECORD_FLAG } from './read/record-classes.ts';
import { type Records, type RecordVisitor, readRecords } from './read/records.ts';

export interface ScannedRecord {
  readonly record: Value;
  /** Offset of the tape's bytes from the start of the file. */
  readonly at: number;
}

/** A transcript of a session or a subagent; each fact is read on first use. */
export interface SessionFile extends ListedFile {
  /** The session's, of a subagent too. */
  readonly id: string;
  readonly role: 'session' | 'agent';
  /** Those of the last pass that had facts, else of one without checks. */
  records(): Records;
  /** Results of one pass with all checks: called after `records`, it reads the file again. */
  facts(): FileFacts;
  /** Makes that pass, even a second time, with a further visitor. */
  visit(also: RecordVisitor): void;
  links(): Links;
  history(): SentHistory;
  /** True if `sentWhole` has a number for the session. */
  isSentWhole(): boolean;
  sentCount(): number;
  /** The chain up from a record. `on`: 1 for records that are on it already. */
  chainTo(n: number, on: Uint8Array): Chain;
  /** True if the program can go on with the session, by its records: it sends messages that begin with a question, or nothing was said yet. */
  goesOn(): boolean;
  /** Time of a record, in milliseconds; null for none. */
  timeOf(n: number): number | null;
  scan(n: number): ScannedRecord | null;
}

export function openFile(
  part: Part,
  { id, role }: Pick<SessionFile, 'id' | 'role'>,
  content = part.source ?? null,
): SessionFile {
  const listed = listedFile(part, content);
  const { source } = listed;
  let facts: FileFacts | null = null;
  const plain = once(() => readRecords(source ?? NO_SOURCE));
  const records = () => facts?.records ?? plain();
  const links = once(() => (role === 'agent' ? new Links(records()) : linksOf(records(), scan)));
  const ahead = new ReadAhead(source ?? NO_SOURCE);
  const scan = (n: number) => (source === null ? null : scanRecord(ahead, records(), n));
  const timeOf = (n: number) => {
    const time = records().time[n] ?? Number.NaN;
    return Number.isNaN(time) ? null : time;
  };
  const stampOf = (n: number) => textAt(scan(n)?.record ?? null, 'timestamp') ?? '';
  const history = once(() => {
    const chain = role === 'agent' ? agentChain(links()) : mainChain(links(), stampOf);
    return new SentHistory(links(), chain, (n) => contentOf(lastValue(scan(n)?.record, 'message')).length === 0);
  });
  const whole = once(() => (role === 'session' ? sentWhole(records()) : null));
  // Written out: a spread into a larger object costs as much as reading a small file.
  return {
    part,
    source,
    listing: listed.listing,
    hidden: listed.hidden,
    cwd: listed.cwd,
    times: listed.times,
    lastSaidAt: listed.lastSaidAt,
    questionOfShape: listed.questionOfShape,
    continuedIn: listed.continuedIn,
    shape: listed.shape,
    unpacked: listed.unpacked,
    id,
    role,
    records,
    facts: () => {
      facts ??= factsOf(source ?? NO_SOURCE, id);
      return facts;
    },
    visit: (also) => {
      facts = factsOf(source ?? NO_SOURCE, id, also);
    },
    links,
    timeOf,
    history,
    isSentWhole: () => whole() !== null,
    sentCount: () => whole() ?? history().sent.length,
    chainTo: (n, on) => chainFrom(links(), n, on),
    goesOn: () => whole() !== null || canGoOn(records(), history()),
    scan,
  };
}

function linksOf(records: Records, scan: SessionFile['scan']): Links {
  const plain = new Links(records);
  const preserved = preservedIn(plain, scan);
  return preserved === null ? plain : new Links(records, null, preserved);
}

function canGoOn(records: Records, history: SentHistory): boolean {
  return history.sent.length > 0 ? !beginsWithAnswer(records, history) : records.firstSaid() < 0;
}

/** Bytes read at once when single records are asked for. */
const READ_AHEAD_BYTES = 1 << 18;

/** A source that reads ahead when it is read in order: each slice of a file opens it. */
class ReadAhead implements Source {
  readonly size: number;
  readonly #source: Source;
  #readAhead: Uint8Array = NO_BYTES;
  #from = 0;
  #last = 0;

  constructor(source: Source) {
    this.size = source.size;
    this.#source = source;
  }

  get isInMemory(): boolean {
    return this.#source.isInMemory === true;
  }

  slice(at: number, length: number): Uint8Array {
    const source = this.#source;
    if (source.isInMemory) return source.slice(at, length);
    const isNext = at >= this.#last && at - this.#last < READ_AHEAD_BYTES;
    this.#last = at + length;
    const place = at - this.#from;
    if (place >= 0 && place + length <= this.#readAhead.length) return this.#readAhead.subarray(place, place + length);
    if (!isNext || length >= READ_AHEAD_BYTES) return source.slice(at, length);
    // A copy, because the next slice may reuse the buffer.
    this.#readAhead = new Uint8Array(source.slice(at, READ_AHEAD_BYTES));
    this.#from = at;
    return this.#readAhead.subarray(0, length);
  }
}

function scanRecord(source: Source, records: Records, n: number): ScannedRecord | null {
  const from = records.at[n] ?? 0;
  const bytes = source.slice(from, records.lengthOf(n));
  // A copy, because the next slice may reuse the buffer.
  const line = source.isInMemory === true ? bytes : new Uint8Array(bytes);
  const start = textStart(line, from);
  const tape = scan(line.subarray(start));
  const value = tape.fault === null || tape.open.length === 0 ? root(tape) : null;
  return isObject(value) ? { record: value, at: from + start } : null;
}

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
function sentWhole(records: Records): number | null {
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
