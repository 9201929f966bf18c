import { firstWhere } from '../../../codecs/bytes.ts';
import { lexemeOf, type Value } from '../../../codecs/json/value.ts';
import { once } from '../../../model/once.ts';
import { lastValue, textAt } from '../../engine/text-at.ts';
import { type Chain, joinedTo } from '../read/chain.ts';
import { isUnnamed } from '../read/gather.ts';
import { type Links, PARENT_GONE } from '../read/links.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { Records } from '../read/records.ts';
import { isSameAnswer } from '../read/sent-messages.ts';
import type { SessionFile } from '../session-file.ts';

/**
 * The last record of a chain that names a wrong parent, so that messages between the two are not sent. Without evidence of that, a person
 * went back and began anew.
 */
export function damagedFork(file: SessionFile, { records, isBroken }: Chain): Fork | null {
  const forks = once(() => new Forks(file, records));
  for (let i = records.length - 1; i > 0; i--) {
    const n = records[i] as number;
    const parent = file.links().parentOf(records[i] as number);
    const passed = parent >= 0 ? passedBetween(file, parent, n) : -1;
    // A record after a skipped one, but older, is of a second program.
    if (passed < 0 || isEarlier(file, n, passed) || !isBehind(file, parent, forks().of(passed))) continue;
    if (namesWrong(file, { n, parent, passed, above: { records: records.subarray(0, i), isBroken } }))
      return { n, parent };
  }
  return null;
}

type ChainAbove = Pick<Chain, 'records' | 'isBroken'>;

const EMPTY_CHAIN: ChainAbove = { records: new Int32Array(), isBroken: false };

interface PassedFork extends Fork {
  readonly passed: number;
  readonly above: ChainAbove;
}

export interface Fork {
  readonly n: number;
  readonly parent: number;
}

function passedBetween(file: SessionFile, parent: number, n: number): number {
  const history = file.history();
  let m = n - 1;
  while (m > parent && !history.isPassed(m)) m--;
  return m > parent ? m : -1;
}

/**
 * True if skipped records, by the chain record `fork` from which they branch, continued from the parent or from another call of its answer.
 * Those of a second program did not.
 */
function isBehind(file: SessionFile, parent: number, fork: number): boolean {
  if (fork < 0) return false;
  const records = file.records();
  const call = records.has(parent, RECORD_FLAG.results) ? file.links().parentOf(parent) : parent;
  return fork === parent || (call >= 0 && isSameAnswer(records, fork, call));
}

/** Where a branch leaves a chain or the conversation, if all its links lead up the file. Each link is followed once. */
class Forks {
  readonly #file: SessionFile;
  readonly #known: Int32Array;

  constructor(file: SessionFile, chain: Int32Array) {
    this.#file = file;
    this.#known = new Int32Array(file.records().count).fill(UNKNOWN);
    for (const n of chain) this.#known[n] = n;
  }

  /** The chain record from which the branch with `n` leaves; -1 for none. */
  of(n: number): number {
    const way: number[] = [];
    let at = n;
    while (at >= 0 && this.#known[at] === UNKNOWN && !this.#file.history().isOn(at)) {
      way.push(at);
      const above = this.#file.links().parentOf(at);
      at = above < at ? above : -1;
    }
    const fork = at < 0 || this.#known[at] === UNKNOWN ? Math.max(at, -1) : (this.#known[at] as number);
    for (const each of way) this.#known[each] = fork;
    return fork;
  }
}

/** True if a record names a wrong parent: nobody goes back to the middle of a turn, and a repeated turn leaves no gap in the count. */
function namesWrong(file: SessionFile, { n, parent, passed, above }: PassedFork): boolean {
  const records = file.records();
  const said = firstMessageFrom(file, n);
  if (said < 0 || isRootByRight(file, n)) return false;
  if (isEndOfTurn(file, n)) return true;
  if (!isReply(records, said)) return countsOnFromOthers(file, said, above);
  if (records.has(n, RECORD_FLAG.results))
    return !isAnswerTo(records, n, parent) || isNamelessPart(file, parent, passed);
  // The program repeats the request of an interrupted answer, so a user's message must be among the skipped records.
  for (let m = passed; m > parent; m--)
    if (records.classOf[m] === CLASS.user && file.history().isPassed(m)) return true;
  return false;
}

/** True if the skipped records are parts of the parent's answer, but lack the id that would join them. */
function isNamelessPart(file: SessionFile, parent: number, passed: number): boolean {
  const records = file.records();
  const links = file.links();
  let part = passed;
  let above = links.parentOf(passed);
  while (above > parent && above < part) [part, above] = [above, links.parentOf(above)];
  const isOf = (each: number) => records.classOf[each] === CLASS.assistant;
  return above === parent && isOf(part) && isOf(parent) && (isUnnamed(records, part) || isUnnamed(records, parent));
}

function isAnswerTo({ tools }: Records, n: number, caller: number): boolean {
  const ids = (of: number) => {
    const found = new Set<string>();
    const first = firstWhere(tools.count, (i) => (tools.n[i] as number) >= of);
    for (let i = first; i < tools.count && tools.n[i] === of; i++)
      found.add(`${tools.id[2 * i]} ${tools.id[2 * i + 1]}`);
    return found;
  };
  const calls = ids(caller);
  return [...ids(n)].some((id) => calls.has(id));
}

/**
 * True if a record without a parent must have had one. An answer, a result and the end of a turn never begin a conversation; nor does a
 * record before one of these, or a turn numbered above the first.
 */
export function beginningIsDamage(file: SessionFile, n: number): boolean {
  if (file.links().isLoose(n) || isEndOfTurn(file, n)) return true;
  const said = firstMessageFrom(file, n);
  if (said < 0) return false;
  // The program writes null for no parent.
  return (
    isReply(file.records(), said) ||
    textAt(file.scan(n)?.record, 'parentUuid') === '' ||
    countsOnFromOthers(file, said, EMPTY_CHAIN)
  );
}

/** True for the program's notes after the last answer of a turn. */
function isEndOfTurn(file: SessionFile, n: number): boolean {
  return ENDS_OF_TURNS.has(textAt(file.scan(n)?.record, 'subtype') ?? '');
}

const ENDS_OF_TURNS: ReadonlySet<string> = new Set(['turn_duration', 'stop_hook_summary']);

/** True if a question's turn continues from others than those above it. After a rewind to that point, a prompt without an end follows it. */
function countsOnFromOthers(file: SessionFile, question: number, above: ChainAbove): boolean {
  if (isRewound(file, question)) return false;
  const record = file.scan(question)?.record ?? null;
  return turnOf(record) > turnAbove(file, above) + 1 || isOfPromptBefore(file, question, record);
}

/** The turn with which a chain ends: 0 without a question on it; infinite if none has a number, or the beginning is lost. */
function turnAbove(file: SessionFile, { records: way, isBroken }: ChainAbove): number {
  const records = file.records();
  let isAsked = isBroken;
  for (let i = way.length - 1; i >= 0; i--) {
    const n = way[i] as number;
    if (records.classOf[n] !== CLASS.user || records.has(n, RECORD_FLAG.results)) continue;
    const turn = turnOf(file.scan(n)?.record ?? null);
    if (turn > 0) return turn;
    isAsked = true;
  }
  return isAsked ? Number.POSITIVE_INFINITY : 0;
}

function isReply(records: Records, n: number): boolean {
  return records.classOf[n] === CLASS.assistant || records.has(n, RECORD_FLAG.results);
}

/** The first message below a record, or the record itself; -1 for none. */
export function firstMessageFrom(file: SessionFile, n: number): number {
  const { count } = file.records();
  for (let next = n; next < count; next++) if (file.records().isMessage(next) && leadsTo(file, n, next)) return next;
  return -1;
}

/** True if one record is above another without a message between them; each parent must be earlier in the file. */
function leadsTo(file: SessionFile, above: number, n: number): boolean {
  let at = n;
  while (at > above) {
    const parent = file.links().parentOf(at);
    if (parent >= at || (parent > above && file.records().isMessage(parent))) return false;
    at = parent;
  }
  return at === above;
}

function turnOf(record: Value | null): number {
  const turn = lastValue(lastValue(record, 'turnPosition'), 'turnIndex');
  return turn === null ? 0 : Number(lexemeOf(turn));
}

function isOfPromptBefore(file: SessionFile, n: number, record: Value | null): boolean {
  const prompt = textAt(record, 'promptId');
  for (let before = n - 1; before >= 0 && prompt !== null; before--)
    if (file.history().isMain(before)) return textAt(file.scan(before)?.record, 'promptId') === prompt;
  return false;
}

/** True if a prompt that ends at no record of the file follows the record directly. */
function isRewound(file: SessionFile, n: number): boolean {
  const records = file.records();
  for (let next = n + 1; next < records.count && !records.isMessage(next); next++) {
    const record = records.classOf[next] === CLASS.other ? (file.scan(next)?.record ?? null) : null;
    if (textAt(record, 'type') !== 'last-prompt') continue;
    const leaf = textAt(record, 'leafUuid');
    return leaf !== null && file.links().recordOf(leaf) < 0;
  }
  return false;
}

/** Number of unsent messages before record `first`, on any branch. */
export function unsentBefore(file: SessionFile, first: number): number {
  const history = file.history();
  let passed = 0;
  for (let n = 0; n < first && history.passesSome; n++) if (history.isPassed(n)) passed++;
  return passed;
}

/** For each joined record: number of unsent messages between it and its substitute parent. */
export function messagesPassed(file: SessionFile): Map<number, number> {
  const { chain } = file.history();
  if (chain.joined.length === 0) return new Map();
  const passed = passedUpTo(file);
  const compaction = chain.records.findLast((n) => file.records().has(n, RECORD_FLAG.boundary)) ?? -1;
  const between = ([n, before]: [number, number]): [number, number] => {
    const from = Math.max(before, compaction);
    return [n, from < n - 1 ? (passed[n - 1] as number) - (passed[from] as number) : 0];
  };
  return new Map([...joinedTo(chain)].map(between));
}

/** By record: number of unsent messages up to it, itself included. */
function passedUpTo(file: SessionFile): Int32Array {
  const history = file.history();
  let passed = 0;
  return new Int32Array(file.records().count).map((_, n) => (history.isPassed(n) ? ++passed : passed));
}

/** True for a record that may begin a conversation: a compaction, or the summary of one. */
export function isRootByRight(file: SessionFile, n: number): boolean {
  return file.records().has(n, RECORD_FLAG.boundary | RECORD_FLAG.summary);
}

/** The first record of each branch after the conversation's end that has no parent, or is in a ring, with the number of its messages. */
export function lostBranches(file: SessionFile): Map<number, number> {
  const { count } = file.records();
  const history = file.history();
  if (!history.passesSome) return new Map();
  const end = history.chain.records.at(-1) ?? count;
  const roots = new Int32Array(count).fill(UNKNOWN);
  const branches = new Map<number, number>();
  for (let n = end + 1; n < count; n++) {
    const root = lostRootOf(file.links(), n, { end, roots });
    if (root >= 0 && history.isPassed(n)) branches.set(root, (branches.get(root) ?? 0) + 1);
  }
  return branches;
}

/**
 * The record after `end` at which the way up from `n` ends, for lack of a parent or in a ring; -1 for another end. Each link is followed
 * once.
 */
function lostRootOf(links: Links, n: number, { end, roots }: { readonly end: number; readonly roots: Int32Array }) {
  const way: number[] = [];
  let at = n;
  for (; at > end && roots[at] === UNKNOWN; at = links.parentOf(at)) {
    roots[at] = ON_WAY;
    way.push(at);
  }
  const known = at > end ? (roots[at] as number) : -1;
  const lost = at === PARENT_GONE ? (way.at(-1) as number) : known;
  const root = known === ON_WAY ? leastFrom(way, way.indexOf(at)) : lost;
  for (const each of way) roots[each] = root;
  return root;
}

function leastFrom(way: readonly number[], from: number): number {
  let first = way[from] as number;
  for (let i = from; i < way.length; i++) first = Math.min(first, way[i] as number);
  return first;
}

/** An answer on another branch that was written at the time of the sent branch; -1 for none. A rewound branch ends before the next one begins. */
export function writersAtOnce(file: SessionFile): number {
  const records = file.records();
  const history = file.history();
  const next = nextOnChain(history.chain.records, records.count);
  const joined = new Set(history.chain.joined);
  const forks = new Forks(file, history.chain.records);
  for (let n = history.chain.records[0] ?? 0; n < records.count; n++) {
    if (records.classOf[n] !== CLASS.assistant || !history.isPassed(n) || history.isOn(n)) continue;
    const fork = forks.of(n);
    const after = fork < 0 ? -1 : (next[fork] as number);
    if (after >= 0 && (after < n || (!joined.has(after) && isEarlier(file, after, n)))) return n;
  }
  return -1;
}

function isEarlier(file: SessionFile, n: number, other: number): boolean {
  const own = file.timeOf(n);
  const others = file.timeOf(other);
  return own !== null && others !== null && own < others;
}

const UNKNOWN = -2;
const ON_WAY = -3;

function nextOnChain(chain: Int32Array, count: number): Int32Array {
  const next = new Int32Array(count).fill(-1);
  for (let i = 1; i < chain.length; i++) next[chain[i - 1] as number] = chain[i] as number;
  return next;
}
