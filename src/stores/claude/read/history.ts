import type { Chain } from './chain.ts';
import { withParallel } from './gather.ts';
import type { Links } from './links.ts';
import { CLASS, RECORD_FLAG } from './record-classes.ts';
import type { Records } from './records.ts';
import { paired, sentMessages } from './sent-messages.ts';

const BRANCH_FLAGS = { chain: 1, sent: 2, main: 4 } as const;
const SIDE_FLAGS = RECORD_FLAG.sidechain | RECORD_FLAG.apiError;

/**
 * Records that a resume sends to the model (docs/formats/claude.md, "What is sent"), in order, without omitted calls and results. `unsent`
 * and `noted`: see `PairedCalls`.
 */
export class SentHistory {
  readonly chain: Chain;
  /** Sent records in order: questions, answers, results, and outputs of commands. */
  readonly sent: Int32Array;
  readonly unsent: Uint8Array;
  readonly noted: readonly number[];
  readonly passesSome: boolean;
  readonly #on: Uint8Array;

  /** `isEmptyList`: true if the content of a record is an empty list. */
  constructor(links: Links, chain: Chain, isEmptyList: (n: number) => boolean) {
    const { records } = links;
    this.chain = chain;
    this.#on = new Uint8Array(records.count);
    for (const n of chain.records) this.#on[n] = BRANCH_FLAGS.chain;
    const order = withParallel(links, afterCompaction(records, chain), this.#on);
    const isAsked = endsInEmptyList(records, chain, isEmptyList);
    const { sent, unsent, noted } = paired(records, sentMessages(records, order), isAsked);
    this.sent = new Int32Array(sent);
    this.unsent = unsent;
    this.noted = noted;
    for (const n of sent) this.#on[n] = (this.#on[n] ?? 0) | BRANCH_FLAGS.sent;
    let passesSome = false;
    for (let n = 0; n < records.count; n++) {
      if (!isMain(links, n)) continue;
      this.#on[n] = (this.#on[n] as number) | BRANCH_FLAGS.main;
      passesSome ||= this.isPassed(n);
    }
    this.passesSome = passesSome;
  }

  isOn(n: number): boolean {
    return ((this.#on[n] ?? 0) & BRANCH_FLAGS.chain) !== 0;
  }

  isMain(n: number): boolean {
    return ((this.#on[n] ?? 0) & BRANCH_FLAGS.main) !== 0;
  }

  isPassed(n: number): boolean {
    return ((this.#on[n] ?? 0) & (BRANCH_FLAGS.main | BRANCH_FLAGS.sent)) === BRANCH_FLAGS.main;
  }

  isSent(n: number): boolean {
    return ((this.#on[n] ?? 0) & BRANCH_FLAGS.sent) !== 0;
  }
}

/** True if an unsent question with an empty list is after the last answer: it still counts as a question. */
function endsInEmptyList(records: Records, { records: chain }: Chain, isEmptyList: (n: number) => boolean): boolean {
  const behind = chain.subarray(chain.findLastIndex((n) => records.classOf[n] === CLASS.assistant) + 1);
  return behind.some((n) => records.has(n, RECORD_FLAG.hollow) && isEmptyList(n));
}

function isMain(links: Links, n: number): boolean {
  const { records } = links;
  const isSaid = records.isMessage(n) && records.has(n, RECORD_FLAG.content) && !records.has(n, SIDE_FLAGS);
  return isSaid && !links.isReplaced(n) && !links.isGone(n);
}

/**
 * True for a history that begins with an answer, which the API refuses. An attachment before it is sent as the user's, as is a note on a
 * result without its call.
 */
export function beginsWithAnswer(records: Records, { sent, chain }: SentHistory): boolean {
  const [first = -1] = sent;
  if (records.classOf[first] !== CLASS.assistant) return false;
  const place = chain.records.indexOf(first);
  const isSent = (n: number) => records.has(n, RECORD_FLAG.attached | RECORD_FLAG.results);
  return !chain.records.subarray(0, Math.max(place, 0)).some(isSent);
}

function afterCompaction(records: Records, { records: chain }: Chain): number[] {
  let from = chain.length - 1;
  while (from > 0 && !records.has(chain[from] as number, RECORD_FLAG.boundary)) from--;
  // A list built from a typed array takes ten times as long.
  const after: number[] = [];
  for (let i = Math.max(from, 0); i < chain.length; i++) after.push(chain[i] as number);
  return after;
}
