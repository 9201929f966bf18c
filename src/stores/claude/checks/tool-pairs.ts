import { elements, isArray, isObject, isString, isText, member, spanOf, textOf } from '../../../codecs/json/value.ts';
import { TextSet } from '../read/hash.ts';
import { CLASS, RECORD_FLAG, type Records } from '../read/records.ts';
import type { SessionFile } from '../session-file.ts';
import type { Spotted } from './spotted.ts';

/** One call or result on the part of the chain that is sent; its record is not held. */
interface Block {
  readonly n: number;
  readonly id: string;
  /** Bytes from the start of the file. */
  readonly offset: number;
  readonly path: string;
}

/** One step of that part: an answer with its calls, or what a person and the tools said. */
interface Turn {
  readonly is: 'assistant' | 'user';
  /** Lines of one answer repeat its id. */
  readonly answer: string | null;
  readonly calls: readonly Block[];
  readonly results: readonly Block[];
}

/**
 * Calls without results, results without calls, and pairs that other messages part; `sent` are the records that are sent. Only the
 * calls that are open are held, so a long session takes little room.
 */
export function pairTroubles(file: SessionFile, sent: Int32Array): readonly Spotted[] {
  const records = file.records();
  const found: (Spotted | Unanswered)[] = [];
  const seen = new TextSet();
  const open = new Map<string, Block>();
  let answer: string | null = null;
  for (const n of sent) {
    const turn = mayMatter(records, n, open.size > 0) ? turnOf(file, n) : null;
    if (turn === null) continue;
    if (isOther(turn, answer)) {
      for (const call of open.values()) found.push({ unanswered: call });
      open.clear();
      answer = turn.answer;
    }
    found.push(...turnTroubles(turn, seen, open));
  }
  return settled(file, sent, found);
}

/** A call that another answer left behind: which code it gets depends on where its result is. */
interface Unanswered {
  readonly unanswered: Block;
}

/** A record without calls and results matters only as an answer that follows open calls. */
function mayMatter(records: Records, n: number, isOpen: boolean): boolean {
  return records.has(n, RECORD_FLAG.paired) || (isOpen && records.is[n] === CLASS.assistant);
}

/** Does a turn begin another answer than the one before it. */
function isOther(turn: Turn, answer: string | null): boolean {
  return turn.is === 'assistant' && (turn.answer === null || turn.answer !== answer);
}

/** What one turn adds to the calls that are open, and what it takes from them. */
function* turnTroubles({ calls, results }: Turn, seen: TextSet, open: Map<string, Block>): Generator<Spotted> {
  for (const call of calls) {
    if (seen.has(call.id)) yield trouble('CL413', call, `has a second call with the id ${call.id}`);
    else {
      open.set(call.id, call);
      seen.add(call.id);
    }
  }
  for (const result of results) {
    if (!seen.has(result.id))
      yield trouble('CL411', result, `has a result for ${result.id}, and no call of that id before it`);
    open.delete(result.id);
  }
}

function trouble(code: Spotted['code'], { n, offset, path }: Block, detail: string): Spotted {
  return { n, code, at: path, offset, owner: 'reads', detail };
}

function settled(file: SessionFile, sent: Int32Array, found: readonly (Spotted | Unanswered)[]): readonly Spotted[] {
  const ids = new Set(found.flatMap((each) => ('unanswered' in each ? [each.unanswered.id] : [])));
  const places = placesOf(file, sent, ids);
  return found.map((each) => ('unanswered' in each ? unansweredTrouble(each.unanswered, places) : each));
}

function unansweredTrouble(call: Block, places: ReadonlyMap<string, 'sent' | 'elsewhere'>): Spotted {
  const place = places.get(call.id);
  if (place === 'sent') return trouble('CL412', call, `has a call whose result ${call.id} comes after other messages`);
  if (place === 'elsewhere') return trouble('CL207', call, `has a call whose result ${call.id} is off the chain`);
  return trouble('CL410', call, `has a call without a result, ${call.id}`);
}

/** Where the results of some calls are: in a record that is sent, or in another one. */
function placesOf(
  file: SessionFile,
  sent: Int32Array,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, 'sent' | 'elsewhere'> {
  const places = new Map<string, 'sent' | 'elsewhere'>();
  if (ids.size === 0) return places;
  const isSent = file.records().marks(sent);
  for (const { id, n } of allResults(file))
    if (ids.has(id) && places.get(id) !== 'sent') places.set(id, isSent[n] === 1 ? 'sent' : 'elsewhere');
  return places;
}

function* allResults(file: SessionFile): Generator<Block> {
  const records = file.records();
  for (let n = 0; n < records.count; n++)
    if (records.isMessage(n) && records.has(n, RECORD_FLAG.paired)) yield* turnOf(file, n)?.results ?? [];
}

function turnOf(file: SessionFile, n: number): Turn | null {
  const scanned = file.scan(n);
  if (scanned === null) return null;
  const { record, at } = scanned;
  const message = member(record, 'message', 'last');
  const content = isObject(message) ? member(message, 'content', 'last') : null;
  const blocks = isArray(content) ? elements(content) : [];
  const answer = isObject(message) ? member(message, 'id', 'last') : null;
  const pick = (type: string, key: string): Block[] =>
    blocks.flatMap((value, i) => {
      const id = isText(member(value, 'type', 'last'), type) ? member(value, key, 'last') : null;
      return isString(id)
        ? [{ n, id: textOf(id), offset: at + spanOf(value).start, path: `/message/content/${i}` }]
        : [];
    });
  return {
    is: isText(member(record, 'type', 'last'), 'assistant') ? 'assistant' : 'user',
    answer: isString(answer) ? textOf(answer) : null,
    calls: pick('tool_use', 'id'),
    results: pick('tool_result', 'tool_use_id'),
  };
}
