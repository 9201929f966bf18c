import { elements, isArray, isObject, isString, isText, member, spanOf, textOf } from '../../../codecs/json/value.ts';
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

/** Calls without results, results without calls, and pairs that other messages part; `sent` are the records that are sent. */
export function* pairTroubles(file: SessionFile, sent: readonly number[]): Generator<Spotted> {
  const turns = turnsOf(file, sent);
  const results = new Set(turns.flatMap((turn) => turn.results.map(({ id }) => id)));
  const elsewhere = resultsOffChain(file, sent, missing(turns, results));
  const seen = new Set<string>();
  const open = new Map<string, Block>();
  let answer: string | null = null;
  for (const turn of turns) {
    if (isOther(turn, answer)) {
      for (const call of open.values()) yield unanswered(call, results, elsewhere);
      open.clear();
      answer = turn.answer;
    }
    yield* turnTroubles(turn, seen, open);
  }
}

/**
 * The turns that matter to pairs: those with calls and results, and between two of them the first answer that is another, which
 * closes what is open, and the last. So a session of texts takes no room.
 */
function turnsOf(file: SessionFile, sent: readonly number[]): Turn[] {
  const turns: Turn[] = [];
  let answer: string | null = null;
  for (const n of sent) {
    const turn = turnOf(file, n);
    if (turn === null || !(isPaired(turn) || isOther(turn, answer))) continue;
    if (turn.is === 'assistant') answer = turn.answer;
    if (turns.length > 1 && ![...turns.slice(-2), turn].some(isPaired)) turns.pop();
    turns.push(turn);
  }
  return turns;
}

/** Does a turn begin another answer than the one before it. */
function isOther(turn: Turn, answer: string | null): boolean {
  return turn.is === 'assistant' && (turn.answer === null || turn.answer !== answer);
}

function isPaired({ calls, results }: Turn): boolean {
  return calls.length + results.length > 0;
}

/** What one turn adds to the calls that are open, and what it takes from them. */
function* turnTroubles({ calls, results }: Turn, seen: Set<string>, open: Map<string, Block>): Generator<Spotted> {
  for (const call of calls) {
    if (seen.has(call.id)) yield trouble('CL413', call, `has a second call with the id ${call.id}`);
    else open.set(call.id, call);
    seen.add(call.id);
  }
  for (const result of results) {
    if (!seen.has(result.id))
      yield trouble('CL411', result, `has a result for ${result.id}, and no call of that id before it`);
    open.delete(result.id);
  }
}

function unanswered(call: Block, results: ReadonlySet<string>, elsewhere: ReadonlySet<string>): Spotted {
  if (results.has(call.id))
    return trouble('CL412', call, `has a call whose result ${call.id} comes after other messages`);
  if (elsewhere.has(call.id)) return trouble('CL207', call, `has a call whose result ${call.id} is off the chain`);
  return trouble('CL410', call, `has a call without a result, ${call.id}`);
}

function trouble(code: Spotted['code'], { n, offset, path }: Block, detail: string): Spotted {
  return { n, code, at: path, offset, owner: 'reads', detail };
}

function missing(turns: readonly Turn[], results: ReadonlySet<string>): Set<string> {
  const calls = turns.flatMap((turn) => turn.calls.map(({ id }) => id));
  return new Set(calls.filter((id) => !results.has(id)));
}

/** Which of some ids have a result in a record that is not sent. */
function resultsOffChain(file: SessionFile, sent: readonly number[], ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (ids.size === 0) return found;
  const records = file.records();
  const isSent = records.marks(sent);
  for (let n = 0; n < records.count; n++) {
    if (!records.isMessage(n) || isSent[n] === 1) continue;
    for (const { id } of turnOf(file, n)?.results ?? []) if (ids.has(id)) found.add(id);
  }
  return found;
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
