import { addTo, grouped } from '../../../model/collections.ts';
import { textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import { type BlockText, blocksOf, queuedBlocks, waitingSaid } from './blocks.ts';

/**
 * Records of words that waited in the queue and were never taken up, as after a crash.
 * 1. The records are replayed: `enqueue` adds words, `dequeue` takes the first, `remove` those it names, `popAll` all.
 * 2. If any remain, all words added since the queue was last empty are candidates: a crash empties it without a record.
 * 3. A candidate that a later message has was taken up.
 */
export function leftInQueue(file: SessionFile): ReadonlySet<number> {
  const candidates = replayQueue(file).candidates();
  const queued = new Set(candidates.map(({ n }) => n));
  const lastFirst = grouped(candidates.map(({ n, words }) => [words, n] as const).reverse());
  const { count } = file.records();
  for (let n = candidates[0]?.n ?? count; n < count && queued.size > 0; n++)
    for (const words of saidAt(file, n)) {
      const waiting = lastFirst.get(words) ?? [];
      if ((waiting.at(-1) ?? n) < n) queued.delete(waiting.pop() ?? n);
    }
  return queued;
}

function replayQueue(file: SessionFile): Queue {
  const records = file.records();
  const queue = new Queue();
  for (let n = 0; n < records.count; n++) {
    const record = records.isOfQueue(n) ? (file.scan(n)?.record ?? null) : null;
    if (record === null) continue;
    const words = textAt(record, 'content') === null ? '' : searchedText(waitingSaid(record));
    queue.play(textAt(record, 'operation') ?? '', { n, words, state: 'waits' });
  }
  return queue;
}

interface QueuedPrompt {
  readonly n: number;
  readonly words: string;
  state: 'waits' | 'taken' | 'removed';
}

class Queue {
  /** All words added since the queue was last empty. */
  #added: QueuedPrompt[] = [];
  #byWords = new Map<string, QueuedPrompt[]>();
  #waiting = 0;
  /** Index of the first waiting entry. */
  #first = 0;

  play(operation: string, noted: QueuedPrompt): void {
    if (operation === 'enqueue') this.#add(noted);
    else if (operation === 'dequeue') this.#takeFirst();
    else if (operation === 'remove') this.#remove(noted.words);
    else if (operation === 'popAll') this.#empty();
  }

  candidates(): QueuedPrompt[] {
    return this.#waiting === 0 ? [] : this.#added.filter(({ words, state }) => words !== '' && state !== 'removed');
  }

  #add(noted: QueuedPrompt): void {
    if (this.#waiting === 0) this.#empty();
    this.#added.push(noted);
    addTo(this.#byWords, noted.words, noted);
    this.#waiting++;
  }

  #takeFirst(): void {
    for (; this.#waiting > 0; this.#first++) {
      const each = this.#added[this.#first];
      if (each?.state !== 'waits') continue;
      each.state = 'taken';
      this.#waiting--;
      return;
    }
  }

  #remove(words: string): void {
    for (const each of this.#byWords.get(words) ?? []) {
      if (each.state === 'waits') this.#waiting--;
      each.state = 'removed';
    }
    this.#byWords.delete(words);
  }

  #empty(): void {
    this.#added = [];
    this.#byWords = new Map();
    this.#waiting = 0;
    this.#first = 0;
  }
}

function saidAt(file: SessionFile, n: number): string[] {
  const records = file.records();
  const isQueued = records.isQueued(n);
  const record = isQueued || records.isMessage(n) ? (file.scan(n)?.record ?? null) : null;
  if (record === null) return [];
  return (isQueued ? queuedBlocks(record) : blocksOf(record)).map(searchedText);
}

function searchedText({ text, words = text ?? '' }: BlockText): string {
  return words.trim();
}
