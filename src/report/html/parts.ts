/** Characters per part: a few milliseconds in a browser. */
const PART = 48_000;
/** Characters available to the browser's search at once: most conversations whole. */
const AT_ONCE = 1_000_000;

/** Markup that a script creates near the viewport. */
export function laterPart(markup: string): string {
  return `<div class="part" data-later><noscript>\n${markup}</noscript></div>\n`;
}

/**
 * Splits markup between headings. Beyond the first million characters parts are in `noscript`: plain text until the script
 * creates them near the viewport, and shown as they are without scripts.
 */
export class Parts {
  #held: string[] = [];
  #size = 0;
  #written = 0;

  /** `markup` is a whole entry. Yields full parts. */
  *add(markup: string): Generator<string> {
    this.#held.push(markup);
    this.#size += markup.length;
    if (this.#size >= PART) yield* this.end();
  }

  /** The last, partial part. */
  *end(): Generator<string> {
    if (this.#size === 0) return;
    const markup = this.#held.join('');
    yield this.#written < AT_ONCE ? `<div class="part">\n${markup}</div>\n` : laterPart(markup);
    this.#written += this.#size;
    this.#held = [];
    this.#size = 0;
  }
}

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
