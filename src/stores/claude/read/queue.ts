import { textAt } from '../../engine/text-at.ts';
import type { SessionFile } from '../session-file.ts';
import { type BlockText, blocksOf, queuedBlocks, waitingSaid } from './blocks.ts';

/**
 * Notes of words that waited in the queue and were never taken up, as after a crash.
 *
 * 1. The notes are played: `enqueue` adds words, `dequeue` takes the first, `remove` those it names, `popAll` all.
 * 2. If something is left, the words that were added since the queue was last empty are candidates: a crash empties it without a note.
 * 3. A candidate that a later message says was taken up.
 */
export function leftInQueue(file: SessionFile): ReadonlySet<number> {
  const left = replayQueue(file).candidates();
  const { count } = file.records();
  for (let n = left[0]?.n ?? count; n < count && left.length > 0; n++)
    for (const words of saidAt(file, n)) {
      const at = left.findIndex((each) => each.n < n && each.words === words);
      if (at >= 0) left.splice(at, 1);
    }
  return new Set(left.map(({ n }) => n));
}

function replayQueue(file: SessionFile): Queue {
  const records = file.records();
  const queue = new Queue();
  for (let n = 0; n < records.count; n++) {
    const record = records.isOfQueue(n) ? (file.scan(n)?.record ?? null) : null;
    if (record === null) continue;
    const words = textAt(record, 'content') === null ? '' : searchedText(waitingSaid(record));
    queue.play(textAt(record, 'operation') ?? '', { n, words });
  }
  return queue;
}

interface QueuedPrompt {
  readonly n: number;
  readonly words: string;
}

class Queue {
  #waiting: QueuedPrompt[] = [];
  /** All that was added since the queue was last empty. */
  #added: QueuedPrompt[] = [];

  play(operation: string, noted: QueuedPrompt): void {
    if (operation === 'enqueue') {
      if (this.#waiting.length === 0) this.#added = [];
      this.#waiting.push(noted);
      this.#added.push(noted);
    } else if (operation === 'dequeue') this.#waiting.shift();
    else if (operation === 'remove') this.#keep(({ words }) => words !== noted.words);
    else if (operation === 'popAll') this.#keep(() => false);
  }

  candidates(): QueuedPrompt[] {
    return this.#waiting.length === 0 ? [] : this.#added.filter(({ words }) => words !== '');
  }

  #keep(isKept: (each: QueuedPrompt) => boolean): void {
    this.#waiting = this.#waiting.filter(isKept);
    this.#added = this.#added.filter(isKept);
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
