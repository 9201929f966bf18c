import { spanOf, type Value } from '../../../codecs/json/value.ts';
import { lastText, lastValue } from '../python/get.ts';
import { toolBlocksIn } from '../read/blocks.ts';
import { type Chain, HIDES } from '../read/chain.ts';
import { TextSet } from '../read/hash.ts';
import { CLASS, RECORD_FLAG, type RecordAt, type Records } from '../read/records.ts';
import type { Spotted } from './spotted.ts';

/** One call or result on the part of the chain that is sent; its record is not held. */
interface Block {
  readonly n: number;
  readonly id: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly path: string;
}

/** One message of that part: an answer with its calls, or what a person and the tools said. */
interface Turn {
  readonly isAnswer: boolean;
  /** Lines of one answer repeat its id. */
  readonly answer: string | null;
  readonly calls: Block[];
  readonly results: Block[];
}

/** The lines of a file, and the record on each. */
interface Scannable {
  records(): Records;
  chain(): Chain;
  scan(n: number): { readonly record: Value; readonly at: number } | null;
}

/** A call that another answer left behind: which code it gets depends on where its result is. */
interface Unanswered {
  readonly unanswered: Block;
}

/** Goes from message to message. Only the calls that are open are held, so a long session takes little room. */
class Walk {
  readonly found: (Spotted | Unanswered)[] = [];
  readonly #seen = new TextSet();
  readonly #open = new Map<string, Block>();
  #answer: string | null = null;

  /** A message without calls and results matters only as an answer that follows open calls. */
  matters(records: Records, n: number): boolean {
    return records.has(n, RECORD_FLAG.paired) || (this.#open.size > 0 && records.is[n] === CLASS.assistant);
  }

  take({ isAnswer, answer, calls, results }: Turn): void {
    if (isAnswer && (answer === null || answer !== this.#answer)) {
      for (const call of this.#open.values()) this.found.push({ unanswered: call });
      this.#open.clear();
      this.#answer = answer;
    }
    for (const call of calls) {
      if (this.#seen.has(call.id)) this.found.push(trouble('CL413', call, `has a second call with the id ${call.id}`));
      else {
        this.#open.set(call.id, call);
        this.#seen.add(call.id);
      }
    }
    for (const result of results) {
      const { id } = result;
      if (!this.#seen.has(id))
        this.found.push(trouble('CL411', result, `has a result for ${id}, and no call of that id before it`));
      this.#open.delete(id);
    }
  }
}

/** Looks at calls and results as the lines of a file are met: nearly always what is sent has the same order. */
export class PairsInOrder {
  #walk = new Walk();
  #paired = 0;

  /** A compaction begins anew. */
  meet(records: Records, { n, line, start, own }: RecordAt): void {
    if (records.has(n, RECORD_FLAG.boundary)) {
      this.#walk = new Walk();
      this.#paired = 0;
    }
    if (!records.isMessage(n) || records.has(n, HIDES) || !this.#walk.matters(records, n)) return;
    if (records.has(n, RECORD_FLAG.paired)) this.#paired++;
    this.#walk.take(turnIn(records, n, own.get('message'), line.at + start));
  }

  /** The messages with calls or results since the last compaction when nothing is wrong with them in this order, else -1. */
  sound(): number {
    return this.#walk.found.length > 0 ? -1 : this.#paired;
  }
}

/**
 * Calls without results, results without calls, and pairs that other messages part, among the records that are sent; `sound` is
 * what `PairsInOrder` makes of the file.
 */
export function pairTroubles(file: Scannable, sound: number): readonly Spotted[] {
  const records = file.records();
  if (sound === inOrder(file)) return [];
  const walk = new Walk();
  for (const n of file.chain().sent()) {
    const turn = walk.matters(records, n) ? turnOf(file, n) : null;
    if (turn !== null) walk.take(turn);
  }
  return settled(file, walk.found);
}

/** Messages with calls or results that are sent in the order of the file; -2 when they are in another order. */
function inOrder(file: Scannable): number {
  let [count, last] = [0, -1];
  for (const n of file.chain().sent()) {
    if (!file.records().has(n, RECORD_FLAG.paired)) continue;
    if (n < last) return -2;
    last = n;
    count++;
  }
  return count;
}

function trouble(code: Spotted['code'], { n, offset, path }: Block, detail: string): Spotted {
  return { n, code, at: path, offset, owner: 'reads', detail };
}

function settled(file: Scannable, found: readonly (Spotted | Unanswered)[]): readonly Spotted[] {
  const ids = new Set(found.flatMap((each) => ('unanswered' in each ? [each.unanswered.id] : [])));
  const places = placesOf(file, ids);
  return found.map((each) => ('unanswered' in each ? unansweredTrouble(each.unanswered, places) : each));
}

function unansweredTrouble(call: Block, places: ReadonlyMap<string, 'sent' | 'elsewhere'>): Spotted {
  const place = places.get(call.id);
  if (place === 'sent') return trouble('CL412', call, `has a call whose result ${call.id} comes after other messages`);
  if (place === 'elsewhere') return trouble('CL207', call, `has a call whose result ${call.id} is off the chain`);
  return trouble('CL410', call, `has a call without a result, ${call.id}`);
}

/** Where the results of some calls are: in a record that is sent, or in another one. */
function placesOf(file: Scannable, ids: ReadonlySet<string>): ReadonlyMap<string, 'sent' | 'elsewhere'> {
  const places = new Map<string, 'sent' | 'elsewhere'>();
  if (ids.size === 0) return places;
  for (const { id, n } of allResults(file))
    if (ids.has(id) && places.get(id) !== 'sent') places.set(id, file.chain().isSent(n) ? 'sent' : 'elsewhere');
  return places;
}

function* allResults(file: Scannable): Generator<Block> {
  const records = file.records();
  for (let n = 0; n < records.count; n++)
    if (records.isMessage(n) && records.has(n, RECORD_FLAG.paired)) yield* turnOf(file, n)?.results ?? [];
}

function turnOf(file: Scannable, n: number): Turn | null {
  const scanned = file.scan(n);
  return scanned === null ? null : turnIn(file.records(), n, lastValue(scanned.record, 'message'), scanned.at);
}

/** What is in a message; `base` is where its tape begins in the file. */
function turnIn(records: Records, n: number, message: Value | null, base: number): Turn {
  const turn: Turn = {
    isAnswer: records.is[n] === CLASS.assistant,
    answer: lastText(message, 'id'),
    calls: [],
    results: [],
  };
  for (const { isCall, id, value, path } of toolBlocksIn(message))
    (isCall ? turn.calls : turn.results).push({ n, id, offset: base + spanOf(value).start, path });
  return turn;
}
