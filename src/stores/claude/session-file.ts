import { NO_BYTES } from '../../codecs/bytes.ts';
import { scan } from '../../codecs/json/scan.ts';
import { isObject, root, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';
import { once } from '../../model/once.ts';
import { NO_SOURCE, type Part } from '../../model/part.ts';
import { lastValue, textAt } from '../engine/text-at.ts';
import { type FileFacts, factsOf } from './checks/facts.ts';
import { type ListedFile, listedFile } from './list/listed-file.ts';
import { agentChain, type Chain, chainFrom } from './read/chain.ts';
import { contentOf } from './read/content.ts';
import { mainChain } from './read/ends.ts';
import { beginsWithAnswer, SentHistory } from './read/history.ts';
import { Links } from './read/links.ts';
import { textStart } from './read/pieces.ts';
import { preservedIn } from './read/preserved.ts';
import { type Records, type RecordVisitor, readRecords } from './read/records.ts';
import { sentWhole } from './read/whole.ts';

export interface ScannedRecord {
  readonly record: Value;
  /** Offset of the tape's bytes from the start of the file. */
  readonly at: number;
}

/** A transcript of a session or a subagent; each fact is read on first use. */
export interface SessionFile extends ListedFile {
  readonly role: 'session' | 'agent';
  records(): Records;
  /** Results of one pass, beside the records; `id`: the session's. */
  facts(id: string): FileFacts;
  factsAnd(id: string, also: RecordVisitor): FileFacts;
  links(): Links;
  history(): SentHistory;
  /** True if `sentWhole` has a number for the session. */
  isSentWhole(): boolean;
  sentCount(): number;
  /** The chain up from a record. `on`: 1 for records that are on it already. */
  chainTo(n: number, on: Uint8Array): Chain;
  /**
   * True if the program can go on with the session, by its records: it sends messages that begin with a question, or nothing was said yet.
   */
  goesOn(): boolean;
  /** Time of a record, in milliseconds; null for none. */
  timeOf(n: number): number | null;
  scan(n: number): ScannedRecord | null;
}

export function openFile(part: Part, role: 'session' | 'agent', content = part.source ?? null): SessionFile {
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
    role,
    records,
    facts: (id) => {
      facts ??= factsOf(source ?? NO_SOURCE, id);
      return facts;
    },
    factsAnd: (id, also) => {
      facts = factsOf(source ?? NO_SOURCE, id, also);
      return facts;
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
