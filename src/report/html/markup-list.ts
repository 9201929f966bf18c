/** Pieces of markup that are held, and come, together as one text. */
export const GROUP = 256;

/**
 * Markup that is gathered and written later. Short pieces made of a message would each keep all of its text in memory: they are
 * copied into longer ones.
 */
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
