import { scan } from '../../codecs/json/scan.ts';
import { isObject, root, type Value } from '../../codecs/json/value.ts';
import type { Source } from '../../codecs/lines/source.ts';
import type { Part } from '../kind.ts';
import { once } from '../once.ts';
import { type FileFacts, factsOf } from './checks/facts.ts';
import { type Listing, listingOf, UNREADABLE } from './list/listing.ts';
import { parse } from './python/parse.ts';
import { stripped } from './python/strip.ts';
import { agentChain, type Chain, chainOf, Links } from './read/chain.ts';
import { type Records, readRecords } from './read/records.ts';

/** One record, scanned when it is asked for. */
export interface Scanned {
  readonly record: Value;
  /** Where its tape begins, in bytes from the start of the file. */
  readonly at: number;
}

/** A transcript file, of a session or of a subagent; all of it is read when it is first needed. */
export interface SessionFile {
  readonly part: Part;
  /** Null for what cannot be read: a folder, a fifo, a file that may not be opened. */
  readonly source: Source | null;
  /** From the two windows alone. */
  listing(): Listing;
  records(): Records;
  /** What one pass finds beside the records; `id` is that of the session. */
  facts(id: string): FileFacts;
  links(): Links;
  chain(): Chain;
  /** The record of a line; null when it is none. */
  scan(n: number): Scanned | null;
}

/** Opens a part; nothing is read yet. */
export function openFile(part: Part, is: 'session' | 'agent'): SessionFile {
  const source = part.source ?? null;
  let facts: FileFacts | null = null;
  const plain = once(() => readRecords(source ?? NO_SOURCE));
  const records = () => facts?.records ?? plain();
  const links = once(() => new Links(records()));
  const ahead = readAhead(source ?? NO_SOURCE);
  return {
    part,
    source,
    listing: once(() => (source === null ? UNREADABLE : listingOf(source))),
    records,
    facts: (id) => {
      facts ??= factsOf(source ?? NO_SOURCE, id);
      return facts;
    },
    links,
    chain: once(() => (is === 'agent' ? agentChain(links()) : chainOf(links()))),
    scan: (n) => (source === null ? null : scanRecord(ahead, records(), n)),
  };
}

const NO_SOURCE: Source = { size: 0, slice: () => new Uint8Array() };

/** Bytes that are read at once where one record after the other is asked for. */
const AHEAD = 1 << 18;

/** A source that reads ahead where it is read in order: every slice of a file opens it. */
function readAhead(source: Source): Source {
  let held: Uint8Array = new Uint8Array();
  let from = 0;
  let last = 0;
  return {
    size: source.size,
    slice: (at, length) => {
      const isNext = at >= last && at - last < AHEAD;
      last = at + length;
      if (at >= from && at + length <= from + held.length) return held.subarray(at - from, at - from + length);
      if (!isNext || length >= AHEAD) return source.slice(at, length);
      // A copy, because the next slice may take the same room.
      held = new Uint8Array(source.slice(at, AHEAD));
      from = at;
      return held.subarray(0, length);
    },
  };
}

function scanRecord(source: Source, records: Records, n: number): Scanned | null {
  const from = records.at[n] ?? 0;
  // A copy, because the next slice may take the same room.
  const line = new Uint8Array(source.slice(from, records.lengthOf(n)));
  const { start, end } = stripped(line);
  const text = line.subarray(start, end);
  const tape = scan(text);
  const value = root(tape.fault === null ? tape : parse(text).tape);
  return isObject(value) ? { record: value, at: from + start } : null;
}
