import { joinedTo } from '../read/chain.ts';
import { CLASS, RECORD_FLAG } from '../read/record-classes.ts';
import type { SessionFile } from '../read/session-file.ts';

/** Messages before a record that are not sent, whatever branch they are of. */
export function passedBefore(file: SessionFile, first: number): number {
  const history = file.history();
  let passed = 0;
  for (let n = 0; n < first; n++) if (history.isPassed(n)) passed++;
  return passed;
}

/** For each record that is put behind another one, how many messages between them in the file are not sent. */
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

/** `passedBefore` for each record, itself included. */
function passedUpTo(file: SessionFile): Int32Array {
  const history = file.history();
  let passed = 0;
  return new Int32Array(file.records().count).map((_, n) => (history.isPassed(n) ? ++passed : passed));
}

/** A record that begins a conversation by its nature: a compaction, or the summary of one. */
export function isRootByRight(file: SessionFile, n: number): boolean {
  return file.records().has(n, RECORD_FLAG.boundary | RECORD_FLAG.summary);
}

/** The first records of branches behind the end of the conversation that lost their parent, each with how many messages follow it. */
export function cutBranches(file: SessionFile): Map<number, number> {
  const { count } = file.records();
  const [links, history] = [file.links(), file.history()];
  const end = history.chain.records.at(-1) ?? count;
  const roots = new Int32Array(count).fill(-1);
  const branches = new Map<number, number>();
  for (let n = end + 1; n < count; n++) {
    const parent = links.parentOf(n);
    const root = parent === LOST ? n : parent > end ? (roots[parent] as number) : -1;
    roots[n] = root;
    if (root >= 0 && history.isPassed(n)) branches.set(root, (branches.get(root) ?? 0) + 1);
  }
  return branches;
}

/** What a link has for a parent that is not in the file. */
const LOST = -2;

/**
 * An answer of a branch that was written while the branch that is sent was: a rewound branch ends before the next one begins.
 * -1 for none.
 */
export function writersAtOnce(file: SessionFile): number {
  const records = file.records();
  const history = file.history();
  const next = nextOnChain(history.chain.records, records.count);
  const joined = new Set(history.chain.joined);
  const forks = new Int32Array(records.count).fill(UNKNOWN);
  for (let n = history.chain.records[0] ?? 0; n < records.count; n++) {
    if (records.kind[n] !== CLASS.assistant || !history.isPassed(n) || history.isOn(n)) continue;
    const fork = forkOf(file, n, forks);
    const goesOn = fork < 0 ? -1 : (next[fork] as number);
    if (goesOn >= 0 && (goesOn < n || (!joined.has(goesOn) && isEarlier(file, goesOn, n)))) return n;
  }
  return -1;
}

/** Does a record say of itself that it was written before another one. */
export function isEarlier(file: SessionFile, n: number, other: number): boolean {
  const [own, others] = [file.timeOf(n), file.timeOf(other)];
  return own !== null && others !== null && own < others;
}

const UNKNOWN = -2;

function nextOnChain(chain: Int32Array, count: number): Int32Array {
  const next = new Int32Array(count).fill(-1);
  for (let i = 1; i < chain.length; i++) next[chain[i - 1] as number] = chain[i] as number;
  return next;
}

/** The record of the chain that a branch hangs on; -1 for none. Each step up is gone once. */
function forkOf(file: SessionFile, n: number, forks: Int32Array): number {
  const way: number[] = [];
  let at = n;
  while (at >= 0 && !file.history().isOn(at) && forks[at] === UNKNOWN) {
    forks[at] = -1;
    way.push(at);
    at = file.links().parentOf(at);
  }
  const fork = at < 0 ? -1 : file.history().isOn(at) ? at : (forks[at] as number);
  for (const each of way) forks[each] = fork;
  return fork;
}
