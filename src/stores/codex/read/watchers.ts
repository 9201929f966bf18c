import type { Entry } from './record.ts';

/** Receives lines in order. */
export interface LineReader {
  take(entry: Entry): unknown;
}

/** Readers of the next pass over a rollout that goes to the end, beside the one that makes it: a large file is read once for all. */
export class Watchers {
  #all: { readonly begin: () => LineReader; now: LineReader | null; isDone: boolean }[] = [];

  /** A new reader for each try; it is answered after the pass, and null where there was none. */
  add<R extends LineReader>(begin: () => R): () => R | null {
    let last: R | null = null;
    const watch = { begin: () => (last = begin()), now: null, isDone: false };
    this.#all.push(watch);
    return () => (watch.isDone ? last : null);
  }

  begin(): void {
    for (const each of this.#all) each.now = each.begin();
  }

  take(entry: Entry): void {
    for (const { now } of this.#all) now?.take(entry);
  }

  end(): void {
    for (const each of this.#all) each.isDone = true;
    this.#all = [];
  }
}
