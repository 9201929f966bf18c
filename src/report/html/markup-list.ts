/** Pieces joined into one string. */
export const GROUP = 256;

/** Collected markup. Joined into longer strings: slices would keep whole messages in memory. */
export class MarkupList {
  size = 0;
  readonly #whole: string[] = [];
  #pieces: string[] = [];

  add(markup: string): void {
    this.size++;
    this.#pieces.push(markup);
    if (this.#pieces.length < GROUP) return;
    this.#whole.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  *[Symbol.iterator](): Generator<string> {
    yield* this.#whole;
    if (this.#pieces.length > 0) yield this.#pieces.join('');
  }
}
